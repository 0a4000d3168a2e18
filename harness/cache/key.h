/* The keys under which results are kept: digests of all that decides them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CACHE_KEY_H
#define XL_HARNESS_CACHE_KEY_H

#include <stdbool.h>

#include "build/build.h"
#include "cache/linked.h"
#include "matrix/rows.h"
#include "results/checks.h"

/* What is known of a build's agent, taken while nobody can change it. */
struct xl_cache_build {
    struct xl_linked linked;
    struct xl_digest emulator, tree;
    bool is_known; /* false: nothing of it is kept, such as of a build that came in a pack */
};

/* changed: as xl_linked_read has it. */
void xl_cache_build_read(const struct xl_build *b, const char *changed, struct xl_cache_build *out);
void xl_cache_build_free(struct xl_cache_build *b);

/* How a row is run. */
struct xl_cache_how {
    uint64_t seed;
    unsigned count;
    bool brief, all_streamed;
    const struct xl_checks_off *off;
};

/* Of all that the kernels of a row have in common. module: of the host. */
struct xl_digest xl_cache_row_key(const struct xl_cache_build *build,
                                  const struct xl_linked *module, const struct xl_row *row,
                                  const struct xl_cache_how *how);

/* Of what is a kernel's own. baseline: of its file; zero: it has none. False: what it is made of is
 * not known. */
bool xl_cache_kernel_key(const struct xl_cache_build *build, const struct xl_linked *module,
                         const char *kernel, struct xl_digest baseline, struct xl_digest *key);

#endif
