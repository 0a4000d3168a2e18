/* Rows of which there is nothing to tell but that they passed, kept as text.
 * SPDX-License-Identifier: MIT
 *
 * A row as an object takes sixteen times its text. Of a million rows nearly all passed.
 */
#ifndef XL_HARNESS_RESULTS_PACKED_H
#define XL_HARNESS_RESULTS_PACKED_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

/* Whether the row passed and no kernel of it has a finding, a difference, a known bug, bits to
 * compare or an accuracy that is better than it was. */
bool xl_row_is_plain(struct json_object *row);

/* The row with this text, to stand in an array of rows; written as it is. NULL without memory. */
struct json_object *xl_row_pack(const char *text, size_t length);

/* A row of an array, packed or not, for the moment: it is there until some others were asked for.
 * The caller does not put it. For one thread. */
struct json_object *xl_row_at(struct json_object *rows, size_t i);

/* A row that there may be something to tell of; NULL: it is packed. */
struct json_object *xl_row_notable(struct json_object *rows, size_t i);

#endif
