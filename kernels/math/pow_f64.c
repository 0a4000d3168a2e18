/* pow_f64: x to the power of y.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: pow.h. 10^8 pairs of arguments, most of them where the result is finite: 0.883
 * ULP at most.
 */
#include "pow.h"

XL_KERNEL(pow_f64, .summary = "r[i] = a[i] to the power of b[i]",
          .contract = {XL_ULP, .ulp = 2.0, .reproducible = 1}, .function = "pow",
          /* Where the logarithm is small. */
          .dense = {{0.99, 1.01}}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f64, a, 1), XL_IN(f64, b, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_MATH_BINARY(pow_f64, f64)
