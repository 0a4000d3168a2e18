/* A build matrix as GitHub Actions expands it: axes, exclude and include to rows.
 * SPDX-License-Identifier: MIT
 *
 * Rules: MATRIX.md. Source: MatrixBuilder, WorkflowTemplateConverter and workflow-v1.0.json in
 * github.com/actions/runner. Where GitHub is silent and people are hurt, there are warnings.
 */
#ifndef XL_HARNESS_MATRIX_EXPAND_H
#define XL_HARNESS_MATRIX_EXPAND_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "matrix/arena.h"
#include "matrix/yaml.h"

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

/* Expands the value of `matrix:`. opt may be NULL: no limit, not strict. The document must outlive
 * the rows. *out is overwritten; the caller gives it to xl_rows_free, whatever the result.
 *
 * On failure -1, no rows, and err holds "FILE:LINE:COL: error: ...". Where strict made warnings
 * fail, err holds the first and out->warnings the others, all of them worded as errors. */
int xl_matrix_expand(const struct xl_node *matrix, const struct xl_expand_options *opt,
                     struct xl_rows *out, struct xl_error *err);

void xl_rows_free(struct xl_rows *rows);

/* The value of a row's key, without regard to case; NULL if there is none. */
const struct xl_node *xl_matrix_row_get(const struct xl_matrix_row *row, const char *key);

/* A row's default job name: "job (v1, v2)". The result is the caller's to free; NULL without
 * memory. */
char *xl_job_name(const char *job, const struct xl_matrix_row *row);

#endif
