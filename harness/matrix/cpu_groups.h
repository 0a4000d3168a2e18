/* What a matrix has, in numbers and names.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_CPU_GROUPS_H
#define XL_HARNESS_MATRIX_CPU_GROUPS_H

#include "matrix/rows.h"

/* More than rows.c has. */
enum { XL_MAX_COMPILERS = 8, XL_MAX_OPTS = 8 };

/* The architectures, compilers and levels of the builds, in the file's order. */
struct xl_cpu_groups {
    const struct xl_arch *arches[XL_MAX_ARCHES];
    const char *compilers[XL_MAX_COMPILERS], *opts[XL_MAX_OPTS];
    size_t arch_count, compiler_count, opt_count;
};

/* The list must outlive it; nothing is to be freed. */
struct xl_cpu_groups xl_cpu_groups_of(const struct xl_row_list *list);

/* Numbers of a tier. */
struct xl_tier_size {
    size_t rows, builds;
};

struct xl_tier_size xl_tier_size(const struct xl_row_list *list, enum xl_tier tier);

#endif
