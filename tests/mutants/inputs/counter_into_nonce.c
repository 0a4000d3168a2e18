/* counter_into_nonce: a counter of 32 bits is increased in all 16 bytes of its block. Where it
 * wraps, the carry changes the nonce.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include "blocks.h"

XL_KERNEL(counter_into_nonce, .summary = "r[16i...] = a carry-less hash of block counter + i",
          .contract = {XL_EXACT}, .by_lane = {{"all", "counters are made one by one"}},
          .args = {XL_IN_FIXED(u8, nonce, 12), XL_IN_FIXED(u8, key, 16), XL_VALUE(u32, counter),
                   XL_OUT(u8, r, 16), XL_COUNT})

enum { MOST_OF_COUNTERS = 16 };

/* Both halves times those of the key. */
XL_REFERENCE(counter_into_nonce)
(const uint8_t *nonce, const uint8_t *key, uint32_t counter, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t block[16];
        uint64_t low = 0, high = 0;
        for (size_t k = 0; k < 16; k++)
            block[k] = k < 12 ? nonce[k] : (uint8_t)((counter + i) >> 8 * (15 - k));
        for (size_t half = 0; half < 16; half += 8) {
            uint64_t factor = 0;
            for (size_t k = 0; k < 8; k++)
                factor |= (uint64_t)key[half + k] << 8 * k;
            for (size_t j = 0; j < 64; j++) {
                const uint64_t is_set = block[half + j / 8] >> j % 8 & 1;
                low ^= is_set * (factor << j);
                high ^= j ? is_set * (factor >> (64 - j)) : 0;
            }
        }
        for (size_t k = 0; k < 16; k++)
            r[16 * i + k] = (uint8_t)((k < 8 ? low : high) >> 8 * (k % 8));
    }
}

XL_VECTOR(void, counter_into_nonce)
(const uint8_t *nonce, const uint8_t *key, uint32_t counter, uint8_t *r, size_t n)
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
        xl_u128 v = xl_u128_load(counters, vl), factor = xl_u128_set1(key, vl);
        xl_u128 sum = xl_u128_clmul_lo(v, factor, vl);
        sum = xl_u128_xor(sum, xl_u128_clmul_hi(v, factor, vl), vl);
        xl_u128_store(r + 16 * i, sum, vl);
    }
}
