/* Generated tables of a page of docs/results, below its heading '## Measured'.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_MEASURED_H
#define XL_HARNESS_REPORT_MEASURED_H

#include <json-c/json.h>
#include <stddef.h>

#include "base/error.h"
#include "matrix/known_issues.h"

/* Replaces what is below the heading, whole or not at all. Returns 0, or -1 with err. */
int xl_measured_write(const char *file, const char *tables, struct xl_error *err);

/* libraries_page.c: results of `run --kernels` on libraries, one object for each file of results,
 * as tables. Returns how many findings no entry of matrix/known-*-bugs.yml explains; -1 with err.
 */
int xl_libraries_page_write(struct json_object *const *results, size_t count,
                            const struct xl_known_bugs *bugs, const char *file,
                            struct xl_error *err);

#endif
