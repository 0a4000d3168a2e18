/* utf8_to_utf16: text of UTF-8 as UTF-16, up to the first character that is not well-formed.
 * SPDX-License-Identifier: MIT
 *
 * A lane is a byte. It is judged by itself and the three before it, and gives a unit if it is the
 * last byte of its character, or the third of four: the lanes with a unit are moved together.
 */
#include "utf.h"

XL_PREPARE(utf8_to_utf16)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint8_t *p = elements, form[4];
    uint64_t state = seed;
    (void)arg;
    if (xl_text_leaves(seed))
        return;
    for (size_t i = 0, length; i < count; i += length) {
        length = xl_utf_put8(xl_utf_random_code(&state, seed % 8 < 4), form);
        memcpy(p + i, form, length < count - i ? length : count - i);
    }
    xl_text_spoil(p, count, seed);
}

XL_KERNEL(utf8_to_utf16, .summary = "r = p as UTF-16, up to the first wrong character; its length",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = utf8_to_utf16_prepare,
          .lengths = {{"r", "result"}},
          .by_lane = {{"all", "few ISAs move the lanes of a mask together"}},
          .args = {XL_IN(u8, p, 1), XL_OUT(u16, r, 1), XL_COUNT, XL_RETURNS(u64)})

/* Well-formed is what the encoder makes of some code point. */
XL_REFERENCE(utf8_to_utf16)(const uint8_t *p, uint16_t *r, size_t n, uint64_t *result)
{
    static const uint8_t bits[5] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    *result = 0;
    for (size_t length = 1; n && length <= 4; length++) {
        uint8_t form[4];
        uint32_t code = p[0] & bits[length];
        if (length > n)
            return;
        for (size_t k = 1; k < length; k++)
            code = code << 6 | (p[k] & 0x3f);
        bool surrogate = code >= 0xd800 && code <= 0xdfff;
        if (surrogate || code > 0x10ffff || xl_utf_put8(code, form) != length ||
            memcmp(form, p, length) != 0)
            continue;
        uint16_t units[2];
        size_t count = xl_utf_put16(code, units);
        memcpy(r + *result, units, count * sizeof *r);
        *result += count;
        p += length;
        n -= length;
        length = 0; /* the next character */
    }
}

/* `lead`, then a byte from `first` to `last`. */
XL_VEC xl_m32 xl_utf8_after(xl_u32 before, uint32_t lead, xl_u32 byte, uint32_t first,
                            uint32_t last, size_t vl)
{
    xl_m32 follows = xl_u32_eq(before, xl_u32_set1(lead, vl), vl);
    return xl_m32_and(follows, xl_utf_between(byte, first, last, vl), vl);
}

/* The units of vl bytes from p on, which has three bytes before it; those before a lane that cannot
 * go on what is before it. *good: how many lanes these are. Returns the units' number. */
XL_VEC size_t xl_utf8_units(const uint8_t *p, uint16_t *r, size_t vl, size_t *good)
{
    xl_u32 byte = xl_u32_load_widen_u8(p, vl), first = xl_u32_load_widen_u8(p - 1, vl);
    xl_u32 second = xl_u32_load_widen_u8(p - 2, vl), third = xl_u32_load_widen_u8(p - 3, vl);
    xl_m32 of_four = xl_utf_between(third, 0xf0, 0xff, vl);
    xl_m32 of_three = xl_utf_between(second, 0xe0, 0xff, vl);
    xl_m32 of_two = xl_utf_between(first, 0xc0, 0xff, vl);
    xl_m32 wanted = xl_m32_or(xl_m32_or(of_two, of_three, vl), of_four, vl);
    xl_m32 wrong = xl_utf_differ(wanted, xl_utf_between(byte, 0x80, 0xbf, vl), vl);
    wrong = xl_m32_or(wrong, xl_utf_between(byte, 0xc0, 0xc1, vl), vl);
    wrong = xl_m32_or(wrong, xl_utf_between(byte, 0xf5, 0xff, vl), vl);
    /* Not the shortest form, surrogates, above U+10FFFF. */
    wrong = xl_m32_or(wrong, xl_utf8_after(first, 0xe0, byte, 0x80, 0x9f, vl), vl);
    wrong = xl_m32_or(wrong, xl_utf8_after(first, 0xed, byte, 0xa0, 0xbf, vl), vl);
    wrong = xl_m32_or(wrong, xl_utf8_after(first, 0xf0, byte, 0x80, 0x8f, vl), vl);
    wrong = xl_m32_or(wrong, xl_utf8_after(first, 0xf4, byte, 0x90, 0xbf, vl), vl);
    *good = xl_m32_first(wrong, vl);
    if (*good == 0)
        return 0;

    /* The unit that ends with this byte, for each length. */
    xl_u32 low = xl_utf_bits(byte, 0x3f, 0, vl);
    xl_u32 two = xl_u32_or(xl_utf_bits(first, 0x1f, 6, vl), low, vl);
    xl_u32 three = xl_u32_or(xl_utf_bits(first, 0x3f, 6, vl), low, vl);
    three = xl_u32_or(three, xl_utf_bits(second, 0x0f, 12, vl), vl);
    xl_u32 tail = xl_u32_or(xl_utf_bits(first, 0x0f, 6, vl), low, vl);
    tail = xl_u32_or(tail, xl_u32_set1(0xdc00, vl), vl);
    xl_u32 head = xl_u32_or(xl_utf_bits(second, 7, 8, vl), xl_utf_bits(first, 0x3f, 2, vl), vl);
    head = xl_u32_or(head, xl_u32_shr(low, 4, vl), vl);
    head = xl_u32_add(head, xl_u32_set1(0xd800 - 0x40, vl), vl);

    xl_m32 third_of_four = xl_utf_between(second, 0xf0, 0xff, vl);
    xl_m32 ascii = xl_utf_between(byte, 0, 0x7f, vl);
    xl_u32 unit = xl_u32_select(ascii, byte, two, vl);
    unit = xl_u32_select(of_three, xl_u32_select(third_of_four, head, three, vl), unit, vl);
    unit = xl_u32_select(of_four, tail, unit, vl);
    xl_m32 ends = xl_m32_or(ascii, xl_utf_between(first, 0xc0, 0xdf, vl), vl);
    ends = xl_m32_or(xl_m32_or(ends, of_three, vl), of_four, vl);
    size_t units = xl_m32_count(ends, *good);
    if (units)
        xl_u32_store_narrow_u16(r, xl_u32_compress(unit, ends, *good), units);
    return units;
}

/* As many units as bytes, if none of them has its high bit set. */
XL_VEC bool xl_utf8_ascii(const uint8_t *p, uint16_t *r, size_t vl)
{
    xl_u8 v = xl_u8_load(p, vl);
    if (xl_m8_any(xl_u8_le(xl_u8_set1(0x80, vl), v, vl), vl))
        return false;
    for (size_t i = 0, part; i < vl; i += part) {
        part = xl_u16_vl(vl - i);
        xl_u16_store(r + i, xl_u16_load_widen_u8(p + i, part), part);
    }
    return true;
}

XL_VECTOR(uint64_t, utf8_to_utf16)(const uint8_t *p, uint16_t *r, size_t n)
{
    uint8_t start[6] = {0}; /* three zeros before the first three bytes */
    size_t units = 0, at = 0, good = 0, vl;
    for (size_t k = 0; k < 3 && k < n; k++)
        start[3 + k] = p[k];
    for (; at < n; at += vl) {
        if (at < 3) {
            vl = xl_u32_vl(n < 3 ? n - at : 3 - at);
            units += xl_utf8_units(start + 3 + at, r + units, vl, &good);
        } else {
            vl = xl_u8_vl(n - at);
            if (p[at - 1] < 0x80 && xl_utf8_ascii(p + at, r + units, vl)) {
                units += vl;
                continue;
            }
            vl = xl_u32_vl(n - at);
            units += xl_utf8_units(p + at, r + units, vl, &good);
        }
        if (good < vl)
            break;
    }
    /* A character of four bytes that has no fourth. */
    return units - (units && (r[units - 1] & 0xfc00) == 0xd800);
}
