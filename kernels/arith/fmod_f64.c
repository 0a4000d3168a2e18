/* fmod_f64: the remainder of a division that truncates; exact, as fmod of C.
 * SPDX-License-Identifier: MIT
 */
#include "fmod.h"

#include "elementwise.h"

XL_KERNEL(fmod_f64, .summary = "r[i] = fmod(a[i], b[i])", .contract = {XL_EXACT},
          XL_ELEMENTWISE_2(f64))

XL_LANE_2(fmod_f64, f64)
{
    return fmod(a, b);
}

XL_STEP_2(fmod_f64, f64)
{
    return xl_fmod(a, b, vl);
}
