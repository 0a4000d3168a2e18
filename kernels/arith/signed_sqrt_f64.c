/* signed_sqrt_f64: the square root of the magnitude, correctly rounded, with the sign.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(signed_sqrt_f64, .summary = "r[i] = copysign(sqrt(|a[i]|), a[i])",
          .contract = {XL_EXACT, .rounding = 1}, XL_ELEMENTWISE_1(f64))

XL_LANE_1(signed_sqrt_f64, f64)
{
    return copysign(sqrt(fabs(a)), a);
}

XL_STEP_1(signed_sqrt_f64, f64)
{
    xl_f64 root = xl_f64_sqrt(xl_f64_abs(a, vl), vl);
    return xl_f64_copysign(root, a, vl);
}
