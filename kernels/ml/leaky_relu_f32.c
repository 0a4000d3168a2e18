/* leaky_relu_f32: negative numbers are multiplied by a slope.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(leaky_relu_f32, .summary = "r[i] = a[i] < 0 ? by * a[i] : a[i]",
          .contract = {XL_EXACT, .rounding = 1}, XL_ELEMENTWISE_BY(f32, f32))

XL_LANE_BY(leaky_relu_f32, f32, f32)
{
    return a < 0 ? by * a : a;
}

XL_STEP_BY(leaky_relu_f32, f32, f32)
{
    xl_m32 negative = xl_f32_lt(a, xl_f32_set1(0, vl), vl);
    xl_f32 slope = xl_f32_select(negative, xl_f32_set1(by, vl), xl_f32_set1(1, vl), vl);
    return xl_f32_mul(slope, a, vl);
}
