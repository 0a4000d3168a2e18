/* neg_f64: the negation: the sign bit flipped, of a NaN too.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(neg_f64, .summary = "r[i] = -a[i]", .contract = {XL_EXACT, .rounding = 1}, .bitwise = 1,
          XL_ELEMENTWISE_1(f64))

XL_LANE_1(neg_f64, f64)
{
    return -a;
}

XL_STEP_1(neg_f64, f64)
{
    return xl_f64_neg(a, vl);
}
