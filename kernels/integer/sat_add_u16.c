/* sat_add_u16: the sum of two unsigned 16-bit integers, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(sat_add_u16, .summary = "r[i] = a[i] + b[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .vector_steps = 1, XL_ELEMENTWISE_2(u16))

XL_LANE_2(sat_add_u16, u16)
{
    uint32_t sum = (uint32_t)a + b;
    return (uint16_t)(sum > UINT16_MAX ? UINT16_MAX : sum);
}

XL_STEP_2(sat_add_u16, u16)
{
    return xl_u16_add_sat(a, b, vl);
}
