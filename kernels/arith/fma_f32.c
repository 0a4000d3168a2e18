/* fma_f32: a * b + c, rounded once.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(fma_f32, .summary = "r[i] = a[i] * b[i] + c[i], fused",
          .contract = {XL_EXACT, .rounding = 1}, XL_ELEMENTWISE_3(f32))

XL_LANE_3(fma_f32, f32)
{
    return fmaf(a, b, c);
}

XL_STEP_3(fma_f32, f32)
{
    return xl_f32_fma(a, b, c, vl);
}
