/* grayscale_u8: the luma of BT.601, full range, in eight bits of fraction.
 * SPDX-License-Identifier: MIT
 */
#include "pixel.h"

XL_KERNEL(grayscale_u8, .summary = "r[i] = (77 red[i] + 150 green[i] + 29 blue[i] + 128) / 256",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(u8, red, 1), XL_IN(u8, green, 1), XL_IN(u8, blue, 1), XL_OUT(u8, r, 1),
                   XL_COUNT})

XL_REFERENCE(grayscale_u8)
(const uint8_t *red, const uint8_t *green, const uint8_t *blue, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)((77 * red[i] + 150 * green[i] + 29 * blue[i] + 128) / 256);
}

/* The sum is below 2^16. */
XL_VEC xl_u16 grayscale_u8_step(const uint8_t *red, const uint8_t *green, const uint8_t *blue,
                                size_t vl)
{
    xl_u16 a = xl_u16_load_widen_u8(red, vl), b = xl_u16_load_widen_u8(green, vl);
    xl_u16 c = xl_u16_load_widen_u8(blue, vl);
    return xl_u16_shr(xl_pixel_mix(128, 77, a, 150, b, 29, c, vl), 8, vl);
}

XL_VECTOR(void, grayscale_u8)
(const uint8_t *red, const uint8_t *green, const uint8_t *blue, uint8_t *r, size_t n)
{
    XL_STRIPS(
        u16, n,
        xl_u16_store_narrow_u8(r + i, grayscale_u8_step(red + i, green + i, blue + i, vl), vl));
}
