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

#include "base/error.h"
#include "matrix/rows.h"

enum { XL_MOST_SHARDS = 100000 };

/* Part `index` of `count`, from 1. All zero: everything. */
struct xl_shard {
    unsigned index, count;
};

/* Reads I/N, 1 <= I <= N <= XL_MOST_SHARDS. Returns 0, or -1: it is something else. */
int xl_shard_parse(const char *text, struct xl_shard *shard);

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

/* What rows, builds and jobs cost, in seconds.
 *
 * Measured on a virtual machine with two cores (x86-64, 2026), which run two rows, or compile, at
 * once. */

enum { XL_MEASURED_CORES = 2 };

extern const double xl_job_start;        /* of a CI job, with its downloads */
extern const double xl_row_start;        /* of a row, with its evidence */
extern const double xl_agent_vocabulary; /* tests of the vocabulary, of a build and an ISA */

/* Of a row with so many kernels, on one core. Unoptimized code and long vectors take longer. */
double xl_row_seconds(const struct xl_row *row, size_t kernels);

/* Of an agent with so many kernels, on all cores: linking it, and compiling kernels for most ISAs.
 */
double xl_agent_seconds(double kernels);

/* What a row costs in a part of the matrix. */
struct xl_part_cost {
    uint64_t row_ms, agent_ms; /* the agent is made once for its rows */
};

/* With so many kernels, or of a suite. measured: seconds of an earlier run; 0: unknown. */
struct xl_part_cost xl_part_cost(const struct xl_row *row, size_t kernels, bool is_suite,
                                 double measured);

/* Rows of the matrix in equal parts: the shards of a run, and the jobs of a plan. */

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
