/* dot_unrolled_f32: the dot product of two float arrays, as libraries write it: four accumulators,
 * four vectors a step, then single vectors, then the tail.
 * SPDX-License-Identifier: MIT
 *
 * The tail is scalar where vectors have a fixed width. SVE and RVV have shorter vectors for it.
 *
 * Bound: that of dot_f32.c. A product passes at most n roundings in any order of association, also
 * where it is rounded before the addition.
 */
#include "kernel.h"
#include "native.h"
#include "sum.h"

XL_KERNEL(dot_unrolled_f32, .summary = "sum of a[i] * b[i], with four accumulators",
          .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(dot_unrolled_f32)(const float *a, const float *b, size_t n, struct xl_bounded *result)
{
    /* Products are exact in double. */
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, (double)a[i] * b[i]);
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma((double)n, XL_UNIT_F32) * s.magnitude + (double)n * 0x1p-115;
}

XL_VEC xl_f32 xl_dot_unrolled_step(const float *a, const float *b, xl_f32 sum, size_t vl)
{
    return xl_f32_mul_add(xl_f32_load(a, vl), xl_f32_load(b, vl), sum, vl);
}

XL_VECTOR(float, dot_unrolled_f32)(const float *a, const float *b, size_t n)
{
    size_t lanes = xl_f32_lanes(), i = 0;
    xl_f32 sum0 = xl_f32_set1(0, lanes), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    for (; n - i >= 4 * lanes; i += 4 * lanes) {
        sum0 = xl_dot_unrolled_step(a + i, b + i, sum0, lanes);
        sum1 = xl_dot_unrolled_step(a + i + lanes, b + i + lanes, sum1, lanes);
        sum2 = xl_dot_unrolled_step(a + i + 2 * lanes, b + i + 2 * lanes, sum2, lanes);
        sum3 = xl_dot_unrolled_step(a + i + 3 * lanes, b + i + 3 * lanes, sum3, lanes);
    }
    for (; n - i >= lanes; i += lanes)
        sum0 = xl_dot_unrolled_step(a + i, b + i, sum0, lanes);
#if XL_ON_SVE || XL_ON_RVV
    for (size_t vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        sum1 = xl_f32_merge(sum1, xl_dot_unrolled_step(a + i, b + i, sum1, vl), vl);
    }
#endif
    sum0 = xl_f32_add(sum0, sum1, lanes);
    sum2 = xl_f32_add(sum2, sum3, lanes);
    float sum = xl_f32_reduce_add(xl_f32_add(sum0, sum2, lanes), lanes);
    for (; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}
