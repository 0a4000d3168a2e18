/* Tells vector instructions apart by their disassembly: what each arch's classify.c is made of.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_FAMILIES_H
#define XL_ARCH_FAMILIES_H

#include <stdbool.h>

enum xl_family {
    XL_FAMILY_none,
#define XL_FAMILY(NAME, ALSO) XL_FAMILY_##NAME,
#include "arches.def"
    XL_FAMILY_pad,     /* no instruction of the program: it fills up to an alignment */
    XL_FAMILY_unknown, /* llvm-objdump cannot tell what it is: data, or an instruction after all */
    XL_FAMILIES
};

/* The family of one line of llvm-objdump. None: scalar code, scalar floating point in vector
 * registers, and what compilers use in scalar code too: loads, stores, moves and constants of
 * vector registers. Each arch has one, xl_classify_<arch> in its classify.c. */
typedef enum xl_family xl_classify_line(const char *mnemonic, const char *operands);
#define XL_ARCH(NAME, ...) xl_classify_line xl_classify_##NAME;
#include "arches.def"

/* Whether a mnemonic is one of these, the last of which is NULL. A pattern is a mnemonic, or the
 * beginning of one where it ends in '*'. */
bool xl_is_one_of(const char *const *patterns, const char *mnemonic);

bool xl_begins_with(const char *text, const char *start);
bool xl_ends_with(const char *text, const char *end);

/* Whether a register of this letter and any number is an operand: 'z' finds z31.s, not p0/z. */
bool xl_has_register(const char *operands, char letter);

#endif
