/* Extensions of an architecture that add single instructions, scalar ones above all, and are in no
 * ISA of it here: which one an instruction is of.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EVIDENCE_EXTENSION_H
#define XL_HARNESS_EVIDENCE_EXTENSION_H

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
