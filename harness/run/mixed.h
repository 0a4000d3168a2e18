/* A build of the kernels alone whose results are not kept, where nothing has changed since that of
 * all was made but files of kernels: its rows have the other kernels' results from there.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_MIXED_H
#define XL_HARNESS_RUN_MIXED_H

#include "build/kernels.h"
#include "cache/key.h"
#include "run/choose.h"

/* The agents of a folder that are of all kernels, and what is wanted of them. */
struct xl_mixed {
    const struct xl_kernels *kernels; /* of the host's module */
    const bool *selected;             /* one for each: whether rows are to have it */
    const struct xl_build *agents;    /* named; nobody changes them */
    size_t count;
    struct xl_cache_build *whole; /* gets what is known of each; the caller frees it */
    /* Marks the kernels that the rows of an agent have to run. False: they cannot do without it. */
    bool (*lacks)(void *data, const struct xl_build *agent, const struct xl_cache_build *whole,
                  bool *lacking);
    void *data;
};

/* Names the kernels, with ';' between them, that a build for these rows is to have. False: they are
 * more than XL_FEW_KERNELS, or the agents were made of something else. */
bool xl_mixed_choose(const struct xl_mixed *m, char *only, size_t size);

#endif
