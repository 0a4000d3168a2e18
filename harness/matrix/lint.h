/* Warnings about probable mistakes in a matrix that GitHub accepts.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_LINT_H
#define XL_HARNESS_MATRIX_LINT_H

#include "matrix/expansion.h"

/* Sets x->out->warnings, in the file's order. */
void xl_matrix_lint(struct xl_expansion *x);

#endif
