/* exp_f32: e to the power of x.
 * SPDX-License-Identifier: MIT
 *
 * x = k ln 2 + t with k an integer and |t| <= ln 2 / 2, so exp(x) = 2^k exp(t). ln 2 is two
 * numbers, the upper one of so few bits that k times it is exact (Cody and Waite, "Software Manual
 * for the Elementary Functions", 1980, chapter 6). Polynomial: exp.h.
 *
 * Bound, in ULP: the polynomial's last step rounds by 0.5. What that step adds to 1 is below 0.42
 * and off by 3 roundings, that of t included: 0.65 of a result above 0.7. All 2^32 arguments:
 * 0.892 at most.
 */
#include "exp.h"

XL_KERNEL(exp_f32, .summary = "r[i] = exp(a[i])",
          .contract = {XL_ULP, .ulp = 0.9, .reproducible = 1}, .function = "exp",
          /* Overflow; the least normal result; the least of all; the reduction's first boundary. */
          .dense = {{88.7, 88.8}, {-87.4, -87.3}, {-104.1, -103.2}, {0.34, 0.35}}, .elementwise = 1,
          .in_place = 1, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_MATH_UNARY(exp_f32, f32)
