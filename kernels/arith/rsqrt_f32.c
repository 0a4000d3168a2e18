/* rsqrt_f32: one over the square root.
 * SPDX-License-Identifier: MIT
 *
 * Bound. With u = 2^-24, s = sqrt(x) (1 + d) and |d| <= u / (1 + u), so 1 / s is within u / sqrt(x)
 * of the exact result y. That is below 1 ULP of y, for y < 2 * 2^e where its ULP is 2 u 2^e. The
 * division rounds to nearest: half an ULP more. No result overflows or is subnormal.
 */
#include "elementwise.h"

XL_KERNEL(rsqrt_f32, .summary = "r[i] = 1 / sqrt(a[i])", .contract = {XL_ULP, .ulp = 1.5},
          .function = "rsqrt", XL_ELEMENTWISE_1(f32))

XL_STEP_1(rsqrt_f32, f32)
{
    return xl_f32_div(xl_f32_set1(1, vl), xl_f32_sqrt(a, vl), vl);
}
