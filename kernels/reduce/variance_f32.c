/* variance_f32: the mean square of the distances from the mean, in two passes; 0 of none.
 * SPDX-License-Identifier: MIT
 *
 * Bound. With V the variance and m' the computed mean, within E of the mean (mean.h), the mean of
 * (a[i] - m')^2 is V + (m - m')^2: at most E^2 more. Of that, all of one sign, each difference is
 * rounded once and squared, then there are n multiply-adds and a division: relative error
 * gamma(n + 3). On a CPU that flushes, a difference of up to 2000 changes by less than 2^-124, its
 * square by less than 2^-112, and each sum by 2^-126: less than 2^-111 in the mean.
 */
#include "mean.h"

XL_KERNEL(variance_f32, .summary = "mean of (a[i] - mean)^2; 0 if n is 0", .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(variance_f32)(const float *a, size_t n, struct xl_bounded *result)
{
    struct xl_bounded mean = xl_mean_reference(a, n);
    struct xl_sum squares = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&squares, (a[i] - mean.value) * (a[i] - mean.value));
    double variance = n ? xl_sum_value(&squares) / (double)n : 0, more = mean.bound * mean.bound;
    result->value = variance;
    result->bound = xl_gamma((double)n + 3, XL_UNIT_F32) * (variance + more) + more + 0x1p-111;
}

XL_VEC void variance_f32_step(size_t i, size_t vl, xl_f32 *sum, const float *a, xl_f32 mean)
{
    xl_f32 distance = xl_f32_sub(xl_f32_load(a + i, vl), mean, vl);
    *sum = xl_f32_mul_add_keep(distance, distance, *sum, vl);
}

XL_VECTOR(float, variance_f32)(const float *a, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 mean = xl_f32_set1(xl_mean(a, n), lanes);
    xl_f32 sum0 = xl_f32_set1(0, lanes), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    XL_STRIPS_4(f32, n, variance_f32_step, sum, a, mean);
    return n ? xl_f32_reduce_add(XL_ADD_4(f32, sum, lanes), lanes) / (float)n : 0;
}
