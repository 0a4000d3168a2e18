/* less_u64: less than, of unsigned 64-bit integers, for which many ISAs have no compare.
 * SPDX-License-Identifier: MIT
 */
#include "compare.h"

XL_KERNEL(less_u64, .summary = "all bits of r[i] are a[i] < b[i]",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_COMPARE(u64, u64))

XL_COMPARE_LANE(less_u64, u64, u64)
{
    return a < b;
}

XL_COMPARE_STEP(less_u64, u64, u64, 64)
{
    return xl_u64_lt(a, b, vl);
}
