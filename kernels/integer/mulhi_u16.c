/* mulhi_u16: the high half of the 32-bit product of two unsigned 16-bit integers.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(mulhi_u16, .summary = "r[i] = (a[i] * b[i]) >> 16",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(u16))

XL_LANE_2(mulhi_u16, u16)
{
    return (uint16_t)((uint32_t)a * b >> 16);
}

XL_STEP_2(mulhi_u16, u16)
{
    return xl_u16_mulhi(a, b, vl);
}
