/* scalar_when_long: vectors while there are few elements, and the scalar loop for all of them where
 * there are many.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(scalar_when_long, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(scalar_when_long)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

/* Of the mutant, what has too many; of its twin, what has too few to be worth it. */
static bool is_scalar(size_t n)
{
#ifdef XL_MUTANT
    return n >= 100;
#else
    return n < 100;
#endif
}

XL_VECTOR(void, scalar_when_long)(const int32_t *restrict a, int32_t *restrict r, size_t n)
{
    size_t i = 0;
    for (size_t vl; i < n && !is_scalar(n); i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    }
    for (; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}
