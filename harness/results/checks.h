/* What the harness looks at in a call, and what of it is switched off.
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

/* What is switched off of a run: checks, and calls by their group of cases (oracle/inputs.h). */
struct xl_disabled_checks {
    bool check[XL_CHECKS], group[XL_MAX_GROUPS];
};

const char *xl_check_name(enum xl_check check);

/* What holds where it finds nothing, in words. */
const char *xl_check_text(enum xl_check check);

/* The number of the check of this name, or -1. */
int xl_check_find(const char *name);

/* The check that it is switched off with: another, or itself. */
enum xl_check xl_check_group(enum xl_check check);

/* Appends the names of what is off to the arguments of an agent, which has room for XL_CHECKS more
 * and a NULL. */
void xl_check_tell(const struct xl_disabled_checks *off, const char **argv);

/* It is switched off, or the one that it is switched off with. */
bool xl_check_is_disabled(const struct xl_disabled_checks *off, enum xl_check check);

#endif
