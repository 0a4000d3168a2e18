/* What a program was linked from: each kernel's code with all that it calls, and the rest.
 * SPDX-License-Identifier: MIT
 *
 * From the link's statement in build.ninja and the object files that it names: what is linked is
 * at other addresses whenever any kernel has changed, and an object is not.
 */
#ifndef XL_HARNESS_BUILD_LINK_FINGERPRINT_H
#define XL_HARNESS_BUILD_LINK_FINGERPRINT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/digest.h"
#include "base/error.h"

struct xl_link_fingerprint_kernel {
    char *name;            /* of its file */
    struct xl_digest code; /* of its object, or its text and its part of a unit's; and of those of
                              other kernels that it refers to */
    uint64_t names;        /* a digest of the names that it gives to all that is linked */
};

struct xl_link_fingerprint {
    struct xl_link_fingerprint_kernel *kernels; /* a file of them each, by name */
    size_t count;
    char *files;           /* as of oracle/module.h */
    struct xl_digest rest; /* the statement, and every input of it that is no kernel's */
};

/* Where a library is linked by its name alone, as -lfoo, it is not known what was linked.
 *
 * Reads how `target` of a build's folder was linked; its kernels' objects are those of the target
 * `objects`. changed: names of kernels' files, each between newlines, that are not what was linked,
 * so that nothing has the digest of these or of what refers to them; NULL: none. Returns 0, or -1
 * with err: it is no such folder, or an object is not there. The caller gives *out to
 * xl_link_fingerprint_free, whatever the result. */
int xl_link_fingerprint_read(const char *folder, const char *target, const char *objects,
                             const char *changed, struct xl_link_fingerprint *out,
                             struct xl_error *err);

/* NULL if it is not among them. */
const struct xl_digest *xl_link_fingerprint_kernel(const struct xl_link_fingerprint *linked,
                                                   const char *name);

/* Whether each kernel of a part gives the rest the names that it gives it in the whole, or none. */
bool xl_link_fingerprint_same_names(const struct xl_link_fingerprint *part,
                                    const struct xl_link_fingerprint *whole);

void xl_link_fingerprint_free(struct xl_link_fingerprint *linked);

#endif
