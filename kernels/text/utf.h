/* What the kernels between UTF-8 and UTF-16 share: code points for their inputs, and encoders for
 * their references.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_TEXT_UTF_H
#define XL_KERNELS_TEXT_UTF_H

#include "text.h"

/* A code point that is no surrogate: ASCII mostly, or of every length and often at a limit. */
static inline uint32_t xl_utf_random_code(uint64_t *state, bool mostly_ascii)
{
    static const uint32_t limits[] = {0x7f,   0x80,   0x7ff,   0x800,   0xfff,    0xd7ff,
                                      0xe000, 0xffff, 0x10000, 0x103ff, 0x10fc00, 0x10ffff};
    uint32_t random = xl_text_random(state);
    if (mostly_ascii && random % 64)
        return random >> 25;
    if (random & 0x80000000)
        return limits[random / 64 % 12];
    uint32_t code = (random >> 4) % (UINT32_C(1) << (7 + random % 14));
    return code >= 0xd800 && code <= 0xdfff ? code - 0x800 : code;
}

/* The shortest form. Returns its length. */
static inline size_t xl_utf_put8(uint32_t code, uint8_t form[4])
{
    if (code < 0x80) {
        form[0] = (uint8_t)code;
        return 1;
    }
    size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    form[0] = (uint8_t)((0xf00u >> length & 0xff) | code >> (6 * (length - 1)));
    for (size_t k = 1; k < length; k++)
        form[k] = (uint8_t)(0x80 | (code >> (6 * (length - 1 - k)) & 0x3f));
    return length;
}

static inline size_t xl_utf_put16(uint32_t code, uint16_t form[2])
{
    form[0] = (uint16_t)(code < 0x10000 ? code : 0xd800 + ((code - 0x10000) >> 10));
    form[1] = (uint16_t)(0xdc00 | (code & 0x3ff));
    return code < 0x10000 ? 1 : 2;
}

/* Lanes of v from `first` to `last`. */
XL_VEC xl_m32 xl_utf_between(xl_u32 v, uint32_t first, uint32_t last, size_t vl)
{
    xl_u32 place = xl_u32_sub(v, xl_u32_set1(first, vl), vl);
    return xl_u32_le(place, xl_u32_set1(last - first, vl), vl);
}

/* (v & mask) << left */
XL_VEC xl_u32 xl_utf_bits(xl_u32 v, uint32_t mask, unsigned left, size_t vl)
{
    return xl_u32_shl(xl_u32_and(v, xl_u32_set1(mask, vl), vl), left, vl);
}

/* Lanes where one is set and the other is not. */
XL_VEC xl_m32 xl_utf_differ(xl_m32 a, xl_m32 b, size_t vl)
{
    xl_m32 both = xl_m32_and(a, b, vl);
    return xl_m32_and(xl_m32_or(a, b, vl), xl_m32_not(both, vl), vl);
}

#endif
