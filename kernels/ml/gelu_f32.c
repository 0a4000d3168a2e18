/* gelu_f32: the Gaussian error linear unit, x times the normal distribution's integral up to x.
 * This is the exact form, by the error function; gelu_tanh_f32 has the other.
 * SPDX-License-Identifier: MIT
 *
 * The result is x (1 - P), or for negative x x P, with P = Phi(-|x|), which is
 * exp(-x^2 / 2) R(|x|) / 2. R(x) is the scaled complementary error function,
 * exp(x^2 / 2) erfc(x / sqrt(2)): t Q(t) with t = 4 / (4 + |x|) and Q the minimax polynomial of
 * degree 9 on [0.215, 1] whose coefficients are floats: the relative error is below 2^-26.7.
 *
 * x^2 is two numbers, rounded and the rest, or the exponential would be off by x^2 / 2 units. The
 * exponential can be subnormal where the result is not: x is multiplied by its square root twice,
 * h = exp(-x^2 / 4).
 *
 * Bound, in u = 2^-24. t is off by 2, of which R makes up to 3.2 times as much: 6.4. Q's steps
 * round by 3.3 in all, each weighed by its part of Q, which itself is off by 0.2. Five products
 * round, and so does the factor for the rest of x^2: 6. h is off by 0.9 ULP, or 1.8, and comes
 * twice: 3.6. That is 19.5 of x P, which is not above x (1 - P), where the difference and the
 * product add less than the products that are not made: 19.5 ULP at most, and 0.5 of a subnormal
 * result. The worst cases do not meet: seen were SEEN.
 */
#include "elementwise.h"
#include "math/exp.h"

XL_KERNEL(gelu_f32, .summary = "r[i] = a[i] (1 + erf(a[i] / sqrt(2))) / 2",
          .contract = {XL_ULP, .ulp = 20, .reproducible = 1}, .function = "gelu",
          .dense = {{-14.6, -12.9}, {5, 6}, {-1e-3, 1e-3}}, XL_ELEMENTWISE_1(f32))

static const float xl_gelu_coefficients[] = {
    0x1.15074cp-5f, -0x1.08c82cp-3f, 0x1.cc3686p-4f, 0x1.6ad8bcp-5f, 0x1.29d518p-5f,
    0x1.565904p-3f, 0x1.2b7db4p-3f,  0x1.86322ap-3f, 0x1.97a758p-3f, 0x1.988f68p-3f};

XL_STEP_1(gelu_f32, f32)
{
    xl_f32 one = xl_f32_set1(1, vl), four = xl_f32_set1(4, vl);
    /* From 15 on, P x is 0. */
    xl_f32 size = xl_f32_min(xl_f32_abs(a, vl), xl_f32_set1(15, vl), vl);
    xl_f32 t = xl_f32_div(four, xl_f32_add(four, size, vl), vl);
    xl_f32 r = xl_f32_mul(t, XL_MATH_POLYNOMIAL(f32, xl_gelu_coefficients, t, vl), vl);

    xl_f32 square = xl_f32_mul(size, size, vl);
    xl_f32 rest = xl_f32_fma(size, size, xl_f32_neg(square, vl), vl);
    xl_f32 h = xl_math_exp_f32(xl_f32_mul(square, xl_f32_set1(-0.25f, vl), vl), vl);
    /* exp(-rest / 2) / 2 */
    xl_f32 half = xl_f32_set1(0.5f, vl);
    xl_f32 factor = xl_f32_fma(rest, xl_f32_set1(-0.25f, vl), half, vl);
    r = xl_f32_mul(r, factor, vl);

    xl_f32 p = xl_f32_mul(xl_f32_mul(r, h, vl), h, vl);
    xl_f32 above = xl_f32_mul(a, xl_f32_sub(one, p, vl), vl);
    xl_f32 below = xl_f32_mul(xl_f32_mul(xl_f32_mul(xl_f32_neg(size, vl), r, vl), h, vl), h, vl);
    return xl_f32_select(xl_f32_lt(a, xl_f32_set1(0, vl), vl), below, above, vl);
}
