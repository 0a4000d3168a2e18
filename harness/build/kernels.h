/* The kernels of a module: their records and references, loaded into the host tool.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_KERNELS_H
#define XL_HARNESS_BUILD_KERNELS_H

#include "build/named.h"
#include "build/record.h"

struct xl_kernels {
    void *module;
    /* Sorted by family, then name; behind a kernel the same once more for each XL_VARIANT. */
    const struct xl_kernel **kernels;
    size_t count;
    struct xl_variants variants;
};

/* Loads a module that kernels.cmake built. Returns 0, or -1 with err. The records live until
 * xl_kernels_unload. */
int xl_kernels_load(const char *file, struct xl_kernels *k, struct xl_error *err);
void xl_kernels_unload(struct xl_kernels *k);

#endif
