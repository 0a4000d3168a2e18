/* min_i8: the smaller of two signed bytes.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(min_i8, .summary = "r[i] = min(a[i], b[i])",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(i8))

XL_LANE_2(min_i8, i8)
{
    return a < b ? a : b;
}

XL_STEP_2(min_i8, i8)
{
    return xl_i8_min(a, b, vl);
}
