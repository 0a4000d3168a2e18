/* Broken: it promises the same bits everywhere, and on SVE gives a neighbour that is as near.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(other_bits, .summary = "r[i] = a[i] / 3, to within 2 ULP",
          .contract = {XL_ULP, .ulp = 2.0, .reproducible = 1},
          .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(other_bits)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (double)a[i] / 3;
}

XL_VECTOR(void, other_bits)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
#if XL_ISA_IS_sve || XL_ISA_IS_sve2
        x = xl_f32_mul(x, xl_f32_set1(0x1.555554p-2f, vl), vl);
#else
        x = xl_f32_div(x, xl_f32_set1(3, vl), vl);
#endif
        xl_f32_store(r + i, x, vl);
    }
}
