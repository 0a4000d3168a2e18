/* Fields of an expanded row of matrix.yml: keys of the row, or of the object under `cpu`.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_FIELDS_H
#define XL_HARNESS_MATRIX_FIELDS_H

#include "matrix/expand.h"

/* The value of a field; NULL if the row has none. */
const struct xl_node *xl_field(const struct xl_matrix_row *row, const char *name);

/* Checks that the row and its cpu have only these keys. */
int xl_fields_check(const struct xl_matrix_row *row, const char *const *names, size_t count,
                    struct xl_error *err);

/* The text of a scalar field; NULL with err if it is missing or not a scalar. */
const char *xl_field_text(const struct xl_matrix_row *row, const char *name,
                          char buffer[XL_NUMBER_TEXT], struct xl_error *err);

/* The index of a field's text among the names, or -1 with err. */
int xl_field_choice(const struct xl_matrix_row *row, const char *name, const char *const *names,
                    size_t count, struct xl_error *err);

/* The index of a text among the names; or -1 with err at the node: "unknown WHAT 'TEXT'". */
int xl_node_one_of(const struct xl_node *node, const char *what, const char *text,
                   const char *const *names, size_t count, struct xl_error *err);

#endif
