/* The tests of a project on one row.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_SUITE_ROW_H
#define XL_HARNESS_SUITE_SUITE_ROW_H

#include "suite/suite_tested.h"

struct json_object;

/* Runs the row's tests in a build, which must not change meanwhile. scratch: an empty directory,
 * which the caller removes. Call it in a process of its own: it changes the environment. Returns
 * the row as in results/results.def, which the caller puts. */
struct json_object *xl_suite_row(const struct xl_suite_options *o, const struct xl_row *row,
                                 const struct xl_row_trees *trees,
                                 const struct xl_suite_build *build, const char *scratch);

#endif
