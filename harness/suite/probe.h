/* Whether a row's CPU has what the row promises, and the trees that its programs run with.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_PROBE_H
#define XL_HARNESS_SUITE_PROBE_H

#include <stddef.h>

#include "matrix/rows.h"

/* Paths, and what was measured once. */
struct xl_row_trees {
    char *emulator, *sysroot, *tools;
    unsigned vl_bits; /* vector length; 0: not measured */
    char *qemu;       /* version of the emulator; "": native */
    int status;       /* 0; 1: the CPU lacks the ISA or the vector length; 3: it cannot be known */
    char *reason;     /* of a status; "": none */
};

/* Finds each row's trees, and whether its CPU has the ISA and the vector length. One kernel of
 * Crosslane shows it, once for each row and trees; the cache has a note of it. Prints progress and
 * errors. dir: its crosslane.yml has the rows that are not the matrix's; NULL: there are none. The
 * caller always gives each of trees to xl_row_trees_free. */
void xl_rows_probe(const char *dir, const struct xl_row *const *rows, size_t count,
                   struct xl_row_trees *trees);

void xl_row_trees_free(struct xl_row_trees *trees);

#endif
