/* Cached results: a kernel need not run again on a row if nothing that decides its result has
 * changed.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_CACHE_H
#define XL_HARNESS_RUN_CACHE_H

#include <stdbool.h>

#include "build/build.h"
#include "build/fingerprint.h"
#include "execute/row_job.h"
#include "matrix/rows.h"
#include "results/checks.h"
#include "results/store.h"
#include "run/expect.h"

/* The keys of results: digests of all that decides them (run/cache_key.def). */

/* The digests of a build's agent, read while the build is locked. */
struct xl_cache_build {
    struct xl_link_fingerprint linked;
    struct xl_digest emulator, tree;
    char qemu[64], compiler[64], library[64]; /* versions */
    bool is_known; /* false: its results are not cached, as for a build that came in a pack */
};

/* changed: as in xl_link_fingerprint_read. */
void xl_cache_build_read(const struct xl_build *b, const char *changed, struct xl_cache_build *out);
void xl_cache_build_free(struct xl_cache_build *b);

/* How a row is run. */
struct xl_cache_how {
    uint64_t seed;
    unsigned count;
    bool shortened, all_streamed;
    const struct xl_disabled_checks *disabled_checks;
};

/* The key of all that the kernels of a row share: a line for each part. The caller frees it.
 * module: of the host. */
char *xl_cache_row_key(const struct xl_cache_build *build, const struct xl_link_fingerprint *module,
                       const struct xl_row *row, const struct xl_cache_how *how);

/* A kernel's own key. baseline: digest of its file; zero: none. False: unknown. */
bool xl_cache_kernel_key(const struct xl_cache_build *build,
                         const struct xl_link_fingerprint *module, const char *kernel,
                         struct xl_digest baseline, struct xl_digest *key);

/* What the key of a row is made of. */
struct xl_cache_job {
    const struct xl_cache_build *build; /* the row's; NULL: the row is not cached */
    const struct xl_link_fingerprint *module;
    /* If `build` is partial (run/builds.h): the build of all kernels. NULL: `build` has all. */
    const struct xl_cache_build *whole;
    bool is_read;                           /* false: all results are replaced */
    const struct xl_expectations *expected; /* NULL: no known bug excuses anything */
};

/* The cache of one row. Kernels are numbered as in the result. */
struct xl_row_cache {
    struct xl_store *store;       /* NULL: nothing is cached */
    struct xl_store *whole_store; /* of the build of all kernels; NULL: that is `store` */
    struct xl_digest *keys;       /* for each kernel of the result, ... */
    bool *has_key;                /* ... if it has one */
    bool *is_of_whole;            /* its key is of whole_store */
    struct xl_digest *bugs;       /* the known bugs that it can meet; zeros: none */
    const struct xl_expectations *expected;
    struct xl_digest all; /* key of a row that runs just these kernels */
    bool is_served;       /* nothing is left to run */
};

/* Reads each kernel's cached result; its `cached` is the time of its run. The result lists its
 * kernels, which have not run. */
void xl_row_cache_begin(struct xl_row_cache *c, const struct xl_cache_job *job,
                        const struct xl_row_job *row, struct xl_row_result *result);

/* Asks the remote cache for the row's results, unless some are here. */
void xl_row_cache_want(const struct xl_cache_job *job, const struct xl_row_job *row);

/* Whether all kernels and the row itself were cached; if so, fills the row. */
bool xl_row_cache_serves(struct xl_row_cache *c, struct xl_row_result *result);

/* How many kernels only the build of all has whose cached results disappeared. */
size_t xl_row_cache_lost(const struct xl_row_cache *c, const struct xl_row_result *result);

/* Stores what ran, and closes the cache. */
void xl_row_cache_end(struct xl_row_cache *c, const struct xl_row_result *result);

#endif
