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
    XL_MATRIX_MAX_ROWS = 65536, /* of any matrix, to bound memory */
    XL_MATRIX_MAX_WARNINGS = 1000,
};

struct xl_expand_options {
    size_t max_rows; /* XL_GITHUB_MAX_ROWS: GitHub's; 0: XL_MATRIX_MAX_ROWS */
    bool strict;     /* warnings are errors */
};

/* A key of a row and its value. Both nodes belong to the document. The key's place is that of its
 * axis or include. */
struct xl_cell {
    const struct xl_node *key;
    const struct xl_node *value;
};

struct xl_matrix_row {
    const struct xl_cell *cells;
    size_t count;
    size_t name_count;            /* the number of first cells that are in the job's default name */
    const struct xl_node *origin; /* an appended row's include item; else the matrix */
};

struct xl_warning {
    unsigned line, column;
    const char *text; /* "FILE:LINE:COL: warning: ...", without a newline */
};

/* The rows in GitHub's order, and the warnings in the file's order. Starts as zeros. */
struct xl_rows {
    const struct xl_matrix_row *rows;
    size_t count;
    const struct xl_warning *warnings;
    size_t warning_count;
    struct xl_arena arena;
};

void xl_rows_free(struct xl_rows *rows);

/* The value of a row's key, ignoring case; NULL if there is none. */
const struct xl_node *xl_matrix_row_get(const struct xl_matrix_row *row, const char *key);

#endif
