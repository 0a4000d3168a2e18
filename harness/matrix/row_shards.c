/* Rows of the matrix in equal parts.
 * SPDX-License-Identifier: MIT
 *
 * Rows of a build are a group of xl_shard_divide, because each shard makes the builds of its rows.
 * All numbers are milliseconds.
 */
#include "matrix/row_shards.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

struct place {
    const struct xl_row *row;
    size_t at;   /* in xl_sharded */
    size_t item; /* of the division */
};

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
    size_t count = 0, group = 0, first = 0; /* the first item of the group */
    for (size_t i = 0, together; i < s->count; i += together) {
        const bool is_same = i && strcmp(places[i].row->build, places[i - 1].row->build) == 0,
                   has_agent = is_same && places[i].row->isa == places[i - 1].row->isa;
        group += !is_same;
        first = is_same ? first : count;
        struct xl_shard_item *item = &items[count];
        *item = (struct xl_shard_item){.group = group,
                                       .group_cost = is_same ? items[first].group_cost : 0};
        for (size_t k = first; k <= count && !has_agent; k++)
            items[k].group_cost += s->costs[places[i].at].agent_ms;
        together = kept_together(&places[i], s->count - i);
        for (size_t k = 0; k < together; k++) {
            item->cost += s->costs[places[i + k].at].row_ms;
            places[i + k].item = count;
        }
        count++;
    }
    return count;
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

static uint64_t divide(const struct xl_sharded *s, const struct division *d, unsigned shards,
                       unsigned *shard_of)
{
    const uint64_t longest = xl_shard_divide(d->items, d->parts, shards);
    for (size_t i = 0; i < s->count; i++)
        shard_of[d->places[i].at] = d->items[d->places[i].item].shard;
    return longest;
}

uint64_t xl_sharded_divide(const struct xl_sharded *s, unsigned shards, unsigned *shard_of)
{
    struct division d = division_of(s);
    const uint64_t longest = divide(s, &d, shards, shard_of);
    division_free(&d);
    return longest;
}

size_t xl_sharded_parts(const struct xl_sharded *s)
{
    struct division d = division_of(s);
    division_free(&d);
    return d.parts;
}

unsigned xl_sharded_count(const struct xl_sharded *s, uint64_t limit_ms, size_t most,
                          unsigned *shard_of, uint64_t *longest)
{
    struct division d = division_of(s);
    const size_t parts = d.parts < most ? d.parts : most;
    uint64_t sum = 0, limit = limit_ms ? limit_ms : 1;
    for (size_t i = 0; i < d.parts; i++) {
        const struct xl_shard_item *item = &d.items[i];
        const uint64_t alone = item->cost + item->group_cost;
        limit = alone > limit ? alone : limit; /* no number of shards makes it shorter */
        sum += i && item->group == item[-1].group ? item->cost : alone;
    }
    const uint64_t least = sum / limit; /* fewer cannot be short enough */
    unsigned shards = least < parts ? (unsigned)least : (unsigned)parts;
    shards -= shards > 0;
    do
        *longest = divide(s, &d, ++shards, shard_of);
    while (*longest > limit && shards < parts);
    division_free(&d);
    return shards;
}

int xl_sharded_keep(struct xl_sharded *s, const struct xl_shard *shard, struct xl_error *err)
{
    const size_t parts = xl_sharded_parts(s);
    if (!shard->count)
        return 0;
    if (shard->count > parts)
        return xl_fail(err,
                       "--shard %u/%u: the %zu selected rows have %zu part%s, so N is at most "
                       "%zu: rows that differ in vector length stay together",
                       shard->index, shard->count, s->count, parts, xl_s(parts), parts);
    unsigned *shard_of = xl_alloc(s->count, sizeof *shard_of);
    xl_sharded_divide(s, shard->count, shard_of);
    size_t kept = 0;
    for (size_t i = 0; i < s->count; i++)
        if (shard_of[i] == shard->index)
            s->rows[kept++] = s->rows[i];
    s->count = kept;
    free(shard_of);
    return 0;
}
