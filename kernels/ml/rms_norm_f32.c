/* rms_norm_f32: numbers divided by the square root of their mean square, and scaled.
 * SPDX-License-Identifier: MIT
 *
 * Bound. The mean of squares, whose terms have one sign, has n + 1 roundings, the sum with epsilon
 * one more; the root halves their effect, and then the root, its inverse and two products round:
 * gamma(n / 2 + 5), and one unit for what is of the second order. A CPU that flushes loses 2^-126
 * of a[i], which the inverse, at most 317, and gamma multiply: 2^-107, products included. What it
 * loses of squares is nothing beside epsilon.
 */
#include "kernel.h"
#include "reduce/sum.h"

static const float xl_rms_norm_epsilon = 1e-5f;

XL_KERNEL(rms_norm_f32, .summary = "r[i] = a[i] / sqrt(mean of a[j]^2 + 1e-5) * gamma[i]",
          .contract = {XL_BOUND}, .in_place = 1,
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, gamma, 1, -1000, 1000),
                   XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(rms_norm_f32)(const float *a, const float *gamma, struct xl_bounded *r, size_t n)
{
    double squares = 0;
    for (size_t i = 0; i < n; i++)
        squares += (double)a[i] * a[i];
    double root = sqrt(squares / (double)n + xl_rms_norm_epsilon);
    for (size_t i = 0; i < n; i++) {
        r[i].value = a[i] / root * gamma[i];
        r[i].bound = xl_gamma((double)n / 2 + 6, XL_UNIT_F32) * fabs(r[i].value) + 0x1p-107;
    }
}

XL_VEC void rms_norm_f32_square(size_t i, size_t vl, xl_f32 *squares, const float *a)
{
    xl_f32 x = xl_f32_load(a + i, vl);
    *squares = xl_f32_mul_add_keep(x, x, *squares, vl);
}

XL_VEC void rms_norm_f32_scale(const float *a, const float *gamma, float *r, xl_f32 inverse,
                               size_t vl)
{
    xl_f32 unit = xl_f32_mul(xl_f32_load(a, vl), inverse, vl);
    xl_f32_store(r, xl_f32_mul(unit, xl_f32_load(gamma, vl), vl), vl);
}

XL_VECTOR(void, rms_norm_f32)(const float *a, const float *gamma, float *r, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 sum0 = xl_f32_set1(0, lanes), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    XL_STRIPS_4(f32, n, rms_norm_f32_square, sum, a);
    float mean = xl_f32_reduce_add(XL_ADD_4(f32, sum, lanes), lanes) / (float)n;
    xl_f32 root = xl_f32_sqrt(xl_f32_set1(mean + xl_rms_norm_epsilon, lanes), lanes);
    xl_f32 inverse = xl_f32_div(xl_f32_set1(1, lanes), root, lanes);
    XL_STRIPS(f32, n, rms_norm_f32_scale(a + i, gamma + i, r + i, inverse, vl));
}
