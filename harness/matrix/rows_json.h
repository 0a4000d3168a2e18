/* Writes matrix rows as JSON.
 * SPDX-License-Identifier: MIT
 *
 * Keys keep their order. Integers have no fraction. Other numbers have the shortest text that reads
 * back the same. JSON has no infinities and NaN: they become the strings "Infinity", "-Infinity"
 * and "NaN". xl_yaml_parse reads JSON.
 */
#ifndef XL_HARNESS_MATRIX_ROWS_JSON_H
#define XL_HARNESS_MATRIX_ROWS_JSON_H

#include <json-c/json.h>

#include "matrix/expand.h"

/* New objects, which the caller gives to json_object_put. A null node is NULL, as in json-c. */
struct json_object *xl_json_node(const struct xl_node *node);
struct json_object *xl_json_row(const struct xl_matrix_row *row);

/* An array with a row in each line. The caller frees it. */
char *xl_json_rows(const struct xl_rows *rows);

#endif
