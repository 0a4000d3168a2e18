/* The run as a person reads it: a table of rows, then each finding, then one line of totals.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_CONSOLE_H
#define XL_HARNESS_REPORT_CONSOLE_H

#include "results/results.h"

/* The head of the table; rows follow in the order in which they end. For a run's watcher: `unused`
 * is its data. */
void xl_console_head(void *unused, const struct xl_results *results);
void xl_console_row(void *unused, const struct xl_results *results,
                    const struct xl_row_result *row);

/* Findings, then what came of the rows; and the last line. all, json: as of xl_findings_print. */
void xl_console_tail(const struct xl_results *results, bool all, const char *json);
void xl_console_totals(const struct xl_results *results);

#endif
