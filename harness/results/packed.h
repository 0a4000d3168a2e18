/* Rows that just passed, kept as text.
 * SPDX-License-Identifier: MIT
 *
 * A row as an object takes sixteen times the memory of its text, and nearly all rows pass.
 */
#ifndef XL_HARNESS_RESULTS_PACKED_H
#define XL_HARNESS_RESULTS_PACKED_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

/* Whether the row passed, and no kernel has a finding, a difference, a known bug, bits to compare
 * or an accuracy better than its baseline. */
bool xl_row_is_plain(struct json_object *row);

/* A row of this text, for an array of rows. It is written unchanged. */
struct json_object *xl_row_pack(const char *text, size_t length);

/* A row of an array, packed or not. It is valid until seven others were requested. The caller does
 * not put it. For one thread. */
struct json_object *xl_row_at(struct json_object *rows, size_t i);

/* A row with something to report; NULL: it is packed. */
struct json_object *xl_row_notable(struct json_object *rows, size_t i);

#endif
