/* What kernels of text make of the harness's random inputs. For XL_PREPARE.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_TEXT_TEXT_H
#define XL_KERNELS_TEXT_TEXT_H

#include "kernel.h"

/* Knuth's linear congruential generator (MMIX); its upper half is what is random. */
static inline uint32_t xl_text_random(uint64_t *state)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return (uint32_t)(*state >> 32);
}

/* One seed in four keeps what the harness filled in. */
static inline int xl_text_leaves(uint64_t seed)
{
    return seed % 4 == 0;
}

/* Of the others, one in two gets one wrong byte, anywhere. */
static inline void xl_text_spoil(uint8_t *p, size_t count, uint64_t seed)
{
    uint64_t state = ~seed;
    if (count && seed % 2) {
        size_t where = xl_text_random(&state) % count;
        p[where] = (uint8_t)xl_text_random(&state);
    }
}

/* Characters of an alphabet of `letters`, one of them spoilt for some seeds. */
static inline void xl_text_fill(uint8_t *p, size_t count, uint64_t seed, const char *alphabet,
                                size_t letters)
{
    uint64_t state = seed;
    if (xl_text_leaves(seed))
        return;
    for (size_t i = 0; i < count; i++)
        p[i] = (uint8_t)alphabet[xl_text_random(&state) % letters];
    xl_text_spoil(p, count, seed);
}

#endif
