/* exp2_f64: 2 to the power of x.
 * SPDX-License-Identifier: MIT
 *
 * x = k + t with k the nearest integer; both are exact, and so is a power of two. Polynomial:
 * exp.h.
 *
 * Bound, in ULP: the polynomial's last step rounds by 0.5. What that step adds to 1 is below 0.42
 * and off by 2 roundings: 0.5 of a result above 0.7. 10^8 arguments, spread over exponents and
 * dense near 1: 0.862 at most.
 */
#include "exp.h"

XL_KERNEL(exp2_f64, .summary = "r[i] = 2 to the power of a[i]",
          .contract = {XL_ULP, .ulp = 1.0, .reproducible = 1}, .function = "exp2",
          /* Overflow; the least normal result; the least of all; the reduction's first boundary. */
          .dense = {{1023.9, 1024.1}, {-1022.1, -1021.9}, {-1075.1, -1073.9}, {0.49, 0.51}},
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_MATH_UNARY(exp2_f64, f64)
