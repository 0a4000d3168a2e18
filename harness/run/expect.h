/* Expected outcomes: skips that matrix.yml lists, and failures that a known bug explains.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_EXPECT_H
#define XL_HARNESS_RUN_EXPECT_H

#include "base/digest.h"
#include "matrix/known_issues.h"
#include "results/results.h"

struct xl_expectations {
    const struct xl_row_list *list; /* with its skips */
    const struct xl_known_bugs *bugs;
    /* Crosslane's own kernels, whose skips must be listed. Others list theirs in .missing. */
    bool own_kernels;
};

/* Versions of the tools of a row that can have bugs. "": there is no such tool. */
struct xl_bug_versions {
    const char *qemu, *compiler, *library;
};

/* A digest of the known bugs that a kernel can meet on a row, and of these versions. Zeros: there
 * are none. */
struct xl_digest xl_expected_bugs(const struct xl_expectations *expected, const struct xl_row *row,
                                  const char *kernel, const struct xl_bug_versions *versions);

/* Sets the row's outcome by those of its kernels. stopped: why it was not finished; "" if it was.
 */
void xl_row_conclude(struct xl_row_result *result, const char *stopped);

/* Whether a known bug explains the kernel's failure. */
bool xl_is_expected_failure(const struct xl_expectations *expected, const struct xl_row_result *row,
                            const struct xl_kernel_result *k);

/* Turns an unexpected skip into a failure and an explained failure into an emu-bug, and sets the
 * row's outcome again. Notes in row->notes what was expected and did not occur. */
void xl_expect(const struct xl_expectations *expected, struct xl_row_result *row);

#endif
