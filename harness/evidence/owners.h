/* Which kernel each function of an image belongs to.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EVIDENCE_OWNERS_H
#define XL_HARNESS_EVIDENCE_OWNERS_H

#include "evidence/symbols.h"

/* <symbol>.library: the function of a library that the kernel of this symbol tests. */
bool xl_is_of_library(const char *name);

/* The variant whose code begins at this address, or XL_OWNER_NONE. */
long xl_variant_at(const struct xl_image *image, uint64_t entry);

/* Once all symbols are read: says whose each local and each library's function is, forgets those
 * that are nobody's, and sorts by address. 0, or -1: out of memory. */
int xl_owners_settle(struct xl_image *image);

#endif
