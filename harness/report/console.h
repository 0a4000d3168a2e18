/* The run as a person reads it: a table of rows, then each finding, then one line of totals.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_CONSOLE_H
#define XL_HARNESS_REPORT_CONSOLE_H

#include "results/results.h"
#include "run/forecast.h"

/* The head of the table; rows follow in the order in which they end. For a run's watcher: `unused`
 * is its data. */
void xl_console_head(void *unused, const struct xl_results *results);
void xl_console_row(void *unused, const struct xl_results *results,
                    const struct xl_row_result *row);

/* Findings, then what came of the rows; and the last line. all, json: as of xl_findings_print. */
void xl_console_tail(const struct xl_results *results, bool all, const char *json);
void xl_console_totals(const struct xl_results *results);

/* What a run says before it begins, and what to try next: on standard error, for a person. */

/* What will be made and where, about how long it takes, and how to do less: a few lines where
 * something is to be made, one where nothing is, none where it takes a moment. */
void xl_preface_print(const struct xl_run_options *o, const struct xl_forecast *f);

/* After the run: a line or two. */
void xl_hints_print(const struct xl_run_options *o, const struct xl_results *results);

/* What is said of kernels across the rows of a run: what dispatchers took, and what CPUs lacked. */

/* A line for each implementation that a dispatcher took, with the rows. */
void xl_print_dispatched(const struct xl_results *results);

/* A line for each kernel that was skipped for features that CPUs lack, with the rows; and that no
 * row of the run has them, where that is so. */
void xl_print_lacks(const struct xl_results *results);

#endif
