/* A run: rows chosen, builds made, rows run in parallel, results reported as they come.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_RUN_H
#define XL_HARNESS_RUN_RUN_H

#include "run/options.h"

struct json_object;
struct xl_forecast;

/* Told of the run as it goes, one call at a time; whatever is NULL is not wanted. */
struct xl_run_callbacks {
    void *data; /* the watcher's own, handed to each */
    void (*forecast)(void *data, const struct xl_forecast *f);
    void (*begin)(void *data,
                  const struct xl_results *results); /* builds are made, no row has run */
    void (*row)(void *data, const struct xl_results *results, const struct xl_row_result *row);
    void (*end)(void *data, const struct xl_results *results);
    /* Once --json is written: writes what else is wanted. Returns 0, or -1 with the message on
     * standard error: exit 3. */
    int (*write)(void *data);
};

/* Exit status of the process. Messages go to standard error; what the watcher makes of the results
 * is its own. */
int xl_run(const struct xl_run_options *options, const struct xl_run_callbacks *watcher);

/* `sources` of results, of those that are chosen. folder: where their files are, as `shown` (not
 * with a slash behind it); NULL: nothing is known of their files. The caller puts it. */
struct json_object *xl_sources(const struct xl_kernels *kernels, const bool *chosen,
                               const char *folder, const char *shown);

#endif
