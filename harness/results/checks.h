/* The checks of calls, and which are disabled.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_CHECKS_H
#define XL_HARNESS_RESULTS_CHECKS_H

#include <stdbool.h>

#include "oracle/inputs.h"

enum xl_check {
#define XL_CHECK(NAME, WITH, TEXT) XL_CHECK_##NAME,
#include "results/checks.def"
#undef XL_CHECK
    XL_CHECKS
};

/* The name of a finding's check for a failed test of a project's own suite, which no check of a
 * call found. */
#define XL_CHECK_OF_SUITES "test"

/* What a run disables: checks, and groups of calls (oracle/case.h). */
struct xl_disabled_checks {
    bool check[XL_CHECKS], group[XL_MAX_GROUPS];
};

const char *xl_check_name(enum xl_check check);

/* What the check verifies, as a sentence. */
const char *xl_check_text(enum xl_check check);

/* The number of the check of this name, or -1. */
int xl_check_find(const char *name);

/* The check that it is disabled with: another, or itself. */
enum xl_check xl_check_group(enum xl_check check);

/* Appends the names of disabled checks to the arguments of an agent, which have room for XL_CHECKS
 * more and a NULL. */
void xl_check_tell(const struct xl_disabled_checks *off, const char **argv);

/* Whether it, or the check that it is disabled with, is disabled. */
bool xl_check_is_disabled(const struct xl_disabled_checks *off, enum xl_check check);

#endif
