/* Findings of many rows, each bug once.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_FINDING_GROUPS_H
#define XL_HARNESS_REPORT_FINDING_GROUPS_H

#include <json-c/json.h>

/* A kernel's findings; NULL where a known bug explains them, or there are none. */
struct json_object *xl_findings_of(struct json_object *kernel);

/* rows: as results have them, perhaps of another machine; what has not the right type is passed
 * over. Findings are of one bug if they are of one kernel, by one check, and say the same but for
 * the numbers. Returns an array, which the caller puts, of an object for each bug, that of most
 * rows first:
 *
 *     kernel, rows   its name, and those of its rows
 *     finding        the first one; of ...
 *     in, of         ... this row, and this kernel of it
 */
struct json_object *xl_finding_groups(struct json_object *rows);

#endif
