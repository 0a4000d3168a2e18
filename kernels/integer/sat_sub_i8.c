/* sat_sub_i8: the difference of two signed bytes, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(sat_sub_i8, .summary = "r[i] = a[i] - b[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .vector_steps = 1, XL_ELEMENTWISE_2(i8))

XL_LANE_2(sat_sub_i8, i8)
{
    int32_t rest = a - b;
    return (int8_t)(rest < INT8_MIN ? INT8_MIN : rest > INT8_MAX ? INT8_MAX : rest);
}

XL_STEP_2(sat_sub_i8, i8)
{
    return xl_i8_sub_sat(a, b, vl);
}
