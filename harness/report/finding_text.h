/* The findings of a run as a person reads them: each bug once, the most frequent first.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_FINDING_TEXT_H
#define XL_HARNESS_REPORT_FINDING_TEXT_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { XL_SHOWN_FINDINGS = 20 }; /* whole; the rest are counted */

/* rows: as results have them. all: every finding of every row, whole. json: the file that has them
 * all, or NULL. */
void xl_findings_print(struct json_object *rows, uint64_t seed, bool all, const char *json);

/* One finding, of a kernel of a row, in lines: all but its message and its command. */
void xl_finding_put(FILE *to, struct json_object *row, struct json_object *kernel,
                    struct json_object *finding, uint64_t seed);

/* "FINDING" and the like: a heading of this colour, on a terminal. */
void xl_print_heading(const char *word);

enum { XL_ERROR_TEXT = 64 };

/* How far off a finding's element is, and how far it may be: "0.5, bound 0.25", "3 ULP"; "": it is
 * of none, or exactness is wanted. */
void xl_finding_error(struct json_object *finding, char *text, size_t size);

#endif
