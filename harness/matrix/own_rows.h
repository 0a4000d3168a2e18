/* Reads `rows` of crosslane.yml: CPUs and builds of a user's own, and which rows of the matrix run.
 * SPDX-License-Identifier: MIT
 *
 * docs/your-library.md has the keys. As in a matrix, `exclude` comes first, and an item of
 * `include` changes the rows that it names or adds new ones.
 */
#ifndef XL_HARNESS_MATRIX_OWN_ROWS_H
#define XL_HARNESS_MATRIX_OWN_ROWS_H

#include <stddef.h>

#include "base/error.h"
#include "matrix/rows.h"

/* Applies `rows` of the file, which may be missing, to the rows of a matrix. Returns 0, or -1 with
 * err; the caller frees the list in either case. */
int xl_own_rows_read(const char *file, struct xl_row_list *list, struct xl_error *err);

/* The same from a text that messages call `name`. */
int xl_own_rows_parse(const char *name, const char *text, size_t size, struct xl_row_list *list,
                      struct xl_error *err);

#endif
