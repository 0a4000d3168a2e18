/* mean_f32: the mean of a float array; 0 of none. The bound is derived in mean.h.
 * SPDX-License-Identifier: MIT
 */
#include "mean.h"

XL_KERNEL(mean_f32, .summary = "sum of a[i], over n; 0 if n is 0", .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(mean_f32)(const float *a, size_t n, struct xl_bounded *result)
{
    *result = xl_mean_reference(a, n);
}

XL_VECTOR(float, mean_f32)(const float *a, size_t n)
{
    return xl_mean(a, n);
}
