/* hand_utf8_valid: UTF-8 validation in intrinsics, the peer of the vocabulary's.
 * SPDX-License-Identifier: MIT
 *
 * Three tables of 16 bytes, looked up by the halves of each byte and of the byte before (Keiser and
 * Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte", 2021). A bit is one kind of
 * error; where all three tables have it, the pair of bytes has that error.
 */
#include "kernel.h"
#include "text/utf8.h"

XL_PREPARE(hand_utf8_valid)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    (void)arg;
    xl_utf8_fill(elements, count, seed);
}

XL_KERNEL(hand_utf8_valid,
          .summary = "bytes of well-formed UTF-8 before the first wrong character, or n",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .only = "avx2 neon",
          .prepare = hand_utf8_valid_prepare, .args = {XL_IN(u8, p, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(hand_utf8_valid)(const uint8_t *p, size_t n, uint64_t *result)
{
    *result = xl_utf8_valid_bytes(p, n);
}

#if XL_ISA_IS_avx2 || XL_ISA_IS_neon
enum {
    SHORT = 1 << 0,     /* a lead without its next byte */
    LONG = 1 << 1,      /* ASCII with a next byte */
    OVER3 = 1 << 2,     /* E0 80 to E0 9F */
    LARGE = 1 << 3,     /* F4 90 and above */
    SURROGATE = 1 << 4, /* ED A0 to ED BF */
    OVER2 = 1 << 5,     /* C0 and C1 */
    OVER4 = 1 << 6,     /* F0 80 to F0 8F, and F5 80 and above */
    TWICE = 1 << 7,     /* two next bytes: right, if a longer character asks for them */
    ANY = SHORT | LONG | TWICE
};

static const uint8_t xl_lead_high[16] = {LONG,
                                         LONG,
                                         LONG,
                                         LONG,
                                         LONG,
                                         LONG,
                                         LONG,
                                         LONG,
                                         TWICE,
                                         TWICE,
                                         TWICE,
                                         TWICE,
                                         SHORT | OVER2,
                                         SHORT,
                                         SHORT | OVER3 | SURROGATE,
                                         SHORT | LARGE | OVER4};
static const uint8_t xl_lead_low[16] = {ANY | OVER3 | OVER2 | OVER4,
                                        ANY | OVER2,
                                        ANY,
                                        ANY,
                                        ANY | LARGE,
                                        ANY | LARGE | OVER4,
                                        ANY | LARGE | OVER4,
                                        ANY | LARGE | OVER4,
                                        ANY | LARGE | OVER4,
                                        ANY | LARGE | OVER4,
                                        ANY | LARGE | OVER4,
                                        ANY | LARGE | OVER4,
                                        ANY | LARGE | OVER4,
                                        ANY | LARGE | OVER4 | SURROGATE,
                                        ANY | LARGE | OVER4,
                                        ANY | LARGE | OVER4};
static const uint8_t xl_next_high[16] = {SHORT,
                                         SHORT,
                                         SHORT,
                                         SHORT,
                                         SHORT,
                                         SHORT,
                                         SHORT,
                                         SHORT,
                                         LONG | OVER2 | TWICE | OVER3 | OVER4,
                                         LONG | OVER2 | TWICE | OVER3 | LARGE,
                                         LONG | OVER2 | TWICE | SURROGATE | LARGE,
                                         LONG | OVER2 | TWICE | SURROGATE | LARGE,
                                         SHORT,
                                         SHORT,
                                         SHORT,
                                         SHORT};
#endif

#if XL_ISA_IS_avx2
enum { XL_STEP = 32 };
XL_VEC bool xl_wrong(const uint8_t *p)
{
    __m256i byte = _mm256_loadu_si256((const __m256i *)p), low4 = _mm256_set1_epi8(15);
    __m256i before = _mm256_loadu_si256((const __m256i *)(p - 1));
    __m256i second = _mm256_loadu_si256((const __m256i *)(p - 2));
    __m256i third = _mm256_loadu_si256((const __m256i *)(p - 3));
    __m256i table0 = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)xl_lead_high));
    __m256i table1 = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)xl_lead_low));
    __m256i table2 = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)xl_next_high));
    __m256i a = _mm256_shuffle_epi8(table0, _mm256_and_si256(_mm256_srli_epi16(before, 4), low4));
    __m256i b = _mm256_shuffle_epi8(table1, _mm256_and_si256(before, low4));
    __m256i c = _mm256_shuffle_epi8(table2, _mm256_and_si256(_mm256_srli_epi16(byte, 4), low4));
    __m256i kinds = _mm256_and_si256(_mm256_and_si256(a, b), c);
    /* Bit 7 where a character of three or four bytes asks for this byte. */
    __m256i asked = _mm256_or_si256(_mm256_subs_epu8(second, _mm256_set1_epi8(0xe0 - 0x80)),
                                    _mm256_subs_epu8(third, _mm256_set1_epi8(0xf0 - 0x80)));
    asked = _mm256_and_si256(asked, _mm256_set1_epi8((char)0x80));
    return !_mm256_testz_si256(_mm256_xor_si256(asked, kinds), _mm256_set1_epi8(-1));
}
#elif XL_ISA_IS_neon
enum { XL_STEP = 16 };
XL_VEC bool xl_wrong(const uint8_t *p)
{
    uint8x16_t byte = vld1q_u8(p), before = vld1q_u8(p - 1), low4 = vdupq_n_u8(15);
    uint8x16_t a = vqtbl1q_u8(vld1q_u8(xl_lead_high), vshrq_n_u8(before, 4));
    uint8x16_t b = vqtbl1q_u8(vld1q_u8(xl_lead_low), vandq_u8(before, low4));
    uint8x16_t c = vqtbl1q_u8(vld1q_u8(xl_next_high), vshrq_n_u8(byte, 4));
    uint8x16_t asked = vorrq_u8(vqsubq_u8(vld1q_u8(p - 2), vdupq_n_u8(0xe0 - 0x80)),
                                vqsubq_u8(vld1q_u8(p - 3), vdupq_n_u8(0xf0 - 0x80)));
    asked = vandq_u8(asked, vdupq_n_u8(0x80));
    return vmaxvq_u8(veorq_u8(asked, vandq_u8(vandq_u8(a, b), c))) != 0;
}
#endif

#if XL_ISA_IS_avx2 || XL_ISA_IS_neon
/* The vectors find the step with the first error. Its place, and the ends, are found by bytes. */
XL_VECTOR(uint64_t, hand_utf8_valid)(const uint8_t *p, size_t n)
{
    size_t i = 3, at = 0, length;
    while (at < 3 && at < n) {
        length = xl_utf8_character(p + at, n - at);
        if (length == 0)
            return at;
        at += length;
    }
    while (n > i && n - i >= XL_STEP && !xl_wrong(p + i))
        i += XL_STEP;
    /* Back to where a character begins. */
    if (i > 3)
        for (at = i - 1; at > 0 && (p[at] & 0xc0) == 0x80;)
            at--;
    while (at < n && (length = xl_utf8_character(p + at, n - at)) != 0)
        at += length;
    return at;
}
#endif
