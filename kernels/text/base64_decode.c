/* base64_decode: groups of four characters (RFC 4648, section 4) to three bytes; no padding. What
 * is not of the alphabet counts as A, which is 0.
 * SPDX-License-Identifier: MIT
 */
#include "text.h"

static const char xl_base64_alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

XL_PREPARE(base64_decode)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    (void)arg;
    xl_text_fill(elements, count, seed, xl_base64_alphabet, 64);
}

XL_KERNEL(base64_decode,
          .summary = "r[3i], ... = p[4i], ... p[4i + 3] from base 64; first wrong i, or n",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = base64_decode_prepare,
          .args = {XL_IN(u8, p, 4), XL_OUT(u8, r, 3), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(base64_decode)(const uint8_t *p, uint8_t *r, size_t n, uint64_t *result)
{
    *result = n;
    for (size_t i = 0; i < n; i++, r += 3) {
        uint32_t group = 0;
        for (size_t k = 0; k < 4; k++) {
            const char *found = memchr(xl_base64_alphabet, p[4 * i + k], 64);
            group = group << 6 | (uint32_t)(found ? found - xl_base64_alphabet : 0);
            if (!found && *result == n)
                *result = i;
        }
        r[0] = (uint8_t)(group >> 16);
        r[1] = (uint8_t)(group >> 8);
        r[2] = (uint8_t)group;
    }
}

#if XL_ISA_IS_sse2
/* Without a table in a register: lanes of c from `first` on, `count` of them in the alphabet, get
 * the numbers from `number` on. */
XL_VEC xl_u8 xl_base64_range(xl_u8 value, xl_u8 c, char first, uint8_t count, uint8_t number,
                             xl_m8 *wrong, size_t vl)
{
    xl_u8 place = xl_u8_sub_s(c, (uint8_t)first, vl);
    xl_m8 inside = xl_u8_lt_s(place, count, vl);
    *wrong = xl_m8_and(*wrong, xl_m8_not(inside, vl), vl);
    return xl_u8_select(inside, xl_u8_add_s(place, number, vl), value, vl);
}

/* The characters' numbers. Lanes with none are 0, and are added to `wrong`. */
XL_VEC xl_u8 xl_base64_numbers(xl_u8 c, xl_m8 *wrong, size_t vl)
{
    xl_m8 none = xl_u8_eq(c, c, vl); /* all, to begin with */
    xl_u8 value = xl_base64_range(xl_u8_set1(0, vl), c, 'A', 26, 0, &none, vl);
    value = xl_base64_range(value, c, 'a', 26, 26, &none, vl);
    value = xl_base64_range(value, c, '0', 10, 52, &none, vl);
    value = xl_base64_range(value, c, '+', 1, 62, &none, vl);
    value = xl_base64_range(value, c, '/', 1, 63, &none, vl);
    *wrong = xl_m8_or(*wrong, none, vl);
    return value;
}
#else
/* A character's two halves say whether it is in the alphabet (Mula and Lemire, "Faster Base64
 * Encoding and Decoding Using AVX2 Instructions", 2018). Its high half has a bit: 1 for + and /, 2
 * for digits, 4 for the first letters, from 1 on, 8 for the last ones, up to 10, and 16 for all
 * others. A low half has the bits for which it is wrong. */
#define XL_BASE64_LOW(L)                                                                           \
    (uint8_t)(((L) != 11 && (L) != 15) | ((L) > 9) << 1 | ((L) == 0) << 2 | ((L) > 10) << 3 | 16)
#define XL_BASE64_LOW4(L)                                                                          \
    XL_BASE64_LOW(L), XL_BASE64_LOW((L) + 1), XL_BASE64_LOW((L) + 2), XL_BASE64_LOW((L) + 3)
static const uint8_t xl_base64_low[16] = {XL_BASE64_LOW4(0), XL_BASE64_LOW4(4), XL_BASE64_LOW4(8),
                                          XL_BASE64_LOW4(12)};
static const uint8_t xl_base64_high[16] = {16, 16, 1,  2,  4,  8,  4,  8,
                                           16, 16, 16, 16, 16, 16, 16, 16};
/* From characters to numbers, by the high half; 1 stands for that of /. */
static const uint8_t xl_base64_offset[16] = {
    0, 63 - '/', 62 - '+', 52 - '0', (uint8_t)-'A', (uint8_t)-'A', 26 - 'a' + 256, 26 - 'a' + 256};

/* The characters' numbers. `bits` is not 0 in lanes that have none. */
XL_VEC xl_u8 xl_base64_values(xl_u8 c, xl_u8 *bits, size_t vl)
{
    xl_u8 high = xl_u8_shr(c, 4, vl), low = xl_u8_and_s(c, 15, vl);
    *bits = xl_u8_and(xl_u8_lookup16(xl_base64_high, high, vl),
                      xl_u8_lookup16(xl_base64_low, low, vl), vl);
    xl_m8 slash = xl_u8_eq_s(c, '/', vl);
#if XL_ISA_IS_sse4 || XL_ISA_IS_avx2
    high = high + (xl_u8)slash.v; /* 2 - 1 */
#else
    high = xl_u8_select(slash, xl_u8_set1(1, vl), high, vl);
#endif
    return xl_u8_add(c, xl_u8_lookup16(xl_base64_offset, high, vl), vl);
}

/* Lanes without a number are 0, and are added to `wrong`. */
XL_VEC xl_u8 xl_base64_numbers(xl_u8 c, xl_m8 *wrong, size_t vl)
{
    xl_u8 bits, value = xl_base64_values(c, &bits, vl);
    xl_m8 none = xl_m8_not(xl_u8_eq_s(bits, 0, vl), vl);
    *wrong = xl_m8_or(*wrong, none, vl);
    return xl_u8_select(none, xl_u8_set1(0, vl), value, vl);
}
#endif

/* a << up | b >> down */
XL_VEC xl_u8 xl_base64_byte(xl_u8 a, unsigned up, xl_u8 b, unsigned down, size_t vl)
{
    return xl_u8_or(xl_u8_shl(a, up, vl), xl_u8_shr(b, down, vl), vl);
}

XL_VEC void base64_decode_step(const uint8_t *p, uint8_t *r, size_t i, size_t n,
                               size_t *first_wrong, size_t vl)
{
    xl_u8 a, b, c, d;
    xl_u8_load4(p + 4 * i, &a, &b, &c, &d, vl);
    xl_m8 wrong = xl_u8_lt(a, a, vl); /* none */
    a = xl_base64_numbers(a, &wrong, vl);
    b = xl_base64_numbers(b, &wrong, vl);
    c = xl_base64_numbers(c, &wrong, vl);
    d = xl_base64_numbers(d, &wrong, vl);
    xl_u8_store3(r + 3 * i, xl_base64_byte(a, 2, b, 4, vl), xl_base64_byte(b, 4, c, 2, vl),
                 xl_base64_byte(c, 6, d, 0, vl), vl);
    if (*first_wrong == n && xl_m8_any(wrong, vl))
        *first_wrong = i + xl_m8_first(wrong, vl);
}

#if XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512
enum {
    XL_BASE64_GROUPS = XL_X86_BITS / 32, /* of a vector, in lanes of 32 bits */
    /* A whole vector is stored, of which three of four bytes count. */
    XL_BASE64_LEFT = (XL_X86_BITS / 8 + 2) / 3
};

XL_VEC bool base64_decode_any(xl_u8 bits)
{
#if XL_X86_BITS == 512
    return _mm512_test_epi8_mask((__m512i)bits, (__m512i)bits) != 0;
#elif XL_X86_BITS == 256
    return !_mm256_testz_si256((__m256i)bits, (__m256i)bits);
#else
    return !_mm_testz_si128((__m128i)bits, (__m128i)bits);
#endif
}

/* Three bytes of each lane, the highest first, moved together. */
XL_VEC void base64_decode_put(uint8_t *r, xl_x86 groups)
{
    const xl_x86 order =
        xl_x86_each(_mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1));
    groups = XL_X86(shuffle_epi8)(groups, order);
#if XL_X86_BITS == 512
    groups = _mm512_permutexvar_epi32(
        _mm512_setr_epi32(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15), groups);
#elif XL_X86_BITS == 256
    groups = xl_x86_permute32(groups, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
#endif
    xl_u8_store(r, (xl_u8)groups, xl_u8_lanes());
}

/* Whole vectors of characters. Returns how many groups are done. */
XL_VEC size_t base64_decode_whole(const uint8_t *p, uint8_t *r, size_t n, size_t *first_wrong)
{
    const size_t lanes = xl_u8_lanes();
    size_t i = 0;
    for (; n - i >= XL_BASE64_LEFT; i += XL_BASE64_GROUPS) {
        xl_u8 bits, c = xl_base64_values(xl_u8_load(p + 4 * i, lanes), &bits, lanes);
        if (__builtin_expect(base64_decode_any(bits), 0)) {
            xl_m8 wrong = xl_m8_not(xl_u8_eq_s(bits, 0, lanes), lanes);
            c = xl_u8_select(wrong, xl_u8_set1(0, lanes), c, lanes);
            if (*first_wrong == n)
                *first_wrong = i + xl_m8_first(wrong, lanes) / 4;
        }
        /* Two times 6 bits, then two times 12. */
        xl_x86 pairs = XL_X86(maddubs_epi16)((xl_x86)c, XL_X86(set1_epi32)(0x01400140));
        base64_decode_put(r + 3 * i, XL_X86(madd_epi16)(pairs, XL_X86(set1_epi32)(0x00011000)));
    }
    return i;
}
#else
XL_VEC size_t base64_decode_whole(const uint8_t *p, uint8_t *r, size_t n, size_t *first_wrong)
{
    (void)p;
    (void)r;
    (void)n;
    (void)first_wrong;
    return 0;
}
#endif

XL_VECTOR(uint64_t, base64_decode)(const uint8_t *p, uint8_t *r, size_t n)
{
    size_t first_wrong = n;
    const size_t at = base64_decode_whole(p, r, n, &first_wrong);
    XL_STRIPS(u8, n - at, base64_decode_step(p, r, at + i, n, &first_wrong, vl));
    return first_wrong;
}
