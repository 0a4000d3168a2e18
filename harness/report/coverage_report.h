/* Coverage on the console, as JSON and as an LCOV tracefile.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_COVERAGE_REPORT_H
#define XL_HARNESS_REPORT_COVERAGE_REPORT_H

#include <stdio.h>

#include "code/counts.h"

/* One variant that rows called. */
struct xl_coverage_variant {
    const struct xl_coverage_build *build;
    size_t variant;
    struct xl_coverage_sum sum;
};

/* All of them, by build. The caller frees the array. */
struct xl_coverage_variant *xl_coverage_variants(const struct xl_coverage *coverage, size_t *count);

/* The table of variants, the vector instructions that no call reached, and a line for each ISA. */
void xl_coverage_print(const struct xl_coverage_variant *variants, size_t count, FILE *to);

/* Names each variant whose coverage is unknown. Returns how many. */
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

/* Rounded down to tenths, so that 100.0 is all. */
double xl_coverage_tenths(const struct xl_coverage_sum *sum);

/* Coverage of source lines as an LCOV tracefile (geninfo(1), "FILES"), which genhtml and
 * Codecov read. */

/* Counts of lines and functions, by file. */
struct xl_lcov;

struct xl_lcov *xl_lcov_new(void);

/* An instruction of a line, or a function that begins there, was executed `count` times. Within a
 * variant, the largest count is the line's. */
int xl_lcov_line(struct xl_lcov *lcov, const char *file, unsigned line, uint64_t count);
void xl_lcov_function(struct xl_lcov *lcov, const char *file, unsigned line, const char *name,
                      uint64_t count);

/* The variant has ended: adds its counts to those of the others. */
void xl_lcov_end_variant(struct xl_lcov *lcov);

/* Adds the lines of a file of suite/vector_evidence.h, as a variant. Returns 0, or -1 with err. */
int xl_lcov_add_lines(struct xl_lcov *lcov, const char *file, struct xl_error *err);

/* Prints files and lines in order. */
void xl_lcov_print(struct xl_lcov *lcov, FILE *to);

void xl_lcov_free(struct xl_lcov *lcov);

/* Writes all measured variants. Only lines of files below the directories count, not of compilers'
 * headers. Returns 0, or -1 with err. */
int xl_lcov_write(const struct xl_coverage *coverage, const char *const *directories,
                  size_t directory_count, const char *file, struct xl_error *err);

#endif
