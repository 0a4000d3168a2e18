/* The tests of a project on one row.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_SUITE_ROW_H
#define XL_HARNESS_SUITE_SUITE_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "results/results.h"
#include "suite/probe.h"
#include "suite/suite_build.h"
#include "suite/suite_file.h"

struct json_object;

struct xl_suite_options {
    const struct xl_suite *suite;
    const char *native; /* the native build's directory, or NULL */
    unsigned jobs;      /* tests of a row at once */
    double sample;      /* part of the tests, drawn by the seed; 1: all */
    uint64_t seed;
    const char *test; /* a pattern of the tests to run; NULL: all */
    bool no_control;
    bool has_lines; /* write SCRATCH/lines: suite/lines.h */
};

/* Runs the row's tests in a build, which must not change meanwhile. scratch: an empty directory,
 * which the caller removes. Call it in a process of its own: it changes the environment. Returns
 * the row as in results/results.def, which the caller puts. */
struct json_object *xl_suite_row(const struct xl_suite_options *o, const struct xl_row *row,
                                 const struct xl_row_trees *trees,
                                 const struct xl_suite_build *build, const char *scratch);

/* A row whose tests did not run, for this reason. */
struct json_object *xl_suite_row_without_tests(const struct xl_suite *suite,
                                               const struct xl_row *row,
                                               const struct xl_suite_build *build,
                                               enum xl_outcome outcome, const char *reason);

/* The name of the row in results. The caller frees it. */
char *xl_suite_row_name(const struct xl_suite *suite, const struct xl_row *row);

#endif
