/* exp_f64: e to the power of x.
 * SPDX-License-Identifier: MIT
 *
 * x = k ln 2 + t with k an integer and |t| <= ln 2 / 2, so exp(x) = 2^k exp(t). ln 2 is two
 * numbers, the upper one of so few bits that k times it is exact (Cody and Waite, "Software Manual
 * for the Elementary Functions", 1980, chapter 6). Polynomial: exp.h.
 *
 * Bound, in ULP: the polynomial's last step rounds by 0.5. What that step adds to 1 is below 0.42
 * and off by 3 roundings, that of t included: 0.65 of a result above 0.7. 10^8 arguments, spread
 * over exponents and dense near 1: 0.882 at most.
 */
#include "exp.h"

XL_KERNEL(exp_f64, .summary = "r[i] = exp(a[i])",
          .contract = {XL_ULP, .ulp = 1.2, .reproducible = 1}, .function = "exp",
          /* Overflow; the least normal result; the least of all; the reduction's first boundary. */
          .dense = {{709.7, 709.8}, {-708.4, -708.3}, {-745.2, -744.4}, {0.34, 0.35}},
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_MATH_UNARY(exp_f64, f64)
