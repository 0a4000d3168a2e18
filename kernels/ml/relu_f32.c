/* relu_f32: negative numbers become zero; NaN stays NaN.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(relu_f32, .summary = "r[i] = a[i] <= 0 ? +0 : a[i]",
          .contract = {XL_EXACT, .rounding = 1}, .vector_steps = 1, XL_ELEMENTWISE_1(f32))

XL_LANE_1(relu_f32, f32)
{
    return a <= 0 ? 0 : a;
}

XL_STEP_1(relu_f32, f32)
{
    return xl_f32_max(a, xl_f32_set1(0, vl), vl);
}
