/* fnma_f32: c - a * b, rounded once.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(fnma_f32, .summary = "r[i] = c[i] - a[i] * b[i], fused",
          .contract = {XL_EXACT, .rounding = 1}, XL_ELEMENTWISE_3(f32))

XL_LANE_3(fnma_f32, f32)
{
    return fmaf(-a, b, c);
}

XL_STEP_3(fnma_f32, f32)
{
    return xl_f32_fma(xl_f32_neg(a, vl), b, c, vl);
}
