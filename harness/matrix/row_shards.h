/* Rows of the matrix in equal parts: the shards of a run, and the jobs of a plan.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_ROW_SHARDS_H
#define XL_HARNESS_MATRIX_ROW_SHARDS_H

#include "base/error.h"
#include "matrix/rows.h"
#include "matrix/shard.h"

/* Rows and their costs, in milliseconds. Each part pays agent_ms for all agents of each build of
 * its rows. */
struct xl_sharded {
    const struct xl_row **rows;
    size_t count;
    const uint64_t *row_ms, *agent_ms; /* for each row; of an agent, its first row's counts */
};

/* Costs of a row and of its ISA's agent in its build: with so many kernels, or of a suite.
 * measured: seconds of an earlier run; 0: unknown. */
uint64_t xl_row_ms(const struct xl_row *row, size_t kernels, bool is_suite, double measured);
uint64_t xl_agent_ms(size_t kernels, bool is_suite);
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
