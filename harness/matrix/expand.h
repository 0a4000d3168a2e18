/* Expands a build matrix as GitHub Actions does: axes, `exclude` and `include` become rows.
 * SPDX-License-Identifier: MIT
 *
 * Source: MatrixBuilder, WorkflowTemplateConverter and workflow-v1.0.json in
 * github.com/actions/runner.
 */
#ifndef XL_HARNESS_MATRIX_EXPAND_H
#define XL_HARNESS_MATRIX_EXPAND_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/yaml_nodes.h"

/* The rows that a build matrix expands to. */

enum {
    XL_GITHUB_MAX_ROWS = 256,   /* of one job, on GitHub */
    XL_MATRIX_MAX_ROWS = 65536, /* of any matrix, to bound memory */
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
};

/* The rows in GitHub's order. Starts as zeros. */
struct xl_rows {
    const struct xl_matrix_row *rows;
    size_t count;
    struct xl_arena arena;
};

void xl_rows_free(struct xl_rows *rows);

/* The value of a row's key, ignoring case; NULL if there is none. */
const struct xl_node *xl_matrix_row_get(const struct xl_matrix_row *row, const char *key);

/* Expands the value of `matrix:` to at most max_rows rows. The document must outlive the rows.
 * Returns 0; or -1 without rows, and "FILE:LINE:COL: error: ..." in err. The caller gives *out to
 * xl_rows_free, whatever the result. */
int xl_matrix_expand(const struct xl_node *matrix, size_t max_rows, struct xl_rows *out,
                     struct xl_error *err);

/* Writes matrix rows as JSON.
 *
 * Keys keep their order. Integers have no fraction. Other numbers have the shortest text that reads
 * back the same. JSON has no infinities and NaN: they become the strings "Infinity", "-Infinity"
 * and "NaN". xl_yaml_parse reads JSON. */

/* An array with a row in each line. The caller frees it. */
char *xl_json_rows(const struct xl_rows *rows);

/* Files: a bare matrix, or the matrix of a job of a GitHub workflow. */

/* A job's `strategy:`. Expressions count as missing. */
struct xl_strategy {
    const struct xl_node *matrix;
    bool fail_fast;      /* default true */
    double max_parallel; /* default 0 */
};

/* A file and its rows, which point into the document. */
struct xl_matrix_file {
    struct xl_yaml *doc;
    struct xl_strategy strategy;
    struct xl_rows rows;
};

/* Reads and expands a matrix. file is a path, or "-" for standard input, which messages call
 * <stdin>. job names a job of a workflow, or is NULL: the file is a bare matrix. max_rows as
 * for xl_matrix_expand.
 *
 * On failure -1, and err holds one line to print: "FILE:LINE:COL: error: ...", or "FILE: error:
 * ..." where the file cannot be read. The caller gives *out to xl_matrix_file_free, whatever the
 * result. */
int xl_matrix_load(const char *file, const char *job, size_t max_rows, struct xl_matrix_file *out,
                   struct xl_error *err);

void xl_matrix_file_free(struct xl_matrix_file *file);

/* The same of a text in memory, which messages call name. */
int xl_matrix_load_text(const char *name, const char *text, size_t size, const char *job,
                        size_t max_rows, struct xl_matrix_file *out, struct xl_error *err);

#endif
