/* exp_f32: e to the power of x.
 * SPDX-License-Identifier: MIT
 *
 * x = k ln 2 + t with k an integer and |t| <= ln 2 / 2, so exp(x) = 2^k exp(t).
 *
 * Reduction (Cody and Waite, "Software Manual for the Elementary Functions", 1980, chapter 6): ln 2
 * is split into HI, of 15 significant bits, so that k * HI is exact for |k| <= 2^9, and LO. Both
 * steps are fused.
 *
 * exp(t) is the minimax polynomial of degree 6 that begins 1 + t, whose coefficients are floats.
 * Its relative error is below 3.3e-9, or 0.06 ULP. The last Horner step rounds by 0.5 ULP; what it
 * adds to 1 is below 0.42 and has an error of 3 roundings of its own, those of t included: 0.5 ULP
 * at most of a result that is not far above 1/2. Hence the bound. All 2^32 arguments: WORST.
 */
#include "exp.h"

XL_KERNEL(exp_f32, .summary = "r[i] = exp(a[i])", .contract = {XL_ULP, .ulp = 1.5},
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})
XL_MATH_REFERENCE(exp_f32, float, double, exp)
XL_MATH_UNARY(exp_f32, f32)
