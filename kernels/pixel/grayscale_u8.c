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

XL_VECTOR(void, grayscale_u8)
(const uint8_t *red, const uint8_t *green, const uint8_t *blue, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 a = xl_pixel_load(red + i, vl), b = xl_pixel_load(green + i, vl);
        xl_i32 c = xl_pixel_load(blue + i, vl);
        xl_pixel_store(r + i, xl_pixel_mix(128, 77, a, 150, b, 29, c, vl), 8, vl);
    }
}
