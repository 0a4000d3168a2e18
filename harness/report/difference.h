/* What differs between two results: what broke, was mended, got less accurate, slower.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_DIFFERENCE_H
#define XL_HARNESS_REPORT_DIFFERENCE_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdio.h>

/* old, now: results, perhaps of another machine. The caller puts what it returns:
 *
 *     against       the name
 *     same_inputs   both have the same seed
 *     broke, mended, lost, less_accurate, slower
 *                   arrays of {kernel, rows, was, is, reason}: a kernel, or "" for the row itself,
 *                   of rows that both have,
 *                   with all rows of which that is so; `was` and `is` are those of the first of
 *                   them, or of the one that changed most
 */
struct json_object *xl_difference(struct json_object *old, struct json_object *now,
                                  const char *name);

/* In lines, as a person reads them on a console. */
void xl_difference_print(struct json_object *difference, FILE *f);

/* The same in GitHub's Markdown. */
void xl_difference_markdown(struct json_object *difference, FILE *f);

/* Whether something broke, or is not checked any more. */
bool xl_difference_is_bad(struct json_object *difference);

#endif
