/* atan on [0, 1], and folding other arguments into it: atan and atan2.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_MATH_ATAN_H
#define XL_KERNELS_MATH_ATAN_H

#include "pieces.h"

/* atan(t) = t + t^3 A(t^2) for t from 0 to 1, A the minimax polynomial of degree 8 whose
 * coefficients are floats. Its relative error is below 2^-28 of the result. */
XL_VEC xl_f32 xl_math_atan_part_f32(xl_f32 t, size_t vl)
{
    static const float coefficients[] = {-0x1.d5a1aap-10f, 0x1.6551e2p-7f,  -0x1.fe7d24p-6f,
                                         0x1.da9c2ep-5f,   -0x1.5825f2p-4f, 0x1.c0946cp-4f,
                                         -0x1.24211ap-3f,  0x1.9991ecp-3f,  -0x1.55553ep-2f};
    xl_f32 t2 = xl_f32_mul(t, t, vl);
    xl_f32 p = XL_MATH_POLYNOMIAL(f32, coefficients, t2, vl);
    return xl_f32_fma(xl_f32_mul(t, t2, vl), p, t, vl);
}

#endif
