/* utf8_valid: how many bytes are well-formed UTF-8 before the first character that is not.
 * SPDX-License-Identifier: MIT
 *
 * Well-formed as in table 3-7 of the Unicode standard: no surrogates, nothing above U+10FFFF, each
 * character in its shortest form.
 *
 * A byte is judged by itself and the three before it, so that all lanes are judged at once: the
 * vector code loads each strip four times, at four offsets. It returns what the lanes say; the
 * reference is the table.
 *
 * SSE4, AVX2 and AVX-512 look at whole vectors by three tables first, which do not say where an
 * error is; four vectors of ASCII have one test.
 */
#include "utf8.h"

XL_PREPARE(utf8_valid)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    (void)arg;
    xl_utf8_fill(elements, count, seed);
}

XL_KERNEL(utf8_valid,
          .summary = "bytes of well-formed UTF-8 before the first wrong character, or n",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = utf8_valid_prepare,
          .args = {XL_IN(u8, p, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(utf8_valid)(const uint8_t *p, size_t n, uint64_t *result)
{
    *result = xl_utf8_valid_bytes(p, n);
}

#if XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512
/* What can be wrong with two bytes; a pair has an error if the first one's halves and the second
 * one's high half all have its bit (Keiser and Lemire, "Validating UTF-8 In Less Than One
 * Instruction Per Byte", 2021). */
enum {
    UTF8_SHORT = 1 << 0,     /* a lead without its next byte */
    UTF8_LONG = 1 << 1,      /* ASCII with a next byte */
    UTF8_OVER3 = 1 << 2,     /* E0 80 to E0 9F */
    UTF8_LARGE = 1 << 3,     /* F4 90 and above */
    UTF8_SURROGATE = 1 << 4, /* ED A0 to ED BF */
    UTF8_OVER2 = 1 << 5,     /* C0 and C1 */
    UTF8_OVER4 = 1 << 6,     /* F0 80 to F0 8F, and F5 80 and above */
    UTF8_TWICE = 1 << 7,     /* two next bytes: right, if a longer character asks for them */
    UTF8_ANY = UTF8_SHORT | UTF8_LONG | UTF8_TWICE,
    UTF8_ABOVE = UTF8_ANY | UTF8_LARGE | UTF8_OVER4,
    UTF8_NEXT = UTF8_LONG | UTF8_OVER2 | UTF8_TWICE
};

static const uint8_t utf8_lead_high[16] = {UTF8_LONG,
                                           UTF8_LONG,
                                           UTF8_LONG,
                                           UTF8_LONG,
                                           UTF8_LONG,
                                           UTF8_LONG,
                                           UTF8_LONG,
                                           UTF8_LONG,
                                           UTF8_TWICE,
                                           UTF8_TWICE,
                                           UTF8_TWICE,
                                           UTF8_TWICE,
                                           UTF8_SHORT | UTF8_OVER2,
                                           UTF8_SHORT,
                                           UTF8_SHORT | UTF8_OVER3 | UTF8_SURROGATE,
                                           UTF8_SHORT | UTF8_LARGE | UTF8_OVER4};
static const uint8_t utf8_lead_low[16] = {UTF8_ANY | UTF8_OVER3 | UTF8_OVER2 | UTF8_OVER4,
                                          UTF8_ANY | UTF8_OVER2,
                                          UTF8_ANY,
                                          UTF8_ANY,
                                          UTF8_ANY | UTF8_LARGE,
                                          UTF8_ABOVE,
                                          UTF8_ABOVE,
                                          UTF8_ABOVE,
                                          UTF8_ABOVE,
                                          UTF8_ABOVE,
                                          UTF8_ABOVE,
                                          UTF8_ABOVE,
                                          UTF8_ABOVE,
                                          UTF8_ABOVE | UTF8_SURROGATE,
                                          UTF8_ABOVE,
                                          UTF8_ABOVE};
static const uint8_t utf8_next_high[16] = {UTF8_SHORT,
                                           UTF8_SHORT,
                                           UTF8_SHORT,
                                           UTF8_SHORT,
                                           UTF8_SHORT,
                                           UTF8_SHORT,
                                           UTF8_SHORT,
                                           UTF8_SHORT,
                                           UTF8_NEXT | UTF8_OVER3 | UTF8_OVER4,
                                           UTF8_NEXT | UTF8_OVER3 | UTF8_LARGE,
                                           UTF8_NEXT | UTF8_SURROGATE | UTF8_LARGE,
                                           UTF8_NEXT | UTF8_SURROGATE | UTF8_LARGE,
                                           UTF8_SHORT,
                                           UTF8_SHORT,
                                           UTF8_SHORT,
                                           UTF8_SHORT};

/* Whether a byte of the vector is not 0. */
XL_VEC bool utf8_valid_any(xl_u8 v)
{
#if XL_X86_BITS == 512
    return _mm512_test_epi8_mask((__m512i)v, (__m512i)v) != 0;
#elif XL_X86_BITS == 256
    return !_mm256_testz_si256((__m256i)v, (__m256i)v);
#else
    return !_mm_testz_si128((__m128i)v, (__m128i)v);
#endif
}

/* Whether a lane of the whole vector from p on, with three bytes before it, is wrong. */
XL_VEC bool utf8_valid_is_wrong(const uint8_t *p)
{
    const size_t vl = xl_u8_lanes();
    xl_u8 byte = xl_u8_load(p, vl), before = xl_u8_load(p - 1, vl);
    xl_u8 kinds = xl_u8_and(xl_u8_lookup16(utf8_lead_high, xl_u8_shr(before, 4, vl), vl),
                            xl_u8_lookup16(utf8_lead_low, xl_u8_and_s(before, 15, vl), vl), vl);
    kinds = xl_u8_and(kinds, xl_u8_lookup16(utf8_next_high, xl_u8_shr(byte, 4, vl), vl), vl);
    /* Bit 7 where a character of three or four bytes asks for this byte. */
    xl_u8 asked = xl_u8_or(xl_u8_sub_sat_s(xl_u8_load(p - 2, vl), 0xe0 - 0x80, vl),
                           xl_u8_sub_sat_s(xl_u8_load(p - 3, vl), 0xf0 - 0x80, vl), vl);
    return utf8_valid_any(xl_u8_xor(xl_u8_and_s(asked, 0x80, vl), kinds, vl));
}

/* Whether four vectors, and the three bytes before them, are ASCII. */
XL_VEC bool utf8_valid_is_ascii(const uint8_t *p)
{
    const size_t vl = xl_u8_lanes();
    xl_u8 a = xl_u8_or(xl_u8_load(p - 3, vl), xl_u8_load(p + vl, vl), vl);
    a = xl_u8_or(a, xl_u8_or(xl_u8_load(p + 2 * vl, vl), xl_u8_load(p + 3 * vl, vl), vl), vl);
    a = xl_u8_or(a, xl_u8_load(p, vl), vl);
    return !utf8_valid_any(xl_u8_and_s(a, 0x80, vl));
}

/* How many whole vectors' bytes are right, from p on. */
XL_VEC size_t utf8_valid_whole(const uint8_t *p, size_t n)
{
    const size_t vl = xl_u8_lanes();
    size_t i = 0;
    while (n - i >= 4 * vl) {
        if (!utf8_valid_is_ascii(p + i) &&
            (utf8_valid_is_wrong(p + i) || utf8_valid_is_wrong(p + i + vl) ||
             utf8_valid_is_wrong(p + i + 2 * vl) || utf8_valid_is_wrong(p + i + 3 * vl)))
            return i;
        i += 4 * vl;
    }
    return i;
}
#else
XL_VEC size_t utf8_valid_whole(const uint8_t *p, size_t n)
{
    (void)p;
    (void)n;
    return 0;
}
#endif

XL_VECTOR(uint64_t, utf8_valid)(const uint8_t *p, size_t n)
{
    /* The first three bytes have too few bytes before them: they are judged behind three zeros. */
    uint8_t start[6] = {0};
    size_t i = 0, head = n < 3 ? n : 3;
    memcpy(start + 3, p, head);
    for (size_t vl, first; i < head; i += vl) {
        vl = xl_u8_vl(head - i);
        first = xl_utf8_first_wrong(start + 3 + i, vl);
        if (first < vl)
            return xl_utf8_character_of(p, i + first);
    }
    size_t first;
    head += utf8_valid_whole(p + head, n - head);
    XL_STRIPS(u8, n - head,
              if ((first = xl_utf8_first_wrong(p + head + i, vl)) <
                  vl) return xl_utf8_character_of(p, head + i + first));
    return xl_utf8_character_of(p, n);
}
