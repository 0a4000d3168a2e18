/* The kernels of a module: their records and references, loaded into the host tool.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_KERNELS_H
#define XL_HARNESS_BUILD_KERNELS_H

#include "build/named.h"
#include "build/record.h"
#include "build/resolved.h"

struct xl_kernels {
    void *module;
    /* Sorted by family, then name; behind a kernel the same once more for each XL_VARIANT. */
    const struct xl_kernel **kernels;
    size_t count;
    struct xl_variants variants;
    struct xl_resolutions resolutions;
};

enum { XL_LOAD_LIMIT_MS = 20000 }; /* where nobody gave a limit of calls */

/* Loads a module that kernels.cmake built, as data: none of its own code runs here. Its
 * constructors are tried in another process, within the limit, for the references want them.
 * Returns 0, or -1 with err. The records live until xl_kernels_unload. */
int xl_kernels_load(const char *file, int limit_ms, struct xl_kernels *k, struct xl_error *err);
void xl_kernels_unload(struct xl_kernels *k);

#endif
