/* Which instructions of the kernels a run reached: counts by build, summed over its rows.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EVIDENCE_COUNTS_H
#define XL_HARNESS_EVIDENCE_COUNTS_H

#include <stdbool.h>

#include "evidence/image.h"
#include "evidence/listing.h"
#include "evidence/reach.h"
#include "evidence/source.h"

/* One build's agent, and what its rows executed of it. */
struct xl_coverage_build {
    char name[128];
    const struct xl_arch *arch;
    struct xl_image image;
    struct xl_listing listing;
    struct xl_reach reach;
    uint64_t *counts; /* of each instruction: how often the rows executed it */
    unsigned *rows;   /* of each variant: how many rows called it */
    bool *taken;      /* of each variant, each function: only a pointer led there; NULL: none is */
    bool *is_free;    /* of each variant: it may have no vector instructions; NULL: each must */
    struct xl_source *source; /* NULL until it is read */
};

/* A row, and why nothing is known of it. */
struct xl_coverage_row {
    char name[128];
    bool was_measured;
    char reason[512]; /* why it was not, or what failed on it; "" if there is nothing to say */
    double seconds;
};

struct xl_coverage {
    struct xl_coverage_build *builds;
    size_t build_count;
    struct xl_coverage_row *rows;
    size_t row_count;
};

/* Instructions of a variant, or of many. */
struct xl_coverage_sum {
    uint64_t executed, total;               /* reached at least once; all */
    uint64_t vector_executed, vector_total; /* of these, the ISA's vector instructions */
};

/* Whether instruction i is one of this variant's code: not padding, no word of a ppc64 traceback
 * table, and nothing that cannot be decoded and was not executed. */
bool xl_coverage_has(const struct xl_coverage_build *build, size_t variant, size_t i);

/* Whether instruction i is a vector instruction of the variant's ISA. */
bool xl_coverage_is_vector(const struct xl_coverage_build *build, size_t variant, size_t i);

/* All 0 where no row called it. */
struct xl_coverage_sum xl_coverage_sum(const struct xl_coverage_build *build, size_t variant);

void xl_coverage_add(struct xl_coverage_sum *to, const struct xl_coverage_sum *sum);

/* Whether nothing says what was reached of a variant that rows called: none of its instructions is
 * known, or no vector instruction of a kernel that must have some. */
bool xl_coverage_is_unknown(const struct xl_coverage_build *build, size_t variant);

/* 0 where there is nothing, and 100 for nothing less than all. */
double xl_coverage_percent(const struct xl_coverage_sum *sum);

void xl_coverage_free(struct xl_coverage *coverage);

#endif
