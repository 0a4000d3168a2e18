/* copysign_f32: the magnitude of a with the sign of b.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(copysign_f32, .summary = "r[i] = |a[i]| with the sign of b[i]",
          .contract = {XL_EXACT, .rounding = 1}, .bitwise = 1, XL_ELEMENTWISE_2(f32))

XL_LANE_2(copysign_f32, f32)
{
    return copysignf(a, b);
}

XL_STEP_2(copysign_f32, f32)
{
    return xl_f32_copysign(a, b, vl);
}
