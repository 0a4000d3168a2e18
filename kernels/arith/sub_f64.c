/* sub_f64: the difference of two arrays of doubles.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(sub_f64, .summary = "r[i] = a[i] - b[i]", .contract = {XL_EXACT, .rounding = 1},
          XL_ELEMENTWISE_2(f64))

XL_LANE_2(sub_f64, f64)
{
    return a - b;
}

XL_STEP_2(sub_f64, f64)
{
    return xl_f64_sub(a, b, vl);
}
