/* What a run says before it begins, and what to try next: on standard error, for a person.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_PREFACE_H
#define XL_HARNESS_REPORT_PREFACE_H

#include "results/results.h"
#include "run/forecast.h"

/* What will be made and where, about how long it takes, and how to do less: a few lines where
 * something is to be made, one where nothing is, none where it takes a moment. */
void xl_preface_print(const struct xl_run_options *o, const struct xl_forecast *f);

/* After the run: a line or two. */
void xl_hints_print(const struct xl_run_options *o, const struct xl_results *results);

#endif
