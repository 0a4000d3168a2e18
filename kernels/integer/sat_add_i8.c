/* sat_add_i8: the sum of two signed bytes, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(sat_add_i8, .summary = "r[i] = a[i] + b[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .vector_steps = 1, XL_ELEMENTWISE_2(i8))

XL_LANE_2(sat_add_i8, i8)
{
    int32_t sum = a + b;
    return (int8_t)(sum < INT8_MIN ? INT8_MIN : sum > INT8_MAX ? INT8_MAX : sum);
}

XL_STEP_2(sat_add_i8, i8)
{
    return xl_i8_add_sat(a, b, vl);
}
