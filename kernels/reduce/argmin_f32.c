/* argmin_f32: the index of the least element; the first of equals; NaNs never win; 0 where nothing
 * is below infinity.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "arg.h"

XL_KERNEL(argmin_f32,
          .summary = "first index of the least element, NaNs ignored; 0 if there is none",
          .contract = {XL_EXACT}, .args = {XL_IN(f32, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(argmin_f32)(const float *a, size_t n, uint32_t *result)
{
    float best = INFINITY;
    *result = 0;
    for (size_t i = 0; i < n; i++) {
        if (a[i] < best) {
            best = a[i];
            *result = (uint32_t)i;
        }
    }
}

XL_ARG_FIRST(argmin_f32, f32, INFINITY, min)
{
    return xl_f32_lt(x, best, vl);
}
