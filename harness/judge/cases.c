/* Which calls a kernel gets.
 * SPDX-License-Identifier: MIT
 */
#include "judge/inputs.h"
#include "judge/special.h"

/* The groups of cases, in their order. */
enum group {
    SIZES,    /* every n up to four vectors and 3, at every place */
    OFFSETS,  /* every alignment of every buffer */
    SPECIALS, /* special values through every lane, the tail's too */
    SHORT,    /* the other fills, at four vectors and 3 */
    LONG,     /* all fills, at a large n */
    LONG_ODD, /* the odd lane's way through all lanes of the longest vectors */
    ALONE,    /* every operand with special values while the others have none */
    IN_PLACE, /* every output that may be an input */
    ADJACENT, /* every order of the buffers */
    GROUPS
};

static const struct {
    enum xl_fill fill;
    unsigned round;
} short_fills[] =
    {
        {XL_FILL_DOMAIN, 0},   {XL_FILL_DOMAIN, 1},  {XL_FILL_TINY, 0},     {XL_FILL_TINY, 1},
        {XL_FILL_TINY, 2},     {XL_FILL_TINY, 3},    {XL_FILL_LARGE, 0},    {XL_FILL_LARGE, 1},
        {XL_FILL_ODD, 0},      {XL_FILL_ODD, 1},     {XL_FILL_ODD, 2},      {XL_FILL_ODD, 3},
        {XL_FILL_SORTED, 0},   {XL_FILL_SORTED, 1},  {XL_FILL_CONSTANT, 0}, {XL_FILL_CONSTANT, 4},
        {XL_FILL_CONSTANT, 7}, {XL_FILL_ROTATED, 0}, {XL_FILL_ROTATED, 5},
},
  long_fills[] = {
      {XL_FILL_BITS, 0},     {XL_FILL_DOMAIN, 0},  {XL_FILL_SPECIAL, 0}, {XL_FILL_PAIRS, 0},
      {XL_FILL_SMALL, 0},    {XL_FILL_TINY, 0},    {XL_FILL_LARGE, 0},   {XL_FILL_SORTED, 0},
      {XL_FILL_CONSTANT, 0}, {XL_FILL_ROTATED, 0},
};
enum {
    SHORT_FILLS = sizeof short_fills / sizeof short_fills[0],
    LONG_FILLS = sizeof long_fills / sizeof long_fills[0],
    ALIAS_SIZES = 6,
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

static bool is_buffer(const struct xl_arg *arg)
{
    return arg->kind == XL_ARG_IN || arg->kind == XL_ARG_OUT;
}

/* Lanes of the kernel's narrowest element: the longest strip it can be written in. */
static size_t kernel_lanes(const struct xl_kernel *kernel, size_t vl_bits)
{
    size_t narrowest = 8;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if (is_buffer(&kernel->args[i]) && xl_type_size(kernel->args[i].type) < narrowest)
            narrowest = xl_type_size(kernel->args[i].type);
    return vl_bits ? vl_bits / 8 / narrowest : 4;
}

/* The largest n for which every argument fits its slot, up to XL_LARGE_N. */
static size_t large_n(const struct xl_kernel *kernel)
{
    size_t n = XL_LARGE_N;
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
        if (is_buffer(arg) && XL_ALIGNMENTS / xl_arg_unit(kernel, arg) > most)
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
        buffers += is_buffer(&kernel->args[i]) && kernel->args[i].per_n;
    return buffers > 1 ? buffers : 0;
}

static size_t operands(const struct xl_kernel *kernel)
{
    size_t count = 0;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        count += kernel->args[i].kind == XL_ARG_IN || kernel->args[i].kind == XL_ARG_VALUE;
    return count;
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
    case LONG:
        return (size_t)count * LONG_FILLS;
    case LONG_ODD: /* one lane of a vector after the other, until each has been odd */
        return count * (1 + lanes * (lanes + 1) / large_n(kernel));
    case ALONE:
        return operands(kernel) > 1 ? operands(kernel) : 0;
    case IN_PLACE:
        return sharing_pairs(kernel) * ALIAS_SIZES;
    case ADJACENT:
        return neighbours(kernel) * ALIAS_SIZES;
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

/* Fills case i of a group. */
static void get_sizes(struct xl_case *c, size_t i)
{
    c->place = (enum xl_place)(i % XL_PLACES_APART);
    c->n = i / XL_PLACES_APART % (4 * c->lanes + 4);
    c->fill = (enum xl_fill)(c->seed % XL_FILL_ALONE);
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
    default:
        c->n = large_n(kernel);
        c->place = (i & 1) ? XL_PLACE_END : XL_PLACE_OFF;
        c->fill = group == ALONE ? XL_FILL_ALONE : XL_FILL_ODD;
        if (group == LONG) {
            c->fill = long_fills[i % LONG_FILLS].fill;
            c->round = long_fills[i % LONG_FILLS].round + (unsigned)(i / LONG_FILLS);
        } else if (group == LONG_ODD) {
            /* Each round goes on where the one before stopped. */
            c->round = (unsigned)(i * (large_n(kernel) / (c->lanes + 1)));
        }
        break;
    }
}

struct xl_case xl_case_get(const struct xl_kernel *kernel, size_t vl_bits, unsigned count,
                           uint64_t seed, size_t i)
{
    enum group group = SIZES;
    size_t cases;
    struct xl_case c = {.lanes = kernel_lanes(kernel, vl_bits),
                        .seed = xl_mix(xl_mix(seed, hash_name(kernel->name)), i),
                        .place = (enum xl_place)(i % XL_PLACES_APART),
                        .offset = (unsigned)i,
                        .poison = i % 2 ? POISON_A : POISON_B};
    while (group < GROUPS && i >= (cases = group_cases(kernel, c.lanes, count, group))) {
        i -= cases;
        group++;
    }
    get_of_group(kernel, &c, group, i);
    return c;
}
