/* Broken: the odd lanes are one unit in the last place higher than the even ones, which the
 * contract's two allow.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(lane_dependent, .summary = "r[i] = 2 a[i]", .contract = {XL_ULP, .ulp = 2.0},
          .elementwise = 1, .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(lane_dependent)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 2.0 * (double)a[i];
}

XL_VECTOR(void, lane_dependent)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        xl_f32_store(r + i, xl_f32_add(x, x, vl), vl);
    }
    for (size_t i = 1; i < n; i += 2)
        r[i] *= 1 + 0x1p-23f;
}
