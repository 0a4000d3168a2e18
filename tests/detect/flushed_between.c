/* Accused where f32 subnormals are flushed, although inputs and results are normal numbers: the
 * difference is none. Elsewhere it is right.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(flushed_between, .summary = "r[i] = (a[i] - b[i]) * 2^30",
          .contract = {XL_ULP, .ulp = 1.0},
          .args = {XL_IN_RANGE(f32, a, 1, 0x1p-126, 0x1p-125),
                   XL_IN_RANGE(f32, b, 1, 0x1p-126, 0x1p-125), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(flushed_between)(const float *a, const float *b, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = ((double)a[i] - b[i]) * 0x1p30;
}

XL_VECTOR(void, flushed_between)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 d = xl_f32_sub(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl);
        xl_f32_store(r + i, xl_f32_mul(d, xl_f32_set1(0x1p30f, vl), vl), vl);
    }
}
