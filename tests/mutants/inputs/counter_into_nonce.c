/* counter_into_nonce: a counter of 32 bits is increased in all 16 bytes of its block. Where it
 * wraps, the carry changes the nonce.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include "blocks.h"

XL_KERNEL(counter_into_nonce, .summary = "r[16i...] = two rounds of AES of block counter + i",
          .contract = {XL_EXACT}, .by_lane = {{"all", "few ISAs have AES"}},
          .args = {XL_IN_FIXED(u8, nonce, 12), XL_VALUE(u32, counter), XL_OUT(u8, r, 16), XL_COUNT})

enum { MOST_OF_COUNTERS = 16 };

/* Two rounds with zeros as keys. */
static const uint8_t no_key[16];

static uint8_t doubled(uint8_t a)
{
    return (uint8_t)(a << 1 ^ (a >> 7) * 0x1b);
}

static uint8_t product(uint8_t a, uint8_t b)
{
    uint8_t r = 0;
    for (; b; b >>= 1, a = doubled(a))
        r ^= b & 1 ? a : 0;
    return r;
}

static uint8_t substituted(uint8_t a)
{
    uint8_t inverse = 1, r;
    for (int i = 0; i < 254; i++)
        inverse = product(inverse, a);
    r = inverse ^ 0x63;
    for (unsigned k = 1; k < 5; k++)
        r ^= (uint8_t)(inverse << k | inverse >> (8 - k));
    return r;
}

XL_REFERENCE(counter_into_nonce)
(const uint8_t *nonce, uint32_t counter, uint8_t *r, size_t n)
{
    uint8_t box[256], s[16], t[16];
    for (size_t i = 0; i < 256; i++)
        box[i] = substituted((uint8_t)i);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < 16; k++)
            s[k] = k < 12 ? nonce[k] : (uint8_t)((counter + i) >> 8 * (15 - k));
        for (int round = 0; round < 2; round++) {
            for (size_t k = 0; k < 16; k++)
                t[k] = box[s[(k + 4 * (k % 4)) % 16]];
            for (size_t k = 0; k < 16; k++) {
                const uint8_t *c = t + k / 4 * 4;
                uint8_t next = c[(k + 1) % 4], sum = c[(k + 2) % 4] ^ c[(k + 3) % 4];
                s[k] = doubled(t[k]) ^ doubled(next) ^ next ^ sum;
            }
        }
        memcpy(r + 16 * i, s, 16);
    }
}

XL_VECTOR(void, counter_into_nonce)(const uint8_t *nonce, uint32_t counter, uint8_t *r, size_t n)
{
    uint8_t block[16], counters[16 * MOST_OF_COUNTERS];
    memcpy(block, nonce, 12);
    for (unsigned k = 0; k < 4; k++)
        block[12 + k] = (uint8_t)(counter >> (24 - 8 * k));
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u128_vl(n - i < MOST_OF_COUNTERS ? n - i : MOST_OF_COUNTERS);
        for (size_t lane = 0; lane < vl; lane++) {
            memcpy(counters + 16 * lane, block, 16);
            /* Until a byte does not wrap. */
#ifdef XL_MUTANT
            size_t last = 0;
#else
            size_t last = 12;
#endif
            for (size_t k = 16; k-- > last && ++block[k] == 0;)
                ;
        }
        xl_u128 v = xl_u128_load(counters, vl), key = xl_u128_set1(no_key, vl);
        v = xl_u128_aes_enc(xl_u128_aes_enc(v, key, vl), key, vl);
        xl_u128_store(r + 16 * i, v, vl);
    }
}
