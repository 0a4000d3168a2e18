/* Which calls a kernel gets.
 * SPDX-License-Identifier: MIT
 */
#include "judge/dense.h"
#include "judge/inputs.h"
#include "judge/special.h"

/* The groups of cases, in their order. */
enum group {
    SIZES,    /* every n up to four vectors and 3, at every place */
    OFFSETS,  /* every alignment of every buffer */
    SPECIALS, /* special values through every lane, the tail's too */
    SHORT,    /* the other fills, at four vectors and 3 */
    MEDIUM,   /* over many vectors */
    LONG,     /* over very many */
    ODD,      /* the odd lane's way through all lanes */
    ALONE,    /* each operand's special values through all lanes, while the others have none */
    DENSE,    /* what a mathematical function's kernel asks for */
    NEAR,     /* likewise */
    WALK,     /* ever new bit patterns, of mathematical functions */
    IN_PLACE, /* every output that may be an input */
    ADJACENT, /* every order of the buffers */
    UNROLLED, /* as many whole vectors as an unrolled loop may take at once, and a few more */
    FULL,     /* sums so long and lanes so full that narrow accumulators overflow */
    ACROSS,   /* a page's end at places all over short buffers */
    ROUNDED,  /* the other rounding modes; the last, because some rows leave it out */
    GROUPS
};

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
    MEDIUM_N = 997,    /* a prime */
    UNROLLED_FROM = 5, /* vectors: SIZES has the fewer */
    UNROLLED_TO = 17,
    FULL_VECTORS = 300, /* 255 in each lane, 258 times, is more than 16 bits hold */
    ACROSS_CASES = 16,
    POISON_A = 0xa5, /* not a NaN, not a small number, ... */
    POISON_B = 0x5a  /* ... and nothing that could be taken for the other */
};

static uint64_t hash_name(const char *name)
{
    uint64_t h = 0;
    for (; *name; name++)
        h = xl_mix(h, (unsigned char)*name);
    return h;
}

/* Lanes of the kernel's narrowest element: the longest strip it can be written in. */
static size_t kernel_lanes(const struct xl_kernel *kernel, size_t vl_bits)
{
    size_t narrowest = 8;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if (xl_arg_is_buffer(&kernel->args[i]) && xl_type_size(kernel->args[i].type) < narrowest)
            narrowest = xl_type_size(kernel->args[i].type);
    return vl_bits ? vl_bits / 8 / narrowest : 4;
}

/* The largest n for which every argument fits its slot, up to this. */
static size_t fitting_n(const struct xl_kernel *kernel, size_t n)
{
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++) {
        const struct xl_arg *arg = &kernel->args[i];
        size_t size = xl_type_size(arg->type);
        if (arg->per_n && arg->fixed * size < XL_MAX_BUFFER_BYTES) {
            size_t most = (XL_MAX_BUFFER_BYTES / size - arg->fixed) / arg->per_n;
            n = most < n ? most : n;
        }
    }
    return n;
}

static size_t large_n(const struct xl_kernel *kernel)
{
    return fitting_n(kernel, XL_LARGE_N);
}

size_t xl_arg_unit(const struct xl_kernel *kernel, const struct xl_arg *arg)
{
    size_t size = xl_type_size(arg->type);
    return kernel->align > size ? kernel->align : size;
}

bool xl_can_share(const struct xl_arg *in, const struct xl_arg *out)
{
    return in->kind == XL_ARG_IN && out->kind == XL_ARG_OUT && in->type == out->type &&
           in->per_n == out->per_n && in->fixed == out->fixed;
}

/* Places of the buffer that has most of them. */
static size_t alignments(const struct xl_kernel *kernel)
{
    size_t most = 1;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++) {
        const struct xl_arg *arg = &kernel->args[i];
        if (xl_arg_is_buffer(arg) && XL_ALIGNMENTS / xl_arg_unit(kernel, arg) > most)
            most = XL_ALIGNMENTS / xl_arg_unit(kernel, arg);
    }
    return most;
}

static size_t sharing_pairs(const struct xl_kernel *kernel)
{
    size_t pairs = 0;
    for (size_t i = 0; kernel->in_place && i < XL_MAX_ARGS; i++)
        for (size_t o = 0; o < XL_MAX_ARGS; o++)
            pairs += xl_can_share(&kernel->args[i], &kernel->args[o]);
    return pairs;
}

/* Buffers that grow with n: what can lie back to back. */
static size_t neighbours(const struct xl_kernel *kernel)
{
    size_t buffers = 0;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        buffers += xl_arg_is_buffer(&kernel->args[i]) && kernel->args[i].per_n;
    return buffers > 1 ? buffers : 0;
}

static size_t operands(const struct xl_kernel *kernel)
{
    size_t count = 0;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        count += xl_arg_is_operand(&kernel->args[i]);
    return count;
}

size_t xl_rounding_case_count(const struct xl_kernel *kernel)
{
    return kernel->contract.rounding ? (XL_ROUNDINGS - 1) * XL_SPECIALS : 0;
}

/* How many cases a group has. */
static size_t group_cases(const struct xl_kernel *kernel, size_t lanes, unsigned count,
                          enum group group)
{
    switch (group) {
    case SIZES:
        return count * (4 * lanes + 4) * XL_PLACES_APART;
    case OFFSETS:
        return alignments(kernel);
    case SPECIALS:
        return XL_SPECIALS;
    case SHORT:
        return (size_t)count * SHORT_FILLS;
    case MEDIUM:
        return (size_t)count * MEDIUM_FILLS;
    case LONG:
        return (size_t)count * LONG_FILLS;
    case ODD: /* one lane of a vector after the other, until each has been odd */
        return count * (1 + lanes * (lanes + 1) / large_n(kernel));
    case ALONE:
        return operands(kernel);
    case DENSE:
        return xl_dense_count(kernel) ? count : 0;
    case NEAR:
        return kernel->period > 0 ? count : 0;
    case WALK:
        return kernel->function ? count : 0;
    case IN_PLACE:
        return sharing_pairs(kernel) * ALIAS_SIZES;
    case ADJACENT:
        return neighbours(kernel) * ALIAS_SIZES;
    case UNROLLED: /* one less than whole vectors, as many, and one more */
        return (size_t)3 * (UNROLLED_TO - UNROLLED_FROM + 1);
    case FULL:
        return 1;
    case ACROSS:
        return ACROSS_CASES;
    case ROUNDED:
        return xl_rounding_case_count(kernel);
    default:
        return 0;
    }
}

size_t xl_case_count(const struct xl_kernel *kernel, size_t vl_bits, unsigned count)
{
    size_t cases = 0, lanes = kernel_lanes(kernel, vl_bits);
    for (enum group g = 0; g < GROUPS; g++)
        cases += group_cases(kernel, lanes, count, g);
    return cases;
}

/* The fills that SIZES draws from. */
static const enum xl_fill drawn[] = {
#define XL_FILL_DRAWN(NAME, ...) XL_FILL_##NAME,
#define XL_FILL(...)
#include "judge/fills.def"
#undef XL_FILL_DRAWN
#undef XL_FILL
};

/* Fills case i of a group. */
static void get_sizes(struct xl_case *c, size_t i)
{
    c->place = (enum xl_place)(i % XL_PLACES_APART);
    c->n = i / XL_PLACES_APART % (4 * c->lanes + 4);
    c->fill = drawn[c->seed % (sizeof drawn / sizeof drawn[0])];
    c->offset = (unsigned)(c->seed >> 32);
    c->round = (unsigned)i;
    c->poison = (i / XL_PLACES_APART + i) % 2 ? POISON_A : POISON_B;
}

static void get_alias(struct xl_case *c, size_t i, enum xl_place place)
{
    const size_t sizes[ALIAS_SIZES] = {4 * c->lanes + 3, 1, c->lanes, c->lanes + 1, 3 * c->lanes,
                                       2 * c->lanes - 1};
    c->n = sizes[i % ALIAS_SIZES];
    c->fill = i % 2 ? XL_FILL_BITS : XL_FILL_SPECIAL;
    c->place = place;
    c->offset = (unsigned)(i / ALIAS_SIZES);
}

/* In each mode, one in four is of random bits and not of special values. */
static void get_rounded(struct xl_case *c, size_t i)
{
    c->fill = i % 4 == 3 ? XL_FILL_BITS : XL_FILL_SPECIAL;
    c->round = (unsigned)(i % XL_SPECIALS);
    c->rounding = (enum xl_rounding)(XL_DOWN + i / XL_SPECIALS);
}

static void get_unrolled(const struct xl_kernel *kernel, struct xl_case *c, size_t i)
{
    c->n = fitting_n(kernel, (UNROLLED_FROM + i / 3) * c->lanes + i % 3 - 1);
    c->fill = i / 3 % 2 ? XL_FILL_BITS : XL_FILL_DOMAIN;
}

static void get_full(const struct xl_kernel *kernel, struct xl_case *c)
{
    size_t n = FULL_VECTORS * c->lanes;
    c->n = fitting_n(kernel, n > XL_LARGE_N ? n : XL_LARGE_N);
    c->fill = XL_FILL_LARGE;
}

static void get_across(struct xl_case *c, size_t i)
{
    const size_t sizes[] = {4 * c->lanes + 3, 2 * c->lanes + 1, c->lanes, c->lanes / 2 + 2};
    c->place = XL_PLACE_ACROSS;
    c->n = sizes[i % 4];
    c->offset = (unsigned)(1 + i * (c->n - 1) / ACROSS_CASES);
    c->fill = i / 4 % 2 ? XL_FILL_BITS : XL_FILL_SMALL;
}

/* At least so many elements, or as many as fit. */
static size_t at_least(const struct xl_kernel *kernel, size_t n)
{
    size_t most = large_n(kernel);
    n = n > MEDIUM_N ? n : MEDIUM_N;
    return n < most ? n : most;
}

static void get_longer(const struct xl_kernel *kernel, struct xl_case *c, enum group group,
                       size_t i)
{
    c->place = (i & 1) ? XL_PLACE_END : XL_PLACE_OFF;
    if (group == MEDIUM) {
        c->fill = medium_fills[i % MEDIUM_FILLS].fill;
        c->round = medium_fills[i % MEDIUM_FILLS].round + 2 * (unsigned)(i / MEDIUM_FILLS);
        c->n = c->fill == XL_FILL_ROTATED ? at_least(kernel, c->lanes * (4 * c->lanes + 1) + 1)
                                          : at_least(kernel, 16 * c->lanes + 1);
    } else if (group == ODD) {
        /* Each round goes on where the one before stopped. */
        c->fill = XL_FILL_ODD;
        c->round = (unsigned)(i * (large_n(kernel) / (c->lanes + 1)));
        c->n = at_least(kernel, c->lanes * (c->lanes + 1) + 1);
    } else if (group == ALONE) {
        c->fill = XL_FILL_ALONE;
        c->n = at_least(kernel, c->lanes * XL_SPECIALS + 1);
    } else {
        c->fill = group == DENSE  ? XL_FILL_DENSE
                  : group == NEAR ? XL_FILL_NEAR
                  : group == WALK ? XL_FILL_WALK
                                  : long_fills[i % LONG_FILLS].fill;
        c->n = large_n(kernel);
        c->walk += i * c->n;
    }
}

static void get_of_group(const struct xl_kernel *kernel, struct xl_case *c, enum group group,
                         size_t i)
{
    c->round = (unsigned)i;
    c->n = 4 * c->lanes + 3;
    switch (group) {
    case SIZES:
        get_sizes(c, i);
        break;
    case OFFSETS:
        c->place = XL_PLACE_OFF;
        c->offset = (unsigned)i;
        break;
    case SPECIALS:
        c->fill = XL_FILL_SPECIAL;
        break;
    case SHORT:
        c->fill = short_fills[i % SHORT_FILLS].fill;
        c->round = short_fills[i % SHORT_FILLS].round + (unsigned)(i / SHORT_FILLS);
        break;
    case IN_PLACE:
        get_alias(c, i, XL_PLACE_IN_PLACE);
        break;
    case ADJACENT:
        get_alias(c, i, XL_PLACE_ADJACENT);
        break;
    case UNROLLED:
        get_unrolled(kernel, c, i);
        break;
    case FULL:
        get_full(kernel, c);
        break;
    case ACROSS:
        get_across(c, i);
        break;
    case ROUNDED:
        get_rounded(c, i);
        break;
    default:
        get_longer(kernel, c, group, i);
        break;
    }
}

struct xl_case xl_case_get(const struct xl_kernel *kernel, size_t vl_bits, unsigned count,
                           uint64_t seed, size_t i)
{
    enum group group = SIZES;
    size_t cases;
    struct xl_case c = {.lanes = kernel_lanes(kernel, vl_bits),
                        .walk = seed * XL_WALK_STRIDE,
                        .place = (enum xl_place)(i % XL_PLACES_APART),
                        .offset = (unsigned)i,
                        .poison = i % 2 ? POISON_A : POISON_B};
    while (group < GROUPS && i >= (cases = group_cases(kernel, c.lanes, count, group))) {
        i -= cases;
        group++;
    }
    /* By the group, because how many cases come before it is a matter of the vector length. */
    c.seed = xl_mix(xl_mix(xl_mix(seed, hash_name(kernel->name)), group), i);
    c.common = group == LONG || group == DENSE || group == NEAR || group == WALK;
    get_of_group(kernel, &c, group, i);
    return c;
}

struct xl_case xl_case_known(const struct xl_kernel *kernel, size_t vl_bits,
                             const struct xl_known_inputs *known)
{
    struct xl_case c = {.lanes = kernel_lanes(kernel, vl_bits),
                        .fill = XL_FILL_KNOWN,
                        .poison = POISON_A,
                        .known = known};
    c.n = 4 * c.lanes + 3 > known->count ? 4 * c.lanes + 3 : known->count;
    return c;
}
