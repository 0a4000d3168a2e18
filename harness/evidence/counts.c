/* Which instructions of the kernels a run reached: counts by build, summed over its rows.
 * SPDX-License-Identifier: MIT
 */
#include "evidence/counts.h"

#include <stdlib.h>

static bool was_taken(const struct xl_coverage_build *build, size_t variant, size_t function)
{
    return build->taken && function < build->reach.functions &&
           build->taken[variant * build->reach.functions + function];
}

bool xl_coverage_has(const struct xl_coverage_build *build, size_t variant, size_t i)
{
    const struct xl_instruction *insn = &build->listing.instructions[i];
    bool is_code =
        insn->family < XL_FAMILY_pad || (insn->family == XL_FAMILY_unknown && build->counts[i] > 0);
    return is_code && (xl_reach_has(&build->reach, variant, insn->function) ||
                       was_taken(build, variant, insn->function));
}

bool xl_coverage_is_vector(const struct xl_coverage_build *build, size_t variant, size_t i)
{
    const struct xl_isa *isa = xl_isa_find(build->arch->name, build->image.variants[variant].isa);
    return xl_coverage_has(build, variant, i) &&
           xl_family_counts(xl_family_find(isa->family), build->listing.instructions[i].family);
}

struct xl_coverage_sum xl_coverage_sum(const struct xl_coverage_build *build, size_t variant)
{
    struct xl_coverage_sum sum = {0};
    for (size_t i = 0; build->rows[variant] && i < build->listing.count; i++) {
        if (!xl_coverage_has(build, variant, i))
            continue;
        bool is_vector = xl_coverage_is_vector(build, variant, i);
        sum.total++;
        sum.executed += build->counts[i] != 0;
        sum.vector_total += is_vector;
        sum.vector_executed += is_vector && build->counts[i];
    }
    return sum;
}

bool xl_coverage_is_unknown(const struct xl_coverage_build *build, size_t variant)
{
    const struct xl_isa *isa = xl_isa_find(build->arch->name, build->image.variants[variant].isa);
    const struct xl_coverage_sum sum = xl_coverage_sum(build, variant);
    bool wants_vectors = xl_family_find(isa->family) != XL_FAMILY_none &&
                         !(build->is_free && build->is_free[variant]);
    return build->rows[variant] && (!sum.total || (wants_vectors && !sum.vector_total));
}

void xl_coverage_add(struct xl_coverage_sum *to, const struct xl_coverage_sum *sum)
{
    to->executed += sum->executed;
    to->total += sum->total;
    to->vector_executed += sum->vector_executed;
    to->vector_total += sum->vector_total;
}

double xl_coverage_percent(const struct xl_coverage_sum *sum)
{
    return sum->total ? 100.0 * (double)sum->executed / (double)sum->total : 0;
}

void xl_coverage_free(struct xl_coverage *coverage)
{
    for (size_t i = 0; i < coverage->build_count; i++) {
        struct xl_coverage_build *b = &coverage->builds[i];
        xl_source_free(b->source); /* before the image that it reads */
        xl_image_free(&b->image);
        xl_listing_free(&b->listing);
        free(b->reach.has);
        free(b->counts);
        free(b->rows);
        free(b->taken);
        free(b->is_free);
    }
    free(coverage->builds);
    free(coverage->rows);
    *coverage = (struct xl_coverage){0};
}
