/* Correct: the same bits everywhere, under a contract of 2 ULP.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(same_bits, .summary = "r[i] = a[i] / 3, to within 2 ULP",
          .contract = {XL_ULP, .ulp = 2.0, .reproducible = 1},
          .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(same_bits)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (double)a[i] / 3;
}

XL_VECTOR(void, same_bits)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        x = xl_f32_div(x, xl_f32_set1(3, vl), vl);
        xl_f32_store(r + i, x, vl);
    }
}
