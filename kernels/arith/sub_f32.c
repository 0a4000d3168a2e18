/* sub_f32: the difference of two arrays of floats.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(sub_f32, .summary = "r[i] = a[i] - b[i]", .contract = {XL_EXACT, .rounding = 1},
          .vector_steps = 1, XL_ELEMENTWISE_2(f32))

XL_LANE_2(sub_f32, f32)
{
    return a - b;
}

XL_STEP_2(sub_f32, f32)
{
    return xl_f32_sub(a, b, vl);
}
