/* A matrix being expanded: shared by expand.c and lint.c.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_EXPANSION_H
#define XL_HARNESS_MATRIX_EXPANSION_H

#include "matrix/expanded.h"

/* A key of an include or exclude item that names an axis. */
struct xl_condition {
    size_t axis;
    const struct xl_pair *pair;
};

struct xl_filter {
    const struct xl_node *item;
    struct xl_condition *conditions;
    size_t condition_count;
    const struct xl_pair **extras; /* keys of an include that are no axis */
    size_t extra_count;
    bool matched; /* at least one combination of the axes */
};

struct xl_expansion {
    const struct xl_node *matrix;
    const struct xl_expand_options *opt;
    struct xl_rows *out;
    struct xl_error *err;
    struct xl_arena arena;       /* freed at the end of the expansion */
    const struct xl_pair **axes; /* in definition order */
    size_t axis_count;
    struct xl_filter *includes, *excludes;
    size_t include_count, exclude_count;
    struct {
        struct xl_matrix_row *at;
        size_t count, room;
    } rows;
    size_t work; /* the rest of the budget: xl_budget_take */
};

/* Sets err: the matrix is too large. Always -1. */
int xl_matrix_too_large(struct xl_expansion *x);

#endif
