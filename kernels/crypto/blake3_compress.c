/* blake3_compress: BLAKE3's compression function on n bytes in blocks of 64, one in each lane, as
 * it begins the chunks of a long input: block i has the counter `counter` + i.
 * SPDX-License-Identifier: MIT
 *
 * "BLAKE3, one function, fast everywhere", sections 2.2 and 5.3. tests/unit/test_known_answers.c
 * holds the reference against BLAKE3's published test vectors.
 */
#include "crypto.h"

XL_KERNEL(blake3_compress,
          .summary = "r[32i] ... r[32i + 31] = the chaining value after block i, from cv",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .sizes = {.multiple_of = 64},
          .args = {XL_IN_FIXED(u32, cv, 8), XL_IN(u8, p, 1), XL_VALUE(u64, counter),
                   XL_VALUE_RANGE(u32, length, 0, 64), XL_VALUE_RANGE(u32, flags, 0, 127),
                   XL_OUT_RATIO(u8, r, 1, 2, whole, 0), XL_COUNT},
          .secret = {"cv p"})

XL_REFERENCE(blake3_compress)
(const uint32_t *cv, const uint8_t *p, uint64_t counter, uint32_t length, uint32_t flags,
 uint8_t *r, size_t n)
{
    static const uint32_t iv[4] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a};
    static const uint8_t permutation[16] = {2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8};
    static const uint8_t places[8][4] = {{0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14},
                                         {3, 7, 11, 15}, {0, 5, 10, 15}, {1, 6, 11, 12},
                                         {2, 7, 8, 13},  {3, 4, 9, 14}};
    for (; n; n -= 64, p += 64, r += 32, counter++) {
        uint32_t m[16], s[16];
        for (size_t k = 0; k < 16; k++)
            m[k] = xl_crypto_get(p + 4 * k);
        memcpy(s, cv, 32);
        memcpy(s + 8, iv, 16);
        s[12] = (uint32_t)counter;
        s[13] = (uint32_t)(counter >> 32);
        s[14] = length;
        s[15] = flags;
        for (int round = 0; round < 7; round++) {
            for (size_t g = 0; g < 8; g++) {
                uint32_t *a = &s[places[g][0]], *b = &s[places[g][1]];
                uint32_t *c = &s[places[g][2]], *d = &s[places[g][3]];
                for (size_t half = 0; half < 2; half++) {
                    *a += *b + m[2 * g + half];
                    *d = xl_crypto_rotl(*d ^ *a, half ? 24 : 16);
                    *c += *d;
                    *b = xl_crypto_rotl(*b ^ *c, half ? 25 : 20);
                }
            }
            uint32_t old[16];
            memcpy(old, m, sizeof old);
            for (size_t k = 0; k < 16; k++)
                m[k] = old[permutation[k]];
        }
        for (size_t k = 0; k < 8; k++)
            xl_crypto_put(r + 4 * k, s[k] ^ s[k + 8]);
    }
}

/* b = (b ^ a) rotated right by k */
XL_VEC xl_u32 xl_blake3_mix(xl_u32 a, xl_u32 b, unsigned k, size_t vl)
{
    return xl_u32_rotl_by(xl_u32_xor(a, b, vl), 32 - k, vl);
}

XL_VEC void xl_blake3_g(xl_u32 *a, xl_u32 *b, xl_u32 *c, xl_u32 *d, xl_u32 x, xl_u32 y, size_t vl)
{
    *a = xl_u32_add(xl_u32_add(*a, *b, vl), x, vl), *d = xl_blake3_mix(*d, *a, 16, vl);
    *c = xl_u32_add(*c, *d, vl), *b = xl_blake3_mix(*b, *c, 12, vl);
    *a = xl_u32_add(xl_u32_add(*a, *b, vl), y, vl), *d = xl_blake3_mix(*d, *a, 8, vl);
    *c = xl_u32_add(*c, *d, vl), *b = xl_blake3_mix(*b, *c, 7, vl);
}

/* Word k of every message of a strip: sixteen vectors in memory, because a round uses all. */
XL_VEC xl_u32 xl_blake3_word(const uint32_t (*words)[XL_INTERLEAVE16_MOST], unsigned k, size_t vl)
{
    return xl_u32_load(words[k], vl);
}

XL_VEC void xl_blake3_words(const uint8_t *p, uint32_t (*words)[XL_INTERLEAVE16_MOST], size_t vl)
{
    uint32_t aligned[16 * XL_INTERLEAVE16_MOST];
    xl_u32 v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15;
    memcpy(aligned, p, 64 * vl);
    xl_u32_load16(aligned, &v0, &v1, &v2, &v3, &v4, &v5, &v6, &v7, &v8, &v9, &v10, &v11, &v12, &v13,
                  &v14, &v15, vl);
    xl_u32_store(words[0], xl_u32_little(v0, vl), vl);
    xl_u32_store(words[1], xl_u32_little(v1, vl), vl);
    xl_u32_store(words[2], xl_u32_little(v2, vl), vl);
    xl_u32_store(words[3], xl_u32_little(v3, vl), vl);
    xl_u32_store(words[4], xl_u32_little(v4, vl), vl);
    xl_u32_store(words[5], xl_u32_little(v5, vl), vl);
    xl_u32_store(words[6], xl_u32_little(v6, vl), vl);
    xl_u32_store(words[7], xl_u32_little(v7, vl), vl);
    xl_u32_store(words[8], xl_u32_little(v8, vl), vl);
    xl_u32_store(words[9], xl_u32_little(v9, vl), vl);
    xl_u32_store(words[10], xl_u32_little(v10, vl), vl);
    xl_u32_store(words[11], xl_u32_little(v11, vl), vl);
    xl_u32_store(words[12], xl_u32_little(v12, vl), vl);
    xl_u32_store(words[13], xl_u32_little(v13, vl), vl);
    xl_u32_store(words[14], xl_u32_little(v14, vl), vl);
    xl_u32_store(words[15], xl_u32_little(v15, vl), vl);
}

/* The upper half of the state, xored to the lower, as bytes: 8 words for each lane. */
XL_VEC void xl_blake3_put(uint8_t *r, xl_u32 v0, xl_u32 v1, xl_u32 v2, xl_u32 v3, xl_u32 v4,
                          xl_u32 v5, xl_u32 v6, xl_u32 v7, size_t vl)
{
    uint32_t even[4 * XL_INTERLEAVE16_MOST], odd[4 * XL_INTERLEAVE16_MOST];
    uint32_t words[8 * XL_INTERLEAVE16_MOST];
    xl_u32_store4(even, xl_u32_little(v0, vl), xl_u32_little(v2, vl), xl_u32_little(v4, vl),
                  xl_u32_little(v6, vl), vl);
    xl_u32_store4(odd, xl_u32_little(v1, vl), xl_u32_little(v3, vl), xl_u32_little(v5, vl),
                  xl_u32_little(v7, vl), vl);
    for (size_t i = 0, part; i < 4 * vl; i += part) {
        part = xl_u32_vl(4 * vl - i);
        xl_u32_store2(words + 2 * i, xl_u32_load(even + i, part), xl_u32_load(odd + i, part), part);
    }
    memcpy(r, words, 32 * vl);
}

XL_VECTOR(void, blake3_compress)
(const uint32_t *cv, const uint8_t *p, uint64_t counter, uint32_t length, uint32_t flags,
 uint8_t *r, size_t n)
{
    static const uint8_t schedule[7][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                            {2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8},
                                            {3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1},
                                            {10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6},
                                            {12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4},
                                            {9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7},
                                            {11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13}};
    uint32_t words[16][XL_INTERLEAVE16_MOST];
    const size_t blocks = n / 64;
    for (size_t i = 0, vl; i < blocks; i += vl, counter += vl) {
        vl = xl_u32_vl16(blocks - i);
        xl_blake3_words(p + 64 * i, words, vl);
        xl_u32 v0 = xl_u32_set1(cv[0], vl), v1 = xl_u32_set1(cv[1], vl);
        xl_u32 v2 = xl_u32_set1(cv[2], vl), v3 = xl_u32_set1(cv[3], vl);
        xl_u32 v4 = xl_u32_set1(cv[4], vl), v5 = xl_u32_set1(cv[5], vl);
        xl_u32 v6 = xl_u32_set1(cv[6], vl), v7 = xl_u32_set1(cv[7], vl);
        xl_u32 v8 = xl_u32_set1(0x6a09e667, vl), v9 = xl_u32_set1(0xbb67ae85, vl);
        xl_u32 v10 = xl_u32_set1(0x3c6ef372, vl), v11 = xl_u32_set1(0xa54ff53a, vl);
        /* The upper word of a counter is one more where the lower has wrapped. */
        xl_u32 v12 = xl_u32_iota((uint32_t)counter, vl);
        xl_u32 high = xl_u32_set1((uint32_t)(counter >> 32), vl), one = xl_u32_set1(1, vl);
        xl_m32 wrapped = xl_u32_lt(v12, xl_u32_set1((uint32_t)counter, vl), vl);
        xl_u32 v13 = xl_u32_select(wrapped, xl_u32_add(high, one, vl), high, vl);
        xl_u32 v14 = xl_u32_set1(length, vl), v15 = xl_u32_set1(flags, vl);
        for (size_t round = 0; round < 7; round++) {
            const uint8_t *m = schedule[round];
            xl_blake3_g(&v0, &v4, &v8, &v12, xl_blake3_word(words, m[0], vl),
                        xl_blake3_word(words, m[1], vl), vl);
            xl_blake3_g(&v1, &v5, &v9, &v13, xl_blake3_word(words, m[2], vl),
                        xl_blake3_word(words, m[3], vl), vl);
            xl_blake3_g(&v2, &v6, &v10, &v14, xl_blake3_word(words, m[4], vl),
                        xl_blake3_word(words, m[5], vl), vl);
            xl_blake3_g(&v3, &v7, &v11, &v15, xl_blake3_word(words, m[6], vl),
                        xl_blake3_word(words, m[7], vl), vl);
            xl_blake3_g(&v0, &v5, &v10, &v15, xl_blake3_word(words, m[8], vl),
                        xl_blake3_word(words, m[9], vl), vl);
            xl_blake3_g(&v1, &v6, &v11, &v12, xl_blake3_word(words, m[10], vl),
                        xl_blake3_word(words, m[11], vl), vl);
            xl_blake3_g(&v2, &v7, &v8, &v13, xl_blake3_word(words, m[12], vl),
                        xl_blake3_word(words, m[13], vl), vl);
            xl_blake3_g(&v3, &v4, &v9, &v14, xl_blake3_word(words, m[14], vl),
                        xl_blake3_word(words, m[15], vl), vl);
        }
        xl_blake3_put(r + 32 * i, xl_u32_xor(v0, v8, vl), xl_u32_xor(v1, v9, vl),
                      xl_u32_xor(v2, v10, vl), xl_u32_xor(v3, v11, vl), xl_u32_xor(v4, v12, vl),
                      xl_u32_xor(v5, v13, vl), xl_u32_xor(v6, v14, vl), xl_u32_xor(v7, v15, vl),
                      vl);
    }
}
