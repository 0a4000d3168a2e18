/* An array of objects as text: a table for people, lines with tabs or JSON for programs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_LIST_TABLE_H
#define XL_HARNESS_CLI_LIST_TABLE_H

#include <json-c/json.h>
#include <stdbool.h>

/* Prints objects that all have the same keys on standard output. On a terminal: a table with a
 * head; columns that it has no room for are named below. Elsewhere: a line for each object, with
 * tabs between the values. as_json: the array itself. */
void xl_cli_print_objects(struct json_object *array, bool as_json);

#endif
