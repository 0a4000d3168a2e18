/* log2_f32: the logarithm to base 2.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: log.h. All 2^32 arguments: 1.079 ULP at most.
 */
#include "log.h"

XL_KERNEL(log2_f32, .summary = "r[i] = log2(a[i])",
          .contract = {XL_ULP, .ulp = 1.1, .reproducible = 1}, .function = "log2",
          /* The zero; where k changes. */
          .dense = {{0.99, 1.01}, {0.707, 0.708}, {1.414, 1.415}}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_VEC xl_f32 xl_math_log2_f32(xl_f32 x, size_t vl)
{
    static const struct xl_math_base_f32 base = {
        .l = 0x1.715476p+0f, .l_low = 0x1.4ae0cp-26f, .k = 1, .k_low = 0};
    return xl_math_log_f32_base(x, &base, vl);
}

XL_MATH_UNARY(log2_f32, f32)
