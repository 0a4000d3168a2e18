/* The bugs of emulators, compilers and libraries that are known: failures that they explain are no
 * failures of ours, for as long as the versions last.
 * SPDX-License-Identifier: MIT
 *
 * Read from matrix/known-{emulator,compiler,library}-bugs.yml, whose heads say what an entry has.
 */
#ifndef XL_HARNESS_MATRIX_KNOWN_ISSUES_H
#define XL_HARNESS_MATRIX_KNOWN_ISSUES_H

#include "matrix/rows.h"

enum { XL_MAX_PATTERNS_OF_BUG = 16 };

/* Patterns, or names; words[count] is not there. */
struct xl_patterns {
    char *words[XL_MAX_PATTERNS_OF_BUG];
    size_t count;
};

/* How a bug is shown, as the files' heads say. All belong to the bug; what is not given is NULL. */
struct xl_known_test {
    char *file, *arch, *compiler, *flags;
    char *cpu, *good; /* run; good with it */
    char *assembly;   /* the bug shows if the assembly has this */
    bool compile;     /* the bug shows if it does not compile */
};

/* Whose bug it is; one file each. */
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
    struct xl_known_test test;  /* none of a library's: the rows themselves show it */
    double ulp; /* of a library's: the largest error that it explains; 0: any difference */
};

struct xl_known_bugs {
    struct xl_known_bug *bugs;
    size_t count;
};

/* Adds the entries of a file. *out is all zeros at first. 0, or -1 with err; the caller gives *out
 * to xl_known_bugs_free, whatever the result. */
int xl_known_bugs_read(const char *file, enum xl_bug_kind of, struct xl_known_bugs *out,
                       struct xl_error *err);

/* The files of the repository. */
int xl_known_bugs_read_own(struct xl_known_bugs *out, struct xl_error *err);

void xl_known_bugs_free(struct xl_known_bugs *bugs);

/* Whether an entry speaks of this kernel on this row, with this version of the emulator, compiler
 * or library. */
bool xl_known_bug_matches(const struct xl_known_bug *bug, const struct xl_row *row,
                          const char *kernel, const char *version);

/* Whether it is in this version of what it is a bug of. */
bool xl_known_bug_has_version(const struct xl_known_bug *bug, const char *version);

/* Whether the entry explains a finding of this check, with this error. */
bool xl_known_bug_explains(const struct xl_known_bug *bug, const char *check, double ulp);

#endif
