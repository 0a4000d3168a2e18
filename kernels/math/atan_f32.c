/* atan_f32: the inverse tangent.
 * SPDX-License-Identifier: MIT
 *
 * atan(x) = pi/2 - atan(1/x) for x > 1, atan(-x) = -atan(x). Polynomial: atan.h.
 *
 * Bound, in ULP. Up to 1: the last sum rounds by 0.5; what it adds is at most 0.28 of the result
 * and off by 4 roundings. Above: 1/x adds a rounding, and the difference one; but the result is at
 * least as large as what is subtracted. All 2^32 arguments: WORST.
 */
#include "atan.h"

XL_KERNEL(atan_f32, .summary = "r[i] = atan(a[i])", .contract = {XL_ULP, .ulp = 2.0},
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})
XL_MATH_REFERENCE(atan_f32, float, double, atan)

XL_VEC xl_f32 xl_math_atan_f32(xl_f32 x, size_t vl)
{
    xl_f32 magnitude = xl_f32_abs(x, vl), one = xl_f32_set1(1, vl);
    xl_m32 large = xl_f32_lt(one, magnitude, vl);
    xl_f32 t = xl_f32_select(large, xl_f32_div(one, magnitude, vl), magnitude, vl);
    xl_f32 y = xl_math_atan_part_f32(t, vl);
    /* pi/2 in two numbers. */
    xl_f32 rest = xl_f32_sub(xl_f32_set1(-0x1.777a5cp-25f, vl), y, vl);
    rest = xl_f32_add(xl_f32_set1(0x1.921fb6p+0f, vl), rest, vl);
    return xl_math_negate_f32(xl_f32_select(large, rest, y, vl), xl_u32_bits_f32(x), vl);
}

XL_MATH_UNARY(atan_f32, f32)
