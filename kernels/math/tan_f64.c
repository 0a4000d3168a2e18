/* tan_f64: the tangent.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: trig.h. The domain: reduce_f64.h. 10^8 arguments, spread over exponents and
 * dense near 1: 1.649 ULP at most.
 */
#include "trig.h"

XL_KERNEL(tan_f64, .summary = "r[i] = tan(a[i])",
          .contract = {XL_ULP, .ulp = 2.6, .reproducible = 1}, .function = "tan", .period = M_PI_4,
          .elementwise = 1, .in_place = 1,
          .args = {XL_IN_RANGE(f64, a, 1, -XL_MATH_REDUCE_MOST_F64, XL_MATH_REDUCE_MOST_F64),
                   XL_OUT(f64, r, 1), XL_COUNT})

XL_MATH_UNARY(tan_f64, f64)
