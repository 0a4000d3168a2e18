/* cbrt_f32: the cube root.
 * SPDX-License-Identifier: MIT
 *
 * The bits of a float are close to a multiple of its logarithm, so that a third of them and a
 * constant are the bits of a root with a relative error e below 0.036. A step of Halley's method,
 *
 *     y - y (y^3 - x) / (2 y^3 + x)
 *
 * leaves 2/3 e^3: 3.2e-5, then 2.2e-14. In the second step y^3 - x is computed with the rounding
 * error of y^2 taken back, so that what is left is that of the last subtraction, 0.5 ULP, and those
 * of a correction of 3.2e-5 of the result. All 2^32 arguments: WORST.
 */
#include "pieces.h"

XL_KERNEL(cbrt_f32, .summary = "r[i] = the cube root of a[i]", .contract = {XL_ULP, .ulp = 0.6},
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})
XL_MATH_REFERENCE(cbrt_f32, float, double, cbrt)

XL_VEC xl_f32 xl_math_cbrt_step_f32(xl_f32 y, xl_f32 x, size_t vl)
{
    xl_f32 y2 = xl_f32_mul(y, y, vl);
    xl_f32 y2_low = xl_f32_fma(y, y, xl_f32_neg(y2, vl), vl);
    xl_f32 residual = xl_f32_fma(y2, y, xl_f32_neg(x, vl), vl);
    residual = xl_f32_fma(y2_low, y, residual, vl);
    /* 2 y^3 + x is 3 x and twice the residual. */
    xl_f32 slope =
        xl_f32_fma(residual, xl_f32_set1(2, vl), xl_f32_mul(x, xl_f32_set1(3, vl), vl), vl);
    return xl_f32_sub(y, xl_f32_mul(y, xl_f32_div(residual, slope, vl), vl), vl);
}

XL_VEC xl_f32 xl_math_cbrt_f32(xl_f32 x, size_t vl)
{
    /* Subnormals are scaled by 2^24, the largest floats by 2^-24, and the rest not. */
    xl_f32 magnitude = xl_f32_abs(x, vl), up = xl_f32_set1(0x1p24f, vl);
    xl_m32 tiny = xl_f32_lt(magnitude, xl_f32_set1(0x1p-100f, vl), vl);
    xl_m32 huge = xl_f32_lt(xl_f32_set1(0x1p100f, vl), magnitude, vl);
    xl_f32 m = xl_f32_select(tiny, xl_f32_mul(magnitude, up, vl), magnitude, vl);
    m = xl_f32_select(huge, xl_f32_mul(magnitude, xl_f32_set1(0x1p-24f, vl), vl), m, vl);

    /* 0x2a51... = 2/3 of the bits of 1, less what is best for the largest error. */
    xl_f32 bits = xl_f32_from_i32(xl_i32_bits_f32(m), vl);
    bits = xl_f32_fma(bits, xl_f32_set1(0x1.555556p-2f, vl), xl_f32_set1(0x2a5137a0, vl), vl);
    xl_f32 y = xl_f32_bits_i32(xl_i32_from_f32(bits, vl));
    y = xl_math_cbrt_step_f32(y, m, vl);
    y = xl_math_cbrt_step_f32(y, m, vl);

    y = xl_f32_select(tiny, xl_f32_mul(y, xl_f32_set1(0x1p-8f, vl), vl), y, vl);
    y = xl_f32_select(huge, xl_f32_mul(y, xl_f32_set1(0x1p8f, vl), vl), y, vl);
    y = xl_math_negate_f32(y, xl_u32_bits_f32(x), vl);
    /* Zero, infinity and NaN are their own roots. */
    xl_m32 ordinary = xl_m32_and(xl_f32_lt(xl_f32_set1(0, vl), magnitude, vl),
                                 xl_f32_lt(magnitude, xl_f32_set1(INFINITY, vl), vl), vl);
    return xl_f32_select(ordinary, y, xl_f32_add(x, x, vl), vl);
}

XL_MATH_UNARY(cbrt_f32, f32)
