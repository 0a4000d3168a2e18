/* Reads and expands a matrix file: a bare matrix, or the matrix of a job of a GitHub workflow.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_LOAD_H
#define XL_HARNESS_MATRIX_LOAD_H

#include <stdbool.h>

#include "base/error.h"
#include "base/yaml.h"
#include "matrix/expand.h"

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
 * <stdin>. job names a job of a workflow, or is NULL: the file is a bare matrix. opt as for
 * xl_matrix_expand.
 *
 * On failure -1, and err holds one line to print: "FILE:LINE:COL: error: ...", or "FILE: error:
 * ..." where the file cannot be read. out->rows.warnings are further lines to print, in any case.
 * The caller gives *out to xl_matrix_file_free, whatever the result. */
int xl_matrix_load(const char *file, const char *job, const struct xl_expand_options *opt,
                   struct xl_matrix_file *out, struct xl_error *err);

void xl_matrix_file_free(struct xl_matrix_file *file);

/* The same of a text in memory, which messages call name. */
int xl_matrix_load_text(const char *name, const char *text, size_t size, const char *job,
                        const struct xl_expand_options *opt, struct xl_matrix_file *out,
                        struct xl_error *err);

/* Finds a job's strategy in a workflow and checks all of it but the matrix. */
int xl_strategy_find(const struct xl_node *workflow, const char *job, struct xl_strategy *out,
                     struct xl_error *err);

#endif
