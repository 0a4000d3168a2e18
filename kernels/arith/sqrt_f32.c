/* sqrt_f32: the square root, correctly rounded.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(sqrt_f32, .summary = "r[i] = sqrt(a[i])", .contract = {XL_EXACT, .rounding = 1},
          XL_ELEMENTWISE_1(f32))

XL_LANE_1(sqrt_f32, f32)
{
    return sqrtf(a);
}

XL_STEP_1(sqrt_f32, f32)
{
    return xl_f32_sqrt(a, vl);
}
