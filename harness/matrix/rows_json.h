/* Rows as JSON.
 * SPDX-License-Identifier: MIT
 *
 * Keys keep their order. Whole numbers have no fraction, others the shortest text that reads back
 * the same; what JSON has no number for becomes "Infinity", "-Infinity" and "NaN". Reading JSON
 * needs nothing of its own: xl_yaml_parse does it.
 */
#ifndef XL_HARNESS_MATRIX_ROWS_JSON_H
#define XL_HARNESS_MATRIX_ROWS_JSON_H

#include <json-c/json.h>

#include "matrix/expand.h"

/* New objects, the caller's to release with json_object_put; NULL without memory. A null node is a
 * NULL object too, as json-c has it. */
struct json_object *xl_json_node(const struct xl_node *node);
struct json_object *xl_json_row(const struct xl_matrix_row *row);

/* An array, one row a line, ending in a newline; the caller's to free. NULL without memory. */
char *xl_json_rows(const struct xl_rows *rows);

#endif
