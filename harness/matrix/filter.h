/* Compares filters of `include` and `exclude` with a row's values.
 * SPDX-License-Identifier: MIT
 *
 * GitHub makes each leaf of a filter the expression `matrix.path == leaf`. Source: MatrixFilter,
 * Index and EvaluationResult.AbstractEqual in github.com/actions/runner.
 */
#ifndef XL_HARNESS_MATRIX_FILTER_H
#define XL_HARNESS_MATRIX_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/yaml.h"

/* Takes `cost` from a budget of work. If it is not enough, empties the budget and returns false.
 * Without it, a hostile matrix could compare for years. */
bool xl_budget_take(size_t *work, size_t cost);

/* The pair of a mapping with this key, ignoring case. NULL if there is none or *work became 0. */
const struct xl_pair *xl_filter_find(const struct xl_node *mapping, const struct xl_node *key,
                                     size_t *work);

/* GitHub's loose equality of a row's value (NULL counts as null) and a filter's scalar. */
bool xl_loose_equal(const struct xl_node *value, const struct xl_node *leaf, size_t *work);

/* The differences between a value and a filter. */
struct xl_mismatch {
    size_t count;               /* leaves that differ, counted up to 2 */
    const struct xl_node *leaf; /* the first of them */
    const struct xl_node *value;
};

/* Compares all leaves of a filter. out->count stays 0 if the filter matches. An empty mapping or
 * sequence has no leaves, so it matches anything. */
void xl_filter_compare(const struct xl_node *filter, const struct xl_node *value,
                       struct xl_mismatch *out, size_t *work);

/* Whether the filter matches. False if the budget is used up. */
bool xl_filter_match(const struct xl_node *filter, const struct xl_node *value, size_t *work);

#endif
