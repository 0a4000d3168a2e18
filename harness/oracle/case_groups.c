/* The groups of calls: what each group chooses.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/case.h"

#include <math.h>
#include <string.h>

#include "oracle/blocks.h"
#include "oracle/inputs.h"
#include "oracle/planted.h"
#include "oracle/strides.h"
#include "oracle/values.h"

struct fill_round {
    enum xl_fill fill;
    unsigned round;
};

static const struct fill_round short_fills[] = {
    {XL_FILL_DOMAIN, 0},   {XL_FILL_DOMAIN, 1},  {XL_FILL_TINY, 0},     {XL_FILL_TINY, 1},
    {XL_FILL_TINY, 2},     {XL_FILL_TINY, 3},    {XL_FILL_LARGE, 0},    {XL_FILL_LARGE, 1},
    {XL_FILL_ODD, 0},      {XL_FILL_ODD, 1},     {XL_FILL_ODD, 2},      {XL_FILL_ODD, 3},
    {XL_FILL_SORTED, 0},   {XL_FILL_SORTED, 1},  {XL_FILL_CONSTANT, 0}, {XL_FILL_CONSTANT, 4},
    {XL_FILL_CONSTANT, 7}, {XL_FILL_ROTATED, 0}, {XL_FILL_ROTATED, 5},
};
static const struct fill_round medium_fills[] = {
    {XL_FILL_SMALL, 0},  {XL_FILL_TINY, 0},   {XL_FILL_TINY, 1},     {XL_FILL_LARGE, 0},
    {XL_FILL_SORTED, 0}, {XL_FILL_SORTED, 1}, {XL_FILL_CONSTANT, 0}, {XL_FILL_ROTATED, 0},
};
static const struct fill_round long_fills[] = {
    {XL_FILL_BITS, 0},
    {XL_FILL_DOMAIN, 0},
    {XL_FILL_PAIRS, 0},
};

enum {
    SHORT_FILLS = sizeof short_fills / sizeof short_fills[0],
    MEDIUM_FILLS = sizeof medium_fills / sizeof medium_fills[0],
    LONG_FILLS = sizeof long_fills / sizeof long_fills[0],
    SHORT_VARIED = 14, /* of the short fills: those before CONSTANT */
    ALIAS_SIZES = 6,
    /* Steps through the special values. 3 is prime to XL_SPECIALS and to the lanes of all vectors
     * but those of 384 bits. */
    SPECIAL_STEP = 3,
    SPECIAL_ROUNDS = (XL_SPECIALS + SPECIAL_STEP - 1) / SPECIAL_STEP,
    FLUSHED_CASES = 2,
    ROUNDED_STEP = 2,
    ROUNDED_ROUNDS = (XL_SPECIALS + ROUNDED_STEP - 1) / ROUNDED_STEP,
    PAIRS_N = XL_SPECIALS * XL_SPECIALS,
    /* Primes. */
    RANDOM_N = 2053,
    RELATED_N = 331,
    TIES_N = 1031,
    MULTIPLES_N = 131,
    /* Numbers of whole vectors. "sizes" has those below UNROLLED_FROM, "unrolled" those up to
     * XL_UNROLLED_TO, "further" those up to FURTHER_TO. Up to WHOLE_TO, each number is in one call
     * of another group, because a call costs more than its elements. These vectors have at most
     * WHOLE_BYTES: a few of them are the remainder of a block of longer vectors. */
    UNROLLED_FROM = 5,
    UNROLLED_SIZES = 2 * (XL_UNROLLED_TO - UNROLLED_FROM + 1), /* with and without a rest */
    FURTHER_TO = 32,
    WHOLE_TO = 64,
    WHOLE_BYTES = 32,
    WHOLE_SHORT = FURTHER_TO + 1,
    WHOLE_MEDIUM = WHOLE_SHORT + SHORT_VARIED - SHORT_VARIED / 4,
    WHOLE_OFFSETS = WHOLE_MEDIUM + MEDIUM_FILLS,
    SIZES_LANES = 64, /* of vectors with more, "sizes" has not every n up to four vectors */
    SIZES_NEAR = 7,   /* from 3 before a multiple of half a vector to 3 behind it */
    SIZES_HALVES = 6, /* from one vector and a half to four vectors */
    SIZES_AROUND = SIZES_HALVES * SIZES_NEAR,
    SIZES_DRAWN = 18,
    FULL_VECTORS = 300, /* 255 in each lane, 258 times, overflows 16 bits */
    ACROSS_CASES = 16,
    ACROSS_PLACES = 12, /* of these with a whole vector across the page's end */
    RANDOM_SIZES = 8,
    LARGEST_RANDOM = 2048,
    BLOCKED_N = 4096,      /* a multiple of every block */
    POWERS = 6,            /* 2^8 and 2^9 with their neighbours; one more is random */
    LONGEST_BYTES = 66047, /* more than 64 KiB, and more 1-byte elements than 16 bits count */
    EXTREME_N = 67,        /* a block of 64, and a tail */
    RELATED_CASES = 12,
    SPARSE_LONG = 4,
    SAME_CASES = 4,
    MULTIPLES_CASES = 24, /* twice each class of divisors */
    THRESHOLD_CASES = 6,  /* twice each n */
    NOT_ABOVE = 2         /* of three n at a threshold, those that are not above it */
};

static size_t large_n(const struct xl_kernel *kernel)
{
    return xl_max_n(kernel, XL_LARGE_N);
}

/* The number of addresses modulo XL_ALIGNMENTS of the least aligned buffer. */
static size_t alignments(const struct xl_case_request *r)
{
    const struct xl_kernel *kernel = r->kernel;
    size_t most = 1;
    for (size_t i = 0; kernel->args[i].kind; i++) {
        const struct xl_arg *arg = &kernel->args[i];
        if (xl_arg_is_buffer(arg) && XL_ALIGNMENTS / xl_arg_alignment(kernel, arg) > most)
            most = XL_ALIGNMENTS / xl_arg_alignment(kernel, arg);
    }
    return most;
}

static size_t sharing_pairs(const struct xl_case_request *r)
{
    return xl_sharing_pairs(r->kernel);
}

static size_t neighbours(const struct xl_case_request *r)
{
    const size_t buffers = xl_count_args(r->kernel, xl_arg_can_be_adjacent);
    return buffers > 1 ? buffers : 0;
}

static size_t operands(const struct xl_case_request *r)
{
    return xl_count_args(r->kernel, xl_arg_is_operand);
}

/* Every n up to four vectors and 3. Emulated calls with long vectors are slow: they have every n up
 * to one vector and 3, those around halves and whole vectors, and drawn ones. */
static size_t sizes_of(size_t lanes)
{
    return lanes <= SIZES_LANES ? 4 * lanes + 4 : lanes + 4 + SIZES_AROUND + SIZES_DRAWN;
}

/* If the record lists sizes: as many calls, but each listed pair at least once. */
static size_t sizes(const struct xl_case_request *r)
{
    const size_t all = sizes_of(r->lanes), pairs = xl_listed_pairs(r->kernel);
    return all > pairs ? all : pairs;
}

/* The n of this number. */
static size_t size_at(size_t i, size_t lanes, uint64_t seed)
{
    if (lanes <= SIZES_LANES || i < lanes + 4)
        return i;
    i -= lanes + 4;
    if (i < SIZES_AROUND)
        return (3 + i / SIZES_NEAR) * (lanes / 2) + i % SIZES_NEAR - SIZES_NEAR / 2;
    return lanes + seed % (3 * lanes);
}

/* Until each lane of a vector has been the odd one. */
static size_t odd_rounds(const struct xl_case_request *r)
{
    return 1 + r->lanes * (r->lanes + 1) / large_n(r->kernel);
}

static size_t rounding_modes(const struct xl_case_request *r)
{
    return r->kernel->contract.rounding ? XL_FLUSHING - XL_DOWN : 0;
}

/* Floats in disguise, as binary16 in u16, have contracts of floats. */
static size_t has_integers_alone(const struct xl_case_request *r)
{
    const struct xl_contract *c = &r->kernel->contract;
    bool has_float = c->kind != XL_EXACT || c->rounding || c->flags || r->kernel->function;
    for (size_t k = 0; r->kernel->args[k].kind; k++)
        has_float |= xl_type_is_float(r->kernel->args[k].type);
    return !has_float;
}

/* The fills of "sizes". */
static const enum xl_fill drawn[] = {
#define XL_FILL_DRAWN(NAME, ...) XL_FILL_##NAME,
#define XL_FILL(...)
#include "oracle/fills.def"
#undef XL_FILL_DRAWN
#undef XL_FILL
};

static void choose_sizes(const struct xl_case_request *r, struct xl_case *c)
{
    const size_t count = sizes(r), number = count ? r->i / XL_PLACEMENTS_APART % count : 0;
    c->placement = (enum xl_placement)(r->i % XL_PLACEMENTS_APART);
    c->n = size_at(number, r->lanes, c->seed >> 16);
    xl_listed_pair(r->kernel, number, c);
    c->fill = drawn[c->seed % (sizeof drawn / sizeof drawn[0])];
    c->offset = (unsigned)(c->seed >> 32);
    c->poison = xl_poison(r->i / XL_PLACEMENTS_APART + r->i);
}

/* Whether the kernel gets up to WHOLE_TO whole vectors. XL_ULP kernels do not: their worst input
 * must not change. */
static bool has_short(const struct xl_case_request *r)
{
    return r->kernel->contract.kind != XL_ULP &&
           r->lanes * xl_narrowest_bytes(r->kernel) <= WHOLE_BYTES;
}

static void set_whole(const struct xl_case_request *r, struct xl_case *c, size_t vectors)
{
    if (has_short(r))
        c->n = xl_max_n(r->kernel, vectors * c->lanes);
}

/* How many calls of "offsets" have a number of whole vectors from WHOLE_OFFSETS on; and from
 * XL_UNROLLED_TO + 1 on. */
static size_t odd_offsets(const struct xl_case_request *r)
{
    const size_t most = WHOLE_TO + 1 - WHOLE_OFFSETS, odd = alignments(r) / 2;
    return !has_short(r) ? 0 : odd < most ? odd : most;
}

static size_t even_offsets(const struct xl_case_request *r)
{
    const size_t most = FURTHER_TO - XL_UNROLLED_TO, even = alignments(r) / 2;
    return !has_short(r) ? 0 : even < most ? even : most;
}

static void choose_offsets(const struct xl_case_request *r, struct xl_case *c)
{
    c->placement = XL_PLACEMENT_OFF;
    c->offset = (unsigned)r->i;
    if (r->i % 2 && r->i / 2 < odd_offsets(r))
        set_whole(r, c, WHOLE_OFFSETS + r->i / 2);
    if (r->i % 2 == 0 && r->i / 2 < even_offsets(r))
        set_whole(r, c, XL_UNROLLED_TO + 1 + r->i / 2);
}

static void choose_short(const struct xl_case_request *r, struct xl_case *c)
{
    c->fill = short_fills[r->i % SHORT_FILLS].fill;
    c->round = short_fills[r->i % SHORT_FILLS].round + (unsigned)(r->i / SHORT_FILLS);
    if (r->i < SHORT_VARIED && r->i % 4 != 3)
        set_whole(r, c, WHOLE_SHORT + r->i - r->i / 4);
}

/* For long calls, with two placements in turn. */
static void set_longer(const struct xl_case_request *r, struct xl_case *c, size_t n)
{
    c->placement = (r->i & 1) ? XL_PLACEMENT_END : XL_PLACEMENT_OFF;
    c->n = n;
}

/* n, but at least XL_MEDIUM_N, and at most what fits. */
static size_t at_least(const struct xl_kernel *kernel, size_t n)
{
    const size_t most = large_n(kernel);
    n = n > XL_MEDIUM_N ? n : XL_MEDIUM_N;
    return n < most ? n : most;
}

/* Each value is in every third call that could have it, and so in each lane of a vector. */
static void choose_special(const struct xl_case_request *r, struct xl_case *c)
{
    c->round = (unsigned)r->i * SPECIAL_STEP;
}

static void choose_medium(const struct xl_case_request *r, struct xl_case *c)
{
    c->fill = medium_fills[r->i % MEDIUM_FILLS].fill;
    c->round = medium_fills[r->i % MEDIUM_FILLS].round + 2 * (unsigned)(r->i / MEDIUM_FILLS);
    size_t vectors = c->fill == XL_FILL_ROTATED ? 4 * c->lanes + 1 : 16;
    set_longer(r, c, at_least(r->kernel, c->lanes * vectors + 1));
    if (c->fill != XL_FILL_ROTATED && r->i < MEDIUM_FILLS)
        set_whole(r, c, WHOLE_MEDIUM + r->i);
}

static void choose_large(const struct xl_case_request *r, struct xl_case *c)
{
    set_longer(r, c, large_n(r->kernel));
    c->walk += r->i * c->n;
}

/* Call 1 has very many bytes, and for integers the greatest element last; except for XL_ULP
 * kernels, whose bound is checked with many inputs of the domain. Random bits need fewer elements:
 * "walk" has more of them for mathematical functions. Each pair of special values occurs once. */
static void choose_long(const struct xl_case_request *r, struct xl_case *c)
{
    c->fill = long_fills[r->i % LONG_FILLS].fill;
    choose_large(r, c);
    if (c->fill == XL_FILL_PAIRS)
        c->n = at_least(r->kernel, operands(r) > 1 ? PAIRS_N : 0);
    if (c->fill == XL_FILL_BITS)
        c->n = xl_max_n(r->kernel, RANDOM_N);
    if (r->i != 1 || r->kernel->contract.kind == XL_ULP)
        return;
    c->n = xl_max_n(r->kernel, LONGEST_BYTES / xl_narrowest_bytes(r->kernel));
    c->fill = xl_has_float(r->kernel) ? c->fill : XL_FILL_SORTED;
    c->round = 0;
}

/* Each round continues where the last one ended. */
static void choose_odd(const struct xl_case_request *r, struct xl_case *c)
{
    const size_t step = large_n(r->kernel) / (c->lanes + 1);
    c->round = (unsigned)(r->i * (step ? step : 1));
    set_longer(r, c, at_least(r->kernel, c->lanes * (c->lanes + 1) + 1));
}

static void choose_alone(const struct xl_case_request *r, struct xl_case *c)
{
    set_longer(r, c, at_least(r->kernel, c->lanes * XL_SPECIALS + 1));
}

static void choose_alias(const struct xl_case_request *r, struct xl_case *c)
{
    const size_t of[ALIAS_SIZES] = {4 * c->lanes + 3, 1, c->lanes, c->lanes + 1, 3 * c->lanes,
                                    2 * c->lanes - 1};
    c->n = of[r->i % ALIAS_SIZES];
    c->fill = r->i % 2 ? XL_FILL_BITS : XL_FILL_SPECIAL;
    c->offset = (unsigned)(r->i / ALIAS_SIZES);
}

static void choose_in_place(const struct xl_case_request *r, struct xl_case *c)
{
    choose_alias(r, c);
    c->placement = XL_PLACEMENT_IN_PLACE;
}

static void choose_adjacent(const struct xl_case_request *r, struct xl_case *c)
{
    choose_alias(r, c);
    c->placement = XL_PLACEMENT_ADJACENT;
    if (r->i % 2)
        c->offset += (unsigned)neighbours(r); /* backwards */
}

enum xl_fill xl_any_fill(const struct xl_kernel *kernel)
{
    return kernel->contract.kind == XL_EXACT   ? XL_FILL_BITS
           : kernel->contract.kind == XL_BOUND ? XL_FILL_DOMAIN
                                               : XL_FILL_SMALL;
}

/* One call of three ends at a guard page. In the others, each class of addresses of one buffer
 * meets each class of another, after XL_ADDRESSES squared calls. */
static void set_aligned(size_t i, struct xl_case *c)
{
    c->placement = i % 3 ? XL_PLACEMENT_ALIGNED : XL_PLACEMENT_END;
    c->offset = (unsigned)(i - i / 3 - 1);
}

/* Each number of whole vectors without and with a rest: of one element, or of one less than a
 * vector. */
static void choose_unrolled(const struct xl_case_request *r, struct xl_case *c)
{
    const size_t vectors = UNROLLED_FROM + r->i / 2;
    const size_t rest = vectors / 2 % 2 ? 1 : c->lanes - 1;
    c->n = xl_max_n(r->kernel, vectors * c->lanes + (r->i % 2 ? rest : 0));
    c->fill = xl_any_fill(r->kernel);
    if (r->kernel->contract.kind != XL_ULP)
        c->fill = r->i / 2 % 2 ? XL_FILL_BITS : XL_FILL_DOMAIN;
    set_aligned(r->i, c);
}

/* Integers overflow, if all elements are the greatest: a lane after some vectors, a checksum's sum
 * after thousands of elements. */
static void choose_full(const struct xl_case_request *r, struct xl_case *c)
{
    const bool is_measured = r->kernel->contract.kind == XL_ULP;
    const bool is_whole = !is_measured && !xl_has_float(r->kernel);
    const bool is_long = is_measured || (is_whole && xl_has_sum(r->kernel));
    const size_t n = FULL_VECTORS * c->lanes;
    c->n = xl_max_n(r->kernel, is_long && n < XL_LARGE_N ? XL_LARGE_N : n);
    if (is_whole) {
        c->fill = XL_FILL_EXTREME;
        c->round = XL_EXTREME_MOST;
    }
}

/* The page ends after different elements of the first vector, with each seed one element further.
 * One call of four has less than two vectors. */
static void choose_across(const struct xl_case_request *r, struct xl_case *c)
{
    const size_t of[] = {4 * c->lanes + 3, 2 * c->lanes + 1, c->lanes, c->lanes / 2 + 2};
    const size_t places = c->lanes > 1 ? c->lanes - 1 : 1;
    const size_t place = (r->i - r->i / 4) * places / ACROSS_PLACES + c->walk / XL_WALK_STRIDE;
    c->placement = XL_PLACEMENT_PAGE_END;
    c->n = of[r->i % 4];
    c->offset = (unsigned)(1 + (r->i % 4 == 3 ? r->i * (c->n - 1) / ACROSS_CASES : place % places));
    c->fill = r->i / 4 % 2 ? XL_FILL_BITS : XL_FILL_SMALL;
}

/* In each mode, one call of four has random bits, the others special values. */
static void choose_rounded(const struct xl_case_request *r, struct xl_case *c)
{
    c->fill = r->i % 4 == 3 ? XL_FILL_BITS : XL_FILL_SPECIAL;
    c->round = (unsigned)(r->i % ROUNDED_ROUNDS * ROUNDED_STEP);
    c->rounding = (enum xl_rounding)(XL_DOWN + r->i / ROUNDED_ROUNDS);
}

static void choose_flushed(const struct xl_case_request *r, struct xl_case *c)
{
    static const enum xl_fill fills[FLUSHED_CASES] = {XL_FILL_SMALL, XL_FILL_DOMAIN};
    c->fill = fills[r->i % FLUSHED_CASES];
    c->rounding = XL_FLUSHING;
}

/* The numbers of whole vectors that no other group has. */
static size_t further(const struct xl_case_request *r)
{
    const size_t first = FURTHER_TO - XL_UNROLLED_TO - even_offsets(r);
    return has_short(r) ? first + 1 + WHOLE_TO + 1 - WHOLE_OFFSETS - odd_offsets(r) : first;
}

static void choose_further(const struct xl_case_request *r, struct xl_case *c)
{
    const size_t from = XL_UNROLLED_TO + 1 + even_offsets(r), first = FURTHER_TO + 1 - from;
    const size_t vectors = r->i < first    ? from + r->i
                           : r->i == first ? WHOLE_OFFSETS - 1 /* ROTATED has another n */
                                           : WHOLE_OFFSETS + odd_offsets(r) + r->i - first - 1;
    c->n = xl_max_n(r->kernel, vectors * c->lanes);
    c->fill = xl_any_fill(r->kernel);
    set_aligned(UNROLLED_SIZES + r->i, c);
}

/* Each magnitude of n is equally likely. Some n leave a remainder of a block, which the seed
 * chooses. */
static void choose_random(const struct xl_case_request *r, struct xl_case *c)
{
    const double share = xl_unit(c->seed);
    const size_t left = xl_remainder_n(r->i, c->lanes, c->walk / XL_WALK_STRIDE);
    c->n = xl_max_n(r->kernel, left ? left : (size_t)pow(LARGEST_RANDOM, share));
    c->fill = xl_any_fill(r->kernel);
}

/* Results of mathematical functions cost too much. */
static size_t has_no_function(const struct xl_case_request *r)
{
    return r->kernel->function == NULL;
}

/* For wrong counts of blocks, or of the remainder. */
static void choose_power(const struct xl_case_request *r, struct xl_case *c)
{
    static const unsigned char powers[] = {8, 9, 10, 11, 12, 13};
    const bool is_drawn = r->i == POWERS;
    const size_t power = powers[is_drawn ? POWERS / 3 + c->seed % 4 : r->i / 3];
    const size_t from = is_drawn ? (size_t)(c->seed >> 8) : r->i;
    c->n = xl_max_n(r->kernel, ((size_t)1 << power) + from % 3 - 1);
    c->fill = xl_any_fill(r->kernel);
}

/* Each value of one operand with each value of the next. */
static size_t extreme_pairs(const struct xl_case_request *r)
{
    return operands(r) > 1 ? XL_EXTREMES : 1;
}

static void choose_extreme(const struct xl_case_request *r, struct xl_case *c)
{
    c->n = xl_max_n(r->kernel, c->n > EXTREME_N ? c->n : EXTREME_N);
}

/* Few elements, and more. */
static void choose_related(const struct xl_case_request *r, struct xl_case *c)
{
    if (r->i >= RELATED_CASES / 2)
        c->n = xl_max_n(r->kernel, c->n > RELATED_N ? c->n : RELATED_N);
}

/* The same memory twice, with other elements: what a kernel cached for an address is stale. All
 * calls at a page's end use the same memory. */
static void choose_stale(const struct xl_case_request *r, struct xl_case *c)
{
    c->placement = XL_PLACEMENT_PAGE_END;
    c->same_memory = true;
    c->offset = 1;
    c->fill = xl_any_fill(r->kernel);
}

/* Whether two inputs can be one buffer. */
static size_t has_same(const struct xl_case_request *r)
{
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        if (xl_same_input(r->kernel, k) != k)
            return 1;
    return 0;
}

/* Few vectors, and many. */
static void choose_same(const struct xl_case_request *r, struct xl_case *c)
{
    const size_t of[SAME_CASES] = {4 * c->lanes + 3, c->lanes, XL_UNROLLED_TO * c->lanes + 1,
                                   RELATED_N};
    c->placement = XL_PLACEMENT_SAME;
    c->n = xl_max_n(r->kernel, of[r->i]);
    c->fill = xl_any_fill(r->kernel);
}

/* The largest power of two that fits. */
static void choose_blocked(const struct xl_case_request *r, struct xl_case *c)
{
    size_t n = BLOCKED_N;
    while (xl_max_n(r->kernel, n) < n)
        n /= 2;
    c->n = n;
    c->placement = XL_PLACEMENT_START;
    c->read_only = true;
    c->fill = xl_any_fill(r->kernel);
}

/* Each special value of an argument passed by value, with all special values of the others. */
static void choose_valued(const struct xl_case_request *r, struct xl_case *c)
{
    c->n = xl_max_n(r->kernel, c->n > XL_SPECIALS ? c->n : XL_SPECIALS);
}

static size_t has_value(const struct xl_case_request *r)
{
    return xl_count_args(r->kernel, xl_arg_is_value) && operands(r) > 1;
}

static size_t thresholds(const struct xl_case_request *r)
{
    size_t count = 0;
    while (count < XL_MAX_THRESHOLDS && r->kernel->sizes.thresholds[count])
        count++;
    return count;
}

/* Below the threshold, at it, above it. */
static void choose_threshold(const struct xl_case_request *r, struct xl_case *c)
{
    const size_t step = r->kernel->sizes.multiple_of > 1 ? r->kernel->sizes.multiple_of : 1;
    const size_t n = r->kernel->sizes.thresholds[r->i / THRESHOLD_CASES];
    c->n = xl_max_n(r->kernel, n + r->i % 3 * step - step);
    c->fill = xl_any_fill(r->kernel);
}

/* Sums get each pattern of one operand, or each round of two. Other kernels get one, which the seed
 * chooses. */
static size_t mixed_rounds(const struct xl_case_request *r)
{
    return !xl_sum_overflows(r->kernel) ? 1 : operands(r) > 1 ? XL_MIXED : XL_MIXED_ALONE;
}

/* A sum's narrow accumulators overflow after many vectors. */
static void choose_mixed(const struct xl_case_request *r, struct xl_case *c)
{
    const size_t n = xl_sum_overflows(r->kernel) ? FULL_VECTORS * c->lanes : EXTREME_N;
    c->n = xl_max_n(r->kernel, c->n > n ? c->n : n);
    if (!xl_sum_overflows(r->kernel))
        c->round = (unsigned)(c->walk / XL_WALK_STRIDE);
}

static size_t mixed_each(const struct xl_case_request *r)
{
    return NOT_ABOVE + (xl_sum_overflows(r->kernel) ? mixed_rounds(r) : 1);
}

/* Below the threshold, at it, and above it. Above it, a sum gets all rounds. */
static size_t mixed_thresholds(const struct xl_case_request *r)
{
    return thresholds(r) * mixed_each(r);
}

static void choose_mixed_threshold(const struct xl_case_request *r, struct xl_case *c)
{
    const size_t each = mixed_each(r), which = r->i % each;
    struct xl_case_request threshold = *r;
    threshold.i = r->i / each * THRESHOLD_CASES + (which < NOT_ABOVE ? which : NOT_ABOVE);
    choose_threshold(&threshold, c);
    c->fill = XL_FILL_MIXED;
    c->round =
        (unsigned)(which < NOT_ABOVE || !xl_sum_overflows(r->kernel) ? c->seed : which - NOT_ABOVE);
}

/* Kernels whose work is on blocks get each round. Others get few, which the seed chooses. */
static size_t zeros_rounds(const struct xl_case_request *r)
{
    enum { FEW = 4 };
    return xl_has_blocks(r->kernel) ? XL_ZEROS_ROUNDS : FEW;
}

/* For blocks: as many as an odd number of them. For others: a block of 64, and a rest. */
static void choose_zeros(const struct xl_case_request *r, struct xl_case *c)
{
    enum { BLOCKS = 5 };
    if (!xl_has_blocks(r->kernel))
        c->round = (unsigned)(c->seed >> 8);
    c->n = xl_max_n(r->kernel, xl_has_blocks(r->kernel) ? BLOCKS : EXTREME_N);
}

static size_t every_n(const struct xl_case_request *r)
{
    return xl_max_n(r->kernel, xl_every_count(r->kernel));
}

static size_t every_part(const struct xl_case_request *r)
{
    size_t n = every_n(r);
    return n ? (xl_every_count(r->kernel) + n - 1) / n : 0;
}

static void choose_every(const struct xl_case_request *r, struct xl_case *c)
{
    c->n = every_n(r);
    c->walk = r->i * c->n;
}

/* The inputs come again after an odd number of elements, so each is in each lane of a vector whose
 * lanes are a power of two. */
static void choose_published(const struct xl_case_request *r, struct xl_case *c)
{
    c->round = (unsigned)xl_published_count(r->kernel) | 1;
    set_longer(r, c, at_least(r->kernel, c->round * (c->lanes + 1)));
}

static void choose_any(const struct xl_case_request *r, struct xl_case *c)
{
    c->fill = xl_any_fill(r->kernel);
}

static void choose_ties(const struct xl_case_request *r, struct xl_case *c)
{
    set_longer(r, c, xl_max_n(r->kernel, TIES_N));
}

/* First few elements, with each phase of the ones. Then many elements, with ones at the begin of
 * each block, at its end, at the last element, and at random. */
static void choose_sparse(const struct xl_case_request *r, struct xl_case *c)
{
    if (r->i < XL_SPARSE)
        return;
    c->n = large_n(r->kernel);
    const size_t of[SPARSE_LONG] = {0, XL_SPARSE - 1, c->n - 1, c->seed >> 32};
    c->round = (unsigned)(of[r->i - XL_SPARSE] % XL_SPARSE);
}

static size_t planted(const struct xl_case_request *r)
{
    return xl_has_sum(r->kernel) ? xl_planted_count(r->kernel, r->lanes) : 0;
}

static void choose_planted(const struct xl_case_request *r, struct xl_case *c)
{
    xl_planted_get(r->kernel, r->i, c);
    if (xl_listed_count(r->kernel))
        c->n = xl_listed_n(r->kernel, r->i / 4 % xl_listed_count(r->kernel));
}

static void choose_spread(const struct xl_case_request *r, struct xl_case *c)
{
    xl_spread_get(r->kernel, r->i, c);
}

static size_t texts(const struct xl_case_request *r)
{
    return xl_text_count(r->kernel, r->lanes);
}

static void choose_text(const struct xl_case_request *r, struct xl_case *c)
{
    xl_text_get(r->kernel, r->i, c);
}

/* Enough elements for each class of divisors to meet the largest numbers. */
static void choose_multiples(const struct xl_case_request *r, struct xl_case *c)
{
    c->n = xl_max_n(r->kernel, c->n > MULTIPLES_N ? c->n : MULTIPLES_N);
}

static const struct xl_case_group groups[] = {
#define XL_CASE_GROUP(...) {__VA_ARGS__},
#include "oracle/case_groups.def"
#undef XL_CASE_GROUP
};

enum { GROUPS = sizeof groups / sizeof groups[0] };
_Static_assert((int)GROUPS < (int)XL_MAX_GROUPS, "each group has a number");

unsigned xl_case_groups(void)
{
    return GROUPS;
}

const struct xl_case_group *xl_case_group(unsigned group)
{
    return &groups[group - 1];
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
        if (strcmp(groups[g - 1].name, name) == 0)
            return g;
    return XL_NO_GROUP;
}
