/* Well-formed UTF-8: what its kernels are tried with, the reference, and the lanes' verdict.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_TEXT_UTF8_H
#define XL_KERNELS_TEXT_UTF8_H

#include "text.h"

/* The UTF-8 form of a code point. Returns its length. */
static inline size_t xl_utf8_encode(uint32_t code, uint8_t form[4])
{
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t k = length - 1; k > 0; k--, code >>= 6)
        form[k] = (uint8_t)(0x80 | (code & 0x3f));
    form[0] = (uint8_t)(lead[length] | code);
    return length;
}

/* Characters of all lengths, half of them at a limit. The last may be cut off. */
static inline void xl_utf8_fill(void *elements, size_t count, uint64_t seed)
{
    static const uint32_t limits[] = {0,       0x7f,    0x80,     0x7ff,   0x800,   0xfff,
                                      0x1000,  0xd7ff,  0xe000,   0xffff,  0x10000, 0x3ffff,
                                      0x40000, 0xfffff, 0x100000, 0x10ffff};
    uint8_t *p = elements, form[4];
    uint64_t state = seed;
    if (xl_text_leaves(seed))
        return;
    for (size_t i = 0, length; i < count; i += length) {
        uint32_t random = xl_text_random(&state);
        uint32_t code = (random >> 4) % (UINT32_C(1) << (7 + random % 14));
        bool surrogate = code >= 0xd800 && code <= 0xdfff;
        length = xl_utf8_encode(random & 0x80000000 || surrogate ? limits[random / 16 % 16] : code,
                                form);
        memcpy(p + i, form, length < count - i ? length : count - i);
    }
    xl_text_spoil(p, count, seed);
}

/* Table 3-7 of the Unicode standard: the least and the greatest of each byte of a character. */
static inline size_t xl_utf8_character(const uint8_t *p, size_t n)
{
    static const struct {
        size_t length;
        uint8_t range[4][2];
    } forms[] = {
        {1, {{0x00, 0x7f}}},
        {2, {{0xc2, 0xdf}, {0x80, 0xbf}}},
        {3, {{0xe0, 0xe0}, {0xa0, 0xbf}, {0x80, 0xbf}}},
        {3, {{0xe1, 0xec}, {0x80, 0xbf}, {0x80, 0xbf}}},
        {3, {{0xed, 0xed}, {0x80, 0x9f}, {0x80, 0xbf}}},
        {3, {{0xee, 0xef}, {0x80, 0xbf}, {0x80, 0xbf}}},
        {4, {{0xf0, 0xf0}, {0x90, 0xbf}, {0x80, 0xbf}, {0x80, 0xbf}}},
        {4, {{0xf1, 0xf3}, {0x80, 0xbf}, {0x80, 0xbf}, {0x80, 0xbf}}},
        {4, {{0xf4, 0xf4}, {0x80, 0x8f}, {0x80, 0xbf}, {0x80, 0xbf}}},
    };
    for (size_t form = 0; form < sizeof forms / sizeof forms[0]; form++) {
        size_t length = forms[form].length, k = 0;
        while (k < length && k < n && p[k] >= forms[form].range[k][0] &&
               p[k] <= forms[form].range[k][1])
            k++;
        if (k == length)
            return length;
    }
    return 0;
}

/* How many bytes are well-formed before the first character that is not. */
static inline size_t xl_utf8_valid_bytes(const uint8_t *p, size_t n)
{
    size_t at = 0, length;
    while (at < n && (length = xl_utf8_character(p + at, n - at)) != 0)
        at += length;
    return at;
}

XL_VEC xl_m8 xl_utf8_from(xl_u8 v, uint8_t least, size_t vl)
{
    return xl_u8_le(xl_u8_set1(least, vl), v, vl);
}

/* Byte `lead`, then one that is at least `limit`, where that is wrong; or below, where it must not
 * be. */
XL_VEC xl_m8 xl_utf8_pair(xl_u8 before, uint8_t lead, xl_m8 wrong, size_t vl)
{
    return xl_m8_and(xl_u8_eq(before, xl_u8_set1(lead, vl), vl), wrong, vl);
}

/* The lanes of a strip at which the bytes up to there cannot begin any well-formed text, if those
 * before can. `p` has three bytes before it. */
XL_VEC xl_m8 xl_utf8_wrong(const uint8_t *p, size_t vl)
{
    xl_u8 byte = xl_u8_load(p, vl), before = xl_u8_load(p - 1, vl);
    xl_u8 second = xl_u8_load(p - 2, vl), third = xl_u8_load(p - 3, vl);
    xl_m8 wanted = xl_m8_or(xl_utf8_from(before, 0xc0, vl), xl_utf8_from(second, 0xe0, vl), vl);
    wanted = xl_m8_or(wanted, xl_utf8_from(third, 0xf0, vl), vl);
    xl_u8 top = xl_u8_and(byte, xl_u8_set1(0xc0, vl), vl);
    xl_m8 follows = xl_u8_eq(top, xl_u8_set1(0x80, vl), vl);
    xl_m8 wrong = xl_m8_and(wanted, xl_m8_not(follows, vl), vl);
    wrong = xl_m8_or(wrong, xl_m8_and(follows, xl_m8_not(wanted, vl), vl), vl);

    /* C0, C1 and F5 on never occur. */
    xl_u8 even = xl_u8_and(byte, xl_u8_set1(0xfe, vl), vl);
    wrong = xl_m8_or(wrong, xl_u8_eq(even, xl_u8_set1(0xc0, vl), vl), vl);
    wrong = xl_m8_or(wrong, xl_utf8_from(byte, 0xf5, vl), vl);

    /* Not the shortest form, a surrogate, above U+10FFFF. */
    xl_m8 from90 = xl_utf8_from(byte, 0x90, vl), froma0 = xl_utf8_from(byte, 0xa0, vl);
    wrong = xl_m8_or(wrong, xl_utf8_pair(before, 0xe0, xl_m8_not(froma0, vl), vl), vl);
    wrong = xl_m8_or(wrong, xl_utf8_pair(before, 0xed, froma0, vl), vl);
    wrong = xl_m8_or(wrong, xl_utf8_pair(before, 0xf0, xl_m8_not(from90, vl), vl), vl);
    return xl_m8_or(wrong, xl_utf8_pair(before, 0xf4, from90, vl), vl);
}

/* The first lane that xl_utf8_wrong finds in a strip, or vl. */
XL_VEC size_t xl_utf8_first_wrong(const uint8_t *p, size_t vl)
{
    return xl_m8_first(xl_utf8_wrong(p, vl), vl);
}

/* Where the character begins that byte `at`, or the end of the text, makes wrong. The bytes before
 * are right, so a byte there needs as many more as its top bits say. */
XL_VEC size_t xl_utf8_character_of(const uint8_t *p, size_t at)
{
    for (size_t back = 1; back <= 3 && back <= at; back++) {
        uint8_t lead = p[at - back];
        if (lead >= 0xc0)
            return at - back + (lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4) > at ? at - back : at;
    }
    return at;
}

#endif
