/* utf16_to_utf8: text of UTF-16 as UTF-8, up to the first surrogate that is not of a pair.
 * SPDX-License-Identifier: MIT
 *
 * Whole vectors of ASCII are narrowed. Of other text, a lane is a unit, and gives a word of up to
 * four bytes, filled up with 0xff, which UTF-8 does not have, and its length. Words are stored one
 * after the other, each where the last one ends. SVE and RVV, which move lanes together, take a
 * lane for a byte instead, and move those that are not 0xff.
 */
#include "native.h"
#include "utf.h"

XL_PREPARE(utf16_to_utf8)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint16_t *p = elements, form[2];
    uint64_t state = seed;
    (void)arg;
    if (xl_text_leaves(seed))
        return;
    for (size_t i = 0, length; i < count; i += length) {
        length = xl_utf_put16(xl_utf_random_code(&state, seed % 8 < 4), form);
        p[i] = form[0];
        if (length == 2 && i + 1 < count)
            p[i + 1] = form[1];
    }
    if (count && seed % 2)
        p[xl_text_random(&state) % count] = (uint16_t)(0xd800 | xl_text_random(&state) % 0x800);
}

XL_KERNEL(utf16_to_utf8, .summary = "r = p as UTF-8, up to the first wrong surrogate; its length",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = utf16_to_utf8_prepare,
          .lengths = {{"r", "result"}},
          .by_lane = {{"all", "few ISAs move the lanes of a mask together"}},
          .args = {XL_IN(u16, p, 1), XL_OUT(u8, r, 3), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(utf16_to_utf8)(const uint16_t *p, uint8_t *r, size_t n, uint64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t code = p[i];
        uint8_t form[4];
        if (code >= 0xd800 && code <= 0xdfff) {
            if (code > 0xdbff || i + 1 == n || p[i + 1] < 0xdc00 || p[i + 1] > 0xdfff)
                return;
            code = (code - 0xd800) * 0x400 + (p[++i] - 0xdc00u) + 0x10000;
        }
        size_t length = xl_utf_put8(code, form);
        memcpy(r + *result, form, length);
        *result += length;
    }
}

enum { XL_UTF16_MOST = 64 }; /* units of a strip */

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define XL_UTF16_PLACE(K) (24 - 8 * (K)) /* of byte K in a word */
#else
#define XL_UTF16_PLACE(K) (8 * (K))
#endif

/* Byte K of a word: `lead`, and the six bits of `code` from `low` on. */
XL_VEC xl_u32 xl_utf16_byte(unsigned k, uint32_t lead, xl_u32 code, unsigned low, size_t vl)
{
    xl_u32 bits = xl_utf_bits(xl_u32_shr(code, low, vl), lead == 0x80 ? 0x3f : 0xff, 0, vl);
    bits = xl_u32_or(bits, xl_u32_set1(lead, vl), vl);
    return xl_u32_shl(bits, XL_UTF16_PLACE(k), vl);
}

XL_VEC xl_u32 xl_utf16_fill(uint32_t from, size_t vl)
{
    uint32_t word = 0;
    for (unsigned k = from; k < 4; k++)
        word |= UINT32_C(0xff) << XL_UTF16_PLACE(k);
    return xl_u32_set1(word, vl);
}

/* The words of vl units from p on, which has one before it. Returns how many lanes are right. */
XL_VEC size_t xl_utf16_words(const uint16_t *p, uint32_t *words, size_t vl)
{
    xl_u32 unit = xl_u32_load_widen_u16(p, vl), before = xl_u32_load_widen_u16(p - 1, vl);
    xl_m32 is_low = xl_utf_between(unit, 0xdc00, 0xdfff, vl);
    xl_m32 after_high = xl_utf_between(before, 0xd800, 0xdbff, vl);
    size_t good = xl_m32_first(xl_utf_differ(is_low, after_high, vl), vl);

    xl_u32 one = xl_u32_or(xl_utf16_byte(0, 0, unit, 0, vl), xl_utf16_fill(1, vl), vl);
    xl_u32 two = xl_u32_or(xl_utf16_byte(0, 0xc0, unit, 6, vl), xl_utf16_fill(2, vl), vl);
    two = xl_u32_or(two, xl_utf16_byte(1, 0x80, unit, 0, vl), vl);
    xl_u32 three = xl_u32_or(xl_utf16_byte(0, 0xe0, unit, 12, vl), xl_utf16_fill(3, vl), vl);
    three = xl_u32_or(three, xl_utf16_byte(1, 0x80, unit, 6, vl), vl);
    three = xl_u32_or(three, xl_utf16_byte(2, 0x80, unit, 0, vl), vl);
    xl_u32 code =
        xl_u32_or(xl_utf_bits(before, 0x3ff, 10, vl), xl_utf_bits(unit, 0x3ff, 0, vl), vl);
    code = xl_u32_add(code, xl_u32_set1(0x10000, vl), vl);
    xl_u32 four =
        xl_u32_or(xl_utf16_byte(0, 0xf0, code, 18, vl), xl_utf16_byte(1, 0x80, code, 12, vl), vl);
    four = xl_u32_or(four, xl_utf16_byte(2, 0x80, code, 6, vl), vl);
    four = xl_u32_or(four, xl_utf16_byte(3, 0x80, code, 0, vl), vl);

    xl_u32 word = xl_u32_select(xl_utf_between(unit, 0, 0x7ff, vl), two, three, vl);
    word = xl_u32_select(xl_utf_between(unit, 0, 0x7f, vl), one, word, vl);
    xl_m32 is_high = xl_utf_between(unit, 0xd800, 0xdbff, vl);
    word = xl_u32_select(is_high, xl_utf16_fill(0, vl), word, vl);
    xl_u32_store(words, xl_u32_select(is_low, four, word, vl), vl);
    return good;
}

#if XL_ON_SVE || XL_ON_RVV
/* The bytes that are not 0xff. Returns their number. */
XL_VEC size_t xl_utf16_bytes(const uint8_t *p, uint8_t *r, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0, vl; i < count; i += vl) {
        vl = xl_u32_vl(count - i);
        xl_u32 byte = xl_u32_load_widen_u8(p + i, vl);
        xl_m32 used = xl_utf_between(byte, 0, 0xfe, vl);
        size_t more = xl_m32_count(used, vl);
        if (more)
            xl_u32_store_narrow_u8(r + kept, xl_u32_compress(byte, used, vl), more);
        kept += more;
    }
    return kept;
}
#else
/* The lengths of a word's forms, of the lanes that are right. */
XL_VEC void xl_utf16_lengths(const uint16_t *p, uint32_t *lengths, size_t vl)
{
    xl_u32 unit = xl_u32_load_widen_u16(p, vl);
    xl_u32 length = xl_u32_select(xl_u32_le(unit, xl_u32_set1(0x7ff, vl), vl), xl_u32_set1(2, vl),
                                  xl_u32_set1(3, vl), vl);
    length =
        xl_u32_select(xl_u32_le(unit, xl_u32_set1(0x7f, vl), vl), xl_u32_set1(1, vl), length, vl);
    length =
        xl_u32_select(xl_utf_between(unit, 0xd800, 0xdbff, vl), xl_u32_set1(0, vl), length, vl);
    xl_u32_store(
        lengths,
        xl_u32_select(xl_utf_between(unit, 0xdc00, 0xdfff, vl), xl_u32_set1(4, vl), length, vl),
        vl);
}

/* Stores words; a word's bytes beyond its length are overwritten by the next. `left`: units of the
 * text from these on, for each of which r has three bytes. */
XL_VEC size_t xl_utf16_put(const uint32_t *words, const uint32_t *lengths, uint8_t *r, size_t count,
                           size_t left)
{
    size_t bytes = 0, k = 0;
    for (; k < count && left - k > 1; bytes += lengths[k++])
        memcpy(r + bytes, words + k, 4);
    for (; k < count; bytes += lengths[k++])
        memcpy(r + bytes, words + k, lengths[k]);
    return bytes;
}
#endif

/* Narrows whole vectors of ASCII. Returns how many units these are. */
XL_VEC size_t xl_utf16_ascii(const uint16_t *p, uint8_t *r, size_t n)
{
    const size_t lanes = xl_u16_lanes();
    size_t i = 0;
    for (; n - i >= lanes; i += lanes) {
        xl_u16 units = xl_u16_load(p + i, lanes);
        if (xl_m16_any(xl_u16_gt_s(units, 0x7f, lanes), lanes))
            break;
        xl_u16_store_narrow_u8(r + i, units, lanes);
    }
    return i;
}

XL_VECTOR(uint64_t, utf16_to_utf8)(const uint16_t *p, uint8_t *r, size_t n)
{
    uint32_t words[XL_UTF16_MOST];
    size_t bytes = 0, good;
    for (size_t at = 0, vl; at < n; at += vl) {
        uint16_t start[2] = {0, p[0]}; /* nothing before the first unit */
        /* A high surrogate waits for its low one. */
        if (at == 0 || (p[at - 1] & 0xfc00) != 0xd800) {
            vl = xl_utf16_ascii(p + at, r + bytes, n - at);
            bytes += vl;
            if (vl > 0)
                continue;
        }
        vl = at ? xl_u32_vl(n - at < XL_UTF16_MOST ? n - at : XL_UTF16_MOST) : 1;
        const uint16_t *from = at ? p + at : start + 1;
        good = xl_utf16_words(from, words, vl);
#if XL_ON_SVE || XL_ON_RVV
        bytes += xl_utf16_bytes((const uint8_t *)words, r + bytes, 4 * good);
#else
        uint32_t lengths[XL_UTF16_MOST];
        xl_utf16_lengths(from, lengths, vl);
        bytes += xl_utf16_put(words, lengths, r + bytes, good, n - at);
#endif
        if (good < vl)
            break;
    }
    return bytes;
}
