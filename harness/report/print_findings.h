/* The findings of a run as a person reads them: each bug once, the most frequent first.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_PRINT_FINDINGS_H
#define XL_HARNESS_REPORT_PRINT_FINDINGS_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>

enum { XL_SHOWN_FINDINGS = 20 }; /* whole; the rest are counted */

/* rows: as results have them. all: every finding of every row, whole. json: the file that has them
 * all, or NULL. */
void xl_findings_print(struct json_object *rows, uint64_t seed, bool all, const char *json);

/* "FINDING" and the like: a heading of this colour, on a terminal. */
void xl_print_heading(const char *word);

#endif
