/* Which tests a project's own runner has, and how they ended.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_RUNNER_OUTPUT_H
#define XL_HARNESS_SUITE_RUNNER_OUTPUT_H

#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "base/error.h"
#include "suite/test_list.h"

/* Adds the tests that the runner lists. text:
 *   CTest     output of `ctest --show-only=json-v1`
 *   Meson     BUILD/meson-info/intro-tests.json
 *   Automake  unused: it lists none
 * Returns 0, or -1 with err. The caller always gives the list to xl_tests_free. */
int xl_tests_list(enum xl_runner runner, const char *text, size_t size, struct xl_tests *tests,
                  struct xl_error *err);

/* Reads how the tests ended, and adds those that are not listed.
 *   CTest     junit: the file of --output-junit
 *   Meson     junit: BUILD/meson-logs/testlog.junit.xml, beside which testlog.json is read: in the
 *             JUnit file, a test that timed out passes (Meson 1.0.1, mtest.py, JunitBuilder)
 *   Automake  the .trs and .log files below `build`
 * A file older than `since` is of an earlier run, and counts as missing. If a runner was killed,
 * its file is missing or ends early, and how its tests ended is unknown. console: the output of the
 * runner, without options that add the output of tests; NULL: unknown. Returns 0, or -1 with err if
 * nothing can be read. */
int xl_tests_read(enum xl_runner runner, const char *build, const char *junit, time_t since,
                  const char *console, struct xl_tests *tests, struct xl_error *err);

/* Its readers. Each reads a file or text, as far as it can, and returns whether it had the form of
 * one. */
bool xl_read_junit(FILE *f, struct xl_tests *tests);     /* of CTest */
bool xl_read_meson_log(FILE *f, struct xl_tests *tests); /* testlog.json */

/* Reads why tests failed, where CTest's JUnit file does not say it. */
void xl_read_ctest_failures(const char *console, struct xl_tests *tests);

/* Reads Automake's tests without .trs files, of its option serial-tests. Returns whether there are
 * results of tests. */
bool xl_read_serial_tests(const char *console, struct xl_tests *tests);

/* One .trs file, with the end of its .log. */
void xl_read_trs(const char *label, FILE *trs, const char *log, size_t log_size,
                 struct xl_tests *tests);

#endif
