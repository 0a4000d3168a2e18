/* less_equal_u8: less than or equal, of unsigned bytes.
 * SPDX-License-Identifier: MIT
 */
#include "compare.h"

XL_KERNEL(less_equal_u8, .summary = "all bits of r[i] are a[i] <= b[i]",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_COMPARE(u8, u8))

XL_COMPARE_LANE(less_equal_u8, u8, u8)
{
    return a <= b;
}

XL_COMPARE_STEP(less_equal_u8, u8, u8, 8)
{
    return xl_u8_le(a, b, vl);
}
