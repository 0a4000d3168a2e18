/* Results as JUnit XML: what CI systems show as tests.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_JUNIT_H
#define XL_HARNESS_REPORT_JUNIT_H

#include <stdio.h>

#include "results/merge.h"

/* A suite a row, a case a kernel; where the row ended for no kernel's sake, a case of the row. An
 * error is what was not run; a known bug is skipped, with its name. */
void xl_junit_write(const struct xl_merged *merged, FILE *f);

#endif
