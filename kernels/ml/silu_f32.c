/* silu_f32: x / (1 + exp(-x)), the sigmoid-weighted linear unit, or swish.
 * SPDX-License-Identifier: MIT
 *
 * With e = exp(-|x|) it is x / (1 + e), or x e / (1 + e) for negative x. There e can be subnormal,
 * with few bits, where x e is not: it is multiplied in as the square of h = exp(-|x| / 2).
 *
 * Bound, with u = 2^-24. h is off by 0.9 ULP, or 1.8 u, e by twice that; for negative x the same
 * error is in the divisor, and takes from it. The products with h round by u each, the divisor by
 * u: 6.6 u, or 6.6 ULP at most. (h^2 in the divisor rounds, too, but where that is felt less is
 * left of the error of e.) The division adds 0.5.
 */
#include "elementwise.h"
#include "math/exp.h"

XL_KERNEL(silu_f32, .summary = "r[i] = a[i] / (1 + exp(-a[i]))",
          .contract = {XL_ULP, .ulp = 7.1, .reproducible = 1}, .function = "silu",
          .dense = {{-112, -85}, {-17.5, -16.5}, {16.5, 17.5}, {-0.7, 0.7}}, XL_ELEMENTWISE_1(f32))

XL_STEP_1(silu_f32, f32)
{
    /* From here down the result is 0. An infinity times 0 would be NaN. */
    xl_f32 x = xl_f32_max(a, xl_f32_set1(-120, vl), vl), one = xl_f32_set1(1, vl);
    xl_f32 halved = xl_f32_mul(xl_f32_abs(x, vl), xl_f32_set1(-0.5f, vl), vl);
    xl_f32 h = xl_math_exp_f32(halved, vl);
    xl_f32 small = xl_f32_mul(xl_f32_mul(x, h, vl), h, vl);
    xl_f32 top = xl_f32_select(xl_f32_lt(x, xl_f32_set1(0, vl), vl), small, x, vl);
    return xl_f32_div(top, xl_f32_fma(h, h, one, vl), vl);
}
