/* What the tests of a project did on a row, and that as results.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_SUITE_JSON_H
#define XL_HARNESS_SUITE_SUITE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "suite/evidence.h"
#include "suite/launch.h"
#include "suite/suite_row.h"
#include "suite/tests.h"

enum { XL_ALL_TESTS = SIZE_MAX };

struct xl_test_state {
    bool is_selected;
    bool is_left_out; /* neither run nor in the results */
    bool is_excluded; /* by crosslane.yml */
    const char *hollow; /* why it may have tested nothing; "": it did */
};

/* A row while its tests run. */
struct xl_suite_tested {
    const struct xl_suite_options *options;
    const struct xl_row *row;
    const struct xl_row_trees *trees;
    const struct xl_suite_build *build;
    const char *scratch;
    char *made;
    enum xl_runner runner;
    struct xl_words names, commands; /* of XL_COMMANDS */
    struct xl_tests tests;
    struct xl_test_state *states;     /* of the tests */
    struct xl_evidence_group *groups; /* of the tests */
    size_t state_count;
    bool has_selection;    /* some tests are not selected */
    bool groups_are_known; /* programs could be told by tests */
    struct xl_library_names library;
    struct xl_evidence_options evidence_options;
    struct xl_evidence evidence;
    char stopped[160]; /* why the tests were stopped; "": they ended */
    struct xl_text notes;
    double seconds;
};

/* The row as results.def has it. The caller puts it. */
struct json_object *xl_suite_tested_json(const struct xl_suite_tested *t);

struct xl_tests xl_tests_copy(const struct xl_tests *tests);

void xl_suite_tested_free(struct xl_suite_tested *t);

#endif
