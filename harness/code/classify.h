/* Classifies instructions: the family of vector ISAs, loads and stores, extensions.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CODE_CLASSIFY_H
#define XL_HARNESS_CODE_CLASSIFY_H

#include <stdbool.h>
#include <stddef.h>

#include "families.h"

const char *xl_family_name(enum xl_family family);

/* The family with this name in isas.def; XL_FAMILY_none for scalar code. */
enum xl_family xl_family_find(const char *name);

/* The architecture's function of its classify.c. NULL: unknown. */
xl_classify_line *xl_classifier(const char *arch);

/* The family of one line of llvm-objdump. */
enum xl_family xl_classify(xl_classify_line *classify, const char *mnemonic, const char *operands);

/* Whether a vector instruction only reads or writes memory. None on x86, where arithmetic has
 * memory operands and moves are of no family. */
bool xl_is_access(const char *arch, const char *operands);

/* Whether an instruction of any family loads or stores a whole vector of neighbours; and whether it
 * does so outside of the stack. */
bool xl_is_contiguous_access(const char *arch, const char *mnemonic, const char *operands);
bool xl_is_whole_access(const char *arch, const char *mnemonic, const char *operands);

/* Whether an instruction of any family loads a vector from neighbours in memory, or stores it,
 * whole or in part. Not on the stack, no constants of x86, no single elements. widest: bytes of the
 * elements; a register of so many is a scalar. */
enum xl_access { XL_NO_ACCESS, XL_LOAD, XL_STORE };

enum xl_access xl_vector_access(const char *arch, const char *mnemonic, const char *operands,
                                size_t widest);

/* Bytes of the lanes that an instruction computes, the widest if they differ; 0: unknown. Of RVV it
 * is a factor of the element width that vset has chosen. It may be too large, of names that several
 * instructions share. */
size_t xl_lane_bytes(const char *arch, const char *mnemonic, const char *operands);

/* Whether an instruction computes one float, or divides one integer: what compilers make of a
 * vector operation that an ISA lacks. */
bool xl_is_scalar_arithmetic(const char *arch, const char *mnemonic, const char *operands);

/* Whether a load or store of SVE converts: its elements have another size in memory than in lanes,
 * as in ld1b { z0.s }. */
bool xl_is_converting_access(const char *mnemonic, const char *operands);

/* Whether an instruction of no family may work on whole vectors: logic, which scalar code uses for
 * signs, and copies of a register to all lanes. */
bool xl_is_whole_logic(const char *arch, const char *mnemonic, const char *operands);

/* Whether an instruction of no family is logic of whole vectors: neither a copy nor a zero. */
bool xl_is_plain_logic(const char *arch, const char *mnemonic, const char *operands);

/* Whether an instruction is a store, on x86, where loads have the same names. */
bool xl_is_store(const char *arch, const char *operands);

/* Whether a vector instruction moves single elements. */
bool xl_is_element_move(const char *arch, const char *mnemonic);

/* Whether an instruction gives an estimate whose bits the architecture leaves open: a CPU may be
 * less exact than the emulator. */
bool xl_is_estimate(const char *arch, const char *mnemonic);

/* Whether an instruction of `executed` is evidence for an ISA of `needed`. */
int xl_family_counts(enum xl_family needed, enum xl_family executed);

/* Extensions that add single instructions, most of them scalar, and belong to no ISA of arch/. */

enum { XL_EXTENSION_PATTERNS = 48 };

struct xl_extension {
    const char *arch;
    const char *feature; /* of arch/<arch>/features.def; "": it cannot be queried */
    const char *name;    /* in its manual */
    bool has_vectors;
    const char *mnemonics[XL_EXTENSION_PATTERNS]; /* patterns of xl_is_one_of */
};

/* The extension of one line of llvm-objdump; NULL: none in extensions.def. */
const struct xl_extension *xl_extension_find(const char *arch, const char *mnemonic,
                                             const char *operands);

/* The extension, if code for this ISA must not use it; NULL: it may. needs: further features of the
 * kernel's record, with blanks between them. An ISA without XL_PROMISED may use all. */
const struct xl_extension *xl_extension_beyond(const char *arch, const char *isa, const char *needs,
                                               const char *mnemonic, const char *operands);

/* Whether one of these features, separated by blanks, has vector instructions. */
bool xl_extension_has_vectors(const char *arch, const char *features);

/* Whether an instruction is one of a feature that a record needs and that has vector instructions.
 * One that another feature has too, which the ISA promises, is not. */
bool xl_extension_is_needed(const char *arch, const char *isa, const char *needs,
                            const char *mnemonic, const char *operands);

#endif
