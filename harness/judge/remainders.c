/* Numbers of elements that leave something of a block.
 * SPDX-License-Identifier: MIT
 */
#include "judge/remainders.h"

enum {
    BLOCK = 128,        /* vectors, or elements: no loop takes more at once */
    STEP = 37,          /* odd: comes to all numbers modulo BLOCK */
    LEAST_VECTORS = 33, /* other cases have all that are fewer */
    PRIME_VECTORS = 19,
    CASES_A_SEED = 2 /* of each kind */
};

/* 1 to lanes - 1. */
static size_t rest_of(size_t lanes, uint64_t number)
{
    return lanes > 1 ? 1 + (size_t)(number % (lanes - 1)) : 0;
}

size_t xl_left_count(size_t i, size_t lanes, uint64_t seed)
{
    const uint64_t number = seed * CASES_A_SEED + i / 4;
    const size_t drawn = (size_t)(number * STEP % BLOCK);
    switch (i % 4) {
    case 1:
        return (LEAST_VECTORS + drawn) * lanes + rest_of(lanes, number / 3);
    case 2:
        return BLOCK + drawn + (i / 4 ? BLOCK : 0);
    case 3:
        return PRIME_VECTORS * lanes + rest_of(lanes, number);
    default:
        return 0;
    }
}
