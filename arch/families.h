/* Families of vector instructions, told from their disassembly by each arch's classify.c.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_FAMILIES_H
#define XL_ARCH_FAMILIES_H

#include <stdbool.h>

enum xl_family {
    XL_FAMILY_none,
#define XL_FAMILY(NAME, ALSO) XL_FAMILY_##NAME,
#include "arches.def"
    /* Padding up to an alignment: not an instruction of the program. */
    XL_FAMILY_pad,
    /* llvm-objdump cannot decode it: data, or an unknown instruction. */
    XL_FAMILY_unknown,
    XL_FAMILIES
};

/* Returns the family of one line of llvm-objdump. XL_FAMILY_none: scalar code, scalar floating
 * point in vector registers, and instructions that compilers also use in scalar code: loads,
 * stores, moves and constants of vector registers. Each arch has one, xl_classify_<arch> in its
 * classify.c. */
typedef enum xl_family xl_classify_line(const char *mnemonic, const char *operands);
#define XL_ARCH(NAME, ...) xl_classify_line xl_classify_##NAME;
#include "arches.def"

/* Whether a mnemonic matches one of these patterns, which end with NULL. A pattern is a mnemonic.
 * If it ends in '*', it matches every mnemonic with this beginning. */
bool xl_is_one_of(const char *const *patterns, const char *mnemonic);

bool xl_begins_with(const char *text, const char *start);
bool xl_ends_with(const char *text, const char *end);

/* Whether an operand is a register with this letter and a number: 'z' finds z31.s, not p0/z. */
bool xl_has_register(const char *operands, char letter);

#endif
