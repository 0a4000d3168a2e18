/* rsqrt_f64: one over the square root. The bound is derived as that of rsqrt_f32.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"

XL_KERNEL(rsqrt_f64, .summary = "r[i] = 1 / sqrt(a[i])", .contract = {XL_ULP, .ulp = 1.5},
          .function = "rsqrt", XL_ELEMENTWISE_1(f64))

XL_STEP_1(rsqrt_f64, f64)
{
    return xl_f64_div(xl_f64_set1(1, vl), xl_f64_sqrt(a, vl), vl);
}
