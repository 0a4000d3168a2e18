/* The table of docs/results/sleef.md: how near SLEEF's functions come, on each ISA, from the
 * results of runs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_SLEEF_PAGE_H
#define XL_HARNESS_REPORT_SLEEF_PAGE_H

#include <stddef.h>

#include "base/error.h"

/* The text between the table's marks, from a file that `run --sleef --json` wrote; the caller frees
 * it. NULL with err. */
char *xl_sleef_docs(const char *results, size_t *size, struct xl_error *err);

#endif
