/* mul_f32: the product of two arrays of floats.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(mul_f32, .summary = "r[i] = a[i] * b[i]", .contract = {XL_EXACT, .rounding = 1},
          .vector_steps = 1, XL_ELEMENTWISE_2(f32))

XL_LANE_2(mul_f32, f32)
{
    return a * b;
}

XL_STEP_2(mul_f32, f32)
{
    return xl_f32_mul(a, b, vl);
}
