/* Coverage as a person reads it, and as JSON.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_COVERAGE_REPORT_H
#define XL_HARNESS_REPORT_COVERAGE_REPORT_H

#include <stdio.h>

#include "binary/counts.h"

/* One variant that rows called. */
struct xl_coverage_variant {
    const struct xl_coverage_build *build;
    size_t variant;
    struct xl_coverage_sum sum;
};

/* All of them, by build. The caller frees the array; NULL: out of memory. */
struct xl_coverage_variant *xl_coverage_variants(const struct xl_coverage *coverage, size_t *count);

/* The table of variants, the vector instructions that no call reached, and a line for each ISA. */
void xl_coverage_print(const struct xl_coverage_variant *variants, size_t count, FILE *to);

/* Names each variant of which nothing says what was reached. Returns how many. */
size_t xl_coverage_print_unknown(const struct xl_coverage_variant *variants, size_t count,
                                 FILE *to);

/* Names each variant of which less than `least` percent was executed. Returns how many. */
size_t xl_coverage_print_below(const struct xl_coverage_variant *variants, size_t count,
                               double least, FILE *to);

/* The code of a variant: each instruction with its count, under its source line. */
void xl_coverage_annotate(const struct xl_coverage_variant *variant, FILE *to);

/* Returns 0, or -1 with err. */
int xl_coverage_write_json(const struct xl_coverage *coverage,
                           const struct xl_coverage_variant *variants, size_t count, uint64_t seed,
                           const char *file, struct xl_error *err);

/* "kernels/arith/add_f32.c:22, by arch/x86_64/avx2.h:40": the line of the kernel, and the innermost
 * one where that is another. "" without debug information. The caller frees it. */
char *xl_coverage_place(const struct xl_coverage_build *build, uint64_t address);

/* Rounded down to tenths, so that 100.0 is all. */
double xl_coverage_tenths(const struct xl_coverage_sum *sum);

#endif
