/* The cube root.
 * SPDX-License-Identifier: MIT
 *
 * The bits of a float are close to a multiple of its logarithm, so that a third of them and a
 * constant are the bits of a root with a relative error e below 0.036. A step of Halley's method,
 *
 *     y - y (y^3 - x) / (2 y^3 + x)
 *
 * leaves 2/3 e^3: 3.2e-5, then 2.2e-14, then no more. y^3 - x is computed with the rounding error
 * of y^2 taken back. What is left after the last step is the 0.5 ULP that its subtraction rounds
 * by, and the few roundings of a correction of 3.2e-5 of the result (f32, two steps) or 2.2e-14
 * (f64, three).
 */
#ifndef XL_KERNELS_MATH_CBRT_H
#define XL_KERNELS_MATH_CBRT_H

#include "pieces.h"

/* A third of the bits of m and a constant. */
XL_VEC xl_f32 xl_math_root_guess_f32(xl_f32 m, float third, size_t vl)
{
    xl_f32 bits = xl_f32_from_i32(xl_i32_bitcast_f32(m), vl);
    bits = xl_f32_fma(bits, xl_f32_set1(0x1.555556p-2f, vl), xl_f32_set1(third, vl), vl);
    return xl_f32_bitcast_i32(xl_i32_from_f32(bits, vl));
}

/* The same, of the upper 32 bits. */
XL_VEC xl_f64 xl_math_root_guess_f64(xl_f64 m, double third, size_t vl)
{
    xl_f64 bits = xl_f64_from_i64(xl_i64_shr(xl_i64_bitcast_f64(m), 32, vl), vl);
    bits = xl_f64_fma(bits, xl_f64_set1(0x1.5555555555555p-2, vl), xl_f64_set1(third, vl), vl);
    return xl_f64_bitcast_i64(xl_i64_shl(xl_i64_from_f64(bits, vl), 32, vl));
}

#define XL_W 32
#include "cbrt_body.h"

#define XL_W 64
#include "cbrt_body.h"

#endif
