/* recip_f64: the reciprocal, correctly rounded: a division, where an estimate and two Newton steps
 * would be off by a unit for some.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(recip_f64, .summary = "r[i] = 1 / a[i]", .contract = {XL_EXACT, .rounding = 1},
          XL_ELEMENTWISE_1(f64))

XL_LANE_1(recip_f64, f64)
{
    return 1 / a;
}

XL_STEP_1(recip_f64, f64)
{
    return xl_f64_div(xl_f64_set1(1, vl), a, vl);
}
