/* sin_f64: the sine.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: trig.h. 10^8 arguments up to 2^30, dense near 1: 1.154 ULP at most. 8 x 10^6 of
 * all exponents, some near multiples of pi/2: 1.176. `.dense` has the double that is nearest to
 * one.
 */
#include "trig.h"

XL_KERNEL(sin_f64, .summary = "r[i] = sin(a[i])",
          .contract = {XL_ULP, .ulp = 1.3, .reproducible = 1}, .function = "sin",
          .dense = {{0x1.6ac5b262ca1ffp+849, 0x1.6ac5b262ca1ffp+849}}, .period = M_PI_4,
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_MATH_UNARY(sin_f64, f64)
