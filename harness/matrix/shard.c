/* Shards: the equal parts of a run that several machines share.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/shard.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

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

void xl_shard_range(const struct xl_shard *shard, uint64_t total, uint64_t *begin, uint64_t *end)
{
    const uint64_t count = shard->count ? shard->count : 1,
                   before = shard->count ? shard->index - 1 : 0;
    const uint64_t each = total / count, longer = total % count; /* the first are longer by 1 */
    *begin = each * before + (before < longer ? before : longer);
    *end = *begin + each + (before < longer);
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
