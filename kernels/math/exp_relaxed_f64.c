/* exp_relaxed_f64: e to the power of x, not the same bits on every ISA.
 * SPDX-License-Identifier: MIT
 *
 * exp_f64.c's method, as exp_relaxed_f32.c has it.
 */
#define XL_MATH_RELAXED
#include "exp.h"

XL_KERNEL(exp_relaxed_f64, .summary = "r[i] = exp(a[i]), without a promise of the same bits",
          .contract = {XL_ULP, .ulp = 1.0}, .function = "exp",
          /* Overflow; the least normal result; the least of all; the reduction's first boundary. */
          .dense = {{709.7, 709.8}, {-708.4, -708.3}, {-745.2, -744.4}, {0.34, 0.35}},
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_VEC xl_f64 xl_math_exp_relaxed_f64(xl_f64 x, size_t vl)
{
    return xl_math_exp_f64(x, vl);
}

XL_MATH_UNARY(exp_relaxed_f64, f64)
