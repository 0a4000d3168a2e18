/* The sequence of calls that a kernel gets.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/case.h"

#include <math.h>

#include "oracle/inputs.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "oracle/values.h"
#include "protocol.h"

/* ---- Calls for buffers of several rows, and for buffers that lie far apart ---- */

enum {
    MANY_FIXED = 9,
    MANY_CASES = MANY_FIXED + 6,
    ANY_CASES = 8,
    WIDE_CASES = XL_WIDE_STRIDES + 8, /* each once, and others that the seed draws */
    FENCED_CASES = 6,
    EVEN_CASES = 8,
    FAR_CASES = XL_FAR_ROWS, /* of buffers; of rows: */
    FAR_ROW_CASES = 4,
    THRESHOLD_CASES = 6, /* twice each number */
    PANEL_CASES = 2,     /* of each combination of large sizes */
    FEW = 4,
    FAR_N = 331 /* a prime */
};

/* A number from lo to hi that the seed draws. */
static size_t draw(const struct xl_case *c, unsigned what, size_t lo, size_t hi)
{
    return lo + (size_t)(xl_mix(c->seed, 0x64726177 + what) % (hi - lo + 1));
}

/* From 1 to hi, each length of number as likely. */
static size_t draw_length(const struct xl_case *c, unsigned what, size_t hi)
{
    const double share = xl_unit(xl_mix(c->seed, 0x6c6e6774 + what));
    return (size_t)pow((double)hi + 1, share);
}

/* Whether gaps can be between its rows. */
static bool is_parted(const struct xl_kernel *kernel, size_t k)
{
    const struct xl_arg *arg = &kernel->args[k];
    return xl_arg_is_buffer(arg) && arg->down != XL_DOWN_one &&
           (arg->by_pointers || xl_stride_of(kernel, k) >= 0);
}

static bool has_parted(const struct xl_kernel *kernel)
{
    for (size_t k = 0; kernel->args[k].kind; k++)
        if (is_parted(kernel, k))
            return true;
    return false;
}

static size_t buffers(const struct xl_kernel *kernel)
{
    return xl_count_args(kernel, xl_arg_is_buffer);
}

static size_t count_of(const size_t thresholds[XL_MAX_THRESHOLDS])
{
    size_t count = 0;
    while (count < XL_MAX_THRESHOLDS && thresholds[count])
        count++;
    return count;
}

/* Only kernels with the usual slots get buffers far apart. */
static size_t far_cases(const struct xl_kernel *kernel)
{
    const bool is_usual = kernel->args[XL_SLOTS_PER_CALL].kind == XL_ARG_NONE &&
                          xl_buffer_limit(kernel) <= XL_MAX_BUFFER_BYTES;
    const size_t of_buffers = buffers(kernel) > 1 ? FAR_CASES : buffers(kernel);
    const bool has_far_rows = has_parted(kernel) && !kernel->sizes.rows_within_2_gib;
    return is_usual ? of_buffers + (has_far_rows ? FAR_ROW_CASES : 0) : 0;
}

/* Sizes that are large at once. The last one is the only one with three. */
static const struct panel {
    bool n, rows, depth;
} panels[] = {{.n = true, .rows = true},
              {.rows = true, .depth = true},
              {.n = true, .depth = true},
              {.n = true, .rows = true, .depth = true}};

/* How many of these a kernel with rows, or with depth too, can have; and number i of them. */
static size_t panel_count(const struct xl_kernel *kernel)
{
    const bool has_rows = xl_has_size(kernel, XL_SIZE_rows),
               has_depth = xl_has_size(kernel, XL_SIZE_depth);
    if (xl_listed_rows(kernel, xl_valid_n(kernel, 1), 0))
        return 0;
    return has_rows && has_depth ? sizeof panels / sizeof panels[0] : has_rows || has_depth;
}

static const struct panel *panel_at(const struct xl_kernel *kernel, size_t i)
{
    return &panels[xl_has_size(kernel, XL_SIZE_rows) ? i : 2];
}

/* The number of cases that a kernel has in a group. */
static size_t rows_cases(const struct xl_kernel *kernel, enum xl_row_group group)
{
    const bool has_rows = xl_has_size(kernel, XL_SIZE_rows),
               has_depth = xl_has_size(kernel, XL_SIZE_depth);
    switch (group) {
    case XL_ROW_GROUP_MANY_ROWS:
        return has_rows && !xl_listed_rows(kernel, xl_valid_n(kernel, 1), 0) ? MANY_CASES : 0;
    case XL_ROW_GROUP_MANY_DEPTHS:
        return has_depth ? MANY_CASES : 0;
    case XL_ROW_GROUP_ANY_SIZES:
        return has_rows || has_depth ? ANY_CASES : 0;
    case XL_ROW_GROUP_WIDE_STRIDES:
        return has_parted(kernel) ? WIDE_CASES : 0;
    case XL_ROW_GROUP_FENCED_ROWS:
        return has_parted(kernel) ? FENCED_CASES : 0;
    case XL_ROW_GROUP_EVEN_STRIDES:
        return has_parted(kernel) ? EVEN_CASES : 0;
    case XL_ROW_GROUP_ROW_THRESHOLDS:
        return THRESHOLD_CASES * count_of(kernel->sizes.row_thresholds);
    case XL_ROW_GROUP_DEPTH_THRESHOLDS:
        return THRESHOLD_CASES * count_of(kernel->sizes.depth_thresholds);
    case XL_ROW_GROUP_PANELS:
        return PANEL_CASES * panel_count(kernel);
    case XL_ROW_GROUP_FAR_BUFFERS:
        return far_cases(kernel);
    default:
        return 0;
    }
}

/* One half has any n up to four vectors and 3, the other half few. */
static size_t draw_short(const struct xl_case *c)
{
    return draw(c, 0, 0, 1) ? draw(c, 1, 1, 4 * c->lanes + 3) : draw_length(c, 1, c->lanes + 1);
}

/* Case i has this n, or the listed n in turn. */
static void choose_n(const struct xl_kernel *kernel, size_t i, struct xl_case *c, size_t n)
{
    const size_t listed = xl_listed_count(kernel);
    c->n = listed ? xl_listed_n(kernel, i % listed) : xl_valid_n(kernel, xl_max_n(kernel, n));
}

/* What a byte counts, tiles of powers of two, and their neighbours; then, by the seed, multiples of
 * 16 with their neighbours, and others. */
static size_t many(const struct xl_case *c, size_t i)
{
    static const unsigned short of[MANY_FIXED] = {255, 256, 257, 63, 64, 65, 127, 128, 129};
    return i < MANY_FIXED        ? of[i]
           : i < MANY_FIXED + 3  ? 16 * draw(c, 2, 3, 18) + i - MANY_FIXED - 1
           : i == MANY_FIXED + 3 ? draw(c, 2, 258, 300)
           : i == MANY_FIXED + 4 ? draw(c, 2, 131, 254)
                                 : draw(c, 2, 34, 130);
}

static void choose_many(const struct xl_kernel *kernel, size_t i, size_t *size, size_t *other,
                        struct xl_case *c)
{
    *size = many(c, i);
    *other = *other && *other < FEW ? *other : FEW;
    choose_n(kernel, i, c, draw_short(c));
    xl_fit_n(kernel, c);
}

static void choose_any(const struct xl_kernel *kernel, size_t i, struct xl_case *c)
{
    choose_n(kernel, i, c, draw_length(c, 1, 2048));
    c->rows = draw_length(c, 2, 300);
    c->depth = draw_length(c, 3, 300);
}

/* Whether n counts rows: then n is small. */
static bool is_row_for_n(const struct xl_arg *arg)
{
    return arg->down == XL_DOWN_n;
}

static bool has_row_for_n(const struct xl_kernel *kernel)
{
    return xl_count_args(kernel, is_row_for_n) > 0;
}

static void set_gaps(enum xl_row_spacing spacing, size_t step, bool is_turned, struct xl_case *c)
{
    c->gaps = xl_gaps_number(
        (struct xl_gaps){.spacing = spacing, .step = (unsigned)step, .is_turned = is_turned});
}

/* As many rows as fit. One case of four has rows nearly as long as the stride. */
static void choose_wide(const struct xl_kernel *kernel, size_t i, struct xl_case *c)
{
    const size_t stride = xl_wide_stride(i), wide = xl_max_n(kernel, stride);
    const bool is_drawn = i >= XL_WIDE_STRIDES;
    set_gaps(XL_SPACING_WIDE, is_drawn ? draw(c, 4, 0, 255) : i % XL_WIDE_STRIDES, draw(c, 5, 0, 1),
             c);
    choose_n(kernel, i, c,
             has_row_for_n(kernel) ? draw(c, 1, 2, 8)
             : i % 4 == 3          ? wide - wide / 64 - i % 16
                                   : draw_length(c, 1, 512));
    c->rows = 40;
    c->placement = (enum xl_placement)(i % XL_PLACEMENTS_APART);
}

/* At a page's end, and at a page's start. */
static void choose_fenced(const struct xl_kernel *kernel, size_t i, struct xl_case *c)
{
    set_gaps(XL_SPACING_PAGES, draw(c, 4, 0, 255), draw(c, 5, 0, 1), c);
    choose_n(kernel, i, c,
             has_row_for_n(kernel) ? draw(c, 1, 2, 6)
             : i / 2 % 3 == 0      ? 4 * c->lanes + 3
                                   : draw_short(c));
    c->rows = draw(c, 2, 3, 12);
    c->depth = draw(c, 3, 2, 6);
    c->placement = i % 2 ? XL_PLACEMENT_START : XL_PLACEMENT_END;
    c->read_only = true;
}

/* Addresses and strides are multiples of a power of two, and of no greater one. */
static void choose_even(const struct xl_kernel *kernel, size_t i, struct xl_case *c)
{
    set_gaps(XL_SPACING_EVEN, i % 4, false, c);
    c->offset = (unsigned)i / 4;
    c->placement = XL_PLACEMENT_OFF;
    choose_n(kernel, i, c, draw(c, 1, c->lanes, 8 * c->lanes + 64));
    c->rows = draw(c, 2, 2, 6);
    c->depth = draw(c, 3, 2, 6);
}

/* Below the threshold, at it, above it. */
static void choose_threshold(const struct xl_kernel *kernel, const size_t *thresholds, size_t i,
                             size_t *size, size_t *other, struct xl_case *c)
{
    *size = thresholds[i / THRESHOLD_CASES] + i % 3 - 1;
    *other = *other && *other < FEW ? *other : FEW;
    choose_n(kernel, i, c, i / 3 % 2 ? draw_short(c) : 4 * c->lanes + 3);
    xl_fit_n(kernel, c);
}

/* Beyond a panel of so many, which is a power of two: first by an odd part of it, then by more. Or
 * beyond a threshold, by up to two. */
static size_t beyond(const struct xl_case *c, unsigned what, size_t panel, size_t i,
                     const size_t thresholds[XL_MAX_THRESHOLDS])
{
    const size_t count = count_of(thresholds);
    if (count)
        return thresholds[draw(c, 2 * what, 0, count - 1)] + draw(c, 2 * what + 1, 0, 2);
    return i % PANEL_CASES ? draw(c, what, panel + panel / 4, 2 * panel + panel / 8)
                           : draw(c, what, panel + 1, panel + panel / 4) | 1;
}

/* So few elements elsewhere that the corner costs little: three large sizes have a small n. */
static void choose_panel(const struct xl_kernel *kernel, size_t i, struct xl_case *c)
{
    enum { ROWS = 128, MORE_ROWS = 256, DEPTH = 256, N = 512, LEAST_N = 64 };
    const struct xl_sizes *s = &kernel->sizes;
    const struct panel *panel = panel_at(kernel, i / PANEL_CASES);
    const size_t most = c->lanes < LEAST_N ? c->lanes : LEAST_N;
    const size_t high = panel->depth ? ROWS : MORE_ROWS,
                 wide = panel->rows && panel->depth ? LEAST_N : N;
    set_gaps(XL_SPACING_PANELS, draw(c, 4, 0, 3), draw(c, 5, 0, 1), c);
    c->rows = panel->rows ? beyond(c, 11, high, i, s->row_thresholds) : draw(c, 11, 1, FEW);
    c->depth = panel->depth ? beyond(c, 12, DEPTH, i, s->depth_thresholds) : draw(c, 12, 1, FEW);
    choose_n(kernel, i, c, panel->n ? beyond(c, 13, wide, i, s->thresholds) : draw(c, 13, 1, most));
}

static void choose_far(const struct xl_kernel *kernel, size_t i, struct xl_case *c)
{
    const size_t of_buffers = buffers(kernel) > 1 ? FAR_CASES : buffers(kernel);
    const bool is_rows = i >= of_buffers;
    const size_t few = XL_FAR_MAPPINGS - 1; /* there may be a row more */
    c->placement = XL_PLACEMENT_FAR;
    c->read_only = false; /* only the usual mapping can be */
    c->offset = is_rows ? XL_FAR_ROWS : of_buffers > 1 ? (unsigned)i : XL_FAR_ALONE;
    c->round = (unsigned)(is_rows ? i - of_buffers : 0);
    choose_n(kernel, i, c, i % 3 == 0 ? 4 * c->lanes + 3 : i % 3 == 1 ? FAR_N : c->lanes);
    if (!is_rows)
        return;
    if (has_row_for_n(kernel))
        choose_n(kernel, i, c, few);
    c->rows = few + 1 - (i - of_buffers) % 3;
    c->depth = few;
}

/* Sets sizes, gaps and placement of a case to those of case i of the group. */
static void choose_rows(const struct xl_kernel *kernel, enum xl_row_group group, size_t i,
                        struct xl_case *c)
{
    if (group == XL_ROW_GROUP_MANY_ROWS)
        choose_many(kernel, i, &c->rows, &c->depth, c);
    else if (group == XL_ROW_GROUP_MANY_DEPTHS)
        choose_many(kernel, i, &c->depth, &c->rows, c);
    else if (group == XL_ROW_GROUP_ANY_SIZES)
        choose_any(kernel, i, c);
    else if (group == XL_ROW_GROUP_WIDE_STRIDES)
        choose_wide(kernel, i, c);
    else if (group == XL_ROW_GROUP_FENCED_ROWS)
        choose_fenced(kernel, i, c);
    else if (group == XL_ROW_GROUP_EVEN_STRIDES)
        choose_even(kernel, i, c);
    else if (group == XL_ROW_GROUP_ROW_THRESHOLDS)
        choose_threshold(kernel, kernel->sizes.row_thresholds, i, &c->rows, &c->depth, c);
    else if (group == XL_ROW_GROUP_DEPTH_THRESHOLDS)
        choose_threshold(kernel, kernel->sizes.depth_thresholds, i, &c->depth, &c->rows, c);
    else if (group == XL_ROW_GROUP_PANELS)
        choose_panel(kernel, i, c);
    else if (group == XL_ROW_GROUP_FAR_BUFFERS)
        choose_far(kernel, i, c);
    if (!xl_has_size(kernel, XL_SIZE_rows)) /* whatever was chosen */
        c->rows = 1;
    if (!xl_has_size(kernel, XL_SIZE_depth))
        c->depth = 1;
    xl_fit_rows(kernel, c);
}

/* ---- All cases of a kernel ---- */

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
           (g->rows ? rows_cases(r->kernel, g->rows) : 1) * (g->random ? r->count : 1) *
           listed_times(g, r->kernel);
}

size_t xl_rounding_case_count(const struct xl_kernel *kernel)
{
    return group_cases(xl_case_group(xl_case_groups()),
                       &(struct xl_case_request){.kernel = kernel});
}

size_t xl_flushing_case_count(const struct xl_kernel *kernel)
{
    return group_cases(xl_case_group(xl_case_groups() - 1),
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
    const size_t rows = group->rows ? rows_cases(kernel, group->rows) : 0;
    if (rows)
        choose_rows(kernel, group->rows, r.i % rows, &c);
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

/* 2^-4 to 2^-1 of the streamed n. */
static size_t between_n(const struct xl_kernel *kernel, size_t part, uint64_t random)
{
    const double of = 3 * ((double)part + xl_unit(random)) / XL_BETWEEN_CASES - 4;
    return (size_t)((double)xl_streamed_n(kernel) * exp2(of));
}

struct xl_case xl_case_streamed(const struct xl_kernel *kernel, size_t vl_bits, uint64_t seed,
                                size_t i)
{
    const bool is_odd = i % 2, is_full = is_odd && xl_total_wraps(kernel);
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
    const size_t n = i < XL_STREAMED_CASES ? xl_streamed_n(kernel) + c.seed % XL_STREAMED_MORE
                                           : between_n(kernel, i - XL_STREAMED_CASES, c.seed);
    c.n = xl_valid_n(kernel, n | 1);
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
