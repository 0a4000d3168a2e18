/* Broken: one large lane among small ones makes the other lanes wrong.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(odd_lane, .summary = "r[i] = 2 a[i]", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(odd_lane)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + a[i];
}

XL_VECTOR(void, odd_lane)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        size_t large = 0, small = 0;
        for (size_t k = i; k < i + vl; k++) {
            large += a[k] > 1000 || a[k] < -1000;
            small += a[k] < 1 && a[k] > -1;
        }
        xl_f32 twice = xl_f32_add(x, x, vl);
        if (large == 1 && small == vl - 1 && vl > 2)
            twice = xl_f32_mul(twice, xl_f32_set1(1.01f, vl), vl);
        xl_f32_store(r + i, twice, vl);
    }
}
