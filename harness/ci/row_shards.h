/* The rows of a shard, and what decides them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CI_ROW_SHARDS_H
#define XL_HARNESS_CI_ROW_SHARDS_H

#include "base/error.h"
#include "matrix/rows.h"
#include "matrix/shard.h"

struct xl_costs;

/* Rows that a run selects, in the order of the matrix. */
struct xl_sharded {
    const struct xl_row **rows; /* those of other shards are removed */
    size_t count;
    const size_t *kernels;        /* for each row: how many kernels it runs; NULL: unknown */
    const struct xl_costs *costs; /* seconds of rows that were measured, or NULL */
};

/* Keeps the rows of the shard. Rows that the check `lengths` compares are in one shard. Returns 0;
 * or -1 with err: there are more shards than parts. */
int xl_sharded_keep(struct xl_sharded *s, const struct xl_shard *shard, struct xl_error *err);

/* The least number of shards, up to `most`, of which none takes longer than `seconds`, as far as
 * rows are that short. *longest gets the seconds of the longest. */
unsigned xl_sharded_count(const struct xl_sharded *s, double seconds, unsigned most,
                          double *longest);

#endif
