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

/* Reads why tests failed, where CTest's JUnit file does not say it. */
void xl_read_ctest_failures(const char *console, struct xl_tests *tests);

/* Reads Automake's tests without .trs files, of its option serial-tests. Returns whether there are
 * results of tests. */
bool xl_read_serial_tests(const char *console, struct xl_tests *tests);

/* The .trs files below the directory. Returns whether there are any. */
bool xl_read_trs_files(const char *build, time_t since, struct xl_tests *tests);

/* One .trs file, with the end of its .log. */
void xl_read_trs(const char *label, FILE *trs, const char *log, size_t log_size,
                 struct xl_tests *tests);

#endif
