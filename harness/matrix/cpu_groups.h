/* Groups rows by CPU and builds by compiler, for pages about a long matrix.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_CPU_GROUPS_H
#define XL_HARNESS_MATRIX_CPU_GROUPS_H

#include "matrix/rows.h"

/* More than rows.c has. */
enum { XL_MAX_COMPILERS = 8, XL_MAX_OPTS = 8 };

/* The architectures, compilers and levels of the builds, in the file's order. */
struct xl_cpu_groups {
    const struct xl_row_list *list;
    const struct xl_arch *arches[XL_MAX_ARCHES];
    const char *compilers[XL_MAX_COMPILERS], *opts[XL_MAX_OPTS];
    size_t arch_count, compiler_count, opt_count;
};

/* The list must outlive it; nothing is to be freed. */
struct xl_cpu_groups xl_cpu_groups_of(const struct xl_row_list *list);

/* The first row of the next CPU of an arch, from row *at on. Advances *at. Rows that differ only in
 * compiler and level are of one CPU. NULL after the last one. */
const struct xl_row *xl_group_next_cpu(const struct xl_cpu_groups *g, const struct xl_arch *arch,
                                       size_t *at);

/* The smallest tier that runs a CPU's row of this compiler and level; NULL: of any. XL_TIERS if
 * there is no such row. */
enum xl_tier xl_group_cpu_tier(const struct xl_cpu_groups *g, const struct xl_row *cpu,
                               const char *compiler, const char *opt);

/* The smallest tier that needs a build; XL_TIERS if no row does. */
enum xl_tier xl_group_build_tier(const struct xl_cpu_groups *g, const struct xl_build_spec *build);

/* NULL if there is none. */
const struct xl_build_spec *xl_group_build(const struct xl_cpu_groups *g,
                                           const struct xl_arch *arch, const char *compiler,
                                           const char *opt);

/* Numbers of a tier. */
struct xl_tier_size {
    size_t rows, builds;
};

struct xl_tier_size xl_tier_size(const struct xl_row_list *list, enum xl_tier tier);

#endif
