/* floor_f32: to an integer, down.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(floor_f32, .summary = "r[i] = floor(a[i])", .contract = {XL_EXACT}, XL_ELEMENTWISE_1(f32))

XL_LANE_1(floor_f32, f32)
{
    return floorf(a);
}

XL_STEP_1(floor_f32, f32)
{
    return xl_f32_floor(a, vl);
}
