/* Cases for buffers with several rows: many rows, great depths, large strides; and for buffers far
 * apart.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_SPREAD_H
#define XL_HARNESS_ORACLE_SPREAD_H

#include "oracle/inputs.h"

enum xl_row_group {
    XL_ROW_GROUP_NONE,
    XL_ROW_GROUP_MANY_ROWS,
    XL_ROW_GROUP_MANY_DEPTHS,
    XL_ROW_GROUP_ANY_SIZES,
    XL_ROW_GROUP_WIDE_STRIDES,
    XL_ROW_GROUP_FENCED_ROWS, /* read-only pages between rows */
    XL_ROW_GROUP_EVEN_STRIDES,
    XL_ROW_GROUP_ROW_THRESHOLDS,
    XL_ROW_GROUP_DEPTH_THRESHOLDS,
    XL_ROW_GROUP_FAR_BUFFERS
};

/* The number of cases that a kernel has in a group. */
size_t xl_rows_cases(const struct xl_kernel *kernel, enum xl_row_group group);

/* Sets sizes, gaps and placement of a case to those of case i of the group. */
void xl_rows_choose(const struct xl_kernel *kernel, enum xl_row_group group, size_t i,
                    struct xl_case *c);

/* `offset` of a case with XL_PLACEMENT_FAR. Below XL_FAR_ROWS: which buffers are far from each
 * other; XL_FAR_ALONE: the first one is outside the usual memory. XL_FAR_ROWS: rows are far from
 * each other, in up to XL_FAR_MAPPINGS mappings of the memory. */
enum { XL_FAR_ALONE = 2, XL_FAR_ROWS = 8, XL_FAR_MAPPINGS = 4 };

/* What is wrong with `.sizes` of a record, or NULL. */
const char *xl_sizes_wrong(const struct xl_kernel *kernel);

#endif
