/* exp_relaxed_f32: e to the power of x, not the same bits on every ISA.
 * SPDX-License-Identifier: MIT
 *
 * exp_f32.c's method. Where the ISA has no FMA, products are rounded by themselves. So t is added
 * apart from the polynomial's higher terms.
 *
 * Bound without FMA, in ULP of a result that is above 0.7: the last sum rounds by 0.5, t + t^2 Q by
 * 0.25, t^2 Q and its parts by 0.1, t by 0.13. On SSE2, all arguments from -104 to 89 but those
 * below 2^-33 in magnitude: 0.986 at most.
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
