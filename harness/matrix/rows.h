/* The builds and rows of matrix.yml, checked: every arch, ISA, compiler and key in them is known,
 * and every row is in its tier.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_ROWS_H
#define XL_HARNESS_MATRIX_ROWS_H

#include "matrix/row.h"

/* Reads a matrix file. On success 0, and xl_row_list_free frees it; else -1, and err is the
 * message, ready to print. Warnings go to standard error. */
int xl_row_list_read(const char *file, struct xl_row_list *list, struct xl_error *err);

/* The same of a text in memory, which messages call name; says no warnings. */
int xl_row_list_parse(const char *name, const char *text, size_t size, struct xl_row_list *list,
                      struct xl_error *err);
void xl_row_list_free(struct xl_row_list *list);

/* NULL if there is none. */
const struct xl_build_spec *xl_build_find(const struct xl_row_list *list, const char *name);

/* Whether the row runs the kernel. */
bool xl_row_has_kernel(const struct xl_row *row, const char *kernel);

/* Whether a row is there for what its compiler does to code, which shows in few elements as in
 * many: at -O0, where each costs most. Not so in tier pr, where it may be the only one of its ISA.
 */
bool xl_row_is_shortened(const struct xl_row *row);

/* Checks that every pattern of kernels in the rows matches one of these. Else -1, with the first
 * row that is wrong in err. */
int xl_row_list_check_kernels(const struct xl_row_list *list, const char *const *kernels,
                              size_t count, struct xl_error *err);

const char *xl_tier_name(enum xl_tier tier);

/* The tier of this name, or -1. */
int xl_tier_find(const char *name);

#endif
