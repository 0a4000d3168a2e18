/* A project's own tests on many rows.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_SUITE_H
#define XL_HARNESS_SUITE_SUITE_H

#include "suite/suite_row.h"

struct xl_suite_run {
    struct xl_suite_options options; /* `native` and `jobs` are set by the run */
    const struct xl_row *const *rows;
    size_t row_count;
    unsigned jobs; /* processes at once */
    bool no_cache; /* ignore cached rows, and replace them */
    /* Called when a row is done, in any order. */
    void (*row_done)(void *data, struct json_object *row, bool is_cached);
    void *data;
};

/* Builds the project for the rows, and runs its tests. Prints progress on standard error. Rows
 * whose build failed have that as their reason. *rows: an array of rows, which the caller puts.
 * Returns 0; or -1 with err if nothing could be run. */
int xl_suite_run(struct xl_suite_run *run, struct json_object **rows, struct xl_error *err);

/* The file with the source lines that a row executed when it last ran with `has_lines`. The caller
 * frees it. */
char *xl_suite_lines_file(const struct xl_suite *suite, const struct xl_row *row);

/* Seconds that the rows took when they last ran, or -1 if one never ran. */
double xl_suite_forecast(const struct xl_suite_run *run);

#endif
