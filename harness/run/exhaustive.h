/* run --exhaustive: all inputs of each kernel, on all rows at the same time.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_EXHAUSTIVE_H
#define XL_HARNESS_RUN_EXHAUSTIVE_H

#include "matrix/shard.h"
#include "run/row.h"

/* Which inputs. */
struct xl_exhaustive {
    /* Every part of the inputs belongs to one shard. */
    struct xl_shard shard;
    /* If has_range: these alone. Nothing is kept then. */
    bool has_range;
    uint64_t first, last;
};

/* A row that takes part. */
struct xl_exhaustive_row {
    struct xl_row_job job;
    struct xl_row_result *result;
    struct xl_agent agent;
};

/* Runs all kernels on all rows, and fills the results of the rows. Finished parts are kept
 * (results/walk_state.h), and not tried again until something that decides them changes. */
void xl_exhaustive_run(const struct xl_exhaustive *how, struct xl_exhaustive_row *rows,
                       size_t count, struct xl_workspace *workspace);

#endif
