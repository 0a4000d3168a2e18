/* fused: a fused multiply-add in a kernel whose contract has two roundings.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(fused, .summary = "r[i] = a[i] * b[i] + c[i], rounded twice", .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, 1, 1000), XL_IN_RANGE(f32, b, 1, 1, 1000),
                   XL_IN_RANGE(f32, c, 1, 1, 1000), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(fused)(const float *a, const float *b, const float *c, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        float product = a[i] * b[i];
        r[i] = product + c[i];
    }
}

XL_VECTOR(void, fused)(const float *a, const float *b, const float *c, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl), y = xl_f32_load(b + i, vl), z = xl_f32_load(c + i, vl);
#ifdef XL_MUTANT
        xl_f32 v = xl_f32_fma(x, y, z, vl);
#else
        xl_f32 v = xl_f32_add(xl_f32_mul(x, y, vl), z, vl);
#endif
        xl_f32_store(r + i, v, vl);
    }
}
