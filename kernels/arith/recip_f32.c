/* recip_f32: the reciprocal, correctly rounded: a division, where an estimate and two Newton steps
 * would be off by a unit for some.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(recip_f32, .summary = "r[i] = 1 / a[i]", .contract = {XL_EXACT, .rounding = 1},
          XL_ELEMENTWISE_1(f32))

XL_LANE_1(recip_f32, f32)
{
    return 1 / a;
}

XL_STEP_1(recip_f32, f32)
{
    return xl_f32_div(xl_f32_set1(1, vl), a, vl);
}
