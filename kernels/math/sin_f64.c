/* sin_f64: the sine.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: trig.h. The domain: reduce_f64.h. 10^8 arguments, spread over exponents and
 * dense near 1: 1.154 ULP at most.
 */
#include "trig.h"

XL_KERNEL(sin_f64, .summary = "r[i] = sin(a[i])",
          .contract = {XL_ULP, .ulp = 1.3, .reproducible = 1}, .function = "sin", .period = M_PI_4,
          .elementwise = 1, .in_place = 1,
          .args = {XL_IN_RANGE(f64, a, 1, -XL_MATH_REDUCE_MOST_F64, XL_MATH_REDUCE_MOST_F64),
                   XL_OUT(f64, r, 1), XL_COUNT})

XL_MATH_UNARY(sin_f64, f64)
