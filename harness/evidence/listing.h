/* The disassembly of a build's kernels, made once by build/disassemble.sh: its instructions by
 * address.
 * SPDX-License-Identifier: MIT
 *
 * A line each: "crosslane-disassembly 1", then ":ADDRESS NAME" where a function begins, and
 * "ADDRESS MNEMONIC\tOPERANDS" for an instruction. Addresses are hexadecimal and rise.
 */
#ifndef XL_HARNESS_EVIDENCE_LISTING_H
#define XL_HARNESS_EVIDENCE_LISTING_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "evidence/classify.h"

struct xl_instruction {
    uint64_t address;
    const char *mnemonic, *operands;
    enum xl_family family;
};

struct xl_listing {
    char *text;                          /* which the names point into */
    struct xl_instruction *instructions; /* by address */
    size_t count;
};

/* Returns 0, or -1 with err. xl_listing_free undoes it. */
int xl_listing_read(const char *path, const char *arch, struct xl_listing *listing,
                    struct xl_error *err);

/* The same of a string of this length, which is the listing's from here on, also on failure. */
int xl_listing_parse(char *text, size_t size, const char *arch, struct xl_listing *listing,
                     struct xl_error *err);

/* The number of the instruction at this address, or of the first one past it. */
size_t xl_listing_find(const struct xl_listing *listing, uint64_t address);

void xl_listing_free(struct xl_listing *listing);

#endif
