/* log_relaxed_f32: the logarithm to base e, not the same bits on every ISA.
 * SPDX-License-Identifier: MIT
 *
 * Method: log.h. L is 1 and k K exact, so that only small terms are rounded once more where the ISA
 * has no FMA.
 *
 * On SSE2, all arguments from 1/8 to 4, and every 13th of the others: 0.905 ULP at most.
 */
#define XL_MATH_RELAXED
#include "log.h"

XL_KERNEL(log_relaxed_f32, .summary = "r[i] = log(a[i]), without a promise of the same bits",
          .contract = {XL_ULP, .ulp = 1.0}, .function = "log",
          /* The zero; where k changes. */
          .dense = {{0.99, 1.01}, {0.707, 0.708}, {1.414, 1.415}}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_VEC xl_f32 xl_math_log_relaxed_f32(xl_f32 x, size_t vl)
{
    static const struct xl_math_base_f32 base = {
        .l = 1, .l_low = 0, .k = 0x1.62e4p-1f, .k_low = 0x1.7f7d1cp-20f};
    return xl_math_log_f32_base(x, &base, vl);
}

XL_MATH_UNARY(log_relaxed_f32, f32)
