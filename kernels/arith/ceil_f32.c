/* ceil_f32: to an integer, up.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(ceil_f32, .summary = "r[i] = ceil(a[i])", .contract = {XL_EXACT}, XL_ELEMENTWISE_1(f32))

XL_LANE_1(ceil_f32, f32)
{
    return ceilf(a);
}

XL_STEP_1(ceil_f32, f32)
{
    return xl_f32_ceil(a, vl);
}
