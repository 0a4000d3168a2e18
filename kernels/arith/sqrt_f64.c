/* sqrt_f64: the square root, correctly rounded.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(sqrt_f64, .summary = "r[i] = sqrt(a[i])", .contract = {XL_EXACT, .rounding = 1},
          XL_ELEMENTWISE_1(f64))

XL_LANE_1(sqrt_f64, f64)
{
    return sqrt(a);
}

XL_STEP_1(sqrt_f64, f64)
{
    return xl_f64_sqrt(a, vl);
}
