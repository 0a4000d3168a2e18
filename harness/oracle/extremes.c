/* Mixed extremes in one operand: a sum of them wraps or saturates on the way. Remainders of blocks.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/extremes.h"

#include "oracle/values.h"

/* Numbers of xl_extreme_bits. ENDS has all bits set in signed integers. */
enum { ZERO, MOST, LEAST, ENDS };

enum { BLOCK = 16 /* vectors */ };

/* One extreme in all elements, or several that alternate. */
enum pattern {
    ALL_ZERO = ZERO,
    ALL_MOST = MOST,
    ALL_LEAST = LEAST,
    ALL_ENDS = ENDS,
    BESIDE_ZERO, /* the greatest and zero alternate */
    /* The greatest and the least alternate: */
    LANES,       /* in each element */
    OTHER_LANES, /* the same, the least first */
    VECTORS,     /* in each vector */
    BLOCKS,      /* in each block of vectors */
    HALVES,      /* in the two halves */
    DRAWN        /* random extremes */
};

/* For the even operands, and for the odd ones. */
static const enum pattern rounds[XL_MIXED][2] = {
    {ALL_LEAST, ALL_MOST}, {HALVES, ALL_MOST},     {LANES, OTHER_LANES}, {ALL_MOST, ALL_ZERO},
    {ALL_ENDS, LANES},     {DRAWN, DRAWN},         {BESIDE_ZERO, LANES}, {BLOCKS, VECTORS},
    {VECTORS, ALL_MOST},   {ALL_LEAST, ALL_LEAST}, {ALL_ZERO, ALL_MOST}, {ALL_LEAST, LANES},
    {ALL_MOST, ALL_LEAST}, {ALL_MOST, LANES},      {ALL_MOST, HALVES},   {LANES, LANES},
};

/* Elements after which a pattern repeats; 0: never. HALVES: within one half. */
static size_t period_of(enum pattern pattern, size_t lanes)
{
    return pattern == DRAWN                           ? 0
           : pattern <= ALL_ENDS || pattern == HALVES ? 1
           : pattern == VECTORS                       ? 2 * lanes
           : pattern == BLOCKS                        ? lanes * 2 * BLOCK
                                                      : 2;
}

static size_t alternate(const struct xl_mixed *m, size_t block, size_t i)
{
    return i / (block * m->lanes) % 2 ? LEAST : MOST;
}

size_t xl_mixed_extreme(const struct xl_mixed *m, size_t operand, size_t i, uint64_t random)
{
    const enum pattern pattern = rounds[m->round % XL_MIXED][operand % 2];
    switch (pattern) {
    case ALL_ZERO:
    case ALL_MOST:
    case ALL_LEAST:
    case ALL_ENDS:
        break;
    case BESIDE_ZERO:
        return i % 2 ? ZERO : MOST;
    case LANES:
        return i % 2 ? LEAST : MOST;
    case OTHER_LANES:
        return i % 2 ? MOST : LEAST;
    case VECTORS:
        return alternate(m, 1, i);
    case BLOCKS:
        return alternate(m, BLOCK, i);
    case HALVES:
        return i < m->n / 2 ? MOST : LEAST;
    case DRAWN:
        return random % XL_EXTREMES;
    }
    return pattern;
}

size_t xl_mixed_same_inputs(const struct xl_mixed *m, size_t i)
{
    const enum pattern *patterns = rounds[m->round % XL_MIXED];
    const size_t a = period_of(patterns[0], m->lanes), b = period_of(patterns[1], m->lanes),
                 period = a > b ? a : b;
    const bool has_halves = patterns[0] == HALVES || patterns[1] == HALVES;
    const size_t from = has_halves && i >= m->n / 2 ? m->n / 2 : 0;
    return a && b ? from + (i - from) % period : i;
}

enum {
    CLASSES = 128,      /* vectors, or elements: no loop takes more at once */
    STEP = 37,          /* odd: reaches all numbers modulo CLASSES */
    LEAST_VECTORS = 33, /* other cases have the smaller numbers */
    PRIME_VECTORS = 19,
    CASES_A_SEED = 2 /* of each kind */
};

/* 1 to lanes - 1. */
static size_t rest_of(size_t lanes, uint64_t number)
{
    return lanes > 1 ? 1 + (size_t)(number % (lanes - 1)) : 0;
}

size_t xl_remainder_n(size_t i, size_t lanes, uint64_t seed)
{
    const uint64_t number = seed * CASES_A_SEED + i / 4;
    const size_t drawn = (size_t)(number * STEP % CLASSES);
    switch (i % 4) {
    case 1:
        return (LEAST_VECTORS + drawn) * lanes + rest_of(lanes, number / 3);
    case 2:
        return CLASSES + drawn + (i / 4 ? CLASSES : 0);
    case 3:
        return PRIME_VECTORS * lanes + rest_of(lanes, number);
    default:
        return 0;
    }
}
