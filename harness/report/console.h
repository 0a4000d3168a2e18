/* The console output of a run: a table of rows, findings, notes, totals.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_CONSOLE_H
#define XL_HARNESS_REPORT_CONSOLE_H

#include "report/finding_text.h"
#include "results/results.h"
#include "run/forecast.h"

/* The head of the table, and a line for each row when it ends. They are callbacks of xl_run;
 * `unused` is their data. */
void xl_console_head(void *unused, const struct xl_results *results);
void xl_console_row(void *unused, const struct xl_results *results,
                    const struct xl_row_result *row);

/* Findings, then notes and counts of rows; and the last two lines, counts of kernels and the
 * conclusion. style, json: as in xl_findings_print.
 */
void xl_console_tail(const struct xl_results *results, enum xl_finding_style style,
                     const char *json);
void xl_console_totals(const struct xl_results *results);

/* The kernels that took longest, up to `most`: "--durations". Cached results took nothing. */
void xl_durations_print(const struct xl_results *results, unsigned most);

/* Notes on kernels across the rows of a run. A line for each dispatcher: the implementations that
 * it called, with their rows. A line for each kernel that was skipped because CPUs lack features,
 * with the rows; and whether no row of the run has them. */
void xl_print_dispatched(const struct xl_results *results);
void xl_print_lacks(const struct xl_results *results);

/* What a run prints before it begins, and hints after it: on standard error. */

/* What will be made, where, about how long it takes, and how to do less. One line if nothing is to
 * be made; none if the run takes a moment, or results may be cached. */
void xl_preface_print(const struct xl_run_options *o, const struct xl_forecast *f);

/* After the run: one or two lines on what to do next. */
void xl_hints_print(const struct xl_run_options *o, const struct xl_results *results);

#endif
