/* absdiff_u16: the absolute difference of two unsigned 16-bit integers.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(absdiff_u16, .summary = "r[i] = |a[i] - b[i]|",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(u16))

XL_LANE_2(absdiff_u16, u16)
{
    return (uint16_t)(a > b ? a - b : b - a);
}

XL_STEP_2(absdiff_u16, u16)
{
    return xl_u16_absdiff(a, b, vl);
}
