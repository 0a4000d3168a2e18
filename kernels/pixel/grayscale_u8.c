/* grayscale_u8: the luma of BT.601, full range, in eight bits of fraction.
 * SPDX-License-Identifier: MIT
 */
#include "native.h"
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

#if XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512
/* PMADDUBSW adds two products, of which neither weight may be above 127, nor the sum above 2^15:
 * green has two of them. Unpack and pack work within each 128 bits. */
XL_VEC xl_u8 grayscale_u8_step(xl_u8 red, xl_u8 green, xl_u8 blue, size_t vl)
{
    const xl_x86 first = XL_X86(set1_epi16)(77 | 51 << 8),
                 second = XL_X86(set1_epi16)(99 | 29 << 8);
    const xl_x86 half = XL_X86(set1_epi16)(128), r = (xl_x86)red, g = (xl_x86)green;
    const xl_x86 b = (xl_x86)blue;
    (void)vl;
    xl_x86 low = XL_X86(add_epi16)(XL_X86(maddubs_epi16)(XL_X86(unpacklo_epi8)(r, g), first),
                                   XL_X86(maddubs_epi16)(XL_X86(unpacklo_epi8)(g, b), second));
    xl_x86 high = XL_X86(add_epi16)(XL_X86(maddubs_epi16)(XL_X86(unpackhi_epi8)(r, g), first),
                                    XL_X86(maddubs_epi16)(XL_X86(unpackhi_epi8)(g, b), second));
    low = XL_X86(srli_epi16)(XL_X86(add_epi16)(low, half), 8);
    high = XL_X86(srli_epi16)(XL_X86(add_epi16)(high, half), 8);
    return (xl_u8)XL_X86(packus_epi16)(low, high);
}
#elif XL_ON_NEON
XL_VEC uint8x8_t grayscale_u8_half(uint8x8_t red, uint8x8_t green, uint8x8_t blue)
{
    uint16x8_t sum = vmlal_u8(vmull_u8(red, vdup_n_u8(77)), green, vdup_n_u8(150));
    return vrshrn_n_u16(vmlal_u8(sum, blue, vdup_n_u8(29)), 8);
}

XL_VEC xl_u8 grayscale_u8_step(xl_u8 red, xl_u8 green, xl_u8 blue, size_t vl)
{
    (void)vl;
    return vcombine_u8(
        grayscale_u8_half(vget_low_u8(red), vget_low_u8(green), vget_low_u8(blue)),
        grayscale_u8_half(vget_high_u8(red), vget_high_u8(green), vget_high_u8(blue)));
}
#else
/* The sum is below 2^16. */
XL_VEC xl_u16 grayscale_u8_step(const uint8_t *red, const uint8_t *green, const uint8_t *blue,
                                size_t vl)
{
    xl_u16 a = xl_u16_load_widen_u8(red, vl), b = xl_u16_load_widen_u8(green, vl);
    xl_u16 c = xl_u16_load_widen_u8(blue, vl);
    return xl_u16_shr(xl_pixel_mix(128, 77, a, 150, b, 29, c, vl), 8, vl);
}
#endif

XL_VECTOR(void, grayscale_u8)
(const uint8_t *red, const uint8_t *green, const uint8_t *blue, uint8_t *r, size_t n)
{
#if XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512 || XL_ON_NEON
    XL_STRIPS(u8, n,
              xl_u8_store(r + i,
                          grayscale_u8_step(xl_u8_load(red + i, vl), xl_u8_load(green + i, vl),
                                            xl_u8_load(blue + i, vl), vl),
                          vl));
#else
    XL_STRIPS(
        u16, n,
        xl_u16_store_narrow_u8(r + i, grayscale_u8_step(red + i, green + i, blue + i, vl), vl));
#endif
}
