/* sat_add_u8: the sum of two bytes, held at the greatest.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(sat_add_u8, .summary = "r[i] = a[i] + b[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .vector_steps = 1, XL_ELEMENTWISE_2(u8))

XL_LANE_2(sat_add_u8, u8)
{
    unsigned sum = (unsigned)a + b;
    return (uint8_t)(sum > UINT8_MAX ? UINT8_MAX : sum);
}

XL_STEP_2(sat_add_u8, u8)
{
    return xl_u8_adds(a, b, vl);
}
