/* less_f32: less than, of floats; a NaN is not less.
 * SPDX-License-Identifier: MIT
 */
#include "compare.h"

XL_KERNEL(less_f32, .summary = "all bits of r[i] are a[i] < b[i]", .contract = {XL_EXACT},
          XL_COMPARE(f32, u32))

XL_COMPARE_LANE(less_f32, f32, u32)
{
    return a < b;
}

XL_COMPARE_STEP(less_f32, f32, u32, 32)
{
    return xl_f32_lt(a, b, vl);
}
