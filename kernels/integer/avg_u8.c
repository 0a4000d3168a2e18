/* avg_u8: the mean of two bytes, rounded up.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(avg_u8, .summary = "r[i] = (a[i] + b[i] + 1) / 2",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(u8))

XL_LANE_2(avg_u8, u8)
{
    return (uint8_t)((a + b + 1) / 2);
}

XL_STEP_2(avg_u8, u8)
{
    return xl_u8_avg(a, b, vl);
}
