/* Groups findings of many rows: one group for each bug. The console and Markdown use them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_FINDING_GROUPS_H
#define XL_HARNESS_REPORT_FINDING_GROUPS_H

#include <json-c/json.h>

/* A kernel's findings; NULL: none, or a known bug explains them. */
struct json_object *xl_findings_of(struct json_object *kernel);

/* rows: as results have them, perhaps of another machine; values of a wrong type are ignored.
 * Findings of one kernel and one check are one bug if their messages differ only in numbers.
 * Returns an array, which the caller puts, of an object for each bug, the one with most rows first:
 *
 *     kernel, rows   its name, and those of its rows
 *     finding        the first one; of ...
 *     in, of         ... this row, and this kernel of it
 */
struct json_object *xl_finding_groups(struct json_object *rows);

#endif
