/* Reads and checks matrix.yml: its builds, rows, tiers and expected skips.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_ROWS_H
#define XL_HARNESS_MATRIX_ROWS_H

#include "matrix/row.h"

/* Reads a matrix file. Returns 0, and the caller gives the list to xl_row_list_free; or -1 with
 * err. Warnings go to standard error. */
int xl_row_list_read(const char *file, struct xl_row_list *list, struct xl_error *err);

/* The same from a text that messages call `name`, without warnings. */
int xl_row_list_parse(const char *name, const char *text, size_t size, struct xl_row_list *list,
                      struct xl_error *err);
void xl_row_list_free(struct xl_row_list *list);

/* NULL if there is none. */
const struct xl_build_spec *xl_build_find(const struct xl_row_list *list, const char *name);

/* Whether the row runs the kernel. */
bool xl_row_has_kernel(const struct xl_row *row, const char *kernel);

/* Whether a row gets fewer calls. At -O0 a call costs most, and what the compiler does to code
 * shows in few calls as in many. Rows of tier pr get all calls: one may be the only row of its ISA.
 */
bool xl_row_is_shortened(const struct xl_row *row);

/* Checks that every kernel pattern of the rows matches one of these kernels. Returns 0, or -1 with
 * the first wrong row in err. */
int xl_row_list_check_kernels(const struct xl_row_list *list, const char *const *kernels,
                              size_t count, struct xl_error *err);

const char *xl_tier_name(enum xl_tier tier);

/* The tier of this name, or -1. */
int xl_tier_find(const char *name);

#endif
