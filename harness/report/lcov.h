/* Coverage of source lines as an LCOV tracefile (geninfo(1), "FILES"), which genhtml and Codecov
 * read.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_LCOV_H
#define XL_HARNESS_REPORT_LCOV_H

#include <stdio.h>

#include "binary/counts.h"

/* Counts of lines and functions, by file. */
struct xl_lcov;

struct xl_lcov *xl_lcov_new(void);

/* An instruction of a line was executed `count` times. Within a variant the largest count is the
 * line's. Returns 0, or -1: out of memory. The same of a function that begins at a line. */
int xl_lcov_line(struct xl_lcov *lcov, const char *file, unsigned line, uint64_t count);
int xl_lcov_function(struct xl_lcov *lcov, const char *file, unsigned line, const char *name,
                     uint64_t count);

/* The variant is done: its counts are added to those of the others. */
void xl_lcov_end_variant(struct xl_lcov *lcov);

/* Files and lines come in order. */
void xl_lcov_print(struct xl_lcov *lcov, FILE *to);

void xl_lcov_free(struct xl_lcov *lcov);

/* Writes all variants that were measured. A line counts where it is in a file below one of the
 * folders: the headers of compilers are left out. Returns 0, or -1 with err. */
int xl_lcov_write(const struct xl_coverage *coverage, const char *const *folders,
                  size_t folder_count, const char *file, struct xl_error *err);

#endif
