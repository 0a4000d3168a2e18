/* The rows of a shard.
 * SPDX-License-Identifier: MIT
 *
 * Rows of a build are a group of xl_shard_divide, because each shard makes the builds of its rows.
 * All numbers are milliseconds.
 */
#include "ci/row_shards.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ci/plan.h"

/* Of a row that was not measured, and of a build: for each, and for each of its kernels. Measured
 * on two cores, which run two rows, or compile, at once. Rows of a suite are alike. */
enum {
    XL_ROW_MS = 300,
    XL_ROW_KERNEL_MS = 14,
    XL_BUILD_MS = 1500,
    XL_BUILD_KERNEL_MS = 22,
    XL_SUITE_ROW_MS = 5000,
    XL_SUITE_BUILD_MS = 20000,
    XL_AT_ONCE = 2
};

struct place {
    const struct xl_row *row;
    size_t at;   /* in xl_sharded */
    size_t item; /* of the division */
};

static uint64_t row_ms(const struct xl_sharded *s, const struct place *p)
{
    const double measured = s->costs ? xl_costs_of(s->costs, p->row) : 0;
    if (measured > 0)
        return (uint64_t)(measured * 1000) / XL_AT_ONCE + 1;
    return s->kernels ? XL_ROW_MS + XL_ROW_KERNEL_MS * s->kernels[p->at] : XL_SUITE_ROW_MS;
}

static uint64_t build_ms(const struct xl_sharded *s, const struct place *p)
{
    return s->kernels ? XL_BUILD_MS + XL_BUILD_KERNEL_MS * s->kernels[p->at] : XL_SUITE_BUILD_MS;
}

static int by_build(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    int order = strcmp(x->row->build, y->row->build);
    if (!order)
        order = (x->row->isa > y->row->isa) - (x->row->isa < y->row->isa);
    return order ? order : (x->at > y->at) - (x->at < y->at);
}

/* How many of the places, from the first on, stay together: the check `lengths` compares rows of
 * one build and ISA that differ in their vector length. */
static size_t kept_together(const struct place *places, size_t count)
{
    size_t same = 1;
    bool differ = false;
    for (; same < count && places[same].row->isa == places->row->isa &&
           strcmp(places[same].row->build, places->row->build) == 0;
         same++)
        differ |= places[same].row->vl_bits != places->row->vl_bits;
    return differ ? same : 1;
}

/* Returns how many items there are. */
static size_t make_items(const struct xl_sharded *s, struct place *places,
                         struct xl_shard_item *items)
{
    size_t count = 0, group = 0;
    for (size_t i = 0, together; i < s->count; i += together) {
        const bool is_same = i && strcmp(places[i].row->build, places[i - 1].row->build) == 0;
        group += !is_same;
        struct xl_shard_item *item = &items[count];
        *item = (struct xl_shard_item){.group = group,
                                       .group_cost = is_same ? items[count - 1].group_cost
                                                             : build_ms(s, &places[i])};
        together = kept_together(&places[i], s->count - i);
        for (size_t k = 0; k < together; k++) {
            item->cost += row_ms(s, &places[i + k]);
            places[i + k].item = count;
        }
        count++;
    }
    return count;
}

static void drop_others(struct xl_sharded *s, const struct place *places,
                        const struct xl_shard_item *items, unsigned index)
{
    for (size_t i = 0; i < s->count; i++)
        if (items[places[i].item].shard != index)
            s->rows[places[i].at] = NULL;
    size_t kept = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->rows[i])
            s->rows[kept++] = s->rows[i];
    s->count = kept;
}

/* The rows, ready to be divided. */
struct division {
    struct place *places;
    struct xl_shard_item *items;
    size_t parts; /* how many items there are */
};

static struct division division_of(const struct xl_sharded *s)
{
    struct division d = {xl_alloc(s->count, sizeof *d.places), xl_alloc(s->count, sizeof *d.items),
                         0};
    for (size_t i = 0; i < s->count; i++)
        d.places[i] = (struct place){s->rows[i], i, 0};
    qsort(d.places, s->count, sizeof *d.places, by_build);
    d.parts = make_items(s, d.places, d.items);
    return d;
}

static void division_free(struct division *d)
{
    free(d->places);
    free(d->items);
}

int xl_sharded_keep(struct xl_sharded *s, const struct xl_shard *shard, struct xl_error *err)
{
    int status = 0;
    if (!shard->count)
        return 0;
    struct division d = division_of(s);
    if (shard->count > d.parts) {
        status = xl_fail(err,
                         "--shard %u/%u: the %zu selected rows have %zu part%s, so N is at most "
                         "%zu: rows that differ in vector length stay together",
                         shard->index, shard->count, s->count, d.parts, d.parts == 1 ? "" : "s",
                         d.parts);
    } else {
        xl_shard_divide(d.items, d.parts, shard->count);
        drop_others(s, d.places, d.items, shard->index);
    }
    division_free(&d);
    return status;
}

unsigned xl_sharded_count(const struct xl_sharded *s, double seconds, unsigned most,
                          double *longest)
{
    struct division d = division_of(s);
    unsigned shards = 0;
    do
        *longest = (double)xl_shard_divide(d.items, d.parts, ++shards) / 1000;
    while (*longest > seconds && shards < most && shards < d.parts);
    division_free(&d);
    return shards;
}
