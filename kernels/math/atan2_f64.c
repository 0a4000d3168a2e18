/* atan2_f64: the angle of the point (b, a).
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: atan.h. 10^8 pairs of arguments, most of them where the result is finite: 1.55
 * ULP at most.
 */
#include "atan.h"

XL_KERNEL(atan2_f64, .summary = "r[i] = atan2(a[i], b[i])",
          .contract = {XL_ULP, .ulp = 2.4, .reproducible = 1}, .function = "atan2",
          /* Where the quotient is inverted. */
          .dense = {{0.99, 1.01}}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f64, a, 1), XL_IN(f64, b, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_MATH_BINARY(atan2_f64, f64)
