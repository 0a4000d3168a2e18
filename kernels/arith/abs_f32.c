/* abs_f32: the absolute value: the sign bit cleared, of a NaN too.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(abs_f32, .summary = "r[i] = |a[i]|", .contract = {XL_EXACT, .rounding = 1}, .bitwise = 1,
          XL_ELEMENTWISE_1(f32))

XL_LANE_1(abs_f32, f32)
{
    return fabsf(a);
}

XL_STEP_1(abs_f32, f32)
{
    return xl_f32_abs(a, vl);
}
