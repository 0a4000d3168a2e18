/* cos_f32: the cosine.
 * SPDX-License-Identifier: MIT
 *
 * cos(x) = sin(|x| + pi/2). Method and bound: trig_f32.h. All 2^32 arguments: WORST.
 */
#include "trig_f32.h"

XL_KERNEL(cos_f32, .summary = "r[i] = cos(a[i])", .contract = {XL_ULP, .ulp = 1.0},
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})
XL_MATH_REFERENCE(cos_f32, float, double, cos)

XL_VEC xl_f32 xl_math_cos_f32(xl_f32 x, size_t vl)
{
    return xl_math_sin_turned_f32(x, 1, vl);
}

XL_MATH_UNARY(cos_f32, f32)
