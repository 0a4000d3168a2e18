/* all_below_f32: whether every element is less than a limit; no NaN is.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(all_below_f32, .summary = "1 if every a[i] < limit, else 0", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_VALUE(f32, limit), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(all_below_f32)(const float *a, float limit, size_t n, int32_t *result)
{
    *result = 1;
    for (size_t i = 0; i < n; i++)
        *result &= a[i] < limit;
}

XL_VEC bool all_below_f32_step(const float *a, float limit, size_t vl)
{
    xl_m32 below = xl_f32_lt(xl_f32_load(a, vl), xl_f32_set1(limit, vl), vl);
    return !xl_m32_any(xl_m32_not(below, vl), vl);
}

XL_VECTOR(int32_t, all_below_f32)(const float *a, float limit, size_t n)
{
    XL_STRIPS(f32, n, if (!all_below_f32_step(a + i, limit, vl)) return 0);
    return 1;
}
