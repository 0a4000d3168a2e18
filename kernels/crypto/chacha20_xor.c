/* chacha20_xor: bytes by the key stream of ChaCha20 (RFC 8439). A lane is a block of 64 bytes.
 * SPDX-License-Identifier: MIT
 *
 * The counter wraps at 2^32. tests/unit/test_known_answers.c holds the reference against the
 * vectors of RFC 8439, sections 2.3.2 and 2.4.2.
 */
#include "crypto.h"

XL_KERNEL(chacha20_xor, .summary = "r[i] = p[i] ^ ChaCha20's key stream from block `counter` on",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .in_place = 1,
          .args = {XL_IN_FIXED(u8, key, 32), XL_VALUE(u32, counter), XL_IN_FIXED(u8, nonce, 12),
                   XL_IN(u8, p, 1), XL_OUT(u8, r, 1), XL_COUNT},
          .secret = {"key p"})

/* RFC 8439, section 2.3: columns, then diagonals. */
XL_REFERENCE(chacha20_xor)
(const uint8_t *key, uint32_t counter, const uint8_t *nonce, const uint8_t *p, uint8_t *r, size_t n)
{
    static const uint8_t places[8][4] = {{0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14},
                                         {3, 7, 11, 15}, {0, 5, 10, 15}, {1, 6, 11, 12},
                                         {2, 7, 8, 13},  {3, 4, 9, 14}};
    static const unsigned by[4] = {16, 12, 8, 7};
    for (size_t at = 0; at < n; at += 64, counter++) {
        uint32_t first[16], s[16];
        uint8_t stream[64];
        for (size_t k = 0; k < 4; k++)
            first[k] = xl_crypto_get((const uint8_t *)"expand 32-byte k" + 4 * k);
        for (size_t k = 0; k < 8; k++)
            first[4 + k] = xl_crypto_get(key + 4 * k);
        first[12] = counter;
        for (size_t k = 0; k < 3; k++)
            first[13 + k] = xl_crypto_get(nonce + 4 * k);
        memcpy(s, first, sizeof s);
        for (size_t quarter = 0; quarter < 10 * 8; quarter++)
            for (size_t step = 0; step < 4; step++) {
                /* a += b, d ^= a and c += d, b ^= c in turn. */
                const uint8_t *place = places[quarter % 8];
                uint32_t *to = &s[place[step % 2 ? 2 : 0]], *other = &s[place[step % 2 ? 3 : 1]];
                uint32_t *turned = &s[place[step % 2 ? 1 : 3]];
                *to += *other;
                *turned = xl_crypto_rotl(*turned ^ *to, by[step]);
            }
        for (size_t k = 0; k < 16; k++)
            xl_crypto_put(stream + 4 * k, s[k] + first[k]);
        for (size_t k = 0; k < 64 && at + k < n; k++)
            r[at + k] = p[at + k] ^ stream[k];
    }
}

XL_VEC void xl_chacha20_quarter(xl_u32 *a, xl_u32 *b, xl_u32 *c, xl_u32 *d, size_t vl)
{
    *a = xl_u32_add(*a, *b, vl), *d = xl_u32_rotl_by(xl_u32_xor(*d, *a, vl), 16, vl);
    *c = xl_u32_add(*c, *d, vl), *b = xl_u32_rotl_by(xl_u32_xor(*b, *c, vl), 12, vl);
    *a = xl_u32_add(*a, *b, vl), *d = xl_u32_rotl_by(xl_u32_xor(*d, *a, vl), 8, vl);
    *c = xl_u32_add(*c, *d, vl), *b = xl_u32_rotl_by(xl_u32_xor(*b, *c, vl), 7, vl);
}

/* Word k of the first state, as it is in memory. */
XL_VEC xl_u32 xl_chacha20_sum(xl_u32 v, uint32_t first, size_t vl)
{
    return xl_u32_little(xl_u32_add(v, xl_u32_set1(first, vl), vl), vl);
}

XL_VEC uint32_t xl_chacha20_word(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* 64 bytes of the key stream for each lane. */
XL_VEC void xl_chacha20_blocks(const uint32_t *first, uint32_t counter, uint32_t *stream, size_t vl)
{
    xl_u32 v0 = xl_u32_set1(first[0], vl), v1 = xl_u32_set1(first[1], vl);
    xl_u32 v2 = xl_u32_set1(first[2], vl), v3 = xl_u32_set1(first[3], vl);
    xl_u32 v4 = xl_u32_set1(first[4], vl), v5 = xl_u32_set1(first[5], vl);
    xl_u32 v6 = xl_u32_set1(first[6], vl), v7 = xl_u32_set1(first[7], vl);
    xl_u32 v8 = xl_u32_set1(first[8], vl), v9 = xl_u32_set1(first[9], vl);
    xl_u32 v10 = xl_u32_set1(first[10], vl), v11 = xl_u32_set1(first[11], vl);
    xl_u32 v12 = xl_u32_iota(counter, vl), v13 = xl_u32_set1(first[13], vl);
    xl_u32 v14 = xl_u32_set1(first[14], vl), v15 = xl_u32_set1(first[15], vl);
    for (int twice = 0; twice < 10; twice++) {
        xl_chacha20_quarter(&v0, &v4, &v8, &v12, vl);
        xl_chacha20_quarter(&v1, &v5, &v9, &v13, vl);
        xl_chacha20_quarter(&v2, &v6, &v10, &v14, vl);
        xl_chacha20_quarter(&v3, &v7, &v11, &v15, vl);
        xl_chacha20_quarter(&v0, &v5, &v10, &v15, vl);
        xl_chacha20_quarter(&v1, &v6, &v11, &v12, vl);
        xl_chacha20_quarter(&v2, &v7, &v8, &v13, vl);
        xl_chacha20_quarter(&v3, &v4, &v9, &v14, vl);
    }
    v12 = xl_u32_little(xl_u32_add(v12, xl_u32_iota(counter, vl), vl), vl);
    xl_u32_store16(stream, xl_chacha20_sum(v0, first[0], vl), xl_chacha20_sum(v1, first[1], vl),
                   xl_chacha20_sum(v2, first[2], vl), xl_chacha20_sum(v3, first[3], vl),
                   xl_chacha20_sum(v4, first[4], vl), xl_chacha20_sum(v5, first[5], vl),
                   xl_chacha20_sum(v6, first[6], vl), xl_chacha20_sum(v7, first[7], vl),
                   xl_chacha20_sum(v8, first[8], vl), xl_chacha20_sum(v9, first[9], vl),
                   xl_chacha20_sum(v10, first[10], vl), xl_chacha20_sum(v11, first[11], vl), v12,
                   xl_chacha20_sum(v13, first[13], vl), xl_chacha20_sum(v14, first[14], vl),
                   xl_chacha20_sum(v15, first[15], vl), vl);
}

XL_VECTOR(void, chacha20_xor)
(const uint8_t *key, uint32_t counter, const uint8_t *nonce, const uint8_t *p, uint8_t *r, size_t n)
{
    uint32_t first[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    uint32_t stream[16 * XL_INTERLEAVE16_MOST];
    const uint8_t *bytes = (const uint8_t *)stream;
    for (size_t k = 0; k < 8; k++)
        first[4 + k] = xl_chacha20_word(key + 4 * k);
    for (size_t k = 0; k < 3; k++)
        first[13 + k] = xl_chacha20_word(nonce + 4 * k);
    for (size_t at = 0, blocks; at < n; at += 64 * blocks, counter += (uint32_t)blocks) {
        blocks = xl_u32_vl16((n - at + 63) / 64);
        xl_chacha20_blocks(first, counter, stream, blocks);
        size_t end = n - at < 64 * blocks ? n - at : 64 * blocks;
        for (size_t i = 0, vl; i < end; i += vl) {
            vl = xl_u8_vl(end - i);
            xl_u8 text = xl_u8_load(p + at + i, vl);
            xl_u8_store(r + at + i, xl_u8_xor(text, xl_u8_load(bytes + i, vl), vl), vl);
        }
    }
}
