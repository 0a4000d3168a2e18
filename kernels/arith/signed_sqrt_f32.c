/* signed_sqrt_f32: the square root of the magnitude, correctly rounded, with the sign.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(signed_sqrt_f32, .summary = "r[i] = copysign(sqrt(|a[i]|), a[i])",
          .contract = {XL_EXACT, .rounding = 1}, XL_ELEMENTWISE_1(f32))

XL_LANE_1(signed_sqrt_f32, f32)
{
    return copysignf(sqrtf(fabsf(a)), a);
}

XL_STEP_1(signed_sqrt_f32, f32)
{
    xl_f32 root = xl_f32_sqrt(xl_f32_abs(a, vl), vl);
    return xl_f32_copysign(root, a, vl);
}
