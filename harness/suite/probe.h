/* Whether a row's CPU has what the row promises, and the trees that its programs run with.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_PROBE_H
#define XL_HARNESS_SUITE_PROBE_H

#include <stdbool.h>
#include <stddef.h>

#include "matrix/rows.h"

/* Paths, and what was measured once. */
struct xl_row_trees {
    char *emulator, *sysroot, *tools;
    unsigned vl_bits; /* vector length; 0: not measured */
    char *qemu;       /* version of the emulator; "": native */
    char *runner;     /* what runs it, with the CPU there; "": it has no runner */
    int status;       /* 0; 1: the CPU lacks the ISA or the vector length; 3: it cannot be known */
    char *reason;     /* of a status; "": none */
    bool is_skipped;  /* its runner is not there */
};

/* Finds each row's trees, and whether its CPU has the ISA and the vector length. One kernel of
 * Crosslane shows it, once for each row and trees; the cache has a note of it. A row with a runner
 * is probed again after ten minutes: another CPU may be there. Prints progress and errors. dir: its
 * crosslane.yml has the rows that are not the matrix's; NULL: there are none. The caller always
 * gives each of trees to xl_row_trees_free. */
void xl_rows_probe(const char *dir, const struct xl_row *const *rows, size_t count,
                   struct xl_row_trees *trees);

void xl_row_trees_free(struct xl_row_trees *trees);

#endif
