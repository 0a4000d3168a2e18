/* one_unit_worse: a result that is a unit or two further off than it was, and still within the
 * contract.
 * SPDX-License-Identifier: MIT
 *
 * What it was stands in tests/mutants/accuracy: a square root and a quotient, each rounded once,
 * are off by less than 1.5 units together.
 */
#include "kernel.h"

XL_KERNEL(one_unit_worse, .summary = "r[i] = 1 / sqrt(a[i])", .contract = {XL_ULP, .ulp = 4},
          .function = "rsqrt", .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_VECTOR(void, one_unit_worse)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 root = xl_f32_sqrt(xl_f32_load(a + i, vl), vl);
        xl_f32 quotient = xl_f32_div(xl_f32_set1(1, vl), root, vl);
#ifdef XL_MUTANT
        quotient = xl_f32_mul(quotient, xl_f32_set1(0x1.000002p0f, vl), vl);
#endif
        xl_f32_store(r + i, quotient, vl);
    }
}
