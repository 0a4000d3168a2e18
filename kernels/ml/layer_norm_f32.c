/* layer_norm_f32: numbers minus their mean, divided by their standard deviation, scaled and
 * shifted. A second pass computes the variance.
 * SPDX-License-Identifier: MIT
 *
 * Bound. The reference computes an absolute error with each value, as the kernel makes it. Each
 * rounding adds u = 2^-24.
 *
 * - mean: gamma(n) times the mean of |a[i]|, for n - 1 sums and a division.
 * - d[i]: the error of the mean, and a rounding of a[i] - mean.
 * - variance: (|d| + error)^2 - d^2 for each d^2. Then gamma(n + 2) for n steps, the division
 *   by n and the sum with epsilon.
 * - 1 / sqrt: the ends of the interval around that sum, and two roundings. The computed variance is
 *   not negative, so the sum is not below epsilon.
 * - The product with gamma: a rounding, which it has where there is no FMA, before beta is added.
 *
 * A CPU that flushes loses 2^-126 of operands and results: 2^-125 of the mean, and less than 2^-115
 * of the last product's factors, times 1000.
 */
#include "kernel.h"
#include "reduce/sum.h"

static const float xl_layer_norm_epsilon = 1e-5f;

XL_KERNEL(layer_norm_f32,
          .summary = "r[i] = (a[i] - mean) / sqrt(variance + 1e-5) * gamma[i] + beta[i]",
          .contract = {XL_BOUND}, .in_place = 1,
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, gamma, 1, -1000, 1000),
                   XL_IN_RANGE(f32, beta, 1, -1000, 1000), XL_OUT(f32, r, 1), XL_COUNT})

/* x - mean */
static inline struct xl_bounded xl_layer_norm_less(double x, struct xl_bounded mean)
{
    double value = x - mean.value;
    return (struct xl_bounded){value, mean.bound + XL_UNIT_F32 * (fabs(value) + mean.bound)};
}

static inline struct xl_bounded xl_layer_norm_mean(const float *a, size_t n)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, a[i]);
    double size = s.magnitude / (double)n;
    return (struct xl_bounded){xl_sum_value(&s) / (double)n,
                               xl_gamma((double)n, XL_UNIT_F32) * size + 0x1p-125};
}

/* 1 / sqrt(variance + epsilon) */
static inline struct xl_bounded xl_layer_norm_inverse(const float *a, struct xl_bounded mean,
                                                      size_t n)
{
    double square = 0, off = 0;
    for (size_t i = 0; i < n; i++) {
        struct xl_bounded d = xl_layer_norm_less(a[i], mean);
        square += d.value * d.value / (double)n;
        off += (2 * fabs(d.value) + d.bound) * d.bound / (double)n;
    }
    square += xl_layer_norm_epsilon;
    off += xl_gamma((double)n + 2, XL_UNIT_F32) * (square + off);
    double least = fmax(square - off, xl_layer_norm_epsilon * (1 - 2 * XL_UNIT_F32));
    double value = 1 / sqrt(square), most = 1 / sqrt(least);
    /* The inverse is steeper towards zero: the upper end is the farther. */
    return (struct xl_bounded){value, most - value + 2 * XL_UNIT_F32 * most};
}

XL_REFERENCE(layer_norm_f32)
(const float *a, const float *gamma, const float *beta, struct xl_bounded *r, size_t n)
{
    struct xl_bounded mean = xl_layer_norm_mean(a, n), inverse = xl_layer_norm_inverse(a, mean, n);
    for (size_t i = 0; i < n; i++) {
        struct xl_bounded d = xl_layer_norm_less(a[i], mean);
        double off = fabs(d.value) * inverse.bound + d.bound * (inverse.value + inverse.bound);
        off += XL_UNIT_F32 * (fabs(d.value * inverse.value) + off);
        off *= fabs((double)gamma[i]);
        r[i].value = d.value * inverse.value * gamma[i] + beta[i];
        off += XL_UNIT_F32 * (fabs(d.value * inverse.value * gamma[i]) + off);
        r[i].bound = off + XL_UNIT_F32 * (fabs(r[i].value) + off) + 0x1p-115;
    }
}

XL_VEC void layer_norm_f32_add(size_t i, size_t vl, xl_f32 *sum, const float *a)
{
    *sum = xl_f32_add_keep(*sum, xl_f32_load(a + i, vl), vl);
}

XL_VEC void layer_norm_f32_square(size_t i, size_t vl, xl_f32 *squares, const float *a, xl_f32 mean)
{
    xl_f32 d = xl_f32_sub(xl_f32_load(a + i, vl), mean, vl);
    *squares = xl_f32_mul_add_keep(d, d, *squares, vl);
}

XL_VEC xl_f32 layer_norm_f32_scaled(xl_f32 x, xl_f32 mean, xl_f32 inverse, const float *gamma,
                                    const float *beta, size_t vl)
{
    xl_f32 unit = xl_f32_mul(xl_f32_sub(x, mean, vl), inverse, vl);
    return xl_f32_mul_add(unit, xl_f32_load(gamma, vl), xl_f32_load(beta, vl), vl);
}

XL_VECTOR(void, layer_norm_f32)
(const float *a, const float *gamma, const float *beta, float *r, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 zero = xl_f32_set1(0, lanes);
    xl_f32 sum0 = zero, sum1 = zero, sum2 = zero, sum3 = zero;
    XL_STRIPS_4(f32, n, layer_norm_f32_add, sum, a);
    float average = xl_f32_reduce_add(XL_ADD_4(f32, sum, lanes), lanes) / (float)n;
    xl_f32 mean = xl_f32_set1(average, lanes);
    xl_f32 squares0 = zero, squares1 = zero, squares2 = zero, squares3 = zero;
    XL_STRIPS_4(f32, n, layer_norm_f32_square, squares, a, mean);
    float variance = xl_f32_reduce_add(XL_ADD_4(f32, squares, lanes), lanes) / (float)n;
    xl_f32 root = xl_f32_sqrt(xl_f32_set1(variance + xl_layer_norm_epsilon, lanes), lanes);
    xl_f32 inverse = xl_f32_div(xl_f32_set1(1, lanes), root, lanes);
    XL_STRIPS(f32, n,
              xl_f32_store(r + i,
                           layer_norm_f32_scaled(xl_f32_load(a + i, vl), mean, inverse, gamma + i,
                                                 beta + i, vl),
                           vl));
}
