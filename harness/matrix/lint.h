/* What GitHub is silent about and people are hurt by.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_LINT_H
#define XL_HARNESS_MATRIX_LINT_H

#include "matrix/expansion.h"

/* Leaves the warnings in x->out->warnings, in the file's order. */
void xl_matrix_lint(struct xl_expansion *x);

#endif
