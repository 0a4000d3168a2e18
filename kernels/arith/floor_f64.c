/* floor_f64: to an integer, down.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(floor_f64, .summary = "r[i] = floor(a[i])", .contract = {XL_EXACT}, XL_ELEMENTWISE_1(f64))

XL_LANE_1(floor_f64, f64)
{
    return floor(a);
}

XL_STEP_1(floor_f64, f64)
{
    return xl_f64_floor(a, vl);
}
