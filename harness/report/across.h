/* What is said of kernels across the rows of a run: what dispatchers took, and what CPUs lacked.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_ACROSS_H
#define XL_HARNESS_REPORT_ACROSS_H

#include "results/results.h"

/* A line for each implementation that a dispatcher took, with the rows. */
void xl_print_dispatched(const struct xl_results *results);

/* A line for each kernel that was skipped for features that CPUs lack, with the rows; and that no
 * row of the run has them, where that is so. */
void xl_print_lacks(const struct xl_results *results);

#endif
