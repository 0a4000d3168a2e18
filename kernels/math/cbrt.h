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

/* T, U and W as in pieces.h; THIRD 2/3 of the bits of 1, less what makes the largest error least.
 * Numbers below LOW are scaled by SCALE, a power of 8, and numbers above HIGH by its inverse, so
 * that nothing underflows or overflows. ROOT is the cube root of SCALE. */
#define XL_MATH_CBRT(T, U, W, STEPS, THIRD, LOW, HIGH, SCALE, ROOT)                                \
    XL_VEC xl_##T xl_math_halley_##T(xl_##T y, xl_##T x, size_t vl)                                \
    {                                                                                              \
        xl_##T y2 = xl_##T##_mul(y, y, vl);                                                        \
        xl_##T y2_low = xl_##T##_fma(y, y, xl_##T##_neg(y2, vl), vl);                              \
        xl_##T residual = xl_##T##_fma(y2, y, xl_##T##_neg(x, vl), vl);                            \
        residual = xl_##T##_fma(y2_low, y, residual, vl);                                          \
        /* 2 y^3 + x is 3 x and twice the residual. */                                             \
        xl_##T slope = xl_##T##_mul(x, xl_##T##_set1(3, vl), vl);                                  \
        slope = xl_##T##_fma(residual, xl_##T##_set1(2, vl), slope, vl);                           \
        return xl_##T##_sub(y, xl_##T##_mul(y, xl_##T##_div(residual, slope, vl), vl), vl);        \
    }                                                                                              \
    XL_VEC xl_##T xl_math_cbrt_##T(xl_##T x, size_t vl)                                            \
    {                                                                                              \
        xl_##T magnitude = xl_##T##_abs(x, vl), one = xl_##T##_set1(1, vl);                        \
        xl_m##W low = xl_##T##_lt(magnitude, xl_##T##_set1(LOW, vl), vl);                          \
        xl_m##W high = xl_##T##_lt(xl_##T##_set1(HIGH, vl), magnitude, vl);                        \
        xl_##T scale = xl_##T##_select(low, xl_##T##_set1(SCALE, vl), one, vl);                    \
        scale = xl_##T##_select(high, xl_##T##_set1(1 / SCALE, vl), scale, vl);                    \
        xl_##T root = xl_##T##_select(low, xl_##T##_set1(1 / ROOT, vl), one, vl);                  \
        root = xl_##T##_select(high, xl_##T##_set1(ROOT, vl), root, vl);                           \
        xl_##T m = xl_##T##_mul(magnitude, scale, vl);                                             \
                                                                                                   \
        xl_##T y = xl_math_root_guess_##T(m, THIRD, vl);                                           \
        for (int step = 0; step < STEPS; step++)                                                   \
            y = xl_math_halley_##T(y, m, vl);                                                      \
        y = xl_math_negate_##T(xl_##T##_mul(y, root, vl), xl_##U##_bitcast_##T(x), vl);            \
                                                                                                   \
        /* Zero, infinity and NaN are their own roots. */                                          \
        xl_##T infinity = xl_##T##_set1((xl_e_##T)INFINITY, vl);                                   \
        xl_m##W positive = xl_##T##_lt(xl_##T##_set1(0, vl), magnitude, vl);                       \
        xl_m##W finite = xl_##T##_lt(magnitude, infinity, vl);                                     \
        xl_##T same = xl_##T##_add(x, x, vl);                                                      \
        return xl_##T##_select(xl_m##W##_and(positive, finite, vl), y, same, vl);                  \
    }

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

XL_MATH_CBRT(f32, u32, 32, 2, 0x2a513780, 1e-30f, 1e30f, 0x1p24f, 0x1p8f)
XL_MATH_CBRT(f64, u64, 64, 3, 0x2a9f7893, 1e-270, 1e270, 0x1p54, 0x1p18)

#endif
