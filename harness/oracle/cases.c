/* Which calls a kernel gets.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "oracle/extremes.h"
#include "oracle/inputs.h"
#include "oracle/planted.h"
#include "oracle/sizes.h"
#include "oracle/spread.h"
#include "oracle/strides.h"
#include "oracle/utf.h"
#include "oracle/values.h"

/* A fill, and the round of it. */
struct recipe {
    enum xl_fill fill;
    unsigned round;
};

static const struct recipe short_fills[] = {
    {XL_FILL_DOMAIN, 0},   {XL_FILL_DOMAIN, 1},  {XL_FILL_TINY, 0},     {XL_FILL_TINY, 1},
    {XL_FILL_TINY, 2},     {XL_FILL_TINY, 3},    {XL_FILL_LARGE, 0},    {XL_FILL_LARGE, 1},
    {XL_FILL_ODD, 0},      {XL_FILL_ODD, 1},     {XL_FILL_ODD, 2},      {XL_FILL_ODD, 3},
    {XL_FILL_SORTED, 0},   {XL_FILL_SORTED, 1},  {XL_FILL_CONSTANT, 0}, {XL_FILL_CONSTANT, 4},
    {XL_FILL_CONSTANT, 7}, {XL_FILL_ROTATED, 0}, {XL_FILL_ROTATED, 5},
};
static const struct recipe medium_fills[] = {
    {XL_FILL_SMALL, 0},  {XL_FILL_TINY, 0},   {XL_FILL_TINY, 1},     {XL_FILL_LARGE, 0},
    {XL_FILL_SORTED, 0}, {XL_FILL_SORTED, 1}, {XL_FILL_CONSTANT, 0}, {XL_FILL_ROTATED, 0},
};
static const struct recipe long_fills[] = {
    {XL_FILL_BITS, 0},
    {XL_FILL_DOMAIN, 0},
    {XL_FILL_PAIRS, 0},
};

enum {
    SHORT_FILLS = sizeof short_fills / sizeof short_fills[0],
    MEDIUM_FILLS = sizeof medium_fills / sizeof medium_fills[0],
    LONG_FILLS = sizeof long_fills / sizeof long_fills[0],
    ALIAS_SIZES = 6,
    SPECIAL_STEP = 3, /* prime to XL_SPECIALS, and to the lanes of all vectors but of 384 bits */
    SPECIAL_ROUNDS = (XL_SPECIALS + SPECIAL_STEP - 1) / SPECIAL_STEP,
    ROUNDED_STEP = 2,
    ROUNDED_ROUNDS = (XL_SPECIALS + ROUNDED_STEP - 1) / ROUNDED_STEP,
    PAIRS_N = XL_SPECIALS * XL_SPECIALS,
    MEDIUM_N = 263,    /* a prime, and more than 8 bits count */
    MEASURED_N = 997,  /* likewise, of calls that are the same on all rows */
    RANDOM_N = 2053,   /* a prime: of random bits alone */
    UNROLLED_FROM = 5, /* vectors: SIZES has the fewer */
    UNROLLED_TO = 17,
    FURTHER_TO = 32, /* whole vectors alone, ... */
    WHOLE_TO = 64, /* ... and of up to 256 bits, which are a remainder of more of them: from here on
                      other groups' cases have one number each, ... */
    WHOLE_BYTES = 32, /* ... because what a call costs is the call */
    WHOLE_SHORT = FURTHER_TO + 1,
    SHORT_VARIED = 14, /* fills before CONSTANT */
    WHOLE_MEDIUM = WHOLE_SHORT + SHORT_VARIED - SHORT_VARIED / 4,
    WHOLE_OFFSETS = WHOLE_MEDIUM + MEDIUM_FILLS,
    UNROLLED_SIZES = 2 * (UNROLLED_TO - UNROLLED_FROM + 1), /* with a rest and without */
    FULL_VECTORS = 300, /* 255 in each lane, 258 times, is more than 16 bits hold */
    ACROSS_CASES = 16,
    ACROSS_PLACES = 12, /* of them where there is a vector on that page's end */
    POISON_A = 0xa5,    /* not a NaN, not a small number, ... */
    POISON_B = 0x5a,    /* ... and nothing that could be taken for the other; ... */
    POISON_C = 0xff,    /* ... and a NaN, which stays one through arithmetic */
    RANDOM_SIZES = 8,
    LARGEST_RANDOM = 2048,
    BLOCKED_N = 4096,      /* a multiple of whatever a kernel takes at once */
    POWERS = 6,            /* 2^8 and 2^9 with their neighbours; one more is drawn */
    LONGEST_BYTES = 66047, /* more than 64 KiB, and more elements of a byte than 16 bits count */
    EXTREME_N = 67,        /* a block of 64, and a tail */
    RELATED_CASES = 12,
    SPARSE_LONG = 4,
    SAME_CASES = 4,
    RELATED_N = 331,      /* a prime */
    TIES_N = 1031,        /* a prime */
    MULTIPLES_CASES = 24, /* twice each class of divisors */
    MULTIPLES_N = 131,
    THRESHOLD_CASES = 6, /* twice each n */
    NOT_ABOVE = 2,       /* ... of which so many are not above it */
    STREAMED = 42,       /* its part in seeds: as if it were a group */
    PRESET = 32,   /* one call in so many of a kernel that promises flags has them set before: they
                      are not compared then */
    READ_ONLY = 32 /* one call in so many has inputs that are read-only: that costs system calls */
};

/* A case that is asked for: of this kernel, number i of its group, for vectors of so many lanes;
 * `count` as xl_case_count has it. */
struct asked {
    const struct xl_kernel *kernel;
    size_t lanes;
    unsigned count;
    size_t i;
};

static uint64_t hash_name(const char *name)
{
    uint64_t h = 0;
    for (; *name; name++)
        h = xl_mix(h, (unsigned char)*name);
    return h;
}

/* Bytes of the kernel's narrowest element. */
static size_t narrowest_bytes(const struct xl_kernel *kernel)
{
    size_t narrowest = 8;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if (xl_arg_is_buffer(&kernel->args[i]) && xl_type_size(kernel->args[i].type) < narrowest)
            narrowest = xl_type_size(kernel->args[i].type);
    return narrowest;
}

/* Lanes of that: the longest strip it can be written in. */
static size_t kernel_lanes(const struct xl_kernel *kernel, size_t vl_bits)
{
    return vl_bits ? vl_bits / 8 / narrowest_bytes(kernel) : 4;
}

static size_t large_n(const struct xl_kernel *kernel)
{
    return xl_max_n(kernel, XL_LARGE_N);
}

size_t xl_arg_alignment(const struct xl_kernel *kernel, const struct xl_arg *arg)
{
    size_t size = xl_type_size(arg->type);
    return kernel->align > size ? kernel->align : size;
}

bool xl_can_share(const struct xl_arg *in, const struct xl_arg *out)
{
    return in->kind == XL_ARG_IN && out->kind == XL_ARG_OUT && in->type == out->type &&
           xl_arg_has_same_shape(in, out) && in->by_pointers == out->by_pointers;
}

/* Places of the buffer that has most of them. */
static size_t alignments(const struct asked *a)
{
    const struct xl_kernel *kernel = a->kernel;
    size_t most = 1;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++) {
        const struct xl_arg *arg = &kernel->args[i];
        if (xl_arg_is_buffer(arg) && XL_ALIGNMENTS / xl_arg_alignment(kernel, arg) > most)
            most = XL_ALIGNMENTS / xl_arg_alignment(kernel, arg);
    }
    return most;
}

static size_t sharing_pairs(const struct asked *a)
{
    const struct xl_kernel *kernel = a->kernel;
    size_t pairs = 0;
    for (size_t i = 0; kernel->in_place && i < XL_MAX_ARGS; i++)
        for (size_t o = 0; o < XL_MAX_ARGS; o++)
            pairs += xl_can_share(&kernel->args[i], &kernel->args[o]);
    return pairs;
}

/* Buffers that grow with n: what can lie back to back. */
static size_t neighbours(const struct asked *a)
{
    const struct xl_kernel *kernel = a->kernel;
    size_t buffers = 0;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        buffers += xl_arg_is_buffer(&kernel->args[i]) && kernel->args[i].per_n;
    return buffers > 1 ? buffers : 0;
}

static size_t operands(const struct asked *a)
{
    size_t count = 0;
    for (size_t i = 0; i < XL_MAX_ARGS && a->kernel->args[i].kind; i++)
        count += xl_arg_is_operand(&a->kernel->args[i]);
    return count;
}

/* The pairs of n and rows that a record lists. */
static size_t listed_pairs(const struct xl_kernel *kernel)
{
    size_t pairs = 0;
    for (size_t i = 0, n; (n = xl_listed_n(kernel, i)); i++) {
        const size_t rows = xl_listed_rows_count(kernel, n);
        pairs += rows ? rows : 1;
    }
    return pairs;
}

/* Every n up to four vectors and 3; or as many cases of those that are listed, but all pairs. */
static size_t sizes(const struct asked *a)
{
    const size_t all = 4 * a->lanes + 4, pairs = listed_pairs(a->kernel);
    return all > pairs ? all : pairs;
}

/* One lane of a vector after the other, until each has been odd. */
static size_t odd_rounds(const struct asked *a)
{
    return 1 + a->lanes * (a->lanes + 1) / large_n(a->kernel);
}

static size_t rounding_modes(const struct asked *a)
{
    return a->kernel->contract.rounding ? XL_ROUNDINGS - 1 : 0;
}

/* The fills that SIZES draws from. */
static const enum xl_fill drawn[] = {
#define XL_FILL_DRAWN(NAME, ...) XL_FILL_##NAME,
#define XL_FILL(...)
#include "oracle/fills.def"
#undef XL_FILL_DRAWN
#undef XL_FILL
};

static uint8_t poison(size_t i)
{
    static const uint8_t poisons[] = {POISON_A, POISON_B, POISON_C};
    return poisons[i % 3];
}

uint8_t xl_next_poison(uint8_t of)
{
    size_t i = 0;
    while (i < 2 && poison(i) != of)
        i++;
    return poison(i + 1);
}

/* One pair that is listed after the other, over and over. */
static void get_pair(const struct xl_kernel *kernel, size_t number, struct xl_case *c)
{
    const size_t pairs = listed_pairs(kernel);
    size_t pair = pairs ? number % pairs : 0;
    for (size_t i = 0, n; (n = xl_listed_n(kernel, i)); i++) {
        const size_t listed = xl_listed_rows_count(kernel, n), rows = listed ? listed : 1;
        if (pair < rows) {
            c->n = n;
            c->rows = xl_listed_rows(kernel, n, pair);
            return;
        }
        pair -= rows;
    }
}

static void get_sizes(const struct asked *a, struct xl_case *c)
{
    const size_t count = sizes(a);
    c->placement = (enum xl_placement)(a->i % XL_PLACEMENTS_APART);
    c->n = count ? a->i / XL_PLACEMENTS_APART % count : 0;
    get_pair(a->kernel, c->n, c);
    c->fill = drawn[c->seed % (sizeof drawn / sizeof drawn[0])];
    c->offset = (unsigned)(c->seed >> 32);
    c->poison = poison(a->i / XL_PLACEMENTS_APART + a->i);
}

/* Whether whole vectors are short enough for 64 of them. An XL_ULP kernel's worst input is to stay
 * what it was. */
static bool has_short(const struct asked *a)
{
    return a->kernel->contract.kind != XL_ULP &&
           a->lanes * narrowest_bytes(a->kernel) <= WHOLE_BYTES;
}

static void set_whole(const struct asked *a, struct xl_case *c, size_t vectors)
{
    if (has_short(a))
        c->n = xl_max_n(a->kernel, vectors * c->lanes);
}

/* Cases that have one of the last numbers; and one of the first that an unrolled loop has not. */
static size_t odd_offsets(const struct asked *a)
{
    const size_t most = WHOLE_TO + 1 - WHOLE_OFFSETS, odd = alignments(a) / 2;
    return !has_short(a) ? 0 : odd < most ? odd : most;
}

static size_t even_offsets(const struct asked *a)
{
    const size_t most = FURTHER_TO - UNROLLED_TO, even = alignments(a) / 2;
    return !has_short(a) ? 0 : even < most ? even : most;
}

static void get_offsets(const struct asked *a, struct xl_case *c)
{
    c->placement = XL_PLACEMENT_OFF;
    c->offset = (unsigned)a->i;
    if (a->i % 2 && a->i / 2 < odd_offsets(a))
        set_whole(a, c, WHOLE_OFFSETS + a->i / 2);
    if (a->i % 2 == 0 && a->i / 2 < even_offsets(a))
        set_whole(a, c, UNROLLED_TO + 1 + a->i / 2);
}

static void get_short(const struct asked *a, struct xl_case *c)
{
    c->fill = short_fills[a->i % SHORT_FILLS].fill;
    c->round = short_fills[a->i % SHORT_FILLS].round + (unsigned)(a->i / SHORT_FILLS);
    if (a->i < SHORT_VARIED && a->i % 4 != 3)
        set_whole(a, c, WHOLE_SHORT + a->i - a->i / 4);
}

/* The n of a longer case, which is at one of two places. */
static void set_longer(const struct asked *a, struct xl_case *c, size_t n)
{
    c->placement = (a->i & 1) ? XL_PLACEMENT_END : XL_PLACEMENT_OFF;
    c->n = n;
}

/* At least so many elements, or as many as fit. */
static size_t at_least(const struct xl_kernel *kernel, size_t n)
{
    const size_t most = large_n(kernel);
    n = n > MEDIUM_N ? n : MEDIUM_N;
    return n < most ? n : most;
}

/* Each value is at a third of the places, and so in each lane of a vector. */
static void get_special(const struct asked *a, struct xl_case *c)
{
    c->round = (unsigned)a->i * SPECIAL_STEP;
}

static void get_medium(const struct asked *a, struct xl_case *c)
{
    c->fill = medium_fills[a->i % MEDIUM_FILLS].fill;
    c->round = medium_fills[a->i % MEDIUM_FILLS].round + 2 * (unsigned)(a->i / MEDIUM_FILLS);
    size_t vectors = c->fill == XL_FILL_ROTATED ? 4 * c->lanes + 1 : 16;
    set_longer(a, c, at_least(a->kernel, c->lanes * vectors + 1));
    if (c->fill != XL_FILL_ROTATED && a->i < MEDIUM_FILLS)
        set_whole(a, c, WHOLE_MEDIUM + a->i);
}

static void get_large(const struct asked *a, struct xl_case *c)
{
    set_longer(a, c, large_n(a->kernel));
    c->walk += a->i * c->n;
}

static bool has_float(const struct xl_kernel *kernel)
{
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if (xl_arg_is_operand(&kernel->args[i]) && xl_type_is_float(kernel->args[i].type))
            return true;
    return false;
}

/* One of them is of very many bytes, and of integers the greatest is the last; one of random bits,
 * of which fewer do: WALK has more, of a mathematical function. Pairs are there once. An XL_ULP
 * kernel has a bound that many inputs of its domain are held to. */
static void get_long(const struct asked *a, struct xl_case *c)
{
    c->fill = long_fills[a->i % LONG_FILLS].fill;
    get_large(a, c);
    if (c->fill == XL_FILL_PAIRS)
        c->n = at_least(a->kernel, operands(a) > 1 ? PAIRS_N : 0);
    if (c->fill == XL_FILL_BITS)
        c->n = xl_max_n(a->kernel, RANDOM_N);
    if (a->i != 1 || a->kernel->contract.kind == XL_ULP)
        return;
    c->n = xl_max_n(a->kernel, LONGEST_BYTES / narrowest_bytes(a->kernel));
    c->fill = has_float(a->kernel) ? c->fill : XL_FILL_SORTED;
    c->round = 0;
}

/* Each round goes on where the one before stopped. */
static void get_odd(const struct asked *a, struct xl_case *c)
{
    const size_t step = large_n(a->kernel) / (c->lanes + 1);
    c->round = (unsigned)(a->i * (step ? step : 1));
    set_longer(a, c, at_least(a->kernel, c->lanes * (c->lanes + 1) + 1));
}

static void get_alone(const struct asked *a, struct xl_case *c)
{
    set_longer(a, c, at_least(a->kernel, c->lanes * XL_SPECIALS + 1));
}

static void get_alias(const struct asked *a, struct xl_case *c)
{
    const size_t of[ALIAS_SIZES] = {4 * c->lanes + 3, 1, c->lanes, c->lanes + 1, 3 * c->lanes,
                                    2 * c->lanes - 1};
    c->n = of[a->i % ALIAS_SIZES];
    c->fill = a->i % 2 ? XL_FILL_BITS : XL_FILL_SPECIAL;
    c->offset = (unsigned)(a->i / ALIAS_SIZES);
}

static void get_in_place(const struct asked *a, struct xl_case *c)
{
    get_alias(a, c);
    c->placement = XL_PLACEMENT_IN_PLACE;
}

static void get_adjacent(const struct asked *a, struct xl_case *c)
{
    get_alias(a, c);
    c->placement = XL_PLACEMENT_ADJACENT;
}

/* What any kernel may be given: an XL_ULP one nothing that could be its worst input, which is what
 * its baseline is of. */
static enum xl_fill any_fill(const struct xl_kernel *kernel)
{
    return kernel->contract.kind == XL_EXACT   ? XL_FILL_BITS
           : kernel->contract.kind == XL_BOUND ? XL_FILL_DOMAIN
                                               : XL_FILL_SMALL;
}

/* Of each three one ends at a guard page. The others have each class of addresses of a buffer with
 * each of another, if there are XL_ADDRESSES squared of them. */
static void set_aligned(size_t i, struct xl_case *c)
{
    c->placement = i % 3 ? XL_PLACEMENT_ALIGNED : XL_PLACEMENT_END;
    c->offset = (unsigned)(i - i / 3 - 1);
}

/* So many vectors, and so many with a rest: of one element, or of one less than a vector. */
static void get_unrolled(const struct asked *a, struct xl_case *c)
{
    const size_t vectors = UNROLLED_FROM + a->i / 2;
    const size_t rest = vectors / 2 % 2 ? 1 : c->lanes - 1;
    c->n = xl_max_n(a->kernel, vectors * c->lanes + (a->i % 2 ? rest : 0));
    c->fill = any_fill(a->kernel);
    if (a->kernel->contract.kind != XL_ULP)
        c->fill = a->i / 2 % 2 ? XL_FILL_BITS : XL_FILL_DOMAIN;
    set_aligned(a->i, c);
}

bool xl_has_sum(const struct xl_kernel *kernel)
{
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if (kernel->args[i].kind == XL_ARG_RESULT ||
            (xl_arg_is_written(&kernel->args[i]) && !kernel->args[i].per_n))
            return true;
    return false;
}

/* Integers are what overflows, by the greatest alone: a lane in some vectors, and the sum of a
 * checksum in thousands of elements. */
static void get_full(const struct asked *a, struct xl_case *c)
{
    const bool is_measured = a->kernel->contract.kind == XL_ULP;
    const bool is_whole = !is_measured && !has_float(a->kernel);
    const bool is_long = is_measured || (is_whole && xl_has_sum(a->kernel));
    const size_t n = FULL_VECTORS * c->lanes;
    c->n = xl_max_n(a->kernel, is_long && n < XL_LARGE_N ? XL_LARGE_N : n);
    if (is_whole) {
        c->fill = XL_FILL_EXTREME;
        c->round = XL_EXTREME_MOST;
    }
}

/* Behind elements all over the first vector, as many as there are cases, with each seed one
 * further; and of less than one vector. */
static void get_across(const struct asked *a, struct xl_case *c)
{
    const size_t of[] = {4 * c->lanes + 3, 2 * c->lanes + 1, c->lanes, c->lanes / 2 + 2};
    const size_t places = c->lanes > 1 ? c->lanes - 1 : 1;
    const size_t place = (a->i - a->i / 4) * places / ACROSS_PLACES + c->walk / XL_WALK_STRIDE;
    c->placement = XL_PLACEMENT_PAGE_END;
    c->n = of[a->i % 4];
    c->offset = (unsigned)(1 + (a->i % 4 == 3 ? a->i * (c->n - 1) / ACROSS_CASES : place % places));
    c->fill = a->i / 4 % 2 ? XL_FILL_BITS : XL_FILL_SMALL;
}

/* In each mode, one in four is of random bits and not of special values. */
static void get_rounded(const struct asked *a, struct xl_case *c)
{
    c->fill = a->i % 4 == 3 ? XL_FILL_BITS : XL_FILL_SPECIAL;
    c->round = (unsigned)(a->i % ROUNDED_ROUNDS * ROUNDED_STEP);
    c->rounding = (enum xl_rounding)(XL_DOWN + a->i / ROUNDED_ROUNDS);
}

/* The numbers that no other group has. */
static size_t further(const struct asked *a)
{
    const size_t first = FURTHER_TO - UNROLLED_TO - even_offsets(a);
    return has_short(a) ? first + 1 + WHOLE_TO + 1 - WHOLE_OFFSETS - odd_offsets(a) : first;
}

static void get_further(const struct asked *a, struct xl_case *c)
{
    const size_t from = UNROLLED_TO + 1 + even_offsets(a), first = FURTHER_TO + 1 - from;
    const size_t vectors = a->i < first    ? from + a->i
                           : a->i == first ? WHOLE_OFFSETS - 1 /* ROTATED has another n */
                                           : WHOLE_OFFSETS + odd_offsets(a) + a->i - first - 1;
    c->n = xl_max_n(a->kernel, vectors * c->lanes);
    c->fill = any_fill(a->kernel);
    set_aligned(UNROLLED_SIZES + a->i, c);
}

/* Of every size from 1 on, each as likely; or what is left of a block, by the seed. */
static void get_random(const struct asked *a, struct xl_case *c)
{
    const double share = (double)(c->seed >> 11) * 0x1p-53;
    const size_t left = xl_left_count(a->i, c->lanes, c->walk / XL_WALK_STRIDE);
    c->n = xl_max_n(a->kernel, left ? left : (size_t)pow(LARGEST_RANDOM, share));
    c->fill = any_fill(a->kernel);
}

/* A mathematical function's results cost too much. */
static size_t has_no_function(const struct asked *a)
{
    return a->kernel->function == NULL;
}

/* Where a count of blocks, or what is left of one, goes wrong. */
static void get_power(const struct asked *a, struct xl_case *c)
{
    static const unsigned char powers[] = {8, 9, 10, 11, 12, 13};
    const bool is_drawn = a->i == POWERS;
    const size_t power = powers[is_drawn ? POWERS / 3 + c->seed % 4 : a->i / 3];
    const size_t from = is_drawn ? (size_t)(c->seed >> 8) : a->i;
    c->n = xl_max_n(a->kernel, ((size_t)1 << power) + from % 3 - 1);
    c->fill = any_fill(a->kernel);
}

/* Of each two operands each value with each. */
static size_t extreme_pairs(const struct asked *a)
{
    return operands(a) > 1 ? XL_EXTREMES : 1;
}

static void get_extreme(const struct asked *a, struct xl_case *c)
{
    c->n = xl_max_n(a->kernel, c->n > EXTREME_N ? c->n : EXTREME_N);
}

/* Few elements, and more. */
static void get_related(const struct asked *a, struct xl_case *c)
{
    if (a->i >= RELATED_CASES / 2)
        c->n = xl_max_n(a->kernel, c->n > RELATED_N ? c->n : RELATED_N);
}

/* The same place twice, and other elements: what a kernel has kept of an address is stale. Such a
 * place is in memory that each call has, one after the other. */
static void get_stale(const struct asked *a, struct xl_case *c)
{
    c->placement = XL_PLACEMENT_PAGE_END;
    c->same_memory = true;
    c->offset = 1;
    c->fill = any_fill(a->kernel);
}

/* Whether two inputs may be one. */
static size_t has_same(const struct asked *a)
{
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        if (xl_same_input(a->kernel, k) != k)
            return 1;
    return 0;
}

/* Few vectors, and many. */
static void get_same(const struct asked *a, struct xl_case *c)
{
    const size_t of[SAME_CASES] = {4 * c->lanes + 3, c->lanes, UNROLLED_TO * c->lanes + 1,
                                   RELATED_N};
    c->placement = XL_PLACEMENT_SAME;
    c->n = xl_max_n(a->kernel, of[a->i]);
    c->fill = any_fill(a->kernel);
}

/* The largest power of two that fits. */
static void get_blocked(const struct asked *a, struct xl_case *c)
{
    size_t n = BLOCKED_N;
    while (xl_max_n(a->kernel, n) < n)
        n /= 2;
    c->n = n;
    c->placement = XL_PLACEMENT_START;
    c->read_only = true;
    c->fill = any_fill(a->kernel);
}

/* Each special value of an argument that is given by value, with all of the others. */
static void get_valued(const struct asked *a, struct xl_case *c)
{
    c->n = xl_max_n(a->kernel, c->n > XL_SPECIALS ? c->n : XL_SPECIALS);
}

static size_t has_value(const struct asked *a)
{
    size_t values = 0, operands = 0;
    for (size_t i = 0; i < XL_MAX_ARGS && a->kernel->args[i].kind; i++) {
        values += a->kernel->args[i].kind == XL_ARG_VALUE;
        operands += xl_arg_is_operand(&a->kernel->args[i]);
    }
    return values && operands > 1;
}

static size_t thresholds(const struct asked *a)
{
    size_t count = 0;
    while (count < XL_MAX_THRESHOLDS && a->kernel->sizes.thresholds[count])
        count++;
    return count;
}

/* What is below it, it, and what is above it. */
static void get_threshold(const struct asked *a, struct xl_case *c)
{
    const size_t step = a->kernel->sizes.multiple_of > 1 ? a->kernel->sizes.multiple_of : 1;
    const size_t n = a->kernel->sizes.thresholds[a->i / THRESHOLD_CASES];
    c->n = xl_max_n(a->kernel, n + a->i % 3 * step - step);
    c->fill = any_fill(a->kernel);
}

/* Whether it is a sum that extremes overflow, and not one that is measured. */
static bool overflows(const struct asked *a)
{
    return a->kernel->contract.kind != XL_ULP && xl_has_sum(a->kernel);
}

/* Of an operand alone, each pattern once; or each round. What makes no sum has one, by the seed. */
static size_t mixed_rounds(const struct asked *a)
{
    return !overflows(a) ? 1 : operands(a) > 1 ? XL_MIXED : XL_MIXED_ALONE;
}

/* A sum's narrow accumulators overflow after many vectors. */
static void get_mixed(const struct asked *a, struct xl_case *c)
{
    const size_t n = overflows(a) ? FULL_VECTORS * c->lanes : EXTREME_N;
    c->n = xl_max_n(a->kernel, c->n > n ? c->n : n);
    if (!overflows(a))
        c->round = (unsigned)(c->walk / XL_WALK_STRIDE);
}

static size_t mixed_each(const struct asked *a)
{
    return NOT_ABOVE + (overflows(a) ? mixed_rounds(a) : 1);
}

/* Below it, at it, and above it: there a sum is as if there were no other way. */
static size_t mixed_thresholds(const struct asked *a)
{
    return thresholds(a) * mixed_each(a);
}

static void get_mixed_threshold(const struct asked *a, struct xl_case *c)
{
    const size_t each = mixed_each(a), which = a->i % each;
    struct asked threshold = *a;
    threshold.i = a->i / each * THRESHOLD_CASES + (which < NOT_ABOVE ? which : NOT_ABOVE);
    get_threshold(&threshold, c);
    c->fill = XL_FILL_MIXED;
    c->round = (unsigned)(which < NOT_ABOVE || !overflows(a) ? c->seed : which - NOT_ABOVE);
}

static size_t every_n(const struct asked *a)
{
    return xl_max_n(a->kernel, xl_every_count(a->kernel));
}

static size_t every_part(const struct asked *a)
{
    size_t n = every_n(a);
    return n ? (xl_every_count(a->kernel) + n - 1) / n : 0;
}

static void get_every(const struct asked *a, struct xl_case *c)
{
    c->n = every_n(a);
    c->walk = a->i * c->n;
}

static void get_any(const struct asked *a, struct xl_case *c)
{
    c->fill = any_fill(a->kernel);
}

static void get_ties(const struct asked *a, struct xl_case *c)
{
    set_longer(a, c, xl_max_n(a->kernel, TIES_N));
}

/* One in eight, at every eighth, of few elements. Of many, at what a block of them begins with, and
 * ends with, at the last, and at any. */
static void get_sparse(const struct asked *a, struct xl_case *c)
{
    if (a->i < XL_SPARSE)
        return;
    c->n = large_n(a->kernel);
    const size_t of[SPARSE_LONG] = {0, XL_SPARSE - 1, c->n - 1, c->seed >> 32};
    c->round = (unsigned)(of[a->i - XL_SPARSE] % XL_SPARSE);
}

static size_t planted(const struct asked *a)
{
    return xl_has_sum(a->kernel) ? xl_planted_count(a->kernel, a->lanes) : 0;
}

static void get_planted(const struct asked *a, struct xl_case *c)
{
    xl_planted_get(a->kernel, a->i, c);
    if (xl_listed_count(a->kernel))
        c->n = xl_listed_n(a->kernel, a->i / 4 % xl_listed_count(a->kernel));
}

static void get_spread(const struct asked *a, struct xl_case *c)
{
    xl_spread_get(a->kernel, a->i, c);
}

static size_t texts(const struct asked *a)
{
    return xl_text_count(a->kernel, a->lanes);
}

static void get_text(const struct asked *a, struct xl_case *c)
{
    xl_text_get(a->kernel, a->i, c);
}

/* Enough for each class of divisors to meet the largest numbers. */
static void get_multiples(const struct asked *a, struct xl_case *c)
{
    c->n = xl_max_n(a->kernel, c->n > MULTIPLES_N ? c->n : MULTIPLES_N);
}

/* What a group is where a record lists its n. */
enum listing {
    EACH,    /* the same once more for each n that is listed */
    ITSELF,  /* as many cases, of n that `get` chooses among those */
    NOTHING, /* no cases: it is there for its n */
};

/* The groups of cases. A new one stands before the last, which some rows leave out. Padded, for the
 * first five fields are given in this order.
 * NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
static const struct group {
    unsigned seed;                          /* its part in its cases' seeds: of no other group, and
                                               never another one */
    const char *name, *text;                /* a word; what it is for */
    size_t cases;                           /* as many, ... */
    size_t (*times)(const struct asked *a); /* ... times this, if it is given, ... */
    bool random;                            /* ... and times `count`; */
    enum listing listing;                   /* and of a record that lists n */
    bool common;                            /* the same on every row */
    enum xl_of_rows rows;                   /* what oracle/spread.h makes of them, and how many */
    enum xl_fill fill;                      /* where `get` sets none; not of a kernel that it does
                                               not apply to */
    void (*get)(const struct asked *a, struct xl_case *c); /* what is not four vectors and 3, and
                                                              round i; NULL: nothing */
} groups[] = {
    {0, "sizes", "every n up to four vectors and 3, at every place, with each of the drawn fills",
     XL_PLACEMENTS_APART, sizes, .random = true, .listing = ITSELF, .get = get_sizes},
    {1, "offsets", "every alignment of every buffer", 1, alignments, .fill = XL_FILL_BITS,
     .get = get_offsets},
    {2, "special", "special values through every lane, the tail's too", SPECIAL_ROUNDS,
     .fill = XL_FILL_SPECIAL, .get = get_special},
    {3, "short", "the other fills, at four vectors and 3", SHORT_FILLS, .random = true,
     .get = get_short},
    {4, "medium", "over many vectors", MEDIUM_FILLS, .random = true, .get = get_medium},
    {5, "long", "over very many", LONG_FILLS, .random = true, .common = true, .get = get_long},
    {6, "odd", "the odd lane's way through all lanes", 1, odd_rounds, .random = true,
     .fill = XL_FILL_ODD, .get = get_odd},
    {7, "alone", "each operand's special values through all lanes, while the others have none", 1,
     operands, .fill = XL_FILL_ALONE, .get = get_alone},
    {8, "dense", "what a mathematical function's kernel asks for", 1, .random = true,
     .common = true, .fill = XL_FILL_DENSE, .get = get_large},
    {9, "near", "multiples of what a mathematical function repeats after, and what is next to them",
     1, .random = true, .common = true, .fill = XL_FILL_NEAR, .get = get_large},
    {10, "walk", "ever new bit patterns, of mathematical functions", 1, .random = true,
     .common = true, .fill = XL_FILL_WALK, .get = get_large},
    {11, "in_place", "every output that may be an input", ALIAS_SIZES, sharing_pairs,
     .get = get_in_place},
    {12, "adjacent", "every order of the buffers", ALIAS_SIZES, neighbours, .get = get_adjacent},
    {13, "unrolled",
     "as many whole vectors as an unrolled loop may take at once, and a few more, of buffers "
     "aligned "
     "alike and each otherwise",
     UNROLLED_SIZES, .listing = NOTHING, .get = get_unrolled},
    {14, "full", "sums so long and lanes so full that narrow accumulators overflow", 1,
     .fill = XL_FILL_LARGE, .get = get_full},
    {15, "across", "a page's end at places all over short buffers", ACROSS_CASES,
     .get = get_across},
    {16, "further", "more whole vectors", 1, further, .listing = NOTHING, .get = get_further},
    {17, "random", "sizes that nobody thought of, and what is left of blocks", RANDOM_SIZES,
     .random = true, .listing = NOTHING, .get = get_random},
    {18, "blocked", "blocks of many vectors, and nothing left of them, from a page's start on", 1,
     .listing = NOTHING, .get = get_blocked},
    {19, "valued", "special values of what is given by value", XL_SPECIALS, has_value,
     .fill = XL_FILL_SPECIAL, .get = get_valued},
    {20, "every", "all inputs, where there are few", 1, every_part, .listing = ITSELF,
     .fill = XL_FILL_EVERY, .get = get_every},
    {21, "ties", "what rounds in a conversion", 2, .random = true, .fill = XL_FILL_TIES,
     .get = get_ties},
    {22, "sparse", "sums that lose an element", XL_SPARSE + SPARSE_LONG, .fill = XL_FILL_SPARSE,
     .get = get_sparse},
    {23, "multiples", "what divides, and does not quite", MULTIPLES_CASES, .random = true,
     .fill = XL_FILL_MULTIPLES, .get = get_multiples},
    {25, "threshold", "where the code takes another way", THRESHOLD_CASES, thresholds,
     .random = true, .get = get_threshold},
    {26, "power", "whole blocks, one element less and one more", POWERS + 1, has_no_function,
     .listing = NOTHING, .get = get_power},
    {27, "extreme", "all elements of an operand the least, the greatest, or zero", XL_EXTREMES,
     extreme_pairs, .fill = XL_FILL_EXTREME, .get = get_extreme},
    {28, "related", "operands that follow from each other", RELATED_CASES, .fill = XL_FILL_RELATED,
     .get = get_related},
    {29, "stale", "what is kept of a call whose memory another has", 2, .get = get_stale},
    {30, "same", "inputs that are one buffer, where a kernel may have a shorter way", SAME_CASES,
     has_same, .get = get_same},
    {90, "tall", "more rows than a byte counts, and of tiles of rows what is left", 1,
     .random = true, .listing = ITSELF, .rows = XL_OF_MANY_ROWS, .get = get_any},
    {91, "deep", "the same of depth", 1, .random = true, .listing = ITSELF, .rows = XL_OF_DEPTHS,
     .get = get_any},
    {92, "free", "every size drawn by the seed", 1, .random = true, .listing = ITSELF,
     .rows = XL_OF_ANY_SIZES, .get = get_any},
    {93, "wide", "strides of 2^12 to 2^16 bytes, and what is next to them", 1, .listing = ITSELF,
     .rows = XL_OF_WIDE_STRIDES, .get = get_any},
    {94, "fenced", "pages between rows that are read-only", 1, .listing = ITSELF,
     .rows = XL_OF_FENCED_ROWS, .get = get_any},
    {95, "even",
     "addresses and strides that are multiples of 8, 16, 32 or 64 bytes, and of no more", 1,
     .listing = ITSELF, .rows = XL_OF_EVEN_STRIDES, .get = get_any},
    {96, "row_threshold", "where the code takes another way by rows", 1, .random = true,
     .listing = ITSELF, .rows = XL_OF_ROW_THRESHOLDS, .get = get_any},
    {97, "depth_threshold", "where it does by depth", 1, .random = true, .listing = ITSELF,
     .rows = XL_OF_DEPTH_THRESHOLDS, .get = get_any},
    {98, "far", "buffers and rows 2 GiB and more apart", 1, .listing = ITSELF,
     .rows = XL_OF_FAR_BUFFERS, .get = get_any},
    {31, "planted", "one of many that is to be found, in each lane of early and late vectors", 1,
     planted, .listing = ITSELF, .fill = XL_FILL_PLANTED, .get = get_planted},
    {32, "spread", "what leaves a block of vectors in each of them; lanes from the first on",
     XL_SPREAD_CASES, .fill = XL_FILL_PLANTED, .get = get_spread},
    {33, "text", "characters that a vector's end splits", 1, texts, .listing = NOTHING,
     .fill = XL_FILL_TEXT, .get = get_text},
    {34, "roots", "squares, and what is next to them", 2, .random = true, .fill = XL_FILL_ROOTS,
     .get = get_ties},
    {40, "mixed", "sums that wrap or saturate for some mix of extremes", 1, mixed_rounds,
     .fill = XL_FILL_MIXED, .get = get_mixed},
    {41, "mixed_threshold", "the same where the code takes another way", 1, mixed_thresholds,
     .fill = XL_FILL_MIXED, .get = get_mixed_threshold},
    {24, "rounded", "the other rounding modes", ROUNDED_ROUNDS, rounding_modes, .get = get_rounded},
};

enum { GROUPS = sizeof groups / sizeof groups[0] };
_Static_assert((int)GROUPS < (int)XL_MAX_GROUPS, "each group has a number");

/* How often a group is there, for the n that a record lists. */
static size_t listed_times(const struct group *g, const struct xl_kernel *kernel)
{
    const size_t listed = xl_listed_count(kernel);
    return !listed || g->listing == ITSELF ? 1 : g->listing == EACH ? listed : 0;
}

static size_t group_cases(const struct group *g, const struct asked *a)
{
    if (!xl_fill_applies(g->fill, a->kernel))
        return 0;
    return g->cases * (g->times ? g->times(a) : 1) *
           (g->rows ? xl_rows_cases(a->kernel, g->rows) : 1) * (g->random ? a->count : 1) *
           listed_times(g, a->kernel);
}

size_t xl_rounding_case_count(const struct xl_kernel *kernel)
{
    return group_cases(&groups[GROUPS - 1], &(struct asked){.kernel = kernel});
}

size_t xl_case_count(const struct xl_kernel *kernel, size_t vl_bits, unsigned count)
{
    const struct asked a = {kernel, kernel_lanes(kernel, vl_bits), count, 0};
    size_t cases = 0;
    for (size_t g = 0; g < GROUPS; g++)
        cases += group_cases(&groups[g], &a);
    return cases;
}

unsigned xl_case_groups(void)
{
    return GROUPS;
}

const char *xl_case_group_name(unsigned group)
{
    return group == XL_NO_GROUP ? "" : groups[group - 1].name;
}

const char *xl_case_group_text(unsigned group)
{
    return group == XL_NO_GROUP ? "" : groups[group - 1].text;
}

unsigned xl_case_group_find(const char *name)
{
    for (unsigned g = 1; g <= GROUPS; g++)
        if (strcmp(xl_case_group_name(g), name) == 0)
            return g;
    return XL_NO_GROUP;
}

size_t xl_case_group_count(const struct xl_kernel *kernel, size_t vl_bits, unsigned count,
                           unsigned group)
{
    const struct asked a = {kernel, kernel_lanes(kernel, vl_bits), count, 0};
    return group == XL_NO_GROUP ? 0 : group_cases(&groups[group - 1], &a);
}

/* The n of those that are listed that a case is for; what is left is its number among the cases
 * that the group has for this one. 0: none is listed. */
static size_t take_listed(const struct group *g, struct asked *a)
{
    const size_t count = xl_listed_count(a->kernel);
    const size_t each = count ? group_cases(g, a) / count : 0;
    const size_t n = each ? xl_listed_n(a->kernel, a->i / each) : 0;
    a->i = each ? a->i % each : a->i;
    return n;
}

/* What the kernel can be given, next to what the group wants. */
static void settle_sizes(const struct xl_kernel *kernel, size_t listed, struct xl_case *c)
{
    const size_t rows = c->rows;
    c->n = listed ? listed : xl_valid_n(kernel, c->n);
    if (listed > 1 && c->placement == XL_PLACEMENT_PAGE_END)
        c->offset = 1 + (c->offset - 1) % (unsigned)(listed - 1);
    xl_draw_rows(kernel, c);
    if (!rows)
        return;
    c->rows = rows; /* of a pair */
    xl_fit_rows(kernel, c);
}

struct xl_case xl_case_get(const struct xl_kernel *kernel, size_t vl_bits, unsigned count,
                           uint64_t seed, size_t i)
{
    struct asked a = {kernel, kernel_lanes(kernel, vl_bits), count, i};
    size_t g = 0, listed = 0;
    for (size_t cases; a.i >= (cases = group_cases(&groups[g], &a)); g++)
        a.i -= cases;
    struct xl_case c = {
        .group = (unsigned)g + 1,
        .n = 4 * a.lanes + 3,
        .lanes = a.lanes,
        .fill = groups[g].fill,
        .placement = (enum xl_placement)(i % XL_PLACEMENTS_APART),
        .offset = (unsigned)i,
        .read_only = (i + seed) % READ_ONLY == 0,
        .flags_preset = kernel->contract.flags ? (i + seed) % PRESET == PRESET / 2 : i % 2,
        .common = groups[g].common,
        .poison = poison(i),
        /* By the group, because how many cases come before it is a matter of the
           vector length. */
        .seed = xl_mix(xl_mix(xl_mix(seed, hash_name(kernel->name)), groups[g].seed), a.i),
        .walk = seed * XL_WALK_STRIDE};
    if (groups[g].listing == EACH)
        listed = take_listed(&groups[g], &a);
    c.round = (unsigned)a.i;
    if (groups[g].get)
        groups[g].get(&a, &c);
    settle_sizes(kernel, listed, &c);
    if (groups[g].rows)
        xl_rows_choose(kernel, groups[g].rows, a.i % xl_rows_cases(kernel, groups[g].rows), &c);
    return c;
}

void xl_case_shorten(const struct xl_kernel *kernel, struct xl_case *c)
{
    const size_t vectors = UNROLLED_TO * c->lanes + 1;
    const size_t least = c->common ? MEASURED_N : vectors > MEDIUM_N ? vectors : MEDIUM_N;
    const size_t most = xl_valid_n(kernel, xl_requested_or(kernel, least));
    if (c->n <= most)
        return;
    c->n = most;
    xl_draw_rows(kernel, c);
}

struct xl_case xl_case_streamed(const struct xl_kernel *kernel, size_t vl_bits, uint64_t seed,
                                size_t i)
{
    const struct asked a = {kernel, kernel_lanes(kernel, vl_bits), 1, i};
    const bool is_full = i % 2 && overflows(&a) && !has_float(kernel);
    const bool is_odd = i % 2;
    struct xl_case c = {.lanes = a.lanes,
                        .rows = 1,
                        .depth = 1,
                        .fill = is_full ? XL_FILL_EXTREME : any_fill(kernel),
                        .round = is_full ? XL_EXTREME_MOST : 0,
                        .placement = is_odd ? XL_PLACEMENT_END : XL_PLACEMENT_OFF,
                        .poison = poison(i),
                        .seed = xl_mix(xl_mix(xl_mix(seed, hash_name(kernel->name)), STREAMED), i)};
    c.offset = (unsigned)(c.seed >> 32);
    /* Odd: of a rest, and aligned to no two elements where it ends at a page. */
    c.n = xl_valid_n(kernel, (xl_streamed_n(kernel) + c.seed % XL_STREAMED_MORE) | 1);
    return c;
}

struct xl_case xl_case_of_baseline(const struct xl_kernel *kernel, size_t vl_bits,
                                   const struct xl_baseline_inputs *known)
{
    struct xl_case c = {.lanes = kernel_lanes(kernel, vl_bits),
                        .rows = 1,
                        .depth = 1,
                        .fill = XL_FILL_KNOWN,
                        .poison = POISON_A,
                        .baseline = known};
    c.n = 4 * c.lanes + 3 > known->count ? 4 * c.lanes + 3 : known->count;
    c.n = xl_valid_n(kernel, c.n);
    return c;
}
