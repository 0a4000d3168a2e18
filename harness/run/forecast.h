/* An estimate of what a run will do and how long it takes.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_FORECAST_H
#define XL_HARNESS_RUN_FORECAST_H

#include <stdbool.h>

#include "build/build.h"
#include "run/select.h"

/* Times are estimates, in seconds, scaled to this machine's cores. */
struct xl_forecast {
    size_t rows, kernels; /* selected; of these in the matrix and in the module: */
    size_t all_rows, all_kernels;
    unsigned cores;
    char trees[256]; /* names of trees to make, with blanks between them */
    char *cache;     /* their directory, if there are any */
    size_t tree_count;
    unsigned tree_mib;
    size_t builds_to_make, builds_there;
    double tree_seconds, make_seconds, check_seconds, row_seconds;
    bool is_unchanged; /* no build is to be made, so rows are cached if they ran before */
};

/* builds: those of the selected rows, named; count 0: nothing is to be made. xl_forecast_free
 * releases it. By this machine's rate (rows/engine.h). */
void xl_forecast(const struct xl_run_options *o, const struct xl_selection *chosen,
                 const struct xl_build *builds, size_t build_count, struct xl_forecast *f);

/* Seconds to build the agents of one directory with so many kernels; 0: they exist. */
double xl_forecast_build(const struct xl_build *agents, size_t count, size_t kernels);

/* Seconds of a row at rate 1, where this run's rows share the cores. */
double xl_forecast_row(const struct xl_run_options *o, const struct xl_selection *chosen, size_t i);

void xl_forecast_free(struct xl_forecast *f);

double xl_forecast_seconds(const struct xl_forecast *f);

#endif
