/* Assigns rows to tiers: rows that cover what the tier must cover, and pinned rows.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_TIERS_H
#define XL_HARNESS_MATRIX_TIERS_H

#include "base/yaml.h"
#include "matrix/pairwise.h"

/* Reads `cover` and `pin` of a matrix file, which may be NULL, numbers the values of the axes and
 * sets each row's tier. Returns 0, or -1 with err. */
int xl_tiers_set(const struct xl_node *cover, const struct xl_node *pin, struct xl_row_list *list,
                 struct xl_error *err);

/* What a tier must cover. */
struct xl_pairwise_goal xl_tier_goal(const struct xl_row_list *list, enum xl_tier tier);

#endif
