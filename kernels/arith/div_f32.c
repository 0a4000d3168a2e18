/* div_f32: the quotient of two arrays of floats, correctly rounded.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(div_f32, .summary = "r[i] = a[i] / b[i]", .contract = {XL_EXACT, .rounding = 1},
          XL_ELEMENTWISE_2(f32))

XL_LANE_2(div_f32, f32)
{
    return a / b;
}

XL_STEP_2(div_f32, f32)
{
    return xl_f32_div(a, b, vl);
}
