/* Runs of mutants and of their twins, as `crosslane run` makes them, and what they say.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_MUTANTS_RUNS_H
#define XL_TESTS_MUTANTS_RUNS_H

#include <stdbool.h>
#include <stddef.h>

#include "results/checks.h"

struct json_object;

enum { XL_MAX_CELLS = 4096, XL_VERDICT_SIZE = 1024 };

/* The words of a command, each once. */
struct xl_patterns {
    const char *at[2 * XL_MAX_CELLS];
    size_t count;
};

void xl_add_once(struct xl_patterns *w, const char *word);

/* Whether a name matches one of these shell patterns, or there are none. */
bool xl_matches(const struct xl_patterns *patterns, const char *name);

/* One `crosslane run` and its results. */
struct xl_mutant_run {
    const char *kernels, *baseline; /* directories; baseline NULL: none */
    const char *name;               /* of its files in build/, which are build/mutants-NAME.* */
    bool is_twins;                  /* without XL_MUTANT */
    const char *off;                /* without this check, or group of calls; NULL: with all */
    struct json_object *results;
};

/* Runs kernels on rows, both patterns. Fills results; or returns the exit status of a run that did
 * not get that far, after its words on standard error. */
int xl_mutant_run(struct xl_mutant_run *run, const struct xl_patterns *rows,
                  const struct xl_patterns *kernels);

/* Removes its files and frees its results. */
void xl_mutant_run_forget(struct xl_mutant_run *run);

/* The results of a kernel on a row; NULL: there are none. */
struct json_object *xl_mutant_kernel(struct json_object *results, const char *row,
                                     const char *kernel);

/* What became of a kernel on a row: "" where it passed, "skip", the checks of its findings, or
 * words for the reader. */
void xl_mutant_verdict(struct json_object *results, const char *row, const char *kernel,
                       char verdict[XL_VERDICT_SIZE]);

/* Whether all checks of a verdict are the one that is meant, which comes first, or go with it. */
bool xl_is_killed_by(enum xl_check meant, const char *verdict);

struct xl_isa_row {
    const char *isa, *row;
    char vl[16]; /* in bits */
};

/* The row of each ISA, in the order of the matrix: the one that `wanted` names whole, the one that
 * mutants.def chooses, or else the matrix's first of the first compiler and level. Scalar code has
 * no lanes to get wrong. They live until the program ends. NULL with a message. */
const struct xl_isa_row *xl_isa_rows(const struct xl_patterns *wanted, size_t *count);

/* `crosslane test --mutants DIR`: the mutants of a directory that is not this repository's. */
struct xl_outside {
    const char *directory, *json;             /* json NULL: none is written */
    const struct xl_patterns *rows, *mutants; /* patterns; none: a row of each ISA, all mutants */
};

/* Returns the exit status. */
int xl_mutants_outside(const struct xl_outside *o);

#endif
