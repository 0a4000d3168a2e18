/* zero_times_old: where the factor is zero, what the output held is multiplied by it instead of
 * being overwritten: right unless that was a NaN or an infinity.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(zero_times_old, .summary = "r[i] = a[i] + 1", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(zero_times_old)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_VECTOR(void, zero_times_old)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 sum = xl_f32_add(xl_f32_load(a + i, vl), xl_f32_set1(1, vl), vl);
#ifdef XL_MUTANT
        xl_f32 old = xl_f32_mul(xl_f32_load(r + i, vl), xl_f32_set1(0, vl), vl);
        sum = xl_f32_add(sum, old, vl);
#endif
        xl_f32_store(r + i, sum, vl);
    }
}
