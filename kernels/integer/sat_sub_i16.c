/* sat_sub_i16: the difference of two 16-bit integers, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(sat_sub_i16, .summary = "r[i] = a[i] - b[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .vector_steps = 1, XL_ELEMENTWISE_2(i16))

XL_LANE_2(sat_sub_i16, i16)
{
    int32_t rest = a - b;
    return (int16_t)(rest < INT16_MIN ? INT16_MIN : rest > INT16_MAX ? INT16_MAX : rest);
}

XL_STEP_2(sat_sub_i16, i16)
{
    return xl_i16_sub_sat(a, b, vl);
}
