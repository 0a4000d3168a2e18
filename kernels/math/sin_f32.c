/* sin_f32: the sine.
 * SPDX-License-Identifier: MIT
 *
 * sin(x) = sin(|x|) with the sign of x. Method and bound: trig_f32.h. All 2^32 arguments: WORST.
 */
#include "trig_f32.h"

XL_KERNEL(sin_f32, .summary = "r[i] = sin(a[i])", .contract = {XL_ULP, .ulp = 1.0},
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})
XL_MATH_REFERENCE(sin_f32, float, double, sin)

XL_VEC xl_f32 xl_math_sin_f32(xl_f32 x, size_t vl)
{
    return xl_math_negate_f32(xl_math_sin_turned_f32(x, 0, vl), xl_u32_bits_f32(x), vl);
}

XL_MATH_UNARY(sin_f32, f32)
