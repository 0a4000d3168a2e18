/* clamp_f32: held between b and c: the maximum of a and b, then the minimum of that and c, both of
 * IEEE 754-2019. Where b is above c, that is c.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(clamp_f32, .summary = "r[i] = minimum(maximum(a[i], b[i]), c[i])", .contract = {XL_EXACT},
          XL_ELEMENTWISE_3(f32))

XL_LANE_3(clamp_f32, f32)
{
    if (isnan(a) || isnan(b) || isnan(c))
        return NAN;
    /* Of equal operands the first is kept, unless it is a zero of the wrong sign. */
    float high = a < b || (a == b && signbit(a)) ? b : a;
    return high > c || (high == c && signbit(c)) ? c : high;
}

XL_STEP_3(clamp_f32, f32)
{
    return xl_f32_min(xl_f32_max(a, b, vl), c, vl);
}
