/* Broken: within its contract, but worse than tests/detect/accuracy has it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(less_accurate, .summary = "r[i] = 1 / sqrt(a[i])", .contract = {XL_ULP, .ulp = 2},
          .function = "rsqrt", .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_VECTOR(void, less_accurate)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 root = xl_f32_sqrt(xl_f32_load(a + i, vl), vl);
        xl_f32_store(r + i, xl_f32_div(xl_f32_set1(1, vl), root, vl), vl);
    }
}
