/* The own instructions of SSE2 to AVX-512 for groups of arch/generic.h that move lanes.
 * SPDX-License-Identifier: MIT
 *
 * The ISA's header defines XL_X86_BITS, the width; XL_X86(op), the intrinsic of an operation; xl_x86, the vector;
 * XL_X86_FROM(T) and XL_X86_TO(T), which see a vector of T as one, and one as that; xl_x86_load and xl_x86_store, to
 * which each next 128 bits are `stride` bytes further on in memory; xl_x86_each, the same 128 bits over and over; and
 * xl_x86_turned, a vector's 128 bits from the last to the first. All else works within each 128 bits.
 */
#ifndef XL_ARCH_X86_64_PERMUTE_H
#define XL_ARCH_X86_64_PERMUTE_H

#include "../thirds.h"

enum { XL_X86_BYTES = XL_X86_BITS / 8 };

/* All lanes; of fewer than that, the first vl come out last, and are taken from there. */
#define XL_X86_REVERSE(T, W)                                                                                           \
    XL_VEC xl_##T xl_##T##_reverse(xl_##T a, size_t vl)                                                                \
    {                                                                                                                  \
        xl_x86 v = xl_x86_turned(xl_x86_reversed##W(XL_X86_FROM(T)(a)));                                               \
        if (vl < XL_X86_BITS / W) {                                                                                    \
            uint8_t buffer[2 * XL_X86_BYTES] = {0};                                                                    \
            xl_x86_store(buffer, v, 16);                                                                               \
            v = xl_x86_load(buffer + XL_X86_BYTES - vl * (W / 8), 16);                                                 \
        }                                                                                                              \
        return XL_X86_TO(T)(v);                                                                                        \
    }

#ifndef XL_HAS_REVERSE
#define XL_HAS_REVERSE
XL_VEC xl_x86 xl_x86_reversed64(xl_x86 v) { return XL_X86(shuffle_epi32)(v, XL_X86_ORDER(0x4e)); }
XL_VEC xl_x86 xl_x86_reversed32(xl_x86 v) { return XL_X86(shuffle_epi32)(v, XL_X86_ORDER(0x1b)); }
XL_VEC xl_x86 xl_x86_reversed16(xl_x86 v)
{
    return xl_x86_reversed64(XL_X86(shufflehi_epi16)(XL_X86(shufflelo_epi16)(v, 0x1b), 0x1b));
}
XL_VEC xl_x86 xl_x86_reversed8(xl_x86 v)
{
    v = xl_x86_reversed16(v);
    return XL_X86(slli_epi16)(v, 8) | XL_X86(srli_epi16)(v, 8);
}
XL_X86_REVERSE(f32, 32)
XL_X86_REVERSE(f64, 64)
XL_X86_REVERSE(i8, 8)
XL_X86_REVERSE(i16, 16)
XL_X86_REVERSE(i32, 32)
XL_X86_REVERSE(i64, 64)
XL_X86_REVERSE(u8, 8)
XL_X86_REVERSE(u16, 16)
XL_X86_REVERSE(u32, 32)
XL_X86_REVERSE(u64, 64)
#endif

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

#define XL_X86_THIRDS(NAME, W)                                                                                         \
    XL_VEC void xl_x86_##NAME##W(xl_x86 *a, xl_x86 *b, xl_x86 *c)                                                      \
    {                                                                                                                  \
        xl_x86 v0 = *a, v1 = *b, v2 = *c;                                                                              \
        *a = xl_x86_third(v0, v1, v2, xl_thirds_##NAME##W[0]);                                                         \
        *b = xl_x86_third(v0, v1, v2, xl_thirds_##NAME##W[1]);                                                         \
        *c = xl_x86_third(v0, v1, v2, xl_thirds_##NAME##W[2]);                                                         \
    }
XL_X86_THIRDS(loaded, 8)
XL_X86_THIRDS(loaded, 16)
XL_X86_THIRDS(loaded, 32)
XL_X86_THIRDS(stored, 8)
XL_X86_THIRDS(stored, 16)
XL_X86_THIRDS(stored, 32)
#else
/* Interleaving the halves of the 3L lanes of three vectors moves lane i to 2i modulo 3L - 1; so many times over that
 * 2 * 2 * ... is L, to Li, which is j for i = 3j, L + j for 3j + 1 and 2L + j for 3j + 2. Taking out even and odd lanes
 * undoes it. */
#define XL_X86_THIRDS(W)                                                                                               \
    XL_VEC void xl_x86_loaded##W(xl_x86 *a, xl_x86 *b, xl_x86 *c)                                                      \
    {                                                                                                                  \
        for (int step = 1; step < 128 / W; step *= 2) {                                                                \
            xl_x86 v0 = *a, v1 = *b, v2 = *c;                                                                          \
            *a = XL_X86(unpacklo_epi##W)(v0, XL_X86(unpackhi_epi64)(v1, v1));                                          \
            *b = XL_X86(unpacklo_epi##W)(XL_X86(unpackhi_epi64)(v0, v0), v2);                                          \
            *c = XL_X86(unpacklo_epi##W)(v1, XL_X86(unpackhi_epi64)(v2, v2));                                          \
        }                                                                                                              \
    }                                                                                                                  \
    XL_VEC void xl_x86_stored##W(xl_x86 *a, xl_x86 *b, xl_x86 *c)                                                      \
    {                                                                                                                  \
        for (int step = 1; step < 128 / W; step *= 2) {                                                                \
            xl_x86 v0 = *a, v1 = *b, v2 = *c;                                                                          \
            *a = xl_x86_even##W(v0, v1);                                                                               \
            *b = XL_X86(unpacklo_epi64)(xl_x86_even##W(v2, v2), xl_x86_odd##W(v0, v0));                                \
            *c = xl_x86_odd##W(v1, v2);                                                                                \
        }                                                                                                              \
    }
XL_X86_THIRDS(8)
XL_X86_THIRDS(16)
XL_X86_THIRDS(32)
#endif

/* Vector K of N: each 128 bits of the N have bytes that follow one another. A partial strip takes its way through a
 * buffer. */
#define XL_X86_LOAD(K, N) xl_x86_load(from + 16 * K, 16 * N)
#define XL_X86_STORE(K, N, V) xl_x86_store(to + 16 * K, V, 16 * N)
#define XL_X86_INTERLEAVED(T, W)                                                                                       \
    XL_VEC void xl_##T##_load2(const xl_e_##T *p, xl_##T *a, xl_##T *b, size_t vl)                                     \
    {                                                                                                                  \
        uint8_t buffer[2 * XL_X86_BYTES] = {0};                                                                        \
        const uint8_t *from = (const uint8_t *)(vl == XL_X86_BITS / W ? p : memcpy(buffer, p, 2 * vl * sizeof *p));    \
        xl_x86 v0 = XL_X86_LOAD(0, 2), v1 = XL_X86_LOAD(1, 2);                                                         \
        *a = xl_x86_even##W(v0, v1), *b = xl_x86_odd##W(v0, v1);                                                       \
    }                                                                                                                  \
    XL_VEC void xl_##T##_load3(const xl_e_##T *p, xl_##T *a, xl_##T *b, xl_##T *c, size_t vl)                          \
    {                                                                                                                  \
        uint8_t buffer[3 * XL_X86_BYTES] = {0};                                                                        \
        const uint8_t *from = (const uint8_t *)(vl == XL_X86_BITS / W ? p : memcpy(buffer, p, 3 * vl * sizeof *p));    \
        *a = XL_X86_LOAD(0, 3), *b = XL_X86_LOAD(1, 3), *c = XL_X86_LOAD(2, 3);                                        \
        xl_x86_loaded##W(a, b, c);                                                                                     \
    }                                                                                                                  \
    XL_VEC void xl_##T##_load4(const xl_e_##T *p, xl_##T *a, xl_##T *b, xl_##T *c, xl_##T *d, size_t vl)               \
    {                                                                                                                  \
        uint8_t buffer[4 * XL_X86_BYTES] = {0};                                                                        \
        const uint8_t *from = (const uint8_t *)(vl == XL_X86_BITS / W ? p : memcpy(buffer, p, 4 * vl * sizeof *p));    \
        xl_x86 v0 = XL_X86_LOAD(0, 4), v1 = XL_X86_LOAD(1, 4), v2 = XL_X86_LOAD(2, 4), v3 = XL_X86_LOAD(3, 4);         \
        xl_x86 ac0 = xl_x86_even##W(v0, v1), ac1 = xl_x86_even##W(v2, v3);                                             \
        xl_x86 bd0 = xl_x86_odd##W(v0, v1), bd1 = xl_x86_odd##W(v2, v3);                                               \
        *a = xl_x86_even##W(ac0, ac1), *c = xl_x86_odd##W(ac0, ac1);                                                   \
        *b = xl_x86_even##W(bd0, bd1), *d = xl_x86_odd##W(bd0, bd1);                                                   \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store2(xl_e_##T *p, xl_##T a, xl_##T b, size_t vl)                                            \
    {                                                                                                                  \
        uint8_t buffer[2 * XL_X86_BYTES], *to = vl == XL_X86_BITS / W ? (uint8_t *)p : buffer;                         \
        XL_X86_STORE(0, 2, XL_X86(unpacklo_epi##W)(a, b));                                                             \
        XL_X86_STORE(1, 2, XL_X86(unpackhi_epi##W)(a, b));                                                             \
        if (vl < XL_X86_BITS / W)                                                                                      \
            memcpy(p, buffer, 2 * vl * sizeof *p);                                                                     \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store3(xl_e_##T *p, xl_##T a, xl_##T b, xl_##T c, size_t vl)                                  \
    {                                                                                                                  \
        uint8_t buffer[3 * XL_X86_BYTES], *to = vl == XL_X86_BITS / W ? (uint8_t *)p : buffer;                         \
        xl_x86_stored##W(&a, &b, &c);                                                                                  \
        XL_X86_STORE(0, 3, a);                                                                                         \
        XL_X86_STORE(1, 3, b);                                                                                         \
        XL_X86_STORE(2, 3, c);                                                                                         \
        if (vl < XL_X86_BITS / W)                                                                                      \
            memcpy(p, buffer, 3 * vl * sizeof *p);                                                                     \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store4(xl_e_##T *p, xl_##T a, xl_##T b, xl_##T c, xl_##T d, size_t vl)                        \
    {                                                                                                                  \
        uint8_t buffer[4 * XL_X86_BYTES], *to = vl == XL_X86_BITS / W ? (uint8_t *)p : buffer;                         \
        xl_x86 ac0 = XL_X86(unpacklo_epi##W)(a, c), ac1 = XL_X86(unpackhi_epi##W)(a, c);                               \
        xl_x86 bd0 = XL_X86(unpacklo_epi##W)(b, d), bd1 = XL_X86(unpackhi_epi##W)(b, d);                               \
        XL_X86_STORE(0, 4, XL_X86(unpacklo_epi##W)(ac0, bd0));                                                         \
        XL_X86_STORE(1, 4, XL_X86(unpackhi_epi##W)(ac0, bd0));                                                         \
        XL_X86_STORE(2, 4, XL_X86(unpacklo_epi##W)(ac1, bd1));                                                         \
        XL_X86_STORE(3, 4, XL_X86(unpackhi_epi##W)(ac1, bd1));                                                         \
        if (vl < XL_X86_BITS / W)                                                                                      \
            memcpy(p, buffer, 4 * vl * sizeof *p);                                                                     \
    }
#define XL_HAS_INTERLEAVE2
#define XL_HAS_INTERLEAVE3
#define XL_HAS_INTERLEAVE4
XL_X86_INTERLEAVED(u8, 8)
XL_X86_INTERLEAVED(u16, 16)
XL_X86_INTERLEAVED(u32, 32)

#endif
