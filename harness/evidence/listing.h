/* The disassembly of a build's kernels, made once by build/disassemble.sh: its instructions by
 * address, and the functions that they are in.
 * SPDX-License-Identifier: MIT
 *
 * A line each: "crosslane-disassembly 3", then ":ADDRESS NAME\tOBJECT" where a function begins, of
 * the agent's own without an object, and "ADDRESS MNEMONIC\tOPERANDS" for an instruction. Addresses
 * are hexadecimal and rise. Behind a function that has several names, or one of C++, "=NAME" for
 * each, and "=NAME\tREADABLE" where that is mangled. The C library's functions and the compiler's
 * are not there.
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
    size_t function; /* of the listing's; in none: no number of one */
};

struct xl_listed_name {
    const char *name, *readable; /* as the linker has it; as its author wrote it */
};

/* A function: the instructions from `first` on, up to the next function's. */
struct xl_listed_function {
    uint64_t address;
    const char *name;
    const char *object; /* the linker's name of the object that it is of; "": the agent's own */
    size_t first, end;
    size_t first_name, end_name; /* of the listing's; equal: it has `name` alone */
};

struct xl_listing {
    char *text;                          /* which the names point into */
    struct xl_instruction *instructions; /* by address */
    size_t count;
    struct xl_listed_function *functions; /* by address */
    size_t function_count;
    struct xl_listed_name *names;
    size_t name_count;
    const char *arch;
};

/* path: of the open file, for messages. arch: kept. Returns 0, or -1 with err. xl_listing_free
 * undoes it. */
int xl_listing_read(FILE *f, const char *path, const char *arch, struct xl_listing *listing,
                    struct xl_error *err);

/* The same of a string of this length, which is the listing's from here on, also on failure. */
int xl_listing_parse(char *text, size_t size, const char *arch, struct xl_listing *listing,
                     struct xl_error *err);

/* The number of the instruction at this address, or of the first one past it. */
size_t xl_listing_find(const struct xl_listing *listing, uint64_t address);

/* The function that an instruction is in, by its address; NULL: none. */
const struct xl_listed_function *xl_listing_function(const struct xl_listing *listing,
                                                     uint64_t address);

/* A function's name as its author wrote it. */
const char *xl_listing_readable(const struct xl_listing *listing, size_t function);

/* The first of a function's names that a pattern has, as the linker has them or as their authors
 * wrote them: it is readable. NULL: none. */
const char *xl_listing_matched(const struct xl_listing *listing, size_t function,
                               const char *pattern);

void xl_listing_free(struct xl_listing *listing);

#endif
