/* Known bugs of emulators, compilers and libraries. They explain failures with their versions.
 * SPDX-License-Identifier: MIT
 *
 * matrix/known-{emulator,compiler,library}-bugs.yml describe the keys of an entry.
 */
#ifndef XL_HARNESS_MATRIX_KNOWN_ISSUES_H
#define XL_HARNESS_MATRIX_KNOWN_ISSUES_H

#include "base/digest.h"
#include "matrix/rows.h"

enum { XL_MAX_PATTERNS_OF_BUG = 16 };

/* Patterns or names. */
struct xl_patterns {
    char *words[XL_MAX_PATTERNS_OF_BUG];
    size_t count;
};

/* A test that reproduces a bug. Missing keys are NULL. */
struct xl_known_test {
    char *file, *arch, *compiler, *flags;
    char *cpu, *good; /* it fails on `cpu` and passes on `good` */
    char *assembly;   /* the bug shows if the assembly has this */
    bool compile;     /* the bug shows if it does not compile */
};

/* One file each. */
enum xl_bug_kind { XL_BUG_EMULATOR, XL_BUG_COMPILER, XL_BUG_LIBRARY, XL_BUG_KINDS };

struct xl_known_bug {
    char *id, *link, *where; /* where: FILE:LINE of the entry */
    enum xl_bug_kind kind;
    char *compiler;              /* gcc or llvm; NULL of an emulator */
    struct xl_patterns versions; /* patterns */
    struct xl_patterns archs;
    struct xl_patterns kernels; /* patterns of those that fail for it; none: our code goes round */
    struct xl_patterns rows;    /* patterns; none: every row of the archs */
    struct xl_patterns checks;  /* of the findings; none: any */
    /* Patterns of instructions. An emulator's: a crash at one of them is the bug, in any kernel. */
    struct xl_patterns instructions;
    struct xl_known_test test; /* none of a library's: the rows themselves show it */
    double ulp;        /* of a library's: the largest error that it explains; 0: any difference */
    const char *fault; /* library, compiler, emulator or ours */
    /* Of all keys and values of the entry, wherever it is in the file. */
    struct xl_digest digest;
};

struct xl_known_bugs {
    struct xl_known_bug *bugs;
    size_t count;
    struct xl_arena texts; /* what they have */
};

/* Adds the entries of a file. *out starts as zeros. Returns 0, or -1 with err. The caller gives
 * *out to xl_known_bugs_free, whatever the result. */
int xl_known_bugs_read(const char *file, enum xl_bug_kind of, struct xl_known_bugs *out,
                       struct xl_error *err);

/* The same for the repository's files. */
int xl_known_bugs_read_own(struct xl_known_bugs *out, struct xl_error *err);

void xl_known_bugs_free(struct xl_known_bugs *bugs);

/* Whether a bug is about this kernel on this row with this version of the emulator, compiler or
 * library. */
bool xl_known_bug_matches(const struct xl_known_bug *bug, const struct xl_row *row,
                          const char *kernel, const char *version);

/* Whether this version has the bug. */
bool xl_known_bug_has_version(const struct xl_known_bug *bug, const char *version);

/* Whether the bug is of this instruction, on a row of the architecture, with this version of the
 * emulator. */
bool xl_known_bug_has_instruction(const struct xl_known_bug *bug, const struct xl_row *row,
                                  const char *instruction, const char *version);

/* Whether the bug explains a finding of this check with this error. */
bool xl_known_bug_explains(const struct xl_known_bug *bug, const char *check, double ulp);

#endif
