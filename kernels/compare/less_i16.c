/* less_i16: less than, of signed 16-bit integers.
 * SPDX-License-Identifier: MIT
 */
#include "compare.h"

XL_KERNEL(less_i16, .summary = "all bits of r[i] are a[i] < b[i]",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_COMPARE(i16, u16))

XL_COMPARE_LANE(less_i16, i16, u16)
{
    return a < b;
}

XL_COMPARE_STEP(less_i16, i16, u16, 16)
{
    return xl_i16_lt(a, b, vl);
}
