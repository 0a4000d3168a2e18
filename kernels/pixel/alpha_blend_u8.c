/* alpha_blend_u8: one picture over another, each sample with its own opacity.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"
#include "native.h"

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

#if XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512
/* Half of the samples of each 128 bits: `both` has over and under in turns, less 128, so that
 * PMADDUBSW's sums stay below 2^15; the weights are alpha and 255 - alpha. */
XL_VEC xl_x86 alpha_blend_u8_half(xl_x86 weights, xl_x86 both)
{
    /* x / 255 to nearest, for x up to 255 * 255, is (y + y / 256) / 256 with y = x + 128. */
    const xl_x86 back = XL_X86(set1_epi16)((short)(128 * 255 + 128));
    xl_x86 y = XL_X86(add_epi16)(XL_X86(maddubs_epi16)(weights, both), back);
    return XL_X86(srli_epi16)(XL_X86(add_epi16)(y, XL_X86(srli_epi16)(y, 8)), 8);
}

XL_VEC xl_u8 alpha_blend_u8_step(xl_u8 over, xl_u8 under, xl_u8 alpha, size_t vl)
{
    const xl_x86 a = (xl_x86)alpha, rest = (xl_x86)xl_u8_not(alpha, vl);
    const xl_x86 o = (xl_x86)xl_u8_xor_s(over, 0x80, vl), u = (xl_x86)xl_u8_xor_s(under, 0x80, vl);
    return (xl_u8)XL_X86(packus_epi16)(
        alpha_blend_u8_half(XL_X86(unpacklo_epi8)(a, rest), XL_X86(unpacklo_epi8)(o, u)),
        alpha_blend_u8_half(XL_X86(unpackhi_epi8)(a, rest), XL_X86(unpackhi_epi8)(o, u)));
}
#elif XL_ON_NEON
XL_VEC uint8x8_t alpha_blend_u8_half(uint8x8_t over, uint8x8_t under, uint8x8_t alpha)
{
    uint16x8_t sum = vmlal_u8(vmull_u8(over, alpha), under, vmvn_u8(alpha));
    return vraddhn_u16(sum, vrshrq_n_u16(sum, 8));
}

XL_VEC xl_u8 alpha_blend_u8_step(xl_u8 over, xl_u8 under, xl_u8 alpha, size_t vl)
{
    (void)vl;
    return vcombine_u8(
        alpha_blend_u8_half(vget_low_u8(over), vget_low_u8(under), vget_low_u8(alpha)),
        alpha_blend_u8_half(vget_high_u8(over), vget_high_u8(under), vget_high_u8(alpha)));
}
#else
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
#endif

XL_VECTOR(void, alpha_blend_u8)
(const uint8_t *over, const uint8_t *under, const uint8_t *alpha, uint8_t *r, size_t n)
{
#if XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512 || XL_ON_NEON
    XL_STRIPS(u8, n,
              xl_u8_store(r + i,
                          alpha_blend_u8_step(xl_u8_load(over + i, vl), xl_u8_load(under + i, vl),
                                              xl_u8_load(alpha + i, vl), vl),
                          vl));
#else
    XL_STRIPS(
        u16, n,
        xl_u16_store_narrow_u8(r + i, alpha_blend_u8_step(over + i, under + i, alpha + i, vl), vl));
#endif
}
