/* A build matrix as GitHub Actions expands it: axes, exclude and include to rows.
 * SPDX-License-Identifier: MIT
 *
 * Rules: MATRIX.md. Source: MatrixBuilder, WorkflowTemplateConverter and workflow-v1.0.json in
 * github.com/actions/runner. Where GitHub is silent and people are hurt, there are warnings.
 */
#ifndef XL_HARNESS_MATRIX_EXPAND_H
#define XL_HARNESS_MATRIX_EXPAND_H

#include "matrix/expanded.h"
#include "matrix/expansion.h"

/* Expands the value of `matrix:`. opt may be NULL: no limit, not strict. The document must outlive
 * the rows. *out is overwritten; the caller gives it to xl_rows_free, whatever the result.
 *
 * On failure -1, no rows, and err holds "FILE:LINE:COL: error: ...". Where strict made warnings
 * fail, err holds the first and out->warnings the others, all of them worded as errors. */
int xl_matrix_expand(const struct xl_node *matrix, const struct xl_expand_options *opt,
                     struct xl_rows *out, struct xl_error *err);

/* A row's default job name: "job (v1, v2)". The result is the caller's to free; NULL without
 * memory. */
char *xl_job_name(const char *job, const struct xl_matrix_row *row);

/* A matrix taken apart: axes, includes, excludes. */

/* Checks shapes as GitHub's schema does: what must be a list, a mapping, a key. */
int xl_matrix_check_shape(const struct xl_node *matrix, struct xl_error *err);

/* Fills in axes, includes and excludes, and checks what GitHub checks about them. */
int xl_matrix_parse(struct xl_expansion *x);

#endif
