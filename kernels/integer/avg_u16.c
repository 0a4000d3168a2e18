/* avg_u16: the mean of two unsigned 16-bit integers, rounded up.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(avg_u16, .summary = "r[i] = (a[i] + b[i] + 1) / 2",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(u16))

XL_LANE_2(avg_u16, u16)
{
    return (uint16_t)((a + b + 1) / 2);
}

XL_STEP_2(avg_u16, u16)
{
    return xl_u16_avg(a, b, vl);
}
