/* Shards: the equal parts of a run that several machines share.
 * SPDX-License-Identifier: MIT
 *
 * What is in a shard depends on the arguments alone, so all machines of a run agree.
 */
#ifndef XL_HARNESS_MATRIX_SHARD_H
#define XL_HARNESS_MATRIX_SHARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { XL_MOST_SHARDS = 100000 };

/* Part `index` of `count`, from 1. All zero: everything. */
struct xl_shard {
    unsigned index, count;
};

/* Reads I/N, 1 <= I <= N <= XL_MOST_SHARDS. Returns 0, or -1: it is something else. */
int xl_shard_parse(const char *text, struct xl_shard *shard);

/* The shard's numbers of 0 to total - 1: from *begin to *end - 1. The ranges of all shards follow
 * each other, and their lengths differ by 1 at most. */
void xl_shard_range(const struct xl_shard *shard, uint64_t total, uint64_t *begin, uint64_t *end);

/* An item of a division. Items of one group stand next to each other. A shard pays group_cost once
 * for each group that it has an item of: a build of its rows. */
struct xl_shard_item {
    size_t group;
    uint64_t cost, group_cost; /* integers, because processors round floats differently */
    unsigned shard;            /* the result, from 1 */
};

/* Gives each item a shard from 1 to `shards`, so that the longest shard is short. Each shard gets
 * an item if there are enough. Returns the cost of the longest. */
uint64_t xl_shard_divide(struct xl_shard_item *items, size_t count, unsigned shards);

#endif
