/* The conclusion of a run, in one line: "FAIL: brighten on 4 of 5 rows".
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_CONCLUSION_H
#define XL_HARNESS_REPORT_CONCLUSION_H

#include <json-c/json.h>
#include <stddef.h>
#include <stdio.h>

#include "results/merge.h"
#include "results/results.h"

/* Begins with "PASS: ", "FAIL: " or "SKIP: ". rows, disagreements: as results have them. count: of
 * kernels or tests, whose name is unit. The caller frees it. */
char *xl_conclusion(struct json_object *rows, struct json_object *disagreements, size_t count,
                    const char *unit);

/* The same for merged results. */
char *xl_merged_conclusion(const struct xl_merged *merged);

/* "8438 of 8440 kernels checked on 27 of 27 rows"; tests ran. The caller frees it. */
char *xl_merged_counts(const struct xl_merged *merged);

/* How many kernels or tests the rows have. If rows leave some out, those of `sources`. */
size_t xl_concluded_count(struct json_object *sources, struct json_object *rows);

/* Writes "5 pass, 0 fail, 1 skip, 0 emu-bug, 0 not-run". */
void xl_outcomes_put(FILE *f, const size_t counts[XL_OUTCOMES]);

/* Prints it as a line, its first word in colour on a terminal. */
void xl_conclusion_print(const char *conclusion);

#endif
