/* erf_f32: the error function.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: erf.h. All 2^32 arguments: 0.993 ULP at most.
 */
#include "erf.h"

XL_KERNEL(erf_f32, .summary = "r[i] = erf(a[i])",
          .contract = {XL_ULP, .ulp = 1.0, .reproducible = 1}, .function = "erf",
          /* Where the polynomial changes; where the result becomes 1. */
          .dense = {{0.99, 1.01}, {3.9, 4.1}}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_MATH_UNARY(erf_f32, f32)
