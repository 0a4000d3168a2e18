/* fnma_f64: c - a * b, rounded once.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(fnma_f64, .summary = "r[i] = c[i] - a[i] * b[i], fused",
          .contract = {XL_EXACT, .rounding = 1}, XL_ELEMENTWISE_3(f64))

XL_LANE_3(fnma_f64, f64)
{
    return fma(-a, b, c);
}

XL_STEP_3(fnma_f64, f64)
{
    return xl_f64_fma(xl_f64_neg(a, vl), b, c, vl);
}
