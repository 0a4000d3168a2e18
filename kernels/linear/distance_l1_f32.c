/* distance_l1_f32: the sum of the distances of two vectors' elements.
 * SPDX-License-Identifier: MIT
 *
 * Bound. A difference is rounded once, the sum n times: gamma(n + 1) times the exact sum, all of
 * whose terms have one sign. A CPU that flushes loses 2^-126 of each operand and of each
 * difference.
 */
#include "linear.h"

XL_KERNEL(distance_l1_f32, .summary = "sum of |a[i] - b[i]|", .contract = {XL_BOUND},
          .args = {XL_FACTORS(a, 1, 0), XL_FACTORS(b, 1, 0), XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(distance_l1_f32)(const float *a, const float *b, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, fabs((double)a[i] - b[i]));
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma((double)n + 1, XL_UNIT_F32) * s.magnitude + (double)n * 0x1p-124;
}

XL_VEC void distance_l1_f32_step(size_t i, size_t vl, xl_f32 *sum, const float *a, const float *b)
{
    xl_f32 apart = xl_f32_sub(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl);
    *sum = xl_f32_add_keep(*sum, xl_f32_abs(apart, vl), vl);
}

XL_VECTOR(float, distance_l1_f32)(const float *a, const float *b, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 sum0 = xl_f32_set1(0, lanes), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    XL_STRIPS_4(f32, n, distance_l1_f32_step, sum, a, b);
    return xl_f32_reduce_add(XL_ADD_4(f32, sum, lanes), lanes);
}
