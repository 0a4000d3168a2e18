/* The rows that a build matrix expands to.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_EXPANDED_H
#define XL_HARNESS_MATRIX_EXPANDED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/memory.h"
#include "base/yaml.h"

enum {
    XL_GITHUB_MAX_ROWS = 256,   /* of one job, on GitHub */
    XL_MATRIX_MAX_ROWS = 65536, /* of any matrix, to keep memory bounded */
    XL_MATRIX_MAX_WARNINGS = 1000,
};

struct xl_expand_options {
    size_t max_rows; /* XL_GITHUB_MAX_ROWS to agree with GitHub; 0: no limit but ours */
    bool strict;     /* warnings are errors */
};

/* One key of a row. Both nodes belong to the document: the key stands where the axis or the include
 * that gave it stands, the value where it was written. */
struct xl_cell {
    const struct xl_node *key;
    const struct xl_node *value;
};

struct xl_matrix_row {
    const struct xl_cell *cells;
    size_t count;
    size_t named;                 /* the first cells, which make the job's default name */
    const struct xl_node *origin; /* an appended row's include item; else the matrix */
};

struct xl_warning {
    unsigned line, column;
    const char *text; /* "FILE:LINE:COL: warning: ...", without a newline */
};

/* The rows in GitHub's order, the warnings in the file's. All zeros is empty. */
struct xl_rows {
    const struct xl_matrix_row *rows;
    size_t count;
    const struct xl_warning *warnings;
    size_t warning_count;
    struct xl_arena arena;
};

void xl_rows_free(struct xl_rows *rows);

/* The value of a row's key, without regard to case; NULL if there is none. */
const struct xl_node *xl_matrix_row_get(const struct xl_matrix_row *row, const char *key);

#endif
