/* The rows and kernels that changed files can affect, and the reason for each file.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CI_AFFECTED_SET_H
#define XL_HARNESS_CI_AFFECTED_SET_H

#include "ci/git_changes.h"
#include "matrix/rows.h"

struct xl_changed_file {
    const char *file; /* of changes */
    char reason[160];
    size_t rows; /* that it can affect */
};

struct xl_affected {
    const struct xl_row_list *list;
    const char *const *kernels;
    size_t kernel_count;
    bool *cells; /* of row r and kernel k at r * kernel_count + k */
    char commit[64];
    struct xl_changes changes;
    struct xl_changed_file *files; /* one for each of changes */
};

#endif
