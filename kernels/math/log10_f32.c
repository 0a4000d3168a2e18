/* log10_f32: the logarithm to base 10.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: log.h. All 2^32 arguments: 1.014 ULP at most.
 */
#include "log.h"

XL_KERNEL(log10_f32, .summary = "r[i] = log10(a[i])",
          .contract = {XL_ULP, .ulp = 1.1, .reproducible = 1}, .function = "log10",
          /* The zero; where k changes. */
          .dense = {{0.99, 1.01}, {0.707, 0.708}, {1.414, 1.415}}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_VEC xl_f32 xl_math_log10_f32(xl_f32 x, size_t vl)
{
    static const struct xl_math_base_f32 base = {
        .l = 0x1.bcb7b2p-2f, .l_low = -0x1.5b235ep-27f, .k = 0x1.344p-2f, .k_low = 0x1.3509f8p-18f};
    return xl_math_log_f32_base(x, &base, vl);
}

XL_MATH_UNARY(log10_f32, f32)
