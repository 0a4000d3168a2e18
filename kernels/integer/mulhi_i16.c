/* mulhi_i16: the high half of the 32-bit product of two 16-bit integers.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(mulhi_i16, .summary = "r[i] = (a[i] * b[i]) >> 16",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(i16))

XL_LANE_2(mulhi_i16, i16)
{
    return (int16_t)((int32_t)a * b >> 16);
}

XL_STEP_2(mulhi_i16, i16)
{
    return xl_i16_mulhi(a, b, vl);
}
