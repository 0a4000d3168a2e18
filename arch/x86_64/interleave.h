/* Interleaved memory in SSE2 to AVX-512.
 * SPDX-License-Identifier: MIT
 *
 * The ISA's header defines xl_x86_load_apart and xl_x86_store_apart, to which each next 128 bits are `stride` bytes further
 * on in memory, and xl_x86_each, the same 128 bits over and over. All else works within each 128 bits.
 */
#ifndef XL_ARCH_X86_64_INTERLEAVE_H
#define XL_ARCH_X86_64_INTERLEAVE_H

#include "../thirds.h"

/* Of lanes of two vectors, those with even numbers and those with odd ones. Packs saturate, which what has been shifted
 * down is safe from. */
XL_VEC xl_x86 xl_x86_odd8(xl_x86 v, xl_x86 w)
{
    return XL_X86(packus_epi16)(XL_X86(srli_epi16)(v, 8), XL_X86(srli_epi16)(w, 8));
}
XL_VEC xl_x86 xl_x86_even8(xl_x86 v, xl_x86 w)
{
    return xl_x86_odd8(XL_X86(slli_epi16)(v, 8), XL_X86(slli_epi16)(w, 8));
}
XL_VEC xl_x86 xl_x86_odd16(xl_x86 v, xl_x86 w)
{
    return XL_X86(packs_epi32)(XL_X86(srai_epi32)(v, 16), XL_X86(srai_epi32)(w, 16));
}
XL_VEC xl_x86 xl_x86_even16(xl_x86 v, xl_x86 w)
{
    return xl_x86_odd16(XL_X86(slli_epi32)(v, 16), XL_X86(slli_epi32)(w, 16));
}
XL_VEC xl_x86 xl_x86_odd32(xl_x86 v, xl_x86 w)
{
    return XL_X86(unpackhi_epi64)(XL_X86(shuffle_epi32)(v, XL_X86_ORDER(0xd8)), XL_X86(shuffle_epi32)(w, XL_X86_ORDER(0xd8)));
}
XL_VEC xl_x86 xl_x86_even32(xl_x86 v, xl_x86 w)
{
    return XL_X86(unpacklo_epi64)(XL_X86(shuffle_epi32)(v, XL_X86_ORDER(0xd8)), XL_X86(shuffle_epi32)(w, XL_X86_ORDER(0xd8)));
}

#ifdef __SSSE3__
/* Each byte comes from one of three vectors. PSHUFB gives 0 for an index of 128 and more. */
XL_VEC xl_x86 xl_x86_third(xl_x86 v0, xl_x86 v1, xl_x86 v2, const uint8_t *order)
{
    xl_x86 from = xl_x86_each(_mm_loadu_si128((const __m128i *)order)), above = XL_X86(set1_epi8)(0x70);
    xl_x86 from1 = XL_X86(sub_epi8)(from, XL_X86(set1_epi8)(16)), from2 = XL_X86(sub_epi8)(from, XL_X86(set1_epi8)(32));
    return XL_X86(shuffle_epi8)(v0, XL_X86(adds_epu8)(from, above)) |
           XL_X86(shuffle_epi8)(v1, XL_X86(adds_epu8)(from1, above)) |
           XL_X86(shuffle_epi8)(v2, XL_X86(adds_epu8)(from2, above));
}
#endif

#define XL_HAS_INTERLEAVE2
#define XL_HAS_INTERLEAVE3
#define XL_HAS_INTERLEAVE4

#define XL_T u8
#define XL_W 8
#include "interleave_lanes.h"

#define XL_T u16
#define XL_W 16
#include "interleave_lanes.h"

#define XL_T u32
#define XL_W 32
#include "interleave_lanes.h"

#endif
