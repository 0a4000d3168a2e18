/* Values at which code is often wrong.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/values.h"

#include "oracle/shape.h"
#include <float.h>
#include <math.h>

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

uint64_t xl_mix(uint64_t a, uint64_t b)
{
    uint64_t state = a ^ (b + 1) * 0xd1342543de82ef95;
    return xl_next_random(&state);
}

bool xl_arg_has_domain(const struct xl_arg *arg)
{
    return arg->lo != arg->hi;
}

bool xl_arg_allows(const struct xl_arg *arg, uint64_t bits)
{
    const double value = xl_bits_value(arg->type, bits);
    if (xl_arg_is_wide_size(arg))
        return bits >= arg->rare.least && bits <= arg->rare.most;
    return !xl_arg_has_domain(arg) || (value >= arg->lo && value <= arg->hi);
}

uint64_t xl_domain_bits(const struct xl_arg *arg, uint64_t random)
{
    const bool has_domain = xl_arg_has_domain(arg);
    const double lo = has_domain ? arg->lo : -128, hi = has_domain ? arg->hi : 128;
    if (!xl_type_is_float(arg->type) && !has_domain)
        return random;
    /* The whole range of double is wider than its largest number. */
    const double width = hi - lo, u = xl_unit(random),
                 x = isinf(width) ? lo * (1 - u) + hi * u : lo + width * u;
    return xl_number_bits(arg->type, x);
}

uint64_t xl_special_bits(enum xl_type type, size_t i)
{
    const uint64_t *list = type == XL_f32   ? special_f32
                           : type == XL_f64 ? special_f64
                                            : special_int;
    return list[i % XL_SPECIALS] & xl_type_mask(type);
}

uint64_t xl_extreme_bits(enum xl_type type, size_t i)
{
    static const uint64_t f32[XL_EXTREMES] = {0, 0x7f800000, 0xff800000, 0xff7fffff};
    static const uint64_t f64[XL_EXTREMES] = {0, 0x7ff0000000000000, 0xfff0000000000000,
                                              0xffefffffffffffff};
    const uint64_t all = xl_type_mask(type), top = all - all / 2;
    const uint64_t of_signed[XL_EXTREMES] = {0, top - 1, top, all},
                   of_unsigned[XL_EXTREMES] = {0, all, 1, top};
    const uint64_t *list = type == XL_f32            ? f32
                           : type == XL_f64          ? f64
                           : xl_type_is_signed(type) ? of_signed
                                                     : of_unsigned;
    return list[i % XL_EXTREMES];
}

/* ---- Inputs of mathematical functions: intervals where the record expects errors, and a walk
 * through all numbers ---- */

size_t xl_dense_count(const struct xl_kernel *kernel)
{
    size_t count = XL_MAX_DENSE;
    while (count && kernel->dense[count - 1].lo == 0 && kernel->dense[count - 1].hi == 0)
        count--;
    return count;
}

static uint64_t sign_of(enum xl_type type)
{
    return type == XL_f32 ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
}

/* The rank of a number: neighbours differ by 1, and both zeros are 0. */
static int64_t rank_of(enum xl_type type, double x)
{
    const uint64_t bits = xl_float_bits(type, x);
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

/* ---- Mixed extremes, and remainders of blocks ---- */

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

/* ---- Values that depend on what a kernel computes: all inputs of narrow types, ties of
 * conversions, multiples of a divisor, roots, sizes, and arrays that are related to each other ----
 */

enum { XL_FEW_BITS = 16, XL_MOST_WALKED_BITS = 32 };

static bool is_array_in(const struct xl_arg *arg)
{
    return xl_arg_is_read(arg) && arg->per_n;
}

uint64_t xl_all_inputs(const struct xl_kernel *kernel)
{
    unsigned bits = 0;
    for (size_t i = 0; kernel->args[i].kind; i++) {
        const struct xl_arg *arg = &kernel->args[i];
        if (arg->kind == XL_ARG_VALUE ||
            (xl_arg_is_read(arg) && (arg->per_n != 1 || arg->rare.divide > 1)))
            return 0;
        bits += xl_arg_is_read(arg) ? xl_type_bits(arg->type) : 0;
    }
    const bool can = (kernel->elementwise || kernel->function) && bits;
    return can && bits <= XL_MOST_WALKED_BITS ? UINT64_C(1) << bits : 0;
}

size_t xl_every_count(const struct xl_kernel *kernel)
{
    const uint64_t all = xl_all_inputs(kernel);
    return all <= (UINT64_C(1) << XL_FEW_BITS) ? all : 0;
}

/* The bits of the operands before this one. */
static unsigned every_shift(const struct xl_kernel *kernel, size_t operand)
{
    unsigned shift = 0;
    for (size_t k = 0; kernel->args[k].kind; k++) {
        if (!is_array_in(&kernel->args[k]))
            continue;
        if (!operand--)
            break;
        shift += xl_type_bits(kernel->args[k].type);
    }
    return shift;
}

uint64_t xl_every_bits(const struct xl_kernel *kernel, size_t operand, uint64_t i)
{
    return i >> every_shift(kernel, operand);
}

void xl_every_fill(const struct xl_kernel *kernel, size_t operand, enum xl_type type,
                   uint64_t first, size_t count, void *array)
{
    const unsigned shift = every_shift(kernel, operand);
    uint32_t *words = array;
    uint16_t *halves = array;
    if (xl_type_size(type) == sizeof *words)
        for (size_t i = 0; i < count; i++)
            words[i] = (uint32_t)((first + i) >> shift);
    else if (xl_type_size(type) == sizeof *halves)
        for (size_t i = 0; i < count; i++)
            halves[i] = (uint16_t)((first + i) >> shift);
    else
        for (size_t i = 0; i < count; i++)
            xl_bits_set(type, array, i, (first + i) >> shift);
}

static bool is_converted(enum xl_type from, enum xl_type to)
{
    return xl_type_is_float(from) ? from != to : xl_type_size(from) >= 4 && xl_type_is_float(to);
}

bool xl_converts(const struct xl_kernel *kernel)
{
    for (size_t i = 0; kernel->args[i].kind; i++)
        for (size_t o = 0; kernel->args[o].kind; o++)
            if (is_array_in(&kernel->args[i]) && kernel->args[o].kind == XL_ARG_OUT &&
                is_converted(kernel->args[i].type, kernel->args[o].type))
                return true;
    return false;
}

/* A binary format: the largest exponent, the smallest exponent of a normal number, and the number
 * of fraction bits. */
struct format {
    int most, least, fraction;
};
enum { HALF, BRAIN, SINGLE, FORMATS, MINI_FORMATS = 6 };
static const struct format formats[FORMATS] = {{15, -14, 10}, {127, -126, 7}, {127, -126, 23}};

/* Of 8 bits and fewer (OCP MX 1.0, 5.3): E4M3 and E5M2, E3M2 and E2M3, E2M1; and IEEE 754's E4M3,
 * whose greatest exponent is for infinities. */
static const struct format mini_formats[MINI_FORMATS] = {{8, -6, 3}, {15, -14, 2}, {4, -2, 2},
                                                         {2, 0, 3},  {2, 0, 1},    {7, -6, 3}};

/* Halfway between two numbers of the format with this exponent. The lower one is even or odd. */
static double tie(const struct format *f, int exponent, uint64_t fraction)
{
    int last = (exponent > f->least ? exponent : f->least) -
               f->fraction; /* the exponent of its last bit */
    uint64_t whole = fraction & ((UINT64_C(1) << f->fraction) - 1);
    if (exponent >= f->least)
        whole |= UINT64_C(1) << f->fraction;
    return ldexp((double)whole + 0.5, last);
}

/* The ends of the format: the largest number, which in E4M3 is one less, the smallest number that
 * rounds to infinity, the smallest number and its half, and the smallest normal number. */
static double end_of_range(const struct format *f, size_t i)
{
    double last = ldexp(1, f->most - f->fraction), smallest = ldexp(1, f->least - f->fraction);
    double largest = ldexp(2, f->most) - last;
    const double ends[] = {largest,
                           largest + last / 2,
                           largest + last,
                           smallest,
                           smallest / 2,
                           smallest * 3 / 2,
                           ldexp(1, f->least),
                           smallest / 4,
                           ldexp(1, f->least) - smallest / 2,
                           largest - last / 2,
                           largest - last};
    return ends[i % (sizeof ends / sizeof ends[0])];
}

/* Ends of the ranges of integers of 8 to 64 bits, and halves between whole numbers. */
static double whole_tie(uint64_t random)
{
    int bits = 7 + (int)(random % 58);
    double limit = ldexp(1, bits);
    switch (random >> 8 & 3) {
    case 0:
        return limit - 0.5;
    case 1:
        return limit + 0.5;
    case 2:
        return limit;
    default:
        return (double)(random >> 16 & ((UINT64_C(1) << (bits < 40 ? bits : 40)) - 1)) + 0.5;
    }
}

static double between(enum xl_type type, bool is_mini, size_t i, uint64_t random)
{
    const struct format *f = is_mini ? &mini_formats[i / 4 % MINI_FORMATS]
                                     : &formats[i / 4 % (type == XL_f64 ? FORMATS : SINGLE)];
    switch (i % 4) {
    case 0:
        return end_of_range(f, i / 24);
    case 1:
        return whole_tie(random);
    default: /* also subnormal ones */
        return tie(f,
                   f->least - f->fraction +
                       (int)(random % (uint64_t)(f->most - f->least + f->fraction + 1)),
                   random >> 16);
    }
}

/* An integer halfway between two floats, or next to one. */
static uint64_t whole_between(unsigned bits, bool is_signed, size_t i, uint64_t random)
{
    const unsigned kept = i % 2 || bits < 64 ? FLT_MANT_DIG : DBL_MANT_DIG;
    const unsigned most = bits - is_signed, width = kept + 1 + (unsigned)(random % (most - kept));
    const uint64_t half = UINT64_C(1) << (width - kept - 1), top = UINT64_C(1) << (width - 1);
    const uint64_t x = (top | (random >> 6 & (top - 1) & ~(2 * half - 1)) | half) + i / 2 % 3 - 1;
    return is_signed && random >> 63 ? -x : x;
}

static bool is_of_bytes(const struct xl_arg *arg)
{
    return arg->kind == XL_ARG_OUT && xl_type_size(arg->type) == 1;
}

uint64_t xl_ties_bits(const struct xl_kernel *kernel, enum xl_type type, size_t i, uint64_t random)
{
    if (!xl_type_is_float(type))
        return xl_type_size(type) < 4
                   ? random
                   : whole_between(xl_type_bits(type), xl_type_is_signed(type), i, random);
    /* Of two elements one, or a conversion by way of a wider format would be tried less. */
    const bool is_mini = xl_count_args(kernel, is_of_bytes) && random >> 63;
    uint64_t bits = xl_float_bits(type, between(type, is_mini, i, random));
    const uint64_t step = random >> 60 & 3; /* 0 and 3: the tie itself */
    bits += step == 1 ? 1 : 0;
    bits -= step == 2 && bits ? 1 : 0;
    return random >> 62 & 1 ? bits | sign_of(type) : bits;
}

long xl_divisor(const struct xl_kernel *kernel)
{
    for (size_t v = 0; kernel->args[v].kind; v++)
        for (size_t i = 0; kernel->args[i].kind; i++)
            if (kernel->args[v].kind == XL_ARG_VALUE && !xl_type_is_float(kernel->args[v].type) &&
                is_array_in(&kernel->args[i]) && kernel->args[i].type == kernel->args[v].type)
                return (long)v;
    return -1;
}

uint64_t xl_multiple_bits(enum xl_type type, uint64_t of, uint64_t random)
{
    /* Factors up to the largest whose product fits. For a negative number, of its absolute value.
     */
    const unsigned bits = xl_type_bits(type);
    const uint64_t mask = UINT64_MAX >> (64 - bits);
    bool is_negative = xl_type_is_signed(type) && of >> (bits - 1) & 1;
    uint64_t amount = (is_negative ? -of : of) & mask, most = amount ? mask / amount : 0;
    const uint64_t any = random >> 8;
    const uint64_t drawn = random >> 62 == 1   ? most - any % 4
                           : random >> 62 == 2 ? any >> random % 48
                                               : any;
    const uint64_t times = most == UINT64_MAX ? drawn : most ? drawn % (most + 1) : 0;
    return times * of + random % 3 - 1;
}

bool xl_has_roots(const struct xl_kernel *kernel)
{
    const struct xl_arg *only = NULL;
    for (size_t k = 0; kernel->args[k].kind; k++) {
        if (kernel->args[k].kind == XL_ARG_VALUE || (is_array_in(&kernel->args[k]) && only))
            return false;
        only = is_array_in(&kernel->args[k]) ? &kernel->args[k] : only;
    }
    return only && kernel->contract.kind == XL_EXACT &&
           (xl_type_size(only->type) > 2 || (xl_type_size(only->type) > 1 && !kernel->elementwise));
}

/* x^power, but at most `most`. */
static uint64_t power_of(uint64_t x, unsigned power, uint64_t most)
{
    uint64_t product = 1;
    for (unsigned k = 0; k < power; k++)
        product = x && product > most / x ? most : product * x;
    return product;
}

uint64_t xl_root_bits(enum xl_type type, uint64_t random)
{
    static const unsigned char exponents[] = {8, 16, 23, 24, 25, 31, 32, 52, 53, 54, 63, 64};
    const bool is_float = xl_type_is_float(type);
    const unsigned bits =
        is_float ? (type == XL_f32 ? 24 : 53) : xl_type_bits(type) - xl_type_is_signed(type);
    const uint64_t most = UINT64_MAX >> (64 - bits), any = random >> 16;
    const unsigned power = random >> 4 & 1 ? 2 : 3, width = bits / power;
    const uint64_t roots = UINT64_C(1) << width;
    uint64_t x = 0;
    switch (random & 7) {
    case 0: /* 10^k */
        x = power_of(10, (unsigned)(any % 20), most);
        break;
    case 1: /* 2^k */
        x = UINT64_C(1) << exponents[any % sizeof exponents] % bits;
        break;
    case 2: /* the largest */
        x = power_of(roots - 1 - any % 4, power, most);
        break;
    case 3:
    case 4:
    case 5: /* of any length */
        x = power_of((any % roots) >> (any >> 40) % width, power, most);
        break;
    default:
        x = power_of(any % roots, power, most);
    }
    x += (random >> 8 & 3) == 1 ? 1 : (random >> 8 & 3) == 2 ? UINT64_MAX : 0;
    if (!is_float)
        return xl_type_is_signed(type) && random >> 10 & 1 ? -x : x;
    const double value = (double)(int64_t)(x & most);
    return xl_float_bits(type, random >> 10 & 1 ? value : -value);
}

uint64_t xl_divisor_bits(enum xl_type type, size_t which, uint64_t random)
{
    enum { DIVISORS = 12 };
    static const unsigned char small[] = {3, 5, 6, 7, 9, 10, 11, 12, 14, 25, 60, 100};
    const unsigned bits = xl_type_bits(type);
    const uint64_t mask = UINT64_MAX >> (64 - bits), top = mask - mask / 2, any = random >> 8;
    const unsigned shift = (unsigned)(random & 0xff) % bits;
    switch (which % DIVISORS) {
    case 0:
        return small[any % sizeof small];
    case 1:
        return 1;
    case 2:
        return UINT64_C(1) << shift;
    case 3:
        return (UINT64_C(1) << shift) + 1;
    case 4:
        return (top >> shift) - 1;
    case 5: /* the top bit */
        return top | random;
    case 6: /* the top bit, and even */
        return (top | random) & ~UINT64_C(1);
    case 7: /* odd, and shifted */
        return ((random & mask) >> shift | 1) << (shift ? any % shift : 0);
    case 8:
        return mask - any % 3;
    case 9:
        return top - 1 - any % 3;
    default: /* of every size */
        return (random & mask) >> (random >> 56) % bits;
    }
}

uint64_t xl_size_end(const struct xl_arg *arg, size_t which)
{
    const uint64_t least = arg->rare.least, most = arg->rare.most;
    const uint64_t ends[] = {least, most, least + 1, most - 1};
    return ends[which % 4];
}

static bool is_within(const struct xl_arg *arg, uint64_t bits)
{
    return bits >= arg->rare.least && bits <= arg->rare.most;
}

uint64_t xl_size_special(const struct xl_arg *arg, size_t which)
{
    const uint64_t bits = xl_special_bits(XL_u64, which % XL_SPECIALS);
    return is_within(arg, bits) ? bits : xl_size_end(arg, which);
}

uint64_t xl_size_drawn(const struct xl_arg *arg, size_t n, uint64_t random)
{
    const uint64_t product = random * 0x9e3779b97f4a7c15, word = product ^ product >> 32;
    const uint64_t few = word >> 40 & 1 ? n + word % 3 - 1 : word % (2 * n + 2);
    const uint64_t span = arg->rare.most - arg->rare.least + 1; /* 0: every value */
    const uint64_t kinds[] = {xl_special_bits(XL_u64, word % XL_SPECIALS), arg->rare.most - few,
                              arg->rare.least + few, word >> random % 64};
    const uint64_t bits = kinds[random >> 62];
    return is_within(arg, bits) ? bits : arg->rare.least + (span ? bits % span : bits);
}

size_t xl_follows(const struct xl_kernel *kernel, size_t index)
{
    const struct xl_arg *arg = &kernel->args[index];
    for (size_t k = 0; k < index && is_array_in(arg); k++) {
        const struct xl_arg *first = &kernel->args[k];
        if (is_array_in(first) && first->type == arg->type && xl_arg_has_same_shape(first, arg))
            return k;
    }
    return index;
}

bool xl_follows_any(const struct xl_kernel *kernel)
{
    for (size_t k = 0; kernel->args[k].kind; k++)
        if (xl_follows(kernel, k) != k)
            return true;
    return false;
}

enum relation { SAME, SAME_BUT_ONE, OPPOSITE, OPPOSITE_BUT_SOME, NEXT, FACTOR, RELATIONS };

/* For integers: a factor from the low half of the random word, or a product of both halves, perhaps
 * plus or minus 1. */
static uint64_t factor_bits(enum xl_type type, bool is_product, uint64_t random)
{
    const unsigned half = 4 * (unsigned)xl_type_size(type);
    const uint64_t mask = (UINT64_C(1) << half) - 1, factor = (random & mask) + 1;
    return is_product ? factor * (random >> 32 & mask) + random % 3 - 1 : factor;
}

uint64_t xl_related_bits(enum xl_type type, unsigned round, bool is_first, bool is_odd,
                         uint64_t base, uint64_t random)
{
    const uint64_t top = UINT64_C(1) << (8 * xl_type_size(type) - 1);
    const uint64_t opposite = xl_type_is_float(type) ? base ^ top : ~base;
    const enum relation relation = round % RELATIONS;
    if (relation == FACTOR && !xl_type_is_float(type))
        return factor_bits(type, is_first, random);
    if (is_first)
        return base;
    switch (relation) {
    case SAME_BUT_ONE:
        return is_odd ? base ^ 1 : base;
    case OPPOSITE:
        return opposite;
    case OPPOSITE_BUT_SOME:
        return random >> 61 ? opposite : base;
    case NEXT:
        return base + 1;
    default:
        return base;
    }
}
