/* ceil_f64: to an integer, up.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(ceil_f64, .summary = "r[i] = ceil(a[i])", .contract = {XL_EXACT}, XL_ELEMENTWISE_1(f64))

XL_LANE_1(ceil_f64, f64)
{
    return ceil(a);
}

XL_STEP_1(ceil_f64, f64)
{
    return xl_f64_ceil(a, vl);
}
