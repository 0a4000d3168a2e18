/* The tests of a project on one row.
 * SPDX-License-Identifier: MIT
 *
 * suite_row.c calls suite_tests.c to run the tests, as often as their evidence needs, and
 * suite_json.c for the results.
 */
#ifndef XL_HARNESS_SUITE_SUITE_TESTED_H
#define XL_HARNESS_SUITE_SUITE_TESTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "results/results.h"
#include "suite/launch.h"
#include "suite/probe.h"
#include "suite/suite_build.h"
#include "suite/suite_file.h"
#include "suite/test_list.h"
#include "suite/vector_evidence.h"

struct json_object;

struct xl_suite_options {
    const struct xl_suite *suite;
    const char *native; /* the native build's directory, or NULL */
    unsigned jobs;      /* tests of a row at once */
    double sample;      /* fraction of the tests, drawn by the seed; 1: all */
    /* Or one of so many parts, each of which has other tests, and few rows; 0: all. */
    unsigned part, parts;
    size_t place, places; /* of the row among all rows of the run */
    uint64_t seed;
    const char *test; /* a pattern of the tests to run; NULL: all */
    bool no_control;
    bool no_log_check; /* tests that passed with the emulator's log do not run without it */
    bool allows_flaky; /* a flaky test does not fail its row */
    bool allows_autovectorized; /* what the compiler vectorized counts as vector code */
    bool has_lines;             /* write SCRATCH/lines: suite/vector_evidence.h */
};

enum { XL_ALL_TESTS = SIZE_MAX };

/* Whether a row of the run can have tests in the part. */
bool xl_suite_part_has_row(const struct xl_suite_options *o);

struct xl_test_state {
    bool is_selected;
    bool is_left_out;   /* neither run nor in the results */
    bool is_excluded;   /* by crosslane.yml */
    const char *hollow; /* why it may have tested nothing; "": it did */
};

/* A row while its tests run. */
struct xl_suite_tested {
    const struct xl_suite_options *options;
    const struct xl_row *row;
    const struct xl_row_trees *trees;
    const struct xl_suite_build *build;
    const struct xl_elsewhere *host; /* of the row */
    const char *scratch;
    char *made;
    char *libraries;                 /* of confine.h; NULL: none */
    struct xl_words names, commands; /* of XL_COMMANDS */
    struct xl_tests tests;
    struct xl_test_state *states;     /* of the tests */
    struct xl_evidence_group *groups; /* of the tests */
    size_t state_count;
    size_t unassigned; /* programs of which the test is unknown */
    enum xl_runner runner;
    bool has_selection;    /* some tests are not selected */
    size_t elsewhere;      /* tests that are in other parts */
    bool groups_are_known; /* programs could be told by tests */
    bool is_confined;      /* this machine allows it */
    bool cannot_start;     /* programs that tests start do not run on this machine */
    struct xl_library_names library;
    struct xl_evidence_options evidence_options;
    struct xl_evidence evidence;
    const char *skipped; /* why the machine cannot run the row; "": it can */
    char stopped[160];   /* why the tests were stopped; "": they ended */
    struct xl_text notes;
    double seconds;
};

/* Runs the row's tests in a build, which must not change meanwhile. scratch: an empty directory,
 * which the caller removes. Call it in a process of its own: it changes the environment. Returns
 * the row as in results/results.def, which the caller puts. */
struct json_object *xl_suite_row(const struct xl_suite_options *o, const struct xl_row *row,
                                 const struct xl_row_trees *trees,
                                 const struct xl_suite_build *build, const char *scratch);

/* ---- Runs of tests (suite_tests.c) ---- */

/* The name of the run in which tests are listed, and run first. */
#define XL_LOGGED_RUN "logged"

/* What a run of tests is for. */
struct xl_test_run {
    const char *cpu; /* QEMU_CPU */
    const char
        *name; /* of its directory, in which all changes of files are: each run begins anew */
    bool has_logs;
    unsigned seconds;
    const bool *chosen; /* of the tests; NULL: all that are selected */
};

/* How the error begins if --test matches no test. */
#define XL_UNMATCHED "--test '"

/* Lists the tests, and selects those that the options choose. Returns 0, or -1 with err. */
int xl_suite_list_tests(struct xl_suite_tested *t, struct xl_error *err);

/* Runs tests, and reads how they ended. Returns 0, or -1 with err. */
int xl_suite_run_tests(struct xl_suite_tested *t, const struct xl_test_run *run,
                       struct xl_launched *launched, struct xl_error *err);

/* Runs the selected tests once more on this machine's CPU with breakpoints, for the evidence. Their
 * outcomes do not count. This process is confined from then on, if t->is_confined. Returns 0, or -1
 * with err. */
int xl_suite_run_native(struct xl_suite_tested *t, unsigned seconds, struct xl_error *err);

/* The directory with the logs of a run; of one test if each has its own. The caller frees it. */
char *xl_suite_logs(const struct xl_suite_tested *t, const char *run, size_t test);

/* Which test started a program; the number of tests: unknown. */
size_t xl_suite_test_of(const struct xl_suite_tested *t, const struct xl_started *started);

/* Tests of one command, environment and directory cannot be told apart: each started what one of
 * them started. */
void xl_suite_share_groups(struct xl_suite_tested *t);

/* ---- Results (suite_json.c) ---- */

/* The row as results.def has it. The caller puts it. */
struct json_object *xl_suite_tested_json(const struct xl_suite_tested *t);

void xl_suite_tested_free(struct xl_suite_tested *t);

/* A row whose tests did not run, for this reason. */
struct json_object *xl_suite_row_without_tests(const struct xl_suite *suite,
                                               const struct xl_row *row,
                                               const struct xl_suite_build *build,
                                               enum xl_outcome outcome, const char *reason);

/* What an untraced row has in place of evidence. The caller frees it. */
char *xl_suite_untraced(const struct xl_suite_tested *t);

/* The name of the row in results. The caller frees it. */
char *xl_suite_row_name(const struct xl_suite *suite, const struct xl_row *row);

#endif
