/* norm2_f32: the Euclidean norm of a float array, scaled by a power of two so that no square
 * overflows, and none that matters underflows.
 * SPDX-License-Identifier: MIT
 *
 * Bound. The scaling is exact, but for elements too small to matter: squares are below 2^-126 only
 * of elements 2^-62 times smaller than the greatest, and n of those change the sum by less than
 * its rounding. n multiply-adds of numbers of one sign: relative error gamma(n), which the
 * root halves; it rounds once, and the product at the end can round a subnormal: gamma(n / 2 + 2)
 * and 2^-149. A CPU that flushes can lose 2^-126 of each element and of the result.
 */
#include "kernel.h"
#include "sum.h"

XL_KERNEL(norm2_f32, .summary = "square root of the sum of a[i]^2, without overflow",
          .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 1, -1e36, 1e36), XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(norm2_f32)(const float *a, size_t n, struct xl_bounded *result)
{
    /* In double, squares of floats are exact, and in range. */
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, (double)a[i] * a[i]);
    result->value = sqrt(xl_sum_value(&s));
    result->bound =
        xl_gamma((double)n / 2 + 2, XL_UNIT_F32) * result->value + (double)(n + 1) * 0x1p-126;
}

/* 2^k, -126 <= k <= 127. */
XL_VEC float xl_power_of_two(int k)
{
    uint32_t bits = (uint32_t)(k + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

XL_VEC void norm2_f32_greatest(size_t i, size_t vl, xl_f32 *most, const float *a)
{
    xl_f32 size = xl_f32_abs(xl_f32_load(a + i, vl), vl);
    *most = xl_f32_merge(*most, xl_f32_max(*most, size, vl), vl);
}

XL_VEC void norm2_f32_square(size_t i, size_t vl, xl_f32 *sum, const float *a, xl_f32 scale)
{
    xl_f32 x = xl_f32_mul(xl_f32_load(a + i, vl), scale, vl);
    *sum = xl_f32_mul_add_keep(x, x, *sum, vl);
}

XL_VECTOR(float, norm2_f32)(const float *a, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 most0 = xl_f32_set1(0, lanes), most1 = most0, most2 = most0, most3 = most0;
    xl_f32 sum0 = most0, sum1 = most0, sum2 = most0, sum3 = most0;
    XL_STRIPS_4(f32, n, norm2_f32_greatest, most, a);
    most0 = xl_f32_max(xl_f32_max(most0, most1, lanes), xl_f32_max(most2, most3, lanes), lanes);
    float greatest = xl_f32_reduce_max(most0, lanes);
    uint32_t bits;
    memcpy(&bits, &greatest, sizeof bits);
    /* Subnormal numbers are brought up to 2^-49 at least: their squares are still in range. */
    int exponent = (int)(bits >> 23) - 127;
    exponent = exponent < -100 ? -100 : exponent;

    xl_f32 scale = xl_f32_set1(xl_power_of_two(-exponent), lanes);
    XL_STRIPS_4(f32, n, norm2_f32_square, sum, a, scale);
    xl_f32 total = xl_f32_set1(xl_f32_reduce_add(XL_ADD_4(f32, sum, lanes), lanes), 1);
    return xl_f32_get(xl_f32_sqrt(total, 1), 0, 1) * xl_power_of_two(exponent);
}
