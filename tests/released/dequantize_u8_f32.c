/* dequantize_u8_f32: the distance from the zero point, multiplied.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(dequantize_u8_f32, .summary = "r[i] = (a[i] - zero) * scale", .contract = {XL_EXACT},
          .elementwise = 1,
          .args = {XL_IN(u8, a, 1), XL_VALUE(f32, scale), XL_VALUE(u8, zero), XL_OUT(f32, r, 1),
                   XL_COUNT})

XL_REFERENCE(dequantize_u8_f32)(const uint8_t *a, float scale, uint8_t zero, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (float)(a[i] - zero) * scale;
}

XL_VECTOR(void, dequantize_u8_f32)(const uint8_t *a, float scale, uint8_t zero, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_i32 bytes = xl_i32_bits_u32(xl_u32_load_u8(a + i, vl));
        xl_f32 distance = xl_f32_from_i32(xl_i32_sub(bytes, xl_i32_set1(zero, vl), vl), vl);
        xl_f32_store(r + i, xl_f32_mul(distance, xl_f32_set1(scale, vl), vl), vl);
    }
}
