/* distance_l2_f32: the Euclidean distance of two vectors.
 * SPDX-License-Identifier: MIT
 *
 * Bound. A difference is rounded once and squared; the sum has n roundings, and all its terms have
 * one sign: it is s (1 + t) + e, |t| at most gamma(n + 2), and e what underflow can do to n terms,
 * of at most 2^-115 each on a CPU that flushes (dot_f32.c). As sqrt(p + q) is at most sqrt(p) +
 * sqrt(q), the root is off by gamma(n + 2) sqrt(s) + sqrt(e), and rounds once.
 */
#include "linear.h"

XL_KERNEL(distance_l2_f32, .summary = "square root of the sum of (a[i] - b[i])^2",
          .contract = {XL_BOUND},
          .args = {XL_FACTORS(a, 1, 0), XL_FACTORS(b, 1, 0), XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(distance_l2_f32)(const float *a, const float *b, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++) {
        double apart = (double)a[i] - b[i];
        xl_sum_add(&s, apart * apart);
    }
    result->value = sqrt(xl_sum_value(&s));
    result->bound =
        xl_gamma((double)n + 3, XL_UNIT_F32) * result->value + sqrt((double)n * 0x1p-115);
}

XL_VEC void distance_l2_f32_step(size_t i, size_t vl, xl_f32 *sum, const float *a, const float *b)
{
    xl_f32 apart = xl_f32_sub(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl);
    *sum = xl_f32_mul_add_keep(apart, apart, *sum, vl);
}

XL_VECTOR(float, distance_l2_f32)(const float *a, const float *b, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 sum0 = xl_f32_set1(0, lanes), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    XL_STRIPS_4(f32, n, distance_l2_f32_step, sum, a, b);
    xl_f32 total = xl_f32_set1(xl_f32_reduce_add(XL_ADD_4(f32, sum, lanes), lanes), 1);
    return xl_f32_get(xl_f32_sqrt(total, 1), 0, 1);
}
