/* atan2_f32: the angle of the point (b, a).
 * SPDX-License-Identifier: MIT
 *
 * With t the smaller of |a| and |b| over the larger, and y = atan(t), the angle is one of y,
 * pi/2 - y, pi/2 + y and pi - y, with the sign of a. t is 0 for two zeros and 1 for two infinities,
 * which gives what C23 F.10.1.4 asks.
 *
 * Bound, in ULP: as in atan_f32.c, with one rounding more for t. y is off by 0.5 + 0.28 * 4 * 0.5
 * and the quotient's 0.5, so by 1.6 ULP of its own; then a sum that is larger rounds by 0.5, and
 * its ULP is that of y or more. A quotient that is subnormal is off by half a unit, and is the
 * result.
 */
#include "atan.h"

XL_KERNEL(atan2_f32, .summary = "r[i] = atan2(a[i], b[i])", .contract = {XL_ULP, .ulp = 2.5},
          .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(atan2_f32)(const float *a, const float *b, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = atan2((double)a[i], (double)b[i]);
}

XL_VEC xl_f32 xl_math_atan2_f32(xl_f32 a, xl_f32 b, size_t vl)
{
    xl_f32 high = xl_f32_abs(a, vl), wide = xl_f32_abs(b, vl);
    xl_f32 small = xl_f32_min(high, wide, vl), large = xl_f32_max(high, wide, vl);
    xl_f32 zero = xl_f32_set1(0, vl), one = xl_f32_set1(1, vl);
    xl_m32 both_infinite = xl_f32_eq(small, xl_f32_set1(INFINITY, vl), vl);
    small = xl_f32_select(both_infinite, one, small, vl);
    large = xl_f32_select(both_infinite, one, large, vl);
    large = xl_f32_select(xl_f32_eq(large, zero, vl), one, large, vl);
    xl_f32 y = xl_math_atan_part_f32(xl_f32_div(small, large, vl), vl);

    /* base +- y, base being 0, pi/2 or pi in two numbers. The sign bit of b counts, that of -0 too.
     */
    xl_m32 steep = xl_f32_lt(wide, high, vl);
    xl_m32 left = xl_i32_lt(xl_i32_bits_f32(b), xl_i32_set1(0, vl), vl);
    xl_m32 minus = xl_m32_or(xl_m32_and(steep, xl_m32_not(left, vl), vl),
                             xl_m32_and(left, xl_m32_not(steep, vl), vl), vl);
    xl_f32 signed_y = xl_f32_select(minus, xl_f32_neg(y, vl), y, vl);
    xl_f32 turns = xl_f32_select(left, xl_f32_set1(2, vl), zero, vl);
    turns = xl_f32_select(steep, one, turns, vl);
    xl_f32 sum = xl_f32_fma(turns, xl_f32_set1(-0x1.777a5cp-25f, vl), signed_y, vl);
    sum = xl_f32_fma(turns, xl_f32_set1(0x1.921fb6p+0f, vl), sum, vl);
    return xl_math_negate_f32(sum, xl_u32_bits_f32(a), vl);
}

XL_MATH_BINARY(atan2_f32, f32)
