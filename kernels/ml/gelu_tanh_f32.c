/* gelu_tanh_f32: the Gaussian error linear unit in the form that approximates it by a hyperbolic
 * tangent, x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2.
 * SPDX-License-Identifier: MIT
 *
 * (1 + tanh(w / 2)) / 2 is s = 1 / (1 + exp(-w)), so that with w = x (C + D x^2) and e = exp(-|w|)
 * the result is x / (1 + e), or x e / (1 + e) for negative x.
 *
 * Bound, with u = 2^-24. The fused step and the product round, and so did x^2 and D, or C, before:
 * w is off by 4 u, and s by s (1 - s) |w| times that. e is off by 0.9 ULP, or 1.8 u, x e, 1 + e and
 * the quotient round: 5 u of the result. Where e is subnormal the result is below 2^-119, and may
 * be lost.
 */
#include <math.h>

#include "elementwise.h"
#include "math/exp.h"

XL_KERNEL(gelu_tanh_f32,
          .summary = "r[i] = a[i] (1 + tanh(sqrt(2/pi) (a[i] + 0.044715 a[i]^3))) / 2",
          .contract = {XL_BOUND, .reproducible = 1}, XL_ELEMENTWISE_1(f32))

/* 2 sqrt(2 / pi), and 0.044715 of it. */
static const double xl_gelu_linear = 1.5957691216057307117;
static const double xl_gelu_cubic = 0.071354816272600248775;

XL_REFERENCE(gelu_tanh_f32)(const float *a, struct xl_bounded *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        /* From here down s is far below what a float can hold. */
        double x = a[i] < -30 ? -30 : a[i];
        double w = x * (xl_gelu_linear + xl_gelu_cubic * x * x), s = 1 / (1 + exp(-w));
        double steep = isinf(w) ? 0 : s * (1 - s) * fabs(w);
        r[i].value = x * s;
        r[i].bound = isinf(x) ? 0 : fabs(x) * (steep * 4 + s * 5) * 0x1.0001p-24 + 0x1p-119;
    }
}

XL_STEP_1(gelu_tanh_f32, f32)
{
    /* An infinity times 0 would be NaN. */
    xl_f32 x = xl_f32_max(a, xl_f32_set1(-30, vl), vl), one = xl_f32_set1(1, vl);
    xl_f32 cubic = xl_f32_set1((float)xl_gelu_cubic, vl);
    xl_f32 linear = xl_f32_set1((float)xl_gelu_linear, vl);
    xl_f32 w = xl_f32_mul(x, xl_f32_fma(cubic, xl_f32_mul(x, x, vl), linear, vl), vl);
    xl_f32 e = xl_math_exp_f32(xl_f32_neg(xl_f32_abs(w, vl), vl), vl);
    xl_m32 negative = xl_f32_lt(x, xl_f32_set1(0, vl), vl);
    xl_f32 top = xl_f32_select(negative, xl_f32_mul(x, e, vl), x, vl);
    return xl_f32_div(top, xl_f32_add(one, e, vl), vl);
}
