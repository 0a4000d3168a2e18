/* A run: selects rows and kernels, makes builds, runs rows in parallel, reports results.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_RUN_H
#define XL_HARNESS_RUN_RUN_H

#include "run/options.h"

struct json_object;
struct xl_forecast;
struct xl_selection;

/* Called during the run, one at a time; each may be NULL. */
struct xl_run_callbacks {
    void *data;                                                     /* passed to each */
    void (*list)(void *data, const struct xl_selection *selection); /* with list_only: all */
    void (*forecast)(void *data, const struct xl_forecast *f);
    void (*begin)(void *data, const struct xl_results *results); /* before the first row */
    void (*row)(void *data, const struct xl_results *results, const struct xl_row_result *row);
    void (*end)(void *data, const struct xl_results *results);
    /* After --json is written: writes other reports. Returns 0; or -1 after a message: exit
     * status 3. */
    int (*write)(void *data);
};

/* Returns the exit status of the process. Messages go to standard error; callbacks report results.
 */
int xl_run(const struct xl_run_options *options, const struct xl_run_callbacks *callbacks);

/* The field `sources` of results, of the selected kernels. directory: of their files; NULL:
 * unknown. display_name: its name in the results, without a slash at the end. The caller puts it.
 */
struct json_object *xl_sources(const struct xl_kernels *kernels, const bool *selected,
                               const char *directory, const char *display_name);

#endif
