/* Small sets of rows that cover every value of every axis, and every pair of values of chosen axes.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_PAIRWISE_H
#define XL_HARNESS_MATRIX_PAIRWISE_H

#include "matrix/row.h"

/* What a set must cover beside each value of each axis; the lower axis first. A pair of values that
 * no row has need not be covered. */
struct xl_pairwise_goal {
    bool pairs[XL_AXES][XL_AXES];
};

const char *xl_axis_name(enum xl_axis axis);

/* The axis of this name, or -1. */
int xl_axis_find(const char *name);

/* Text of a row's value on an axis; buffer is for what has to be made up. */
const char *xl_axis_text(const struct xl_row *row, enum xl_axis axis, char *buffer, size_t size);

/* Fills axis_values of each row, and axis_counts. 0, or -1 without memory. */
int xl_axes_number(struct xl_row_list *list);

/* Adds rows to chosen, one flag a row, until the goal is covered; rows that are chosen already
 * stay. The smallest set that is found: greedy, rows of the first optimisation level and the
 * file's first rows preferred, then without rows that the others made superfluous. *lower_bound
 * becomes a number of rows below which no set can cover the goal (0 for thousands of rows: not
 * searched). 0, or -1 with err. */
int xl_pairwise_select(const struct xl_row_list *list, const struct xl_pairwise_goal *goal,
                       bool *chosen, size_t *lower_bound, struct xl_error *err);

/* How many pairs of values of two axes the rows have, and how many the chosen ones have (chosen
 * NULL: all). */
size_t xl_pairwise_pairs(const struct xl_row_list *list, enum xl_axis a, enum xl_axis b,
                         const bool *chosen);

#endif
