/* sat_sub_u16: the difference of two unsigned 16-bit integers, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(sat_sub_u16, .summary = "r[i] = a[i] - b[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .vector_steps = 1, XL_ELEMENTWISE_2(u16))

XL_LANE_2(sat_sub_u16, u16)
{
    return (uint16_t)(a < b ? 0 : a - b);
}

XL_STEP_2(sat_sub_u16, u16)
{
    return xl_u16_sub_sat(a, b, vl);
}
