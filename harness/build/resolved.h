/* A kernel's record as it is on a row: aligned as the code of the row's ISA asks for, and with no
 * size_t that the guest's does not hold.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_RESOLVED_H
#define XL_HARNESS_BUILD_RESOLVED_H

#include "base/error.h"
#include "contract.h"
#include "matrix/isas.h"

/* Records of all rows that there can be, where they differ from the kernel's own. */
struct xl_resolutions {
    struct xl_resolved *records;
    size_t count;
};

/* Makes them, of so many kernels and their XL_VARIANTs. Returns 0, or -1 with err: an alignment is
 * of no XL_VARIANT. xl_resolutions_free undoes it, whatever the result. */
int xl_resolve(struct xl_resolutions *r, const struct xl_kernel *const *kernels, size_t count,
               struct xl_error *err);
void xl_resolutions_free(struct xl_resolutions *r);

/* One of them, or the kernel's own. */
const struct xl_kernel *xl_resolved(const struct xl_resolutions *r, const struct xl_kernel *kernel,
                                    const struct xl_arch *arch, const struct xl_isa *isa);

#endif
