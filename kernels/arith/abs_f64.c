/* abs_f64: the absolute value: the sign bit cleared, of a NaN too.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(abs_f64, .summary = "r[i] = |a[i]|", .contract = {XL_EXACT, .rounding = 1}, .bitwise = 1,
          XL_ELEMENTWISE_1(f64))

XL_LANE_1(abs_f64, f64)
{
    return fabs(a);
}

XL_STEP_1(abs_f64, f64)
{
    return xl_f64_abs(a, vl);
}
