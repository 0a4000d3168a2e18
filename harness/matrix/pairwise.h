/* Selects a small set of rows that covers every value of every axis and pairs of values.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_PAIRWISE_H
#define XL_HARNESS_MATRIX_PAIRWISE_H

#include "matrix/row.h"

/* The pairs of axes whose pairs of values must be covered, the lower axis first. Pairs that no row
 * has need not be covered. */
struct xl_pairwise_goal {
    bool pairs[XL_AXES][XL_AXES];
};

const char *xl_axis_name(enum xl_axis axis);

/* The axis of this name, or -1. */
int xl_axis_find(const char *name);

/* The text of a row's value on an axis. It may be in `buffer`. */
const char *xl_axis_text(const struct xl_row *row, enum xl_axis axis, char *buffer, size_t size);

/* Sets axis_values of each row, and axis_counts. */
void xl_axes_number(struct xl_row_list *list);

/* Adds rows to `chosen`, which has a flag for each row, until they cover the goal. Rows that are
 * chosen already stay. The set is the smallest that is found: greedily, with rows of the first
 * optimisation level and the file's first rows preferred, and without rows that others make
 * superfluous. Returns a lower bound of the size of any set that covers the goal; 0 for thousands
 * of rows: not computed. */
size_t xl_pairwise_select(const struct xl_row_list *list, const struct xl_pairwise_goal *goal,
                          bool *chosen);

/* How many pairs of values of two axes the rows have, and how many the chosen ones have (chosen
 * NULL: all). */
size_t xl_pairwise_pairs(const struct xl_row_list *list, enum xl_axis a, enum xl_axis b,
                         const bool *chosen);

#endif
