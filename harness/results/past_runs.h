/* The results of the last runs of this checkout: a file for each, in build/runs.
 * SPDX-License-Identifier: MIT
 *
 * A file's name begins with the time at which its run began, so names sort by age. Runs at the same
 * time have files of their own.
 */
#ifndef XL_HARNESS_RESULTS_PAST_RUNS_H
#define XL_HARNESS_RESULTS_PAST_RUNS_H

#include <json-c/json.h>
#include <stddef.h>

#include "base/error.h"
#include "matrix/rows.h"

enum { XL_PAST_RUNS = 50, XL_PAST_RUNS_MIB = 256 }; /* files that are kept */

/* The file of a run that begins now. Makes its directory, and removes the oldest files. The caller
 * frees the path. */
char *xl_past_run_new(void);

/* The file with all results of the last run, in which no kernel is left out. The caller frees the
 * path. */
char *xl_last_run(void);

/* The files, newest first. The caller frees them by xl_past_runs_free. */
char **xl_past_runs(size_t *count);
void xl_past_runs_free(char **files, size_t count);

/* Expected seconds of rows, from earlier runs. */

struct xl_costs {
    struct json_object *seconds; /* by row */
    double mean;                 /* of a row that was not measured; 0 if none was */
};

/* Adds the times of a results file (run --json); they replace older ones. *costs starts as zeros.
 * Returns 0, or -1 with err. The caller gives *costs to xl_costs_free, whatever the result. */
int xl_costs_read(const char *file, struct xl_costs *costs, struct xl_error *err);

/* An xl_row_cost; costs is a struct xl_costs. Returns 0 if none was measured. */
double xl_costs_of(const void *costs, const struct xl_row *row);

void xl_costs_free(struct xl_costs *costs);

#endif
