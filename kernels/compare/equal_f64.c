/* equal_f64: equal, of doubles: zeros are, whatever their sign, and no NaN is.
 * SPDX-License-Identifier: MIT
 */
#include "compare.h"

XL_KERNEL(equal_f64, .summary = "all bits of r[i] are a[i] == b[i]", .contract = {XL_EXACT},
          XL_COMPARE(f64, u64))

XL_COMPARE_LANE(equal_f64, f64, u64)
{
    return a == b;
}

XL_COMPARE_STEP(equal_f64, f64, u64, 64)
{
    return xl_f64_eq(a, b, vl);
}
