/* Fingerprints of what a program was linked from: each kernel's code with all that it calls, and
 * the rest.
 * SPDX-License-Identifier: MIT
 *
 * They are of the link statement in build.ninja and its object files. In a linked program all
 * addresses change if one kernel changes; an object does not change.
 */
#ifndef XL_HARNESS_BUILD_LINK_FINGERPRINT_H
#define XL_HARNESS_BUILD_LINK_FINGERPRINT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/digest.h"
#include "base/error.h"

struct xl_link_fingerprint_kernel {
    char *name; /* of its file */
    /* Of its object (in a unit: of its text and its sections), and of the kernels it refers to. */
    struct xl_digest code;
    uint64_t names; /* a digest of the global names that it defines */
};

struct xl_link_fingerprint {
    struct xl_link_fingerprint_kernel *kernels; /* one for each file of kernels, sorted by name */
    size_t count;
    char *files;           /* as of oracle/module.h */
    struct xl_digest rest; /* of the statement and all inputs that are no kernel's */
};

/* Reads how `target` of a build's folder was linked. Its kernels' objects are those of the target
 * `objects`. changed: names of kernels' files, each between newlines, that have changed since the
 * link; they, and kernels that refer to them, get digests that no cached result has. NULL: none.
 * Returns 0; or -1 with err if an object is missing, or if a library is linked by its name (-lfoo),
 * so that its file is unknown. The caller gives *out to xl_link_fingerprint_free, whatever the
 * result. */
int xl_link_fingerprint_read(const char *folder, const char *target, const char *objects,
                             const char *changed, struct xl_link_fingerprint *out,
                             struct xl_error *err);

/* The digest of a kernel; NULL if it is not linked. */
const struct xl_digest *xl_link_fingerprint_kernel(const struct xl_link_fingerprint *linked,
                                                   const char *name);

/* Whether each kernel of `part` defines the same global names as in `whole`, or none. */
bool xl_link_fingerprint_same_names(const struct xl_link_fingerprint *part,
                                    const struct xl_link_fingerprint *whole);

void xl_link_fingerprint_free(struct xl_link_fingerprint *linked);

#endif
