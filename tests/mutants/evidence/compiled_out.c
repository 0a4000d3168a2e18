/* compiled_out: the vector code hangs on a macro that nobody defines: what is left is the scalar
 * loop.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(compiled_out, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(compiled_out)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

static void add_rest(const int32_t *restrict a, int32_t *restrict r, size_t i, size_t n)
{
    for (; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

XL_VECTOR(void, compiled_out)(const int32_t *restrict a, int32_t *restrict r, size_t n)
{
    size_t i = 0;
#ifdef XL_MUTANT
    add_rest(a, r, i, n);
#else
    for (size_t vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    }
    add_rest(a, r, i, n);
#endif
}
