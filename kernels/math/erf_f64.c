/* erf_f64: the error function.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: erf.h. 10^8 arguments, spread over exponents and dense near 1: 1.182 ULP at
 * most.
 */
#include "erf.h"

XL_KERNEL(erf_f64, .summary = "r[i] = erf(a[i])",
          .contract = {XL_ULP, .ulp = 1.4, .reproducible = 1}, .function = "erf",
          /* Where the polynomial changes; where the result becomes 1. */
          .dense = {{0.99, 1.01}, {5.8, 6.1}}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_MATH_UNARY(erf_f64, f64)
