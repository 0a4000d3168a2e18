/* mulhi_i32: the high half of the 64-bit product of two 32-bit integers.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(mulhi_i32, .summary = "r[i] = (a[i] * b[i]) >> 32",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(i32))

XL_LANE_2(mulhi_i32, i32)
{
    return (int32_t)((int64_t)a * b >> 32);
}

XL_STEP_2(mulhi_i32, i32)
{
    return xl_i32_mulhi(a, b, vl);
}
