/* How a kernel's result becomes a failure.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_FAIL_H
#define XL_HARNESS_RESULTS_FAIL_H

#include "results/results.h"

/* One more difference, by this check. Returns the finding to fill in, whose check is set; NULL if
 * enough are kept in full. */
struct xl_finding *xl_result_fail(struct xl_kernel_result *k, enum xl_check check);

/* The same with words for the finding, which become the kernel's reason. */
void xl_result_fail_for(struct xl_kernel_result *k, enum xl_check check, const char *why);

#endif
