/* The sequence of calls that a kernel gets.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/cases.h"

#include "oracle/inputs.h"
#include "oracle/strides.h"
#include "oracle/values.h"

enum {
    STREAMED = 42, /* part of the seed, as if these cases were a group */
    /* One call in PRESET of a kernel with .flags has flags set before it; they are not compared
     * then. One call in READ_ONLY has read-only inputs, which costs system calls. */
    PRESET = 32,
    READ_ONLY = 32
};

static uint64_t hash_name(const char *name)
{
    uint64_t h = 0;
    for (; *name; name++)
        h = xl_mix(h, (unsigned char)*name);
    return h;
}

/* The lanes of the longest strip that the kernel can be written in: of its narrowest elements. */
static size_t kernel_lanes(const struct xl_kernel *kernel, size_t vl_bits)
{
    return vl_bits ? vl_bits / 8 / xl_narrowest_bytes(kernel) : 4;
}

/* How often a group is repeated for the n that a record lists. */
static size_t listed_times(const struct xl_case_group *g, const struct xl_kernel *kernel)
{
    const size_t listed = xl_listed_count(kernel);
    return !listed || g->listed == XL_LISTED_OWN ? 1 : g->listed == XL_LISTED_EACH ? listed : 0;
}

static size_t group_cases(const struct xl_case_group *g, const struct xl_case_request *r)
{
    if (!xl_fill_applies(g->fill, r->kernel))
        return 0;
    return g->cases * (g->times ? g->times(r) : 1) *
           (g->rows ? xl_rows_cases(r->kernel, g->rows) : 1) * (g->random ? r->count : 1) *
           listed_times(g, r->kernel);
}

size_t xl_rounding_case_count(const struct xl_kernel *kernel)
{
    return group_cases(xl_case_group(xl_case_groups()),
                       &(struct xl_case_request){.kernel = kernel});
}

size_t xl_case_count(const struct xl_kernel *kernel, size_t vl_bits, unsigned count)
{
    const struct xl_case_request r = {kernel, kernel_lanes(kernel, vl_bits), count, 0};
    size_t cases = 0;
    for (unsigned g = 1; g <= xl_case_groups(); g++)
        cases += group_cases(xl_case_group(g), &r);
    return cases;
}

size_t xl_case_group_count(const struct xl_kernel *kernel, size_t vl_bits, unsigned count,
                           unsigned group)
{
    const struct xl_case_request r = {kernel, kernel_lanes(kernel, vl_bits), count, 0};
    return group == XL_NO_GROUP ? 0 : group_cases(xl_case_group(group), &r);
}

/* The listed n of a request, whose i becomes its number among the cases of this n. 0: the record
 * lists none. */
static size_t take_listed(const struct xl_case_group *g, struct xl_case_request *r)
{
    const size_t count = xl_listed_count(r->kernel);
    const size_t each = count ? group_cases(g, r) / count : 0;
    const size_t n = each ? xl_listed_n(r->kernel, r->i / each) : 0;
    r->i = each ? r->i % each : r->i;
    return n;
}

/* Replaces the sizes that the group chose by the closest ones that the record allows. */
static void settle_sizes(const struct xl_kernel *kernel, size_t listed, struct xl_case *c)
{
    const size_t rows = c->rows;
    c->n = listed ? listed : xl_valid_n(kernel, c->n);
    if (listed > 1 && c->placement == XL_PLACEMENT_PAGE_END)
        c->offset = 1 + (c->offset - 1) % (unsigned)(listed - 1);
    xl_draw_rows(kernel, c);
    if (!rows)
        return;
    c->rows = rows; /* of a listed pair */
    xl_fit_rows(kernel, c);
}

struct xl_case xl_case_get(const struct xl_kernel *kernel, size_t vl_bits, unsigned count,
                           uint64_t seed, size_t i)
{
    struct xl_case_request r = {kernel, kernel_lanes(kernel, vl_bits), count, i};
    size_t listed = 0;
    unsigned number = 1;
    for (size_t cases; r.i >= (cases = group_cases(xl_case_group(number), &r)); number++)
        r.i -= cases;
    const struct xl_case_group *group = xl_case_group(number);
    struct xl_case c = {
        .group = number,
        .n = 4 * r.lanes + 3,
        .lanes = r.lanes,
        .fill = group->fill,
        .placement = (enum xl_placement)(i % XL_PLACEMENTS_APART),
        .offset = (unsigned)i,
        .read_only = (i + seed) % READ_ONLY == 0,
        .flags_preset = kernel->contract.flags ? (i + seed) % PRESET == PRESET / 2 : i % 2,
        .common = group->common,
        .poison = xl_poison(i),
        /* By the number in the group: how many cases come before it depends on the
           vector length. */
        .seed = xl_mix(xl_mix(xl_mix(seed, hash_name(kernel->name)), group->seed), r.i),
        .walk = seed * XL_WALK_STRIDE};
    if (group->listed == XL_LISTED_EACH)
        listed = take_listed(group, &r);
    c.round = (unsigned)r.i;
    if (group->choose)
        group->choose(&r, &c);
    settle_sizes(kernel, listed, &c);
    if (group->rows)
        xl_rows_choose(kernel, group->rows, r.i % xl_rows_cases(kernel, group->rows), &c);
    return c;
}

void xl_case_shorten(const struct xl_kernel *kernel, struct xl_case *c)
{
    const size_t vectors = XL_UNROLLED_TO * c->lanes + 1;
    const size_t least = c->common ? XL_MEASURED_N : vectors > XL_MEDIUM_N ? vectors : XL_MEDIUM_N;
    const size_t most = xl_valid_n(kernel, xl_requested_or(kernel, least));
    if (c->n <= most)
        return;
    c->n = most;
    xl_draw_rows(kernel, c);
}

struct xl_case xl_case_streamed(const struct xl_kernel *kernel, size_t vl_bits, uint64_t seed,
                                size_t i)
{
    const bool is_odd = i % 2,
               is_full = is_odd && xl_sum_overflows(kernel) && !xl_has_float(kernel);
    struct xl_case c = {.lanes = kernel_lanes(kernel, vl_bits),
                        .rows = 1,
                        .depth = 1,
                        .fill = is_full ? XL_FILL_EXTREME : xl_any_fill(kernel),
                        .round = is_full ? XL_EXTREME_MOST : 0,
                        .placement = is_odd ? XL_PLACEMENT_END : XL_PLACEMENT_OFF,
                        .poison = xl_poison(i),
                        .seed = xl_mix(xl_mix(xl_mix(seed, hash_name(kernel->name)), STREAMED), i)};
    c.offset = (unsigned)(c.seed >> 32);
    /* Odd: with a rest, and at a page's end aligned to no two elements. */
    c.n = xl_valid_n(kernel, (xl_streamed_n(kernel) + c.seed % XL_STREAMED_MORE) | 1);
    return c;
}

struct xl_case xl_case_of_baseline(const struct xl_kernel *kernel, size_t vl_bits,
                                   const struct xl_baseline_inputs *baseline)
{
    struct xl_case c = {.lanes = kernel_lanes(kernel, vl_bits),
                        .rows = 1,
                        .depth = 1,
                        .fill = XL_FILL_KNOWN,
                        .poison = xl_poison(0),
                        .baseline = baseline};
    c.n = 4 * c.lanes + 3 > baseline->count ? 4 * c.lanes + 3 : baseline->count;
    c.n = xl_valid_n(kernel, c.n);
    return c;
}
