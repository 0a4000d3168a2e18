/* Shards: the equal parts of a run that several machines share.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/shard.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* Digits only: strtoul takes blanks and signs. */
static const char *read_number(const char *text, unsigned *number)
{
    const size_t length = strspn(text, "0123456789");
    if (!length || length > 6)
        return NULL;
    *number = (unsigned)strtoul(text, NULL, 10);
    return text + length;
}

int xl_shard_parse(const char *text, struct xl_shard *shard)
{
    struct xl_shard read = {0};
    const char *rest = read_number(text, &read.index);
    rest = rest && *rest == '/' ? read_number(rest + 1, &read.count) : NULL;
    if (!rest || *rest || !read.index || read.index > read.count || read.count > XL_MOST_SHARDS)
        return -1;
    *shard = read;
    return 0;
}

static size_t group_length(const struct xl_shard_item *items, size_t count)
{
    size_t length = 1;
    while (length < count && items[length].group == items[0].group)
        length++;
    return length;
}

/* Items of one group, which go to one shard: every `stride`th. */
struct part {
    struct xl_shard_item *items;
    size_t count, stride;
    uint64_t cost;
};

struct parts {
    struct part *at;
    size_t count;
};

/* The least number of parts of a group of which none should cost more than `most`. */
static size_t parts_of(const struct xl_shard_item *items, size_t count, uint64_t most)
{
    uint64_t cost = 0;
    for (size_t i = 0; i < count; i++)
        cost += items[i].cost;
    if (items->group_cost + cost <= most)
        return 1;
    const uint64_t room = most > items->group_cost ? most - items->group_cost : 1;
    const uint64_t parts = cost ? (cost - 1) / room + 1 : 1;
    return parts < count ? (size_t)parts : count;
}

/* Cuts each group into parts, which get its items in turn. */
static void cut(struct xl_shard_item *items, size_t count, uint64_t most, struct parts *to)
{
    to->count = 0;
    for (size_t i = 0, length; i < count; i += length) {
        length = group_length(items + i, count - i);
        const size_t parts = parts_of(items + i, length, most);
        for (size_t p = 0; p < parts; p++) {
            struct part part = {items + i + p, 0, parts, items[i].group_cost};
            for (size_t k = p; k < length; k += parts, part.count++)
                part.cost += items[i + k].cost;
            to->at[to->count++] = part;
        }
    }
}

static int longest_first(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    const int order = (x->cost < y->cost) - (x->cost > y->cost);
    return order ? order : (x->items > y->items) - (x->items < y->items);
}

/* Each part, the longest first, goes to the shard that is shortest so far. Returns the cost of the
 * longest shard. */
static uint64_t pack(struct parts *parts, unsigned shards)
{
    uint64_t *costs = xl_alloc(shards, sizeof *costs), longest = 0;
    qsort(parts->at, parts->count, sizeof *parts->at, longest_first);
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->at[i];
        unsigned shortest = 0;
        for (unsigned s = 1; s < shards; s++)
            if (costs[s] < costs[shortest])
                shortest = s;
        for (size_t k = 0; k < part->count; k++)
            part->items[k * part->stride].shard = shortest + 1;
        costs[shortest] += part->cost;
        longest = costs[shortest] > longest ? costs[shortest] : longest;
    }
    free(costs);
    return longest;
}

/* Fills one shard after the other, up to `most`, so that only the first and last group of a shard
 * are cut. Returns the cost of the longest shard; UINT64_MAX: there are too few. */
static uint64_t fill(struct xl_shard_item *items, size_t count, uint64_t most, unsigned shards)
{
    uint64_t cost = 0, longest = 0;
    unsigned shard = 0;
    for (size_t i = 0; i < count; i++) {
        const bool has_group = i && items[i].group == items[i - 1].group;
        uint64_t more = items[i].cost + (has_group ? 0 : items[i].group_cost);
        /* The last items are one for each shard that would stay empty. */
        if (!shard || cost + more > most || count - i <= shards - shard) {
            if (++shard > shards)
                return UINT64_MAX;
            cost = 0;
            more = items[i].cost + items[i].group_cost;
        }
        cost += more;
        longest = cost > longest ? cost : longest;
        items[i].shard = shard;
    }
    return longest;
}

/* The best of the divisions that were tried. */
struct best {
    uint64_t longest;
    unsigned *shards;
};

static uint64_t keep(struct best *best, const struct xl_shard_item *items, size_t count,
                     uint64_t longest)
{
    for (size_t i = 0; longest < best->longest && i < count; i++)
        best->shards[i] = items[i].shard;
    best->longest = longest < best->longest ? longest : best->longest;
    return longest;
}

uint64_t xl_shard_divide(struct xl_shard_item *items, size_t count, unsigned shards)
{
    struct parts parts = {xl_alloc(count, sizeof *parts.at), 0};
    struct best best = {UINT64_MAX, xl_alloc(count, sizeof *best.shards)};
    uint64_t sum = 1;
    for (size_t i = 0; i < count; i++)
        sum += items[i].cost + items[i].group_cost;
    /* Long parts have fewer groups, short ones are packed better. */
    for (uint64_t most = sum; most && most >= sum / shards / 8; most -= most / 8 + 1) {
        cut(items, count, most, &parts);
        if (parts.count >= shards || parts.count == count)
            keep(&best, items, count, pack(&parts, shards));
    }
    for (uint64_t below = 0, most = sum; below + 1 < most;) {
        const uint64_t middle = below + (most - below) / 2;
        if (keep(&best, items, count, fill(items, count, middle, shards)) == UINT64_MAX)
            below = middle;
        else
            most = middle;
    }
    for (size_t i = 0; i < count; i++)
        items[i].shard = best.shards[i];
    free(parts.at);
    free(best.shards);
    return best.longest;
}

/* What rows, builds and jobs cost, in seconds. */

const double xl_job_start = 30, xl_row_start = 0.6, xl_agent_vocabulary = 15;
static const double row_kernel = 0.028, agent_start = 1.5, agent_kernel = 0.022, suite_row = 10,
                    suite_build = 20;
enum { XL_USUAL_BITS = 512 }; /* a longer vector costs the emulator more */

/* Code without optimization loads and stores each vector, and has ten times as many instructions.
 * Emulators execute those of scalable vectors slowly. */
static const struct {
    const char *isa; /* NULL: any */
    double factor;
} unoptimized[] = {{"rvv", 4}, {"rva23", 4}, {"sve", 2}, {"sve2", 2}, {NULL, 1.4}};

static double factor_of(const struct xl_row *row)
{
    double factor = row->vl_bits > XL_USUAL_BITS ? (double)row->vl_bits / XL_USUAL_BITS : 1;
    size_t i = 0;
    while (unoptimized[i].isa && strcmp(unoptimized[i].isa, row->isa->name) != 0)
        i++;
    return strcmp(row->opt, "O0") == 0 ? factor * unoptimized[i].factor : factor;
}

double xl_row_seconds(const struct xl_row *row, size_t kernels)
{
    return xl_row_start + row_kernel * factor_of(row) * (double)kernels;
}

double xl_agent_seconds(double kernels)
{
    return agent_start + agent_kernel * kernels;
}

struct xl_part_cost xl_part_cost(const struct xl_row *row, size_t kernels, bool is_suite,
                                 double measured)
{
    const double seconds = measured > 0 ? measured
                           : is_suite   ? suite_row
                                        : xl_row_seconds(row, kernels),
                 agent = is_suite ? suite_build : xl_agent_seconds((double)kernels);
    return (struct xl_part_cost){(uint64_t)(seconds * 1000 / XL_MEASURED_CORES) + (measured > 0),
                                 (uint64_t)(agent * 1000)};
}

/* Rows of the matrix in equal parts.
 *
 * Rows of a build are a group of xl_shard_divide, because each shard makes the builds of its rows.
 * All numbers are milliseconds. */

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
