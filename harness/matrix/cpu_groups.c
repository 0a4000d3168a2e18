/* Groups rows by CPU and builds by compiler, for pages about a long matrix.
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
    struct xl_cpu_groups g = {.list = list};
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

/* Compares the fields, because `include` can give rows with one CPU name different fields. */
static bool same_cpu(const struct xl_row *a, const struct xl_row *b)
{
    if (a->arch != b->arch || strcmp(a->cpu, b->cpu) != 0 || a->isa != b->isa ||
        a->vl_bits != b->vl_bits || strcmp(a->qemu_cpu, b->qemu_cpu) != 0 ||
        memcmp(a->absent_isas, b->absent_isas, sizeof a->absent_isas) != 0 ||
        a->kernel_count != b->kernel_count)
        return false;
    for (size_t i = 0; i < a->kernel_count; i++)
        if (strcmp(a->kernels[i], b->kernels[i]) != 0)
            return false;
    return true;
}

const struct xl_row *xl_group_next_cpu(const struct xl_cpu_groups *g, const struct xl_arch *arch,
                                       size_t *at)
{
    const struct xl_row *rows = g->list->rows;
    while (*at < g->list->count) {
        const struct xl_row *row = &rows[(*at)++];
        size_t before = 0;
        if (row->arch != arch)
            continue;
        while (!same_cpu(&rows[before], row))
            before++;
        if (&rows[before] == row)
            return row;
    }
    return NULL;
}

enum xl_tier xl_group_cpu_tier(const struct xl_cpu_groups *g, const struct xl_row *cpu,
                               const char *compiler, const char *opt)
{
    enum xl_tier least = XL_TIERS;
    for (size_t i = 0; i < g->list->count; i++) {
        const struct xl_row *row = &g->list->rows[i];
        if (row->tier < least && (!compiler || strcmp(row->compiler, compiler) == 0) &&
            (!opt || strcmp(row->opt, opt) == 0) && same_cpu(row, cpu))
            least = row->tier;
    }
    return least;
}

enum xl_tier xl_group_build_tier(const struct xl_cpu_groups *g, const struct xl_build_spec *build)
{
    enum xl_tier least = XL_TIERS;
    for (size_t i = 0; i < g->list->count; i++)
        if (g->list->rows[i].build == build->name && g->list->rows[i].tier < least)
            least = g->list->rows[i].tier;
    return least;
}

const struct xl_build_spec *xl_group_build(const struct xl_cpu_groups *g,
                                           const struct xl_arch *arch, const char *compiler,
                                           const char *opt)
{
    for (size_t i = 0; i < g->list->build_count; i++) {
        const struct xl_build_spec *b = &g->list->builds[i];
        if (b->arch == arch && strcmp(b->compiler, compiler) == 0 && strcmp(b->opt, opt) == 0)
            return b;
    }
    return NULL;
}

struct xl_tier_size xl_tier_size(const struct xl_row_list *list, enum xl_tier tier)
{
    const struct xl_cpu_groups g = {.list = list};
    struct xl_tier_size size = {0};
    for (size_t i = 0; i < list->count; i++)
        size.rows += list->rows[i].tier <= tier;
    for (size_t i = 0; i < list->build_count; i++)
        size.builds += xl_group_build_tier(&g, &list->builds[i]) <= tier;
    return size;
}
