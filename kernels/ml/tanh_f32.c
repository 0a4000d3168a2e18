/* tanh_f32: the hyperbolic tangent.
 * SPDX-License-Identifier: MIT
 *
 * For |x| up to 0.6, |x| + |x| (x^2 P(x^2)), with P the minimax polynomial of degree 5 whose
 * coefficients are floats: the relative error is below 2^-30. Above, 1 - 2 / (exp(2 |x|) + 1),
 * which is 1 from 10 on. The sign is that of x.
 *
 * Bound, with u = 2^-24. Up to 0.6, x^2 P is at most 0.12 of the result, and off by 4 roundings;
 * the last sum rounds by 0.5 ULP: 1 ULP. Above, the exponential is off by 0.9 ULP, or 1.8 u, and
 * that plus 1 by 0.77 of it; with the roundings of that sum and of the quotient, 3.4 u. The
 * quotient is at most 0.47: 1.6 u, or 1.6 ULP of a result between 0.5 and 1. The difference adds
 * 0.5.
 */
#include "elementwise.h"
#include "math/exp.h"

XL_KERNEL(tanh_f32, .summary = "r[i] = tanh(a[i])",
          .contract = {XL_ULP, .ulp = 2.1, .reproducible = 1}, .function = "tanh",
          .dense = {{0.59, 0.61}, {-0.61, -0.59}, {8.9, 10.1}, {-1e-3, 1e-3}},
          XL_ELEMENTWISE_1(f32))

static const float xl_tanh_coefficients[] = {0x1.4d7b44p-9f,  -0x1.1930dcp-7f, 0x1.65fc46p-6f,
                                             -0x1.ba21bep-5f, 0x1.111148p-3f,  -0x1.555556p-2f};

XL_STEP_1(tanh_f32, f32)
{
    xl_f32 size = xl_f32_abs(a, vl), one = xl_f32_set1(1, vl), two = xl_f32_set1(2, vl);
    xl_f32 x2 = xl_f32_mul(a, a, vl);
    xl_f32 p = XL_MATH_POLYNOMIAL(f32, xl_tanh_coefficients, x2, vl);
    xl_f32 near = xl_f32_fma(size, xl_f32_mul(x2, p, vl), size, vl);

    xl_f32 most = xl_f32_min(size, xl_f32_set1(10, vl), vl);
    xl_f32 divisor = xl_f32_add(xl_math_exp_f32(xl_f32_add(most, most, vl), vl), one, vl);
    xl_f32 far = xl_f32_sub(one, xl_f32_div(two, divisor, vl), vl);
    xl_m32 small = xl_f32_lt(size, xl_f32_set1(0.6f, vl), vl);
    return xl_f32_copysign(xl_f32_select(small, near, far, vl), a, vl);
}
