/* Results of projects' own test suites: the console output of `crosslane suite`, and tables in
 * Markdown: a line for each row, what tests and functions have in common over the rows.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_SUITE_TEXT_H
#define XL_HARNESS_REPORT_SUITE_TEXT_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"
#include "results/results.h"

/* The head of the table. width: of the longest name of a row. */
void xl_suite_print_head(int width);

/* A line for a row that is done. */
void xl_suite_print_row(struct json_object *row, bool is_cached, int width);

/* Findings, tests that fail on some rows, hollow tests, functions that never executed, notes,
 * totals. Returns whether rows passed, and all others are skips. */
bool xl_suite_print_end(struct json_object *rows, uint64_t seed, const char *json);

/* For each ISA of the rows, a line with the functions that no row executed, up to so many names.
 * The caller frees them. */
struct xl_words xl_suite_never(struct json_object *rows, size_t names);

/* The tables of each project, and what tests and functions have in common, in
 * Markdown, for a summary. */
void xl_suites_put(struct json_object *rows, FILE *f);

/* Writes a table for each project of the rows into the file, below its heading
 * "## Measured", in place of what is there. Returns 0, or -1 with err. */
int xl_suites_page_write(struct json_object *rows, const char *file, struct xl_error *err);

#endif
