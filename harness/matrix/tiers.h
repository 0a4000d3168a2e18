/* Which rows a tier runs: computed from what it must cover, and pinned.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_TIERS_H
#define XL_HARNESS_MATRIX_TIERS_H

#include "base/yaml.h"
#include "matrix/pairwise.h"

/* Reads `cover` and `pin` of a matrix file, either of which may be NULL, numbers the axes and sets
 * each row's tier. 0, or -1 with err. */
int xl_tiers_set(const struct xl_node *cover, const struct xl_node *pin, struct xl_row_list *list,
                 struct xl_error *err);

/* What a tier must cover. */
struct xl_pairwise_goal xl_tier_goal(const struct xl_row_list *list, enum xl_tier tier);

#endif
