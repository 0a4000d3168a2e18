/* Rows of results that just passed, kept as text.
 *
 * A row as an object takes sixteen times the memory of its text, and nearly all rows pass.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_PACKED_ROWS_H
#define XL_HARNESS_RESULTS_PACKED_ROWS_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

/* Whether the row passed, and no kernel has a finding, a difference, a known bug, bits to compare
 * or an accuracy better than its baseline. */
bool xl_row_is_plain(struct json_object *row);

/* Results, or a part of them, as a person may see them: each text as xl_printable writes it. Only
 * fields that have lines keep these. They are the same object if nothing in them is unprintable.
 * Rows that are text stay so. The caller puts it. */
struct json_object *xl_results_printable(struct json_object *o);

/* A row of this text, for an array of rows. It is written unchanged. */
struct json_object *xl_row_pack(const char *text, size_t length);

/* A row of an array, packed or not. The caller puts it. */
struct json_object *xl_row_at(struct json_object *rows, size_t i);

/* A row with something to report; NULL: it is packed. */
struct json_object *xl_row_notable(struct json_object *rows, size_t i);

#endif
