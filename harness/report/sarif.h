/* Findings as SARIF 2.1.0: alerts at a kernel's source line.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_SARIF_H
#define XL_HARNESS_REPORT_SARIF_H

#include <stdio.h>

#include "results/merge.h"

/* What GitHub accepts of a file ("SARIF support for code scanning" in its manual); of the size, a
 * little less. */
enum { XL_SARIF_RESULTS = 25000, XL_SARIF_MOST = 9500000 };

/* A result for each check that a kernel fails on an ISA, however many rows say so; one for each row
 * that fails for another reason; one for each known bug of a kernel, suppressed. What has no room
 * is counted in a notification of the file. Returns how many results that is. */
size_t xl_sarif_write(const struct xl_merged *merged, FILE *f);

#endif
