/* fma_f32: a * b + c, rounded once.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(fma_f32, .summary = "r[i] = a[i] * b[i] + c[i], fused",
          .contract = {XL_EXACT, .rounding = 1}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_IN(f32, c, 1), XL_OUT(f32, r, 1),
                   XL_COUNT})

XL_REFERENCE(fma_f32)(const float *a, const float *b, const float *c, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = fmaf(a[i], b[i], c[i]);
}

XL_VECTOR(void, fma_f32)(const float *a, const float *b, const float *c, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 sum =
            xl_f32_fma(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), xl_f32_load(c + i, vl), vl);
        xl_f32_store(r + i, sum, vl);
    }
}
