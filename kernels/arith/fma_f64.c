/* fma_f64: a * b + c, rounded once.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(fma_f64, .summary = "r[i] = a[i] * b[i] + c[i], fused",
          .contract = {XL_EXACT, .rounding = 1},
          .by_lane = {{"sse2 sse4", "no fused multiply-add"}}, XL_ELEMENTWISE_3(f64))

XL_LANE_3(fma_f64, f64)
{
    return fma(a, b, c);
}

XL_STEP_3(fma_f64, f64)
{
    return xl_f64_fma(a, b, c, vl);
}
