/* run --exhaustive: all inputs of each kernel, on all rows at the same time.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_EXHAUSTIVE_H
#define XL_HARNESS_RUN_EXHAUSTIVE_H

#include "base/digest.h"
#include "matrix/shard.h"
#include "results/results.h"
#include "run/row_run.h"

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
 * (xl_walk_state), and not tried again until something that decides them changes. */
void xl_exhaustive_run(const struct xl_exhaustive *how, struct xl_exhaustive_row *rows,
                       size_t count, struct xl_workspace *workspace);

/* The state of a walk through all inputs of a kernel on a row: a file that a killed run continues.
 *
 * The inputs have up to XL_WALK_PARTS equal parts. A part that passed becomes a line, which is
 * appended: its number, the worst error so far, its inputs, and a hash of these and the key. The
 * first line has the key, a digest of all that decides the results (run/cache_key.def). Lines that
 * are torn, damaged or of another key count as missing, and their parts are tried again. Several
 * processes may append to a file. */

enum { XL_WALK_PARTS = 1024 };

struct xl_walk_state {
    char *file; /* NULL: nothing is kept */
    int fd;
    char key[XL_DIGEST_TEXT];
    bool is_done[XL_WALK_PARTS];
    bool is_unwritten[XL_WALK_PARTS]; /* done, but the file could not be written */
    size_t damaged;                   /* lines that were ignored */
    bool is_other;                    /* the file was of another key, and began again */
    bool is_torn;                     /* the last line could not be written as a whole */
    double synced;                    /* xl_now of the last fsync */
};

/* Opens the file of a kernel on a row, or makes it. Marks the parts that are done, and adds their
 * worst error to k. name: of the file, in the directory `walks` of the cache. Without a key, or if
 * the file cannot be opened, nothing is kept: returns -1 with err then, else 0. */
int xl_walk_state_open(struct xl_walk_state *s, const char *name, const struct xl_digest *key,
                       struct xl_kernel_result *k, struct xl_error *err);

/* Adds a part that passed. Returns 0, or -1 with err: the next call writes it, too. */
int xl_walk_state_add(struct xl_walk_state *s, size_t part, const struct xl_kernel_result *k,
                      struct xl_error *err);

void xl_walk_state_close(struct xl_walk_state *s);

#endif
