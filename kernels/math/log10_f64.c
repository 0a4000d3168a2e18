/* log10_f64: the logarithm to base 10.
 * SPDX-License-Identifier: MIT
 *
 * Method and bound: log.h. 10^8 arguments, spread over exponents and dense near 1: 0.942 ULP at
 * most.
 */
#include "log.h"

XL_KERNEL(log10_f64, .summary = "r[i] = log10(a[i])",
          .contract = {XL_ULP, .ulp = 2.0, .reproducible = 1}, .function = "log10",
          /* The zero; where k changes. */
          .dense = {{0.99, 1.01}, {0.707, 0.708}, {1.414, 1.415}}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_VEC xl_f64 xl_math_log10_f64(xl_f64 x, size_t vl)
{
    static const struct xl_math_base_f64 base = {.l = 0x1.bcb7b1526e50ep-2,
                                                 .l_low = 0x1.95355baaafad3p-57,
                                                 .k = 0x1.34413509f8p-2,
                                                 .k_low = -0x1.80433b83b532ap-44};
    return xl_math_log_f64_base(x, &base, vl);
}

XL_MATH_UNARY(log10_f64, f64)
