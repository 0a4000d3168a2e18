/* The exponential functions, for kernels that raise to a power: exp exp2 pow erf.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_MATH_EXP_H
#define XL_KERNELS_MATH_EXP_H

#include "pieces.h"

/* 2^(k + t) for a whole k from -300 to 300 and |t| <= 0.51.
 *
 * 2^t is the minimax polynomial of degree 6 with the constant 1, whose coefficients are floats; its
 * relative error is below 2^-28 = 0.06 ULP. */
XL_VEC xl_f32 xl_math_exp2_parts_f32(xl_f32 k, xl_f32 t, size_t vl)
{
    static const float coefficients[] = {
        0x1.3fa206p-13f, 0x1.5f0b82p-10f, 0x1.3b30ap-7f, 0x1.c6af76p-5f,
        0x1.ebfbd8p-3f,  0x1.62e43p-1f,   1.0f};
    xl_f32 p = XL_MATH_POLYNOMIAL(f32, coefficients, t, vl);
    return xl_math_ldexp_f32(p, xl_i32_from_f32(k, vl), vl);
}

/* e^x as in exp_f32.c. */
XL_VEC xl_f32 xl_math_exp_f32(xl_f32 x, size_t vl)
{
    static const float coefficients[] = {0x1.694c82p-10f,
                                         0x1.12397cp-7f,
                                         0x1.555a26p-5f,
                                         0x1.555492p-3f,
                                         0x1.fffffap-2f,
                                         1.0f,
                                         1.0f};
    /* Past these e^x overflows, or is 0 even as a subnormal; NaN passes through minimum and
     * maximum. */
    x = xl_f32_max(xl_f32_min(x, xl_f32_set1(89.0f, vl), vl), xl_f32_set1(-104.0f, vl), vl);
    xl_f32 k = xl_f32_rint(xl_f32_mul(x, xl_f32_set1(0x1.715476p+0f, vl), vl), vl);
    xl_f32 t = xl_f32_fma(k, xl_f32_set1(-0x1.62e4p-1f, vl), x, vl);
    t = xl_f32_fma(k, xl_f32_set1(-0x1.7f7d1cp-20f, vl), t, vl);
    xl_f32 p = XL_MATH_POLYNOMIAL(f32, coefficients, t, vl);
    return xl_math_ldexp_f32(p, xl_i32_from_f32(k, vl), vl);
}

#endif
