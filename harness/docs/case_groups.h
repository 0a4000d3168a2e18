/* The groups of calls, and what each finds, as a table: a part of docs/reference/checks.md.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_DOCS_CASE_GROUPS_H
#define XL_HARNESS_DOCS_CASE_GROUPS_H

#include <stdio.h>

#include "base/error.h"

/* 0, or -1 with err: tests/mutants/groups.txt, which says what they find, is not there. */
int xl_case_groups_put(FILE *out, struct xl_error *err);

#endif
