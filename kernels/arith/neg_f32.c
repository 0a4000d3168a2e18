/* neg_f32: the negation: the sign bit flipped, of a NaN too.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(neg_f32, .summary = "r[i] = -a[i]", .contract = {XL_EXACT, .rounding = 1}, .bitwise = 1,
          XL_ELEMENTWISE_1(f32))

XL_LANE_1(neg_f32, f32)
{
    return -a;
}

XL_STEP_1(neg_f32, f32)
{
    return xl_f32_neg(a, vl);
}
