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

static struct xl_shard_item item_of(const struct xl_sharded *s, size_t row)
{
    const size_t kernels = s->kernels ? s->kernels[row] : 0;
    const double measured = s->costs ? xl_costs_of(s->costs, s->rows[row]) : 0;
    const size_t cost = measured > 0 ? (size_t)(measured * 1000) / XL_AT_ONCE
                        : s->kernels ? XL_ROW_MS + XL_ROW_KERNEL_MS * kernels
                                     : XL_SUITE_ROW_MS;
    return (struct xl_shard_item){
        .cost = cost ? cost : 1,
        .group_cost = s->kernels ? XL_BUILD_MS + XL_BUILD_KERNEL_MS * kernels : XL_SUITE_BUILD_MS};
}

struct place {
    const struct xl_row *row;
    size_t at; /* in xl_sharded */
};

static int by_build(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    const int order = strcmp(x->row->build, y->row->build);
    return order ? order : (x->at > y->at) - (x->at < y->at);
}

int xl_sharded_keep(struct xl_sharded *s, const struct xl_shard *shard, struct xl_error *err)
{
    if (shard->count > s->count)
        return xl_fail(err, "--shard %u/%u: only %zu row%s selected: N is at most %zu",
                       shard->index, shard->count, s->count, s->count == 1 ? " is" : "s are",
                       s->count);
    if (shard->count <= 1)
        return 0;
    struct place *places = xl_alloc(s->count, sizeof *places);
    struct xl_shard_item *items = xl_alloc(s->count, sizeof *items);
    for (size_t i = 0; i < s->count; i++)
        places[i] = (struct place){s->rows[i], i};
    qsort(places, s->count, sizeof *places, by_build);
    for (size_t i = 0; i < s->count; i++) {
        const bool is_same = i && strcmp(places[i].row->build, places[i - 1].row->build) == 0;
        items[i] = item_of(s, places[i].at);
        items[i].group = i ? items[i - 1].group + !is_same : 0;
        /* A group has one cost: that of its first row. */
        items[i].group_cost = is_same ? items[i - 1].group_cost : items[i].group_cost;
    }
    xl_shard_divide(items, s->count, shard->count);
    for (size_t i = 0; i < s->count; i++)
        if (items[i].shard != shard->index)
            s->rows[places[i].at] = NULL;
    size_t kept = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->rows[i])
            s->rows[kept++] = s->rows[i];
    s->count = kept;
    free(places);
    free(items);
    return 0;
}
