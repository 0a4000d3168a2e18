/* Expected outcomes: skips that matrix.yml lists, and failures that a known bug explains.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_EXPECT_H
#define XL_HARNESS_RUN_EXPECT_H

#include "matrix/known_issues.h"
#include "results/results.h"

struct xl_expectations {
    const struct xl_row_list *list; /* with its skips */
    const struct xl_known_bugs *bugs;
    /* Crosslane's own kernels, whose skips must be listed. Others list theirs in .missing. */
    bool own_kernels;
};

/* Turns an unexpected skip into a failure and an explained failure into an emu-bug, and sets the
 * row's outcome again. Notes in row->notes what was expected and did not occur. */
void xl_expect(const struct xl_expectations *expected, struct xl_row_result *row);

#endif
