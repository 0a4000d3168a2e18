/* The skips that a matrix file expects.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_SKIPS_H
#define XL_HARNESS_MATRIX_SKIPS_H

#include "base/yaml.h"
#include "matrix/row.h"

/* Reads `skips`, which may be NULL: {row, reason}, with kernel and machine if
 * there is need. 0, or -1 with err: a
 * malformed one, or one whose pattern matches no row. */
int xl_skips_read(const struct xl_node *skips, struct xl_row_list *list, struct xl_error *err);

void xl_skips_free(struct xl_row_list *list);

#endif
