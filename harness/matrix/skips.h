/* Reads the expected skips of a matrix file.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_SKIPS_H
#define XL_HARNESS_MATRIX_SKIPS_H

#include "base/yaml.h"
#include "matrix/row.h"

/* Reads `skips`, a list of {row, kernel, reason, machine}, of which kernel and machine are
 * optional. It may be NULL. Returns 0; or -1 with err if one is malformed or matches no row. */
int xl_skips_read(const struct xl_node *skips, struct xl_row_list *list, struct xl_error *err);

void xl_skips_free(struct xl_row_list *list);

#endif
