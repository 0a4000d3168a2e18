/* Broken: a fast path, taken when all lanes are below 1/1000, that is 1 % wrong.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(fast_path_small, .summary = "r[i] = 2 a[i]", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(fast_path_small)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + a[i];
}

XL_VECTOR(void, fast_path_small)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        int all_small = 1;
        for (size_t k = i; k < i + vl; k++)
            all_small &= a[k] < 0.001f && a[k] > -0.001f;
        xl_f32 twice = xl_f32_add(x, x, vl);
        if (all_small)
            twice = xl_f32_mul(twice, xl_f32_set1(1.01f, vl), vl);
        xl_f32_store(r + i, twice, vl);
    }
}
