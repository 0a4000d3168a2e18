/* log_f32: the logarithm to base e.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: log.h. All 2^32 arguments: 0.905 ULP at most.
 */
#include "log.h"

XL_KERNEL(log_f32, .summary = "r[i] = log(a[i])",
          .contract = {XL_ULP, .ulp = 1.0, .reproducible = 1}, .function = "log",
          /* The zero; where k changes. */
          .dense = {{0.99, 1.01}, {0.707, 0.708}, {1.414, 1.415}}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_VEC xl_f32 xl_math_log_f32(xl_f32 x, size_t vl)
{
    static const struct xl_math_base_f32 base = {
        .l = 1, .l_low = 0, .k = 0x1.62e4p-1f, .k_low = 0x1.7f7d1cp-20f};
    return xl_math_log_f32_base(x, &base, vl);
}

XL_MATH_UNARY(log_f32, f32)
