/* Readers of what test runners write.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_RUNNER_OUTPUT_H
#define XL_HARNESS_SUITE_RUNNER_OUTPUT_H

#include <stdio.h>
#include <time.h>

#include "suite/test_list.h"

/* Opens a file that was written since then. NULL: there is none. */
FILE *xl_open_since(const char *path, time_t since);

/* Each reads a file or text, as far as it can. Returns whether it had the form of one. */
bool xl_read_junit(FILE *f, struct xl_tests *tests);     /* of CTest */
bool xl_read_meson_log(FILE *f, struct xl_tests *tests); /* testlog.json */
bool xl_read_console(enum xl_runner runner, const char *console, struct xl_tests *tests);

/* The outcome of a word of Meson's TestResult. Returns whether it is one. */
bool xl_meson_outcome(const char *word, size_t length, enum xl_outcome *outcome);

/* The .trs files below the directory. Returns whether there are any. */
bool xl_read_trs_files(const char *build, time_t since, struct xl_tests *tests);

/* One .trs file, with the end of its .log. */
void xl_read_trs(const char *label, FILE *trs, const char *log, size_t log_size,
                 struct xl_tests *tests);

#endif
