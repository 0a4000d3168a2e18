/* Expands a build matrix as GitHub Actions does: axes, `exclude` and `include` become rows.
 * SPDX-License-Identifier: MIT
 *
 * Source: MatrixBuilder, WorkflowTemplateConverter and workflow-v1.0.json in
 * github.com/actions/runner. Warnings are about probable mistakes that GitHub accepts.
 */
#ifndef XL_HARNESS_MATRIX_EXPAND_H
#define XL_HARNESS_MATRIX_EXPAND_H

#include "matrix/expanded.h"
#include "matrix/expansion.h"

/* Expands the value of `matrix:`. opt NULL: no limit, not strict. The document must outlive the
 * rows. Returns 0; or -1 without rows, and "FILE:LINE:COL: error: ..." in err. If `strict` made
 * warnings fail, err has the first one and out->warnings the others, all worded as errors. The
 * caller gives *out to xl_rows_free, whatever the result. */
int xl_matrix_expand(const struct xl_node *matrix, const struct xl_expand_options *opt,
                     struct xl_rows *out, struct xl_error *err);

/* A row's default job name: "job (v1, v2)". The caller frees it. */
char *xl_job_name(const char *job, const struct xl_matrix_row *row);

/* Checks lists, mappings and keys as GitHub's schema does. */
int xl_matrix_check_shape(const struct xl_node *matrix, struct xl_error *err);

/* Sets axes, includes and excludes, and checks them as GitHub does. */
int xl_matrix_parse(struct xl_expansion *x);

#endif
