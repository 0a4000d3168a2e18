/* Values at which code is often wrong. kernel_values.c has those that depend on the kernel.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/values.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Zeros, ones, infinities; quiet and signalling NaNs with payloads; subnormals and their
 * neighbours; the largest; halves and ties; powers of two that end the range of an integer type, or
 * of exact integers, with their neighbours; one and its neighbours; ties of bfloat16. */
static const uint64_t special_f32[XL_SPECIALS] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000,
    0xffc12345, 0x7fffffff, 0x7f800001, 0xff800001, 0xffa00000, 0x7fbfffff, 0x00000001, 0x80000001,
    0x00400000, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000, 0x00800001, 0x7f7fffff, 0xff7fffff,
    0x7f7ffffe, 0x7f000000, 0x3f000000, 0xbf000000, 0x3effffff, 0x3f000001, 0x3fc00000, 0xbfc00000,
    0x40000000, 0x40200000, 0xc0200000, 0x4a800001, 0x4affffff, 0x4b000000, 0x4b000001, 0xcb000001,
    0x4b7fffff, 0x4b800000, 0x4effffff, 0x4f000000, 0x4f000001, 0xcf000000, 0xcf000001, 0x4f7fffff,
    0x4f800000, 0x5effffff, 0x5f000000, 0xdf000000, 0xdf000001, 0x5f800000, 0x34000000, 0x33800000,
    0x3f7fffff, 0x3f800001, 0xbf7fffff, 0x3f808000, 0x3f818000,
};

/* The same for f64. The last two are the ends of f32's range. */
static const uint64_t special_f64[XL_SPECIALS] = {
    0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000,
    0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000000000,
    0xfff8000000012345, 0x7fffffffffffffff, 0x7ff0000000000001, 0xfff0000000000001,
    0xfff4000000000000, 0x7ff7ffffffffffff, 0x0000000000000001, 0x8000000000000001,
    0x0008000000000000, 0x000fffffffffffff, 0x800fffffffffffff, 0x0010000000000000,
    0x8010000000000000, 0x0010000000000001, 0x7fefffffffffffff, 0xffefffffffffffff,
    0x7feffffffffffffe, 0x7fe0000000000000, 0x3fe0000000000000, 0xbfe0000000000000,
    0x3fdfffffffffffff, 0x3fe0000000000001, 0x3ff8000000000000, 0xbff8000000000000,
    0x4000000000000000, 0x4004000000000000, 0xc004000000000000, 0x4320000000000001,
    0x432fffffffffffff, 0x4330000000000000, 0x4330000000000001, 0xc330000000000001,
    0x433fffffffffffff, 0x4340000000000000, 0x41dfffffffc00000, 0x41e0000000000000,
    0x41e0000000100000, 0xc1e0000000000000, 0xc1e0000000200000, 0x41efffffffe00000,
    0x41f0000000000000, 0x43dfffffffffffff, 0x43e0000000000000, 0xc3e0000000000000,
    0xc3e0000000000001, 0x43f0000000000000, 0x3cb0000000000000, 0x3ca0000000000000,
    0x3fefffffffffffff, 0x3ff0000000000001, 0xbfefffffffffffff, 0x47efffffe0000000,
    0x3690000000000000,
};

/* Truncated to the type, each is a limit of some width, a neighbour of one, a width as a shift
 * count, or a pattern that shows errors of byte order and sign. */
static const uint64_t special_int[XL_SPECIALS] = {
    0x0000000000000000, 0x0000000000000001, 0x0000000000000002, 0x0000000000000003,
    0x0000000000000004, 0x0000000000000007, 0x0000000000000008, 0x0000000000000009,
    0x000000000000000f, 0x0000000000000010, 0x000000000000001f, 0x0000000000000020,
    0x0000000000000021, 0x000000000000003f, 0x0000000000000040, 0x0000000000000041,
    0x000000000000007e, 0x000000000000007f, 0x0000000000000080, 0x0000000000000081,
    0x00000000000000c0, 0x00000000000000fe, 0x00000000000000ff, 0x0000000000000100,
    0x0000000000000101, 0x0000000000003fff, 0x0000000000004000, 0x0000000000007ffe,
    0x0000000000007fff, 0x0000000000008000, 0x0000000000008001, 0x000000000000c000,
    0x000000000000fffe, 0x000000000000ffff, 0x0000000000010000, 0x000000003fffffff,
    0x0000000040000000, 0x000000007ffffffe, 0x000000007fffffff, 0x0000000080000000,
    0x0000000080000001, 0x00000000c0000000, 0x00000000fffffffe, 0x00000000ffffffff,
    0x0000000100000000, 0x3fffffffffffffff, 0x4000000000000000, 0x7ffffffffffffffe,
    0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001, 0xc000000000000000,
    0xfffffffffffffffe, 0xffffffffffffffff, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa,
    0x0123456789abcdef, 0x7f7f7f7f7f7f7f7f, 0x8080808080808080, 0x00ff00ff00ff00ff,
    0xfefefefefefefefe,
};

uint64_t xl_special_bits(enum xl_type type, size_t i)
{
    const uint64_t *list = type == XL_f32   ? special_f32
                           : type == XL_f64 ? special_f64
                                            : special_int;
    return list[i % XL_SPECIALS] & (UINT64_MAX >> (64 - 8 * xl_type_size(type)));
}

uint64_t xl_extreme_bits(enum xl_type type, size_t i)
{
    static const uint64_t f32[XL_EXTREMES] = {0, 0x7f800000, 0xff800000, 0xff7fffff};
    static const uint64_t f64[XL_EXTREMES] = {0, 0x7ff0000000000000, 0xfff0000000000000,
                                              0xffefffffffffffff};
    const uint64_t all = UINT64_MAX >> (64 - 8 * xl_type_size(type)), top = all - all / 2;
    const uint64_t of_signed[XL_EXTREMES] = {0, top - 1, top, all},
                   of_unsigned[XL_EXTREMES] = {0, all, 1, top};
    const uint64_t *list = type == XL_f32            ? f32
                           : type == XL_f64          ? f64
                           : xl_type_is_signed(type) ? of_signed
                                                     : of_unsigned;
    return list[i % XL_EXTREMES];
}

/* Inputs of mathematical functions: intervals where the record expects errors, and a walk through
 * all numbers. */

size_t xl_dense_count(const struct xl_kernel *kernel)
{
    size_t count = XL_MAX_DENSE;
    while (count && kernel->dense[count - 1].lo == 0 && kernel->dense[count - 1].hi == 0)
        count--;
    return count;
}

const char *xl_dense_wrong(const struct xl_kernel *kernel)
{
    size_t count = xl_dense_count(kernel);
    if (!kernel->function && (count || kernel->period != 0))
        return ".dense and .period are for kernels with .function";
    if (!(kernel->period >= 0) || isinf(kernel->period))
        return ".period is a positive number";
    for (size_t i = 0; i < count; i++)
        if (!(kernel->dense[i].lo <= kernel->dense[i].hi))
            return "an interval of .dense ends before it begins";
    return NULL;
}

static uint64_t sign_of(enum xl_type type)
{
    return type == XL_f32 ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
}

/* The rank of a number: neighbours differ by 1, and both zeros are 0. */
static int64_t rank_of(enum xl_type type, double x)
{
    float f32 = (float)x;
    uint64_t bits = 0;
    memcpy(&bits, type == XL_f32 ? (void *)&f32 : (void *)&x, xl_type_size(type));
    int64_t size = (int64_t)(bits & ~sign_of(type));
    return bits & sign_of(type) ? -size : size;
}

static uint64_t bits_of_rank(enum xl_type type, int64_t rank)
{
    return rank < 0 ? (uint64_t)-rank | sign_of(type) : (uint64_t)rank;
}

uint64_t xl_dense_bits(const struct xl_kernel *kernel, enum xl_type type, uint64_t random)
{
    enum { CLOSE = 4 };
    const struct xl_interval *where = &kernel->dense[(random & 0xffff) % xl_dense_count(kernel)];
    int64_t lo = rank_of(type, where->lo), hi = rank_of(type, where->hi);
    uint64_t span = (uint64_t)hi - (uint64_t)lo, rest = random >> 16;
    uint64_t step = rest >> 3;
    /* 45 bits reach every float, and 2^45 doubles of each interval. */
    if (span >> 45)
        step = (uint64_t)((double)step * 0x1p-45 * (double)span);
    switch (rest & 7) {
    case 0:
        return bits_of_rank(type, lo + (int64_t)(step % CLOSE % (span + 1)));
    case 1:
        return bits_of_rank(type, hi - (int64_t)(step % CLOSE % (span + 1)));
    default:
        return bits_of_rank(type, (int64_t)((uint64_t)lo + step % (span + 1)));
    }
}

uint64_t xl_near_bits(const struct xl_kernel *kernel, enum xl_type type, uint64_t random)
{
    int most = type == XL_f32 ? FLT_MAX_EXP : DBL_MAX_EXP;
    int digits = type == XL_f32 ? FLT_MANT_DIG : DBL_MANT_DIG;
    int reach = most - 2 - ilogb(kernel->period);
    /* Every second one is so small that the next multiple is another number. */
    unsigned exponents = (unsigned)(random & 1 || reach < digits ? reach : digits);
    unsigned exponent = (unsigned)(random >> 1 & 0xffff) % (exponents ? exponents : 1);
    long double multiple =
        rintl(ldexpl(1 + (long double)(random >> 24 & 0xffffffff) * 0x1p-32L, (int)exponent)) *
        kernel->period;
    int64_t rank = rank_of(type, (double)multiple) + (int64_t)(random >> 60 & 3) - 1;
    return bits_of_rank(type, random >> 62 & 1 ? -rank : rank);
}

/* Every step is invertible: additions, multiplications by odd numbers, and XOR with a shifted copy.
 * The constants are those of MurmurHash3's finalizers (Appleby, 2011, public domain), by which each
 * bit of i affects each bit of the pattern. */
uint64_t xl_walk_bits(enum xl_type type, size_t operand, uint64_t i)
{
    if (type == XL_f32) {
        uint32_t x = (uint32_t)i + (uint32_t)operand * 0x9e3779b9;
        x = (x ^ x >> 16) * 0x85ebca6b;
        x = (x ^ x >> 13) * 0xc2b2ae35;
        return x ^ x >> 16;
    }
    uint64_t x = i + operand * 0x9e3779b97f4a7c15;
    x = (x ^ x >> 33) * 0xff51afd7ed558ccd;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53;
    return x ^ x >> 33;
}

/* Mixed extremes in one operand: a sum of them wraps or saturates on the way. Remainders of blocks.
 */

/* Indices of xl_extreme_bits. For signed integers, ENDS has all bits set. */
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
    CLASSES = 128,      /* vectors or elements: no loop handles more per iteration */
    STEP = 37,          /* odd: reaches all numbers modulo CLASSES */
    LEAST_VECTORS = 33, /* other cases have smaller numbers */
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
