/* quantize_f32_u8: multiplied, rounded to nearest even, moved by the zero point, held between 0 and
 * 255; a NaN gives the zero point.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(quantize_f32_u8, .summary = "r[i] = rint(a[i] * scale) + zero, clamped; NaN gives zero",
          .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(f32, a, 1), XL_VALUE_RANGE(f32, scale, -1000, 1000), XL_VALUE(u8, zero),
                   XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(quantize_f32_u8)(const float *a, float scale, uint8_t zero, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        float product = a[i] * scale;
        double whole = isnan(product) ? zero : (double)rintf(product) + zero;
        r[i] = (uint8_t)fmax(0, fmin(255, whole));
    }
}

XL_VECTOR(void, quantize_f32_u8)(const float *a, float scale, uint8_t zero, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 product = xl_f32_mul(xl_f32_load(a + i, vl), xl_f32_set1(scale, vl), vl);
        xl_i32 whole = xl_i32_from_f32_rint(product, vl), zeros = xl_i32_set1(zero, vl);
        /* Clamped before the sum, which would wrap. */
        whole = xl_i32_max(whole, xl_i32_set1(-zero, vl), vl);
        whole = xl_i32_min(whole, xl_i32_set1(255 - zero, vl), vl);
        xl_i32_store_i8((int8_t *)r + i, xl_i32_add(whole, zeros, vl), vl);
    }
}
