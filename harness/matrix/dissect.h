/* A matrix taken apart: axes, includes, excludes.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_DISSECT_H
#define XL_HARNESS_MATRIX_DISSECT_H

#include "matrix/expansion.h"

/* Checks shapes as GitHub's schema does: what must be a list, a mapping, a key. */
int xl_matrix_check_shape(const struct xl_node *matrix, struct xl_error *err);

/* Fills in axes, includes and excludes, and checks what GitHub checks about them. */
int xl_matrix_dissect(struct xl_expansion *x);

#endif
