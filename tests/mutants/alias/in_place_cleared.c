/* in_place_cleared: the output is cleared before the sums are added to it: nothing is left of an
 * input that is the same buffer.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(in_place_cleared, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .in_place = 1, .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(in_place_cleared)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

XL_VECTOR(void, in_place_cleared)(const int32_t *a, int32_t *r, size_t n)
{

#ifdef XL_MUTANT
    for (size_t i = 0; i < n; i++)
        ((volatile int32_t *)r)[i] = 0;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 sum = xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl);
        xl_i32_store(r + i, sum, vl);
    }
}
