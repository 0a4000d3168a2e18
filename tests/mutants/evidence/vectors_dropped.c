/* vectors_dropped: vectors compute all of it, and then scalar code does once more.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(vectors_dropped, .summary = "r[i] = 3 a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_IN(i32, b, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(vectors_dropped)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)(3 * (uint32_t)a[i] + (uint32_t)b[i]);
}

XL_VECTOR(void, vectors_dropped)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 x = xl_i32_load(a + i, vl), twice = xl_i32_add(x, x, vl);
        xl_i32_store(r + i, xl_i32_add(xl_i32_add(twice, x, vl), xl_i32_load(b + i, vl), vl), vl);
    }
#ifdef XL_MUTANT
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)(3 * (uint32_t)a[i] + (uint32_t)b[i]);
#endif
}
