/* Cases for buffers of several rows: many rows, great depths, large strides; and for buffers that
 * lie far apart.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_SPREAD_H
#define XL_HARNESS_ORACLE_SPREAD_H

#include "oracle/inputs.h"

/* The groups of such cases. */
enum xl_row_group {
    XL_ROW_GROUP_NONE,
    XL_ROW_GROUP_MANY_ROWS,
    XL_ROW_GROUP_MANY_DEPTHS,
    XL_ROW_GROUP_ANY_SIZES,
    XL_ROW_GROUP_WIDE_STRIDES,
    XL_ROW_GROUP_FENCED_ROWS, /* pages between rows are read-only */
    XL_ROW_GROUP_EVEN_STRIDES,
    XL_ROW_GROUP_ROW_THRESHOLDS,
    XL_ROW_GROUP_DEPTH_THRESHOLDS,
    XL_ROW_GROUP_FAR_BUFFERS
};

/* How many cases a kernel has of a group. */
size_t xl_rows_cases(const struct xl_kernel *kernel, enum xl_row_group group);

/* Makes a case that has its seed and the sizes of any other the one with this number. */
void xl_rows_choose(const struct xl_kernel *kernel, enum xl_row_group group, size_t i,
                    struct xl_case *c);

/* `offset` of a case whose place is XL_PLACEMENT_FAR: below XL_FAR_ROWS which of the ways that
 * buffers are apart, XL_FAR_ALONE being one in which the first is not in the usual memory;
 * XL_FAR_ROWS: its rows are apart, each of up to XL_FAR_MAPPINGS in another mapping of the memory.
 */
enum { XL_FAR_ALONE = 2, XL_FAR_ROWS = 8, XL_FAR_MAPPINGS = 4 };

/* What is wrong with the sizes of a record. */

/* Of its `.sizes`, or NULL. */
const char *xl_sizes_wrong(const struct xl_kernel *kernel);

#endif
