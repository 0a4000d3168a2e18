/* tan_f64: the tangent.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: trig.h. 10^8 arguments up to 2^30, dense near 1: 1.649 ULP at most. 8 x 10^6 of
 * all exponents, some near multiples of pi/2: 1.625. `.dense` has the double that is nearest to
 * one.
 */
#include "trig.h"

XL_KERNEL(tan_f64, .summary = "r[i] = tan(a[i])",
          .contract = {XL_ULP, .ulp = 2.6, .reproducible = 1}, .function = "tan",
          .dense = {{0x1.6ac5b262ca1ffp+849, 0x1.6ac5b262ca1ffp+849}}, .period = M_PI_4,
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_MATH_UNARY(tan_f64, f64)
