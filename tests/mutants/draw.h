/* Which mutants a commit runs on which rows.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_MUTANTS_DRAW_H
#define XL_TESTS_MUTANTS_DRAW_H

#include <stddef.h>

/* A mutant on a row. */
struct xl_draw_cell {
    const char *mutant, *row;
    int run; /* out: which of the runs it is in, from 0 on; -1: it is not drawn */
};

enum {
    XL_DRAW_MOST = 2,    /* rows of a mutant */
    XL_DRAW_LARGE = 100, /* mutants of a row that shares a run with other such rows */
    XL_DRAW_RUNS = 4,    /* a run of few mutants takes as long as hundred mutants of a large one */
};

/* Draws up to XL_DRAW_MOST cells of each mutant, those of the rows that the seed puts first, so
 * that few rows have most mutants. Cells of one run run all of its mutants on all of its rows.
 * Returns the number of runs. */
size_t xl_draw_runs(struct xl_draw_cell *cells, size_t count, const char *seed);

#endif
