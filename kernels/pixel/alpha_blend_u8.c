/* alpha_blend_u8: one picture over another, each sample with its own opacity.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(alpha_blend_u8, .summary = "r[i] = (over[i] alpha[i] + under[i] (255 - alpha[i])) / 255",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(u8, over, 1), XL_IN(u8, under, 1), XL_IN(u8, alpha, 1), XL_OUT(u8, r, 1),
                   XL_COUNT})

XL_REFERENCE(alpha_blend_u8)
(const uint8_t *over, const uint8_t *under, const uint8_t *alpha, uint8_t *r, size_t n)
{
    /* To nearest: 255 is odd, so there are no ties. */
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)((over[i] * alpha[i] + under[i] * (255 - alpha[i]) + 127) / 255);
}

XL_VEC xl_u16 alpha_blend_u8_step(const uint8_t *over, const uint8_t *under, const uint8_t *alpha,
                                  size_t vl)
{
    xl_u16 a = xl_u16_load_widen_u8(alpha, vl);
    xl_u16 rest = xl_u16_sub(xl_u16_set1(255, vl), a, vl);
    xl_u16 sum = xl_u16_add(xl_u16_mul(xl_u16_load_widen_u8(over, vl), a, vl),
                            xl_u16_mul(xl_u16_load_widen_u8(under, vl), rest, vl), vl);
    /* x / 255 to nearest, for x up to 255 * 255, is (y + y / 256) / 256 with y = x + 128. */
    sum = xl_u16_add(sum, xl_u16_set1(128, vl), vl);
    return xl_u16_shr(xl_u16_add(sum, xl_u16_shr(sum, 8, vl), vl), 8, vl);
}

XL_VECTOR(void, alpha_blend_u8)
(const uint8_t *over, const uint8_t *under, const uint8_t *alpha, uint8_t *r, size_t n)
{
    XL_STRIPS(
        u16, n,
        xl_u16_store_narrow_u8(r + i, alpha_blend_u8_step(over + i, under + i, alpha + i, vl), vl));
}
