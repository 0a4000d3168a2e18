/* max_u64: the greater of two unsigned 64-bit integers.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(max_u64, .summary = "r[i] = max(a[i], b[i])",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(u64))

XL_LANE_2(max_u64, u64)
{
    return a > b ? a : b;
}

XL_STEP_2(max_u64, u64)
{
    return xl_u64_max(a, b, vl);
}
