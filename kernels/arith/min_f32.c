/* min_f32: the smaller of two floats, as IEEE 754-2019 minimum has it: a NaN operand gives NaN,
 * and -0 is below +0.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(min_f32, .summary = "r[i] = minimum(a[i], b[i]) of IEEE 754-2019", .contract = {XL_EXACT},
          XL_ELEMENTWISE_2(f32))

XL_LANE_2(min_f32, f32)
{
    if (isnan(a) || isnan(b))
        return NAN;
    if (a == b)
        return signbit(a) ? a : b;
    return a < b ? a : b;
}

XL_STEP_2(min_f32, f32)
{
    return xl_f32_min(a, b, vl);
}
