/* min_f64: the smaller of two doubles, as IEEE 754-2019 minimum has it: a NaN operand gives NaN,
 * and -0 is below +0.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(min_f64, .summary = "r[i] = minimum(a[i], b[i]) of IEEE 754-2019", .contract = {XL_EXACT},
          XL_ELEMENTWISE_2(f64))

XL_LANE_2(min_f64, f64)
{
    if (isnan(a) || isnan(b))
        return NAN;
    if (a == b)
        return signbit(a) ? a : b;
    return a < b ? a : b;
}

XL_STEP_2(min_f64, f64)
{
    return xl_f64_min(a, b, vl);
}
