/* Rows of the matrix in equal parts: the shards of a run, and the jobs of a plan.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_ROW_SHARDS_H
#define XL_HARNESS_MATRIX_ROW_SHARDS_H

#include "base/error.h"
#include "matrix/costs.h"
#include "matrix/rows.h"
#include "matrix/shard.h"

/* Rows and their costs. Each part pays for all agents of each build of its rows. */
struct xl_sharded {
    const struct xl_row **rows;
    size_t count;
    const struct xl_part_cost *costs; /* for each row; of an agent, its first row's counts */
};

/* Gives each row a shard from 1 to `shards`. Rows that the check `lengths` compares are in one
 * shard. Returns the cost of the longest. */
uint64_t xl_sharded_divide(const struct xl_sharded *s, unsigned shards, unsigned *shard_of);

/* How many shards there can be. */
size_t xl_sharded_parts(const struct xl_sharded *s);

/* The least number of shards, up to `most`, of which none costs more than limit_ms, as far as
 * parts are that short. shard_of gets them. *longest gets the cost of the longest. */
unsigned xl_sharded_count(const struct xl_sharded *s, uint64_t limit_ms, size_t most,
                          unsigned *shard_of, uint64_t *longest);

/* Keeps the rows of the shard. Returns 0; or -1 with err: there are more shards than parts. */
int xl_sharded_keep(struct xl_sharded *s, const struct xl_shard *shard, struct xl_error *err);

#endif
