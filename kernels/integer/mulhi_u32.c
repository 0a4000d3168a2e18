/* mulhi_u32: the high half of the 64-bit product of two unsigned 32-bit integers.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(mulhi_u32, .summary = "r[i] = (a[i] * b[i]) >> 32",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(u32))

XL_LANE_2(mulhi_u32, u32)
{
    return (uint32_t)((uint64_t)a * b >> 32);
}

XL_STEP_2(mulhi_u32, u32)
{
    return xl_u32_mulhi(a, b, vl);
}
