/* The rows by CPU, and the builds by compiler: what is shown of a matrix too long to show row by
 * row.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_CPU_GROUPS_H
#define XL_HARNESS_MATRIX_CPU_GROUPS_H

#include "matrix/rows.h"

/* More than rows.c knows of. */
enum { XL_MAX_COMPILERS = 8, XL_MAX_OPTS = 8 };

/* What the builds are made of; each in the order in which the file first has it. */
struct xl_cpu_groups {
    const struct xl_row_list *list;
    const struct xl_arch *arches[XL_MAX_ARCHES];
    const char *compilers[XL_MAX_COMPILERS], *opts[XL_MAX_OPTS];
    size_t arch_count, compiler_count, opt_count;
};

/* The list must outlive it; nothing is to be freed. */
struct xl_cpu_groups xl_cpu_groups_of(const struct xl_row_list *list);

/* The first row of the next CPU of an arch, from row *at on, which becomes the place to go on from.
 * Rows are of one CPU if they differ in nothing but compiler and level. NULL after the last. */
const struct xl_row *xl_group_next_cpu(const struct xl_cpu_groups *g, const struct xl_arch *arch,
                                       size_t *at);

/* The smallest tier that runs a CPU's row of this compiler and level, either of which may be NULL:
 * any. XL_TIERS if there is no such row. */
enum xl_tier xl_group_cpu_tier(const struct xl_cpu_groups *g, const struct xl_row *cpu,
                               const char *compiler, const char *opt);

/* The smallest tier that needs a build; XL_TIERS if no row does. */
enum xl_tier xl_group_build_tier(const struct xl_cpu_groups *g, const struct xl_build_spec *build);

/* NULL if there is none. */
const struct xl_build_spec *xl_group_build(const struct xl_cpu_groups *g,
                                           const struct xl_arch *arch, const char *compiler,
                                           const char *opt);

/* What a tier runs. */
struct xl_tier_size {
    size_t rows, builds, pinned;
};

struct xl_tier_size xl_tier_size(const struct xl_row_list *list, enum xl_tier tier);

#endif
