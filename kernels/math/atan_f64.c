/* atan_f64: the inverse tangent.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: atan.h. 10^8 arguments, spread over exponents and dense near 1: 1.571 ULP at
 * most.
 */
#include "atan.h"

XL_KERNEL(atan_f64, .summary = "r[i] = atan(a[i])",
          .contract = {XL_ULP, .ulp = 2.4, .reproducible = 1}, .function = "atan",
          /* Where the argument is inverted. */
          .dense = {{0.99, 1.01}}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_MATH_UNARY(atan_f64, f64)
