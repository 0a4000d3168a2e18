/* erf_f32: the error function.
 * SPDX-License-Identifier: MIT
 *
 * Up to 1, erf(x) = x + x P(x^2), P the minimax polynomial of degree 7. Above, erf(x) = 1 -
 * e^-Q(x), Q the minimax polynomial of degree 8 for -ln(1 - erf(x)) up to 4, where erf is 1 in a
 * float. The coefficients are floats. erf has a relative error of 2^-30 and of 2^-28 from them.
 *
 * Bound, in ULP. Up to 1: 0.5 of the last sum, and 2 roundings of at most 0.13 of the result.
 * Above: the result is above 0.84, e^-Q below 0.16. Q is off by 2 ULP, or 2^-22 at most as long as
 * e^-Q is not far below that; with 0.9 ULP of the exponential that is below 1 ULP of the result in
 * all. All 2^32 arguments: WORST.
 */
#include "exp.h"

XL_KERNEL(erf_f32, .summary = "r[i] = erf(a[i])", .contract = {XL_ULP, .ulp = 2.0},
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})
XL_MATH_REFERENCE(erf_f32, float, double, erf)

XL_VEC xl_f32 xl_math_erf_f32(xl_f32 x, size_t vl)
{
    static const float near[] = {-0x1.1fd45cp-17f, 0x1.c77348p-14f, -0x1.b99eb6p-11f,
                                 0x1.55dcc6p-8f,   -0x1.b821e6p-6f, 0x1.ce2eap-4f,
                                 -0x1.812744p-2f,  0x1.06eba8p-3f};
    static const float far[] = {-0x1.ad813p-20f, 0x1.7c05a8p-15f, -0x1.357426p-11f,
                                0x1.35d7dcp-8f,  -0x1.af5b2ep-6f, 0x1.c2314ap-4f,
                                0x1.439734p-1f,  0x1.214f8ap0f,   -0x1.313174p-12f};
    xl_f32 magnitude = xl_f32_abs(x, vl), one = xl_f32_set1(1, vl);
    xl_f32 p = XL_MATH_POLYNOMIAL(f32, near, xl_f32_mul(x, x, vl), vl);
    xl_f32 small = xl_f32_fma(magnitude, p, magnitude, vl);

    /* NaN stays NaN in a minimum. */
    xl_f32 at_most_4 = xl_f32_min(magnitude, xl_f32_set1(4, vl), vl);
    xl_f32 q = XL_MATH_POLYNOMIAL(f32, far, at_most_4, vl);
    xl_f32 large = xl_f32_sub(one, xl_math_exp_f32(xl_f32_neg(q, vl), vl), vl);

    xl_f32 y = xl_f32_select(xl_f32_lt(magnitude, one, vl), small, large, vl);
    return xl_math_negate_f32(y, xl_u32_bits_f32(x), vl);
}

XL_MATH_UNARY(erf_f32, f32)
