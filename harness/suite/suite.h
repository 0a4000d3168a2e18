/* A project's own tests on many rows.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_SUITE_H
#define XL_HARNESS_SUITE_SUITE_H

#include "suite/suite_tested.h"

struct xl_suite_run {
    struct xl_suite *suite;          /* `dir` becomes the directory of its source */
    struct xl_suite_options options; /* `suite`, `native` and `jobs` are set by the run */
    const struct xl_row *const *rows;
    size_t row_count;
    unsigned jobs;               /* processes at once */
    bool no_cache;               /* ignore cached rows, and replace them */
    bool fail_fast;              /* stop after the first row that fails or cannot run */
    const char *json, *last_run; /* files that results are written to, or NULL */
    struct json_object *shard;   /* by xl_shard_json, or NULL */
};

/* Called during the run, one at a time. */
struct xl_suite_callbacks {
    void *data; /* passed to each */
    /* Before the builds. seconds: of the rows when they last ran; -1: one never ran. */
    void (*begin)(void *data, double seconds);
    void (*row)(void *data, struct json_object *row, bool is_cached); /* it is done */
    /* After the last row. Returns whether the rows passed. */
    bool (*end)(void *data, struct json_object *rows);
    /* After the files are written: writes other reports. Returns 0; or -1 after a message. */
    int (*write)(void *data, struct json_object *results);
};

/* Builds the project for the rows, and runs its tests. Prints progress on standard error. Rows
 * whose build failed have that as their reason. Returns the exit status of the process. */
int xl_suite_run(const struct xl_suite_run *run, const struct xl_suite_callbacks *callbacks);

/* The file with the source lines that a row executed when it last ran with `has_lines`. The caller
 * frees it. */
char *xl_suite_lines_file(const struct xl_suite *suite, const struct xl_row *row);

#endif
