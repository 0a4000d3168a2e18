/* Which instructions are vector instructions, and of which family of ISAs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BINARY_CLASSIFY_H
#define XL_HARNESS_BINARY_CLASSIFY_H

#include "families.h"

const char *xl_family_name(enum xl_family family);

/* The family of a name of isas.def; none for scalar code. */
enum xl_family xl_family_find(const char *name);

/* The family of one line of llvm-objdump, as its arch's classify.c has it. */
enum xl_family xl_classify(const char *arch, const char *mnemonic, const char *operands);

/* Whether a vector instruction only reads or writes memory: it is no step of the arithmetic. On
 * x86, where arithmetic takes memory operands and moves are of no family, none does. */
bool xl_is_access(const char *arch, const char *operands);

/* Whether an instruction, a vector one or not, loads or stores the neighbours that make a whole
 * vector; and whether that is not of the stack. */
bool xl_is_contiguous_access(const char *arch, const char *mnemonic, const char *operands);
bool xl_is_whole_access(const char *arch, const char *mnemonic, const char *operands);

/* Whether a load or store of SVE converts: its elements are others in memory than in lanes, as of
 * ld1b { z0.s }. */
bool xl_is_converting_access(const char *mnemonic, const char *operands);

/* Whether an instruction of no family works on whole vectors in vector code: logic, which scalar
 * code has for signs, and copies of a register to all lanes. */
bool xl_is_whole_logic(const char *arch, const char *mnemonic, const char *operands);

/* Whether an instruction stores, of an architecture whose loads have the same names: x86. */
bool xl_is_store(const char *arch, const char *operands);

/* Whether a vector instruction moves single elements. */
bool xl_is_element_move(const char *arch, const char *mnemonic);

/* Whether an instruction gives an estimate whose bits the architecture leaves open: a CPU may have
 * fewer of them right than the emulator has. */
bool xl_is_estimate(const char *arch, const char *mnemonic);

/* Whether an instruction of `executed` is evidence for an ISA of `wanted`. */
int xl_family_counts(enum xl_family wanted, enum xl_family executed);

/* Extensions of an architecture that add single instructions, scalar ones above all, and are in no
 * ISA of it here: which one an instruction is of. */

enum { XL_EXTENSION_PATTERNS = 48 };

struct xl_extension {
    const char *arch;
    const char *feature; /* of arch/<arch>/features.def; "": no CPU tells it */
    const char *name;    /* as its manual has it */
    const char *mnemonics[XL_EXTENSION_PATTERNS]; /* patterns of xl_is_one_of */
};

/* By one line of llvm-objdump; NULL: it is of none of extensions.def. */
const struct xl_extension *xl_extension_find(const char *arch, const char *mnemonic,
                                             const char *operands);

/* The same of an instruction that code for this ISA may not have; NULL: it may. needs: features
 * that its kernel's record asks for besides, with blanks between them. An ISA without XL_PROMISED
 * may have all. */
const struct xl_extension *xl_extension_beyond(const char *arch, const char *isa, const char *needs,
                                               const char *mnemonic, const char *operands);

#endif
