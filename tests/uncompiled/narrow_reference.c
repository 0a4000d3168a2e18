/* Broken: under XL_ULP its reference writes floats where doubles are read, as XL_LANE_1 makes it.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(narrow_reference, .summary = "r[i] = a[i] * a[i]", .contract = {XL_ULP, .ulp = 1},
          XL_ELEMENTWISE_1(f32))

XL_LANE_1(narrow_reference, f32)
{
    return a * a;
}

XL_STEP_1(narrow_reference, f32)
{
    return xl_f32_mul(a, a, vl);
}
