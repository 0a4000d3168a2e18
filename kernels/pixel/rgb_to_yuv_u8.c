/* rgb_to_yuv_u8: ITU-R BT.601, studio range (Y 16 to 235, U and V 16 to 240), in eight bits of
 * fraction.
 * SPDX-License-Identifier: MIT
 */
#include "pixel.h"

XL_KERNEL(rgb_to_yuv_u8, .summary = "y, u, v of BT.601 in studio range from red, green, blue",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1,
          .args = {XL_IN(u8, red, 1), XL_IN(u8, green, 1), XL_IN(u8, blue, 1), XL_OUT(u8, y, 1),
                   XL_OUT(u8, u, 1), XL_OUT(u8, v, 1), XL_COUNT})

XL_REFERENCE(rgb_to_yuv_u8)
(const uint8_t *red, const uint8_t *green, const uint8_t *blue, uint8_t *y, uint8_t *u, uint8_t *v,
 size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int r = red[i], g = green[i], b = blue[i];
        y[i] = (uint8_t)(((66 * r + 129 * g + 25 * b + 128) >> 8) + 16);
        u[i] = (uint8_t)(((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128);
        v[i] = (uint8_t)(((112 * r - 94 * g - 18 * b + 128) >> 8) + 128);
    }
}

/* Each sum starts at its rounding and its offset, and is then from 0 to 2^16: the negative products
 * wrap. */
XL_VEC void rgb_to_yuv_u8_step(const uint8_t *red, const uint8_t *green, const uint8_t *blue,
                               uint8_t *y, uint8_t *u, uint8_t *v, size_t vl)
{
    const uint16_t dark = 128 + (16 << 8), middle = 128 + (128 << 8);
    xl_u16 r = xl_u16_load_widen_u8(red, vl), g = xl_u16_load_widen_u8(green, vl);
    xl_u16 b = xl_u16_load_widen_u8(blue, vl);
    xl_u16 luma = xl_pixel_mix(dark, 66, r, 129, g, 25, b, vl);
    xl_u16 blueness = xl_pixel_mix(middle, -38, r, -74, g, 112, b, vl);
    xl_u16 redness = xl_pixel_mix(middle, 112, r, -94, g, -18, b, vl);
    xl_u16_store_narrow_u8(y, xl_u16_shr(luma, 8, vl), vl);
    xl_u16_store_narrow_u8(u, xl_u16_shr(blueness, 8, vl), vl);
    xl_u16_store_narrow_u8(v, xl_u16_shr(redness, 8, vl), vl);
}

XL_VECTOR(void, rgb_to_yuv_u8)
(const uint8_t *red, const uint8_t *green, const uint8_t *blue, uint8_t *y, uint8_t *u, uint8_t *v,
 size_t n)
{
    XL_STRIPS(u16, n, rgb_to_yuv_u8_step(red + i, green + i, blue + i, y + i, u + i, v + i, vl));
}
