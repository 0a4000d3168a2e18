/* sigmoid_f32: 1 / (1 + exp(-x)).
 * SPDX-License-Identifier: MIT
 *
 * With e = exp(-|x|), which cannot overflow, it is 1 / (1 + e), or e / (1 + e) for negative x,
 * which keeps what is small.
 *
 * Bound, with u = 2^-24: e is off by 0.9 ULP, or 1.8 u; of the quotient e / (1 + e) that is less
 * still. The sum rounds by u: 2.8 u, or 2.8 ULP at most. The division adds 0.5.
 */
#include "elementwise.h"
#include "math/exp.h"

XL_KERNEL(sigmoid_f32, .summary = "r[i] = 1 / (1 + exp(-a[i]))",
          .contract = {XL_ULP, .ulp = 3.3, .reproducible = 1}, .function = "sigmoid",
          .dense = {{-104.1, -87.3}, {-17.5, -16.5}, {16.5, 17.5}, {-0.35, 0.35}},
          XL_ELEMENTWISE_1(f32))

XL_STEP_1(sigmoid_f32, f32)
{
    xl_f32 one = xl_f32_set1(1, vl), size = xl_f32_abs(a, vl);
    xl_f32 e = xl_math_exp_f32(xl_f32_neg(size, vl), vl);
    xl_f32 top = xl_f32_select(xl_f32_lt(a, xl_f32_set1(0, vl), vl), e, one, vl);
    return xl_f32_div(top, xl_f32_add(one, e, vl), vl);
}
