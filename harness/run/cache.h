/* What of a row need not be run, because it has been, with all that decides it unchanged.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_CACHE_H
#define XL_HARNESS_RUN_CACHE_H

#include <stdbool.h>

#include "build/build.h"
#include "build/link_fingerprint.h"
#include "execute/row_job.h"
#include "matrix/rows.h"
#include "results/checks.h"
#include "results/store.h"

/* The keys under which results are kept: digests of all that decides them. */

/* What is known of a build's agent, taken while nobody can change it. */
struct xl_cache_build {
    struct xl_link_fingerprint linked;
    struct xl_digest emulator, tree;
    bool is_known; /* false: nothing of it is kept, such as of a build that came in a pack */
};

/* changed: as xl_link_fingerprint_read has it. */
void xl_cache_build_read(const struct xl_build *b, const char *changed, struct xl_cache_build *out);
void xl_cache_build_free(struct xl_cache_build *b);

/* How a row is run. */
struct xl_cache_how {
    uint64_t seed;
    unsigned count;
    bool brief, all_streamed;
    const struct xl_disabled_checks *off;
};

/* Of all that the kernels of a row have in common. module: of the host. */
struct xl_digest xl_cache_row_key(const struct xl_cache_build *build,
                                  const struct xl_link_fingerprint *module,
                                  const struct xl_row *row, const struct xl_cache_how *how);

/* Of what is a kernel's own. baseline: of its file; zero: it has none. False: what it is made of is
 * not known. */
bool xl_cache_kernel_key(const struct xl_cache_build *build,
                         const struct xl_link_fingerprint *module, const char *kernel,
                         struct xl_digest baseline, struct xl_digest *key);

/* What a run knows of what its rows are made of. */
struct xl_cache_job {
    const struct xl_cache_build *build; /* the row's; NULL: nothing is kept of the row */
    const struct xl_link_fingerprint *module;
    /* Where `build` is of those kernels alone whose results are not kept: the build of all, as it
     * was made of what the other kernels are made of now. NULL: `build` is of all. */
    const struct xl_cache_build *whole;
    bool is_read; /* false: all is run again, and kept anew */
};

/* Of one row. Kernels are numbered as the result has them. */
struct xl_row_cache {
    struct xl_store *store;  /* NULL: nothing is kept */
    struct xl_store *others; /* of the build of all kernels; NULL: `store` is */
    struct xl_digest *keys;  /* one for each kernel of the result, ... */
    bool *has_key;           /* ... where it has one */
    bool *is_other;          /* and whether it is of `others` */
    struct xl_digest all;    /* of a row that runs just these */
    bool is_served;          /* nothing is left to run */
};

/* Takes each kernel's result that is kept: its `cached` says when it was run. The result has its
 * kernels, not run. */
void xl_row_cache_begin(struct xl_row_cache *c, const struct xl_cache_job *job,
                        const struct xl_row_job *row, struct xl_row_result *result);

/* Whether that was all of them, and what is told of the row too, which is filled. */
bool xl_row_cache_serves(struct xl_row_cache *c, struct xl_row_result *result);

/* How many kernels are of the build of all alone, and not kept any more. */
size_t xl_row_cache_lost(const struct xl_row_cache *c, const struct xl_row_result *result);

/* Keeps what was run. */
void xl_row_cache_end(struct xl_row_cache *c, const struct xl_row_result *result);

#endif
