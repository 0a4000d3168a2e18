/* The kernels of this repository, or of --kernels DIR, with their names and files.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_NAMED_KERNELS_H
#define XL_HARNESS_CLI_NAMED_KERNELS_H

#include "ci/affected.h"
#include "oracle/module.h"

struct xl_named_kernels {
    struct xl_affected_kernels all;
    struct xl_kernels loaded;
    const char **names;
    char **files;
    int lock;
};

/* dir: absolute; NULL: this repository's. Returns 0, or -1 with the message on standard error. The
 * caller gives *k to xl_named_kernels_free, whatever the result. */
int xl_named_kernels_load(const char *dir, struct xl_named_kernels *k);
void xl_named_kernels_free(struct xl_named_kernels *k);

#endif
