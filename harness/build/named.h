/* XL_VARIANTs: a kernel's record once more for each function that is its code.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_NAMED_H
#define XL_HARNESS_BUILD_NAMED_H

#include "base/error.h"
#include "contract.h"

/* Records of kernels that have XL_VARIANTs, and one for each of these. */
struct xl_variants {
    struct xl_kernel *records;
    size_t count;
};

/* Adds to the kernels, which have room for them, those of so many XL_VARIANTs. Returns 0, or -1
 * with err. xl_named_free undoes it, whatever the result. */
int xl_named_take(struct xl_variants *v, const struct xl_named *const *named, size_t named_count,
                  const struct xl_kernel **kernels, size_t *count, struct xl_error *err);
void xl_named_free(struct xl_variants *v);

#endif
