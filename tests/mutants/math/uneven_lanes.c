/* uneven_lanes: lane 0 goes another way than the rest: each result is near enough, and equal
 * inputs give unequal ones.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(uneven_lanes, .summary = "r[i] = 1.1 * a[i], within four units",
          .contract = {XL_ULP, .ulp = 4}, .elementwise = 1,
          .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(uneven_lanes)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (double)a[i] * 1.1f;
}

XL_VECTOR(void, uneven_lanes)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 by = xl_f32_set1(1.1f, vl);
#ifdef XL_MUTANT
        by = xl_f32_merge(by, xl_f32_set1(0x1.19999cp0f, vl), 1);
#endif
        xl_f32_store(r + i, xl_f32_mul(xl_f32_load(a + i, vl), by, vl), vl);
    }
}
