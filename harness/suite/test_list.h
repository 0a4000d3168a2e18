/* A project's tests and how they ended: the list that readers of runners' outputs fill.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_TEST_LIST_H
#define XL_HARNESS_SUITE_TEST_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "results/results.h"

struct json_object;

/* XL_COMMANDS: the user's own commands; nothing is read of them here. */
enum xl_runner { XL_CTEST, XL_MESON, XL_AUTOMAKE, XL_COMMANDS };

/* All texts are valid UTF-8, and none is NULL. */
struct xl_test {
    char *name;     /* as the runner's console has it; unique: a repeated name gets " (2)" */
    char *selector; /* what selects it on Meson's command line; of other runners NULL */
    /* How its runner starts it, without the emulator in front; count 0: unknown. */
    struct xl_words command;
    struct xl_words environment; /* NAME=VALUE that its runner adds; Automake's is unknown */
    char *directory;             /* in which its runner starts it; NULL: unknown */
    enum xl_outcome outcome;     /* XL_NOT_RUN until a result differs; a disabled test is XL_SKIP */
    /* Why it did not pass: one line in the runner's words; "": it passed, or it is unknown. */
    char *reason;
    char *output;   /* the end of what it printed, at most XL_TEST_OUTPUT bytes */
    double seconds; /* 0: unknown */
    /* For the readers: */
    char *label; /* the name without " (2)" */
    bool has_result;
};

enum { XL_TEST_OUTPUT = 4000 };

/* Starts as zeros. */
struct xl_tests {
    struct xl_test *at;
    size_t count, room;
};

/* Adds a test without a result. command: an array; NULL: unknown. The emulator in front of it is
 * left out. */
struct xl_test *xl_tests_add(struct xl_tests *tests, const char *label,
                             struct json_object *command);

/* How a test ended. The texts are copied, and need not be UTF-8. */
struct xl_test_result {
    const char *label;
    struct json_object *command; /* how it was started, as an array; NULL: unknown */
    enum xl_outcome outcome;
    const char *reason;
    const char *output;
    size_t output_size;
    double seconds;
};

/* Sets the result of the first test of this label that has none. If several tests have the label,
 * the command tells which. Adds the test if it is not there. */
void xl_tests_set(struct xl_tests *tests, const struct xl_test_result *result);

/* The caller gives it to xl_tests_free. */
struct xl_tests xl_tests_copy(const struct xl_tests *tests);

void xl_tests_free(struct xl_tests *tests);

#endif
