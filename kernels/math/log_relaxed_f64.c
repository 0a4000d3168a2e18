/* log_relaxed_f64: the logarithm to base e, not the same bits on every ISA.
 * SPDX-License-Identifier: MIT
 *
 * Method: log.h. L is 1 and k K exact, so that only small terms are rounded once more where the ISA
 * has no FMA.
 */
#define XL_MATH_RELAXED
#include "log.h"

XL_KERNEL(log_relaxed_f64, .summary = "r[i] = log(a[i]), without a promise of the same bits",
          .contract = {XL_ULP, .ulp = 1.0}, .function = "log",
          /* The zero; where k changes. */
          .dense = {{0.99, 1.01}, {0.707, 0.708}, {1.414, 1.415}}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_VEC xl_f64 xl_math_log_relaxed_f64(xl_f64 x, size_t vl)
{
    static const struct xl_math_base_f64 base = {
        .l = 1, .l_low = 0, .k = 0x1.62e42fefa4p-1, .k_low = -0x1.8432a1b0e2634p-43};
    return xl_math_log_f64_base(x, &base, vl);
}

XL_MATH_UNARY(log_relaxed_f64, f64)
