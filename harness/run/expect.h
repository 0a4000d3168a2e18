/* What was expected of a row: skips that matrix.yml lists, failures that a known bug explains.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_EXPECT_H
#define XL_HARNESS_RUN_EXPECT_H

#include "matrix/known_issues.h"
#include "results/results.h"

struct xl_expectations {
    const struct xl_row_list *list; /* with its skips */
    const struct xl_known_bugs *bugs;
    bool own_kernels; /* those of this repository: their gaps must be listed; others list their own
                       */
};

/* Makes an unexpected skip a failure and an explained failure an emu-bug, and sets the row's
 * outcome anew. What was expected and did not come is noted in row->notes. */
void xl_expect(const struct xl_expectations *expected, struct xl_row_result *row);

#endif
