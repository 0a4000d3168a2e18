/* Which instructions are vector instructions, and of which family of ISAs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EVIDENCE_CLASSIFY_H
#define XL_HARNESS_EVIDENCE_CLASSIFY_H

/* In the order of isas.def's column `family`: a name is XL_FAMILY_<name>. */
enum xl_family {
    XL_FAMILY_none,
    XL_FAMILY_sse,    /* legacy encoding of x86 */
    XL_FAMILY_avx,    /* VEX encoding */
    XL_FAMILY_avx512, /* what only EVEX can encode */
    XL_FAMILY_neon,
    XL_FAMILY_sve,
    XL_FAMILY_neon32,
    XL_FAMILY_vsx, /* with AltiVec */
    XL_FAMILY_vx,
    XL_FAMILY_rvv,
    XL_FAMILY_pad, /* no instruction of the program: it fills up to an alignment */
    XL_FAMILIES
};

const char *xl_family_name(enum xl_family family);

/* The family of a name of isas.def; none for scalar code. */
enum xl_family xl_family_find(const char *name);

/* The family of one line of llvm-objdump. None: scalar code, scalar floating point in vector
 * registers, and what compilers use in scalar code too: loads, stores, moves and constants of
 * vector registers. */
enum xl_family xl_classify(const char *arch, const char *mnemonic, const char *operands);

/* Whether a vector instruction only reads or writes memory: it is no step of the arithmetic. On
 * x86, where arithmetic takes memory operands and moves are of no family, none does. */
int xl_is_access(const char *arch, const char *operands);

/* Whether an instruction of `executed` is evidence for an ISA of `wanted`: AVX-512 code is
 * VEX-encoded where it can be. */
int xl_family_counts(enum xl_family wanted, enum xl_family executed);

#endif
