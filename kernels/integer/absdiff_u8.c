/* absdiff_u8: the absolute difference of two bytes.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(absdiff_u8, .summary = "r[i] = |a[i] - b[i]|",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(u8))

XL_LANE_2(absdiff_u8, u8)
{
    return (uint8_t)(a > b ? a - b : b - a);
}

XL_STEP_2(absdiff_u8, u8)
{
    return xl_u8_absdiff(a, b, vl);
}
