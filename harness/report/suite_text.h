/* The console output of `crosslane suite`: a line for each row, what tests and functions have in
 * common over the rows.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_SUITE_TEXT_H
#define XL_HARNESS_REPORT_SUITE_TEXT_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>

/* The head of the table. width: of the longest name of a row. */
void xl_suite_print_head(int width);

/* A line for a row that is done. */
void xl_suite_print_row(struct json_object *row, bool is_cached, int width);

/* Findings, tests that fail on some rows, hollow tests, functions that never executed, notes,
 * totals. Returns whether all rows passed. */
bool xl_suite_print_end(struct json_object *rows, uint64_t seed, const char *json);

#endif
