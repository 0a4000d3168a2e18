/* sat_sub_u8: the difference of two bytes, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(sat_sub_u8, .summary = "r[i] = a[i] - b[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .vector_steps = 1, XL_ELEMENTWISE_2(u8))

XL_LANE_2(sat_sub_u8, u8)
{
    return (uint8_t)(a < b ? 0 : a - b);
}

XL_STEP_2(sat_sub_u8, u8)
{
    return xl_u8_sub_sat(a, b, vl);
}
