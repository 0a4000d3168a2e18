/* exp2_f32: 2 to the power of x.
 * SPDX-License-Identifier: MIT
 *
 * x = k + t with k the nearest integer; both are exact, and so is a power of two. Bound: the
 * polynomial of exp.h is off by 0.06 ULP and its last step rounds by 0.5 ULP. What that step adds
 * to 1 is below 0.42 and has an error of 2 roundings: below 0.5 ULP of a result of at least 0.707.
 * All 2^32 arguments: WORST.
 */
#include "exp.h"

XL_KERNEL(exp2_f32, .summary = "r[i] = 2 to the power of a[i]", .contract = {XL_ULP, .ulp = 1.5},
          .elementwise = 1, .in_place = 1, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})
XL_MATH_REFERENCE(exp2_f32, float, double, exp2)

XL_VEC xl_f32 xl_math_exp2_f32(xl_f32 x, size_t vl)
{
    /* Past these it overflows, or is 0 even as a subnormal; NaN passes. */
    x = xl_f32_max(xl_f32_min(x, xl_f32_set1(129.0f, vl), vl), xl_f32_set1(-151.0f, vl), vl);
    xl_f32 k = xl_f32_rint(x, vl);
    return xl_math_exp2_parts_f32(k, xl_f32_sub(x, k, vl), vl);
}

XL_MATH_UNARY(exp2_f32, f32)
