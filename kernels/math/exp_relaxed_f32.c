/* exp_relaxed_f32: e to the power of x, not the same bits on every ISA.
 * SPDX-License-Identifier: MIT
 *
 * exp_f32.c's method. Where the ISA has no FMA, products are rounded by themselves. So t is added
 * apart from the polynomial's higher terms.
 */
#define XL_MATH_RELAXED
#include "exp.h"

XL_KERNEL(exp_relaxed_f32, .summary = "r[i] = exp(a[i]), without a promise of the same bits",
          .contract = {XL_ULP, .ulp = 1.0}, .function = "exp",
          /* Overflow; the least normal result; the least of all; the reduction's first boundary. */
          .dense = {{88.7, 88.8}, {-87.4, -87.3}, {-104.1, -103.2}, {0.34, 0.35}}, .elementwise = 1,
          .in_place = 1, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_VEC xl_f32 xl_math_exp_relaxed_f32(xl_f32 x, size_t vl)
{
    return xl_math_exp_f32(x, vl);
}

XL_MATH_UNARY(exp_relaxed_f32, f32)
