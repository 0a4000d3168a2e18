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

/* whole + (x a + y b + z c + 128) / 256, rounded down, within 0 and 255. */
XL_VEC void xl_yuv_store(uint8_t *p, xl_i16 whole, xl_u16 parts, size_t vl)
{
    xl_i16 part = xl_i16_shr(xl_i16_bitcast_u16(parts), 8, vl), v = xl_i16_add(whole, part, vl);
    v = xl_i16_min(xl_i16_max(v, xl_i16_set1(0, vl), vl), xl_i16_set1(255, vl), vl);
    xl_u16_store_narrow_u8(p, xl_u16_bitcast_i16(v), vl);
}

/* Multiples of 256 are taken out of the factors, so that the rest of each sum fits in 16 bits: 298
 * is 256 + 42, 409 is 256 + 153, -208 is -256 + 48, and 516 is 512 + 4. */
XL_VEC void yuv_to_rgb_u8_step(const uint8_t *y, const uint8_t *u, const uint8_t *v, uint8_t *red,
                               uint8_t *green, uint8_t *blue, size_t vl)
{
    xl_u16 middle = xl_u16_set1(128, vl);
    xl_u16 c = xl_u16_sub(xl_u16_load_widen_u8(y, vl), xl_u16_set1(16, vl), vl);
    xl_u16 d = xl_u16_sub(xl_u16_load_widen_u8(u, vl), middle, vl);
    xl_u16 e = xl_u16_sub(xl_u16_load_widen_u8(v, vl), middle, vl);
    xl_i16 c1 = xl_i16_bitcast_u16(c), d1 = xl_i16_bitcast_u16(d), e1 = xl_i16_bitcast_u16(e);
    xl_yuv_store(red, xl_i16_add(c1, e1, vl), xl_pixel_mix(128, 42, c, 0, d, 153, e, vl), vl);
    xl_yuv_store(green, xl_i16_sub(c1, e1, vl), xl_pixel_mix(128, 42, c, -100, d, 48, e, vl), vl);
    xl_yuv_store(blue, xl_i16_add(c1, xl_i16_add(d1, d1, vl), vl),
                 xl_pixel_mix(128, 42, c, 4, d, 0, e, vl), vl);
}

XL_VECTOR(void, yuv_to_rgb_u8)
(const uint8_t *y, const uint8_t *u, const uint8_t *v, uint8_t *red, uint8_t *green, uint8_t *blue,
 size_t n)
{
    XL_STRIPS(u16, n, yuv_to_rgb_u8_step(y + i, u + i, v + i, red + i, green + i, blue + i, vl));
}
