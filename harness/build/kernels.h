/* The kernels of a module: their records and references, loaded into the host tool.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_KERNELS_H
#define XL_HARNESS_BUILD_KERNELS_H

#include <stdbool.h>

#include "base/error.h"
#include "contract.h"
#include "matrix/isas.h"

struct xl_kernels {
    void *module;
    const struct xl_kernel **kernels; /* sorted by family, then name */
    size_t count;
};

/* Loads a module that kernels.cmake built. Returns 0, or -1 with err. The records live until
 * xl_kernels_unload. */
int xl_kernels_load(const char *file, struct xl_kernels *k, struct xl_error *err);
void xl_kernels_unload(struct xl_kernels *k);

/* False for what broken.c put in the place of a kernel that did not compile on the host. */
bool xl_kernel_compiled(const struct xl_kernel *kernel);

/* The reason why a kernel has no variant for an ISA, or NULL: it must have one. */
const char *xl_kernel_missing(const struct xl_kernel *kernel, const char *isa);

/* Whether it is a kernel of this ISA at all. */
bool xl_kernel_is_for(const struct xl_kernel *kernel, const char *isa);

/* The kernel's signature in one line, such as "f32[n] f32[n] -> f32[n]". */
void xl_kernel_shape(const struct xl_kernel *kernel, char *text, size_t size);

#endif
