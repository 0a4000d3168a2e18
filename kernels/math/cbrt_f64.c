/* cbrt_f64: the cube root.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: cbrt.h. 10^8 arguments, spread over exponents and dense near 1: 0.5001 ULP at
 * most.
 */
#include "cbrt.h"

XL_KERNEL(cbrt_f64, .summary = "r[i] = the cube root of a[i]",
          .contract = {XL_ULP, .ulp = 0.51, .reproducible = 1}, .function = "cbrt",
          /* Subnormals; where the scale changes. */
          .dense = {{0x1p-1074, 0x1p-1022}, {0.999e-270, 1.001e-270}, {0.999e270, 1.001e270}},
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_MATH_UNARY(cbrt_f64, f64)
