/* The rows and kernels that a change can affect.
 * SPDX-License-Identifier: MIT
 *
 * A file is placed by what it is: a kernel means that kernel on all rows; what is compiled into
 * kernels means the objects that the builds' records say are made from it; a toolchain file means
 * its builds; matrix.yml the rows that it changed; documents and tests no row. Everything else, and
 * whatever no record knows, means everything.
 */
#ifndef XL_HARNESS_CI_AFFECTED_H
#define XL_HARNESS_CI_AFFECTED_H

#include "ci/affected_set.h"

/* What the files that differ from `base` can affect; base NULL: no file has changed. The list and
 * the names must outlive *out. 0, or -1 with err; the caller gives *out to xl_affected_free,
 * whatever the result. */
int xl_affected_find(const char *base, const struct xl_row_list *list, const char *const *kernels,
                     size_t kernel_count, struct xl_affected *out, struct xl_error *err);

/* Adds what a label asks for: ciflow/ARCH the rows of an architecture, ciflow/TIER those of a tier.
 * Labels that do not begin with ciflow/ ask for nothing. 0, or -1 with err: an unknown one. */
int xl_affected_label(struct xl_affected *affected, const char *label, struct xl_error *err);

/* How many kernels of a row are affected. */
size_t xl_affected_count(const struct xl_affected *affected, size_t row);

bool xl_affected_has(const struct xl_affected *affected, size_t row, size_t kernel);

void xl_affected_free(struct xl_affected *affected);

#endif
