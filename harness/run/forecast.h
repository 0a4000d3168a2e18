/* What a run will do, and about how long that takes, told before any of it is done.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_FORECAST_H
#define XL_HARNESS_RUN_FORECAST_H

#include "build/build.h"
#include "run/select.h"

/* Seconds are guesses: of machines as run/forecast.c says, with as many cores as this one has. */
struct xl_forecast {
    size_t rows, kernels; /* chosen; of those that there are, in the matrix and in the module: */
    size_t all_rows, all_kernels;
    unsigned cores;
    char trees[256]; /* names of those to make, with blanks between them */
    char *cache;     /* where they go; only if there are some */
    size_t tree_count;
    unsigned tree_mib;
    size_t builds_to_make, builds_there;
    double tree_seconds, make_seconds, look_seconds, row_seconds;
};

/* Looks at what is there already. builds: those of the chosen rows, named; none: nothing is to be
 * made. xl_forecast_free undoes it. */
void xl_forecast(const struct xl_run_options *o, const struct xl_selection *chosen,
                 const struct xl_build *builds, size_t build_count, struct xl_forecast *f);

/* What making the agents of one folder takes that has so many kernels; 0 where they are there. */
double xl_forecast_build(const struct xl_build *agents, size_t count, size_t kernels);

void xl_forecast_free(struct xl_forecast *f);

double xl_forecast_seconds(const struct xl_forecast *f);

#endif
