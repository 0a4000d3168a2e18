/* yuv_to_rgb_u8: ITU-R BT.601 from studio range, in eight bits of fraction; what is out of range is
 * clamped.
 * SPDX-License-Identifier: MIT
 */
#include "pixel.h"

XL_KERNEL(yuv_to_rgb_u8, .summary = "red, green, blue from y, u, v of BT.601 in studio range",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1,
          .args = {XL_IN(u8, y, 1), XL_IN(u8, u, 1), XL_IN(u8, v, 1), XL_OUT(u8, red, 1),
                   XL_OUT(u8, green, 1), XL_OUT(u8, blue, 1), XL_COUNT})

XL_REFERENCE(yuv_to_rgb_u8)
(const uint8_t *y, const uint8_t *u, const uint8_t *v, uint8_t *red, uint8_t *green, uint8_t *blue,
 size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int c = y[i] - 16, d = u[i] - 128, e = v[i] - 128;
        red[i] = xl_pixel_clamp((298 * c + 409 * e + 128) >> 8);
        green[i] = xl_pixel_clamp((298 * c - 100 * d - 208 * e + 128) >> 8);
        blue[i] = xl_pixel_clamp((298 * c + 516 * d + 128) >> 8);
    }
}

XL_VECTOR(void, yuv_to_rgb_u8)
(const uint8_t *y, const uint8_t *u, const uint8_t *v, uint8_t *red, uint8_t *green, uint8_t *blue,
 size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 middle = xl_i32_set1(128, vl);
        xl_i32 c = xl_i32_sub(xl_pixel_load(y + i, vl), xl_i32_set1(16, vl), vl);
        xl_i32 d = xl_i32_sub(xl_pixel_load(u + i, vl), middle, vl);
        xl_i32 e = xl_i32_sub(xl_pixel_load(v + i, vl), middle, vl);
        xl_pixel_store(red + i, xl_pixel_mix(128, 298, c, 0, d, 409, e, vl), 8, vl);
        xl_pixel_store(green + i, xl_pixel_mix(128, 298, c, -100, d, -208, e, vl), 8, vl);
        xl_pixel_store(blue + i, xl_pixel_mix(128, 298, c, 516, d, 0, e, vl), 8, vl);
    }
}
