/* unfused: two roundings in a kernel whose contract is a fused multiply-add.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(unfused, .summary = "r[i] = a[i] * b[i] + c[i], fused", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_IN(f32, c, 1), XL_OUT(f32, r, 1),
                   XL_COUNT})

XL_REFERENCE(unfused)(const float *a, const float *b, const float *c, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = fmaf(a[i], b[i], c[i]);
}

XL_VECTOR(void, unfused)(const float *a, const float *b, const float *c, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl), y = xl_f32_load(b + i, vl), z = xl_f32_load(c + i, vl);
#ifdef XL_MUTANT
        xl_f32 v = xl_f32_add(xl_f32_mul(x, y, vl), z, vl);
#else
        xl_f32 v = xl_f32_fma(x, y, z, vl);
#endif
        xl_f32_store(r + i, v, vl);
    }
}
