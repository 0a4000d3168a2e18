/* What a matrix has, in numbers and names.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/cpu_groups.h"

#include <string.h>

static void add(const char **names, size_t *count, size_t most, const char *name)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp(names[i], name) == 0)
            return;
    if (*count < most)
        names[(*count)++] = name;
}

struct xl_cpu_groups xl_cpu_groups_of(const struct xl_row_list *list)
{
    struct xl_cpu_groups g = {0};
    for (size_t i = 0; i < list->build_count; i++) {
        const struct xl_build_spec *b = &list->builds[i];
        size_t a = 0;
        while (a < g.arch_count && g.arches[a] != b->arch)
            a++;
        if (a == g.arch_count && a < XL_MAX_ARCHES)
            g.arches[g.arch_count++] = b->arch;
        add(g.compilers, &g.compiler_count, XL_MAX_COMPILERS, b->compiler);
        add(g.opts, &g.opt_count, XL_MAX_OPTS, b->opt);
    }
    return g;
}

/* The smallest tier that needs a build; XL_TIERS if no row does. */
static enum xl_tier tier_of_build(const struct xl_row_list *list, const struct xl_build_spec *build)
{
    enum xl_tier least = XL_TIERS;
    for (size_t i = 0; i < list->count; i++)
        if (list->rows[i].build == build->name && list->rows[i].tier < least)
            least = list->rows[i].tier;
    return least;
}

struct xl_tier_size xl_tier_size(const struct xl_row_list *list, enum xl_tier tier)
{
    struct xl_tier_size size = {0};
    for (size_t i = 0; i < list->count; i++)
        size.rows += list->rows[i].tier <= tier;
    for (size_t i = 0; i < list->build_count; i++)
        size.builds += tier_of_build(list, &list->builds[i]) <= tier;
    return size;
}
