/* popcount_u64: the number of bits set.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "popcount.h"

XL_KERNEL(popcount_u64, .summary = "r[i] = the number of bits set in a[i]",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_1(u64))

XL_LANE_1(popcount_u64, u64)
{
    uint64_t count = 0;
    for (; a != 0; a &= a - 1)
        count++;
    return count;
}

XL_STEP_1(popcount_u64, u64)
{
    return xl_popcount_u64(a, vl);
}
