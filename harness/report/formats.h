/* The reports that are files: which are wanted, and writing them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_FORMATS_H
#define XL_HARNESS_REPORT_FORMATS_H

#include "results/merge.h"

enum xl_report { XL_REPORT_JUNIT, XL_REPORT_SARIF, XL_REPORT_MARKDOWN, XL_REPORT_HTML, XL_REPORTS };

/* "junit" and so on: its option. */
const char *xl_report_name(enum xl_report report);

/* Writes a report into a file, whole or not at all; "-" is standard output. difference: of
 * xl_difference, or NULL; json: where all results are, or NULL. Says on standard error what had no
 * room in it. Returns 0, or -1 with err. */
int xl_report_write(enum xl_report report, const char *file, const struct xl_merged *merged,
                    struct json_object *difference, const char *json, struct xl_error *err);

#endif
