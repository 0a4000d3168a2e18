/* The rows and kernels that a change can affect.
 * SPDX-License-Identifier: MIT
 *
 * The class of a file decides. A kernel: that kernel on all rows. Other compiled files: the objects
 * that the builds' dependency lists name. A toolchain file: its builds. matrix.yml: the rows that
 * it changes. Documents and tests: no row. Other files, and files in no list: everything.
 */
#ifndef XL_HARNESS_CI_AFFECTED_H
#define XL_HARNESS_CI_AFFECTED_H

#include "ci/affected_set.h"

/* What the files that differ from the revision `base` can affect; base NULL: nothing. The list and
 * the names must outlive *out. Returns 0, or -1 with err. The caller gives *out to
 * xl_affected_free, whatever the result. */
int xl_affected_find(const char *base, const struct xl_row_list *list, const char *const *kernels,
                     size_t kernel_count, struct xl_affected *out, struct xl_error *err);

/* Adds the rows of a label: ciflow/ARCH of an architecture, ciflow/TIER of a tier. Ignores labels
 * that do not start with ciflow/. Returns 0, or -1 with err if the label is unknown. */
int xl_affected_label(struct xl_affected *affected, const char *label, struct xl_error *err);

/* How many kernels of a row are affected. */
size_t xl_affected_count(const struct xl_affected *affected, size_t row);

bool xl_affected_has(const struct xl_affected *affected, size_t row, size_t kernel);

void xl_affected_free(struct xl_affected *affected);

#endif
