/* unordered_f32: one of two floats is a NaN.
 * SPDX-License-Identifier: MIT
 */
#include "compare.h"

XL_KERNEL(unordered_f32, .summary = "all bits of r[i] are whether a[i] or b[i] is a NaN",
          .contract = {XL_EXACT}, XL_COMPARE(f32, u32))

XL_COMPARE_LANE(unordered_f32, f32, u32)
{
    return a != a || b != b;
}

XL_COMPARE_STEP(unordered_f32, f32, u32, 32)
{
    return xl_m32_not(xl_m32_and(xl_f32_eq(a, a, vl), xl_f32_eq(b, b, vl), vl), vl);
}
