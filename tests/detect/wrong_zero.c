/* Broken: a zero of the wrong sign, which no unit in the last place shows.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(wrong_zero, .summary = "r[i] = sqrt(a[i])", .contract = {XL_ULP, .ulp = 1},
          .function = "sqrt", .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_VECTOR(void, wrong_zero)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 root = xl_f32_sqrt(xl_f32_load(a + i, vl), vl);
        xl_f32_store(r + i, xl_f32_add(root, xl_f32_set1(0, vl), vl), vl);
    }
}
