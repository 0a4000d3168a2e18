/* div_f64: the quotient of two arrays of doubles, correctly rounded.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(div_f64, .summary = "r[i] = a[i] / b[i]", .contract = {XL_EXACT, .rounding = 1},
          XL_ELEMENTWISE_2(f64))

XL_LANE_2(div_f64, f64)
{
    return a / b;
}

XL_STEP_2(div_f64, f64)
{
    return xl_f64_div(a, b, vl);
}
