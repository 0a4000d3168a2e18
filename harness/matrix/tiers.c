/* Assigns rows to tiers: rows that cover what the tier must cover, and pinned rows.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/tiers.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "matrix/fields.h"

enum { XL_MAX_PINS = 1000 }; /* of a tier; each pin is compared with each row */

static const char *const tiers[XL_TIERS] = {"pr", "trunk", "full"};

const char *xl_tier_name(enum xl_tier tier)
{
    return tiers[tier];
}

int xl_tier_find(const char *name)
{
    for (int i = 0; i < XL_TIERS; i++)
        if (strcmp(tiers[i], name) == 0)
            return i;
    return -1;
}

struct xl_pairwise_goal xl_tier_goal(const struct xl_row_list *list, enum xl_tier tier)
{
    struct xl_pairwise_goal goal;
    memcpy(goal.pairs, list->cover, sizeof goal.pairs);
    if (tier != XL_TIER_PR)
        goal.pairs[XL_AXIS_ISA][XL_AXIS_COMPILER] = true;
    return goal;
}

static const char *scalar_text(const struct xl_node *node, const char *what,
                               char buffer[XL_NUMBER_TEXT], struct xl_error *err)
{
    if (node->type != XL_NODE_MAPPING && node->type != XL_NODE_SEQUENCE)
        return xl_node_text(node, buffer);
    xl_node_error(err, node, "%s must be a single name", what);
    return NULL;
}

static int read_cover(const struct xl_node *cover, struct xl_row_list *list, struct xl_error *err)
{
    const char *names[XL_AXES];
    for (int i = 0; i < XL_AXES; i++)
        names[i] = xl_axis_name((enum xl_axis)i);
    if (cover->type != XL_NODE_SEQUENCE)
        return xl_node_error(err, cover, "'cover' must be a list of pairs of axes");
    for (size_t i = 0; i < cover->count; i++) {
        const struct xl_node *pair = cover->items[i];
        int axes[2];
        if (pair->type != XL_NODE_SEQUENCE || pair->count != 2)
            return xl_node_error(err, pair, "a pair of axes must be a list of two");
        for (int k = 0; k < 2; k++) {
            char buffer[XL_NUMBER_TEXT];
            const char *text = scalar_text(pair->items[k], "an axis", buffer, err);
            if (!text ||
                (axes[k] = xl_node_one_of(pair->items[k], "axis", text, names, XL_AXES, err)) < 0)
                return -1;
        }
        if (axes[0] == axes[1])
            return xl_node_error(err, pair, "the two axes of a pair must differ");
        list->cover[axes[0] < axes[1] ? axes[0] : axes[1]][axes[0] < axes[1] ? axes[1] : axes[0]] =
            true;
    }
    return 0;
}

static int no_row_matches(const struct xl_node *node, const char *pattern,
                          const struct xl_row_list *list, struct xl_error *err)
{
    char similar[256];
    const char **names = xl_alloc(list->count, sizeof *names);
    for (size_t i = 0; i < list->count; i++)
        names[i] = list->rows[i].name;
    xl_similar_names(pattern, names, list->count, similar, sizeof similar);
    free(names);
    return xl_node_error(err, node, "no row matches '%s'; similar: %s", pattern, similar);
}

/* A pin is for its tier and all larger ones. A row can be pinned twice. */
static int pin_rows(const struct xl_node *node, enum xl_tier tier, struct xl_row_list *list,
                    struct xl_error *err)
{
    char buffer[XL_NUMBER_TEXT];
    const char *pattern = scalar_text(node, "a row", buffer, err);
    bool hit = false;
    if (!pattern)
        return -1;
    for (size_t i = 0; i < list->count; i++) {
        struct xl_row *row = &list->rows[i];
        if (fnmatch(pattern, row->name, 0) != 0)
            continue;
        hit = true;
        if (!row->pinned || tier < row->tier)
            row->tier = tier;
        row->pinned = true;
    }
    return hit ? 0 : no_row_matches(node, pattern, list, err);
}

static int read_pins(const struct xl_node *pin, struct xl_row_list *list, struct xl_error *err)
{
    if (pin->type != XL_NODE_MAPPING)
        return xl_node_error(err, pin, "'pin' must be a mapping of tiers to lists of rows");
    for (size_t i = 0; i < pin->count; i++) {
        const struct xl_node *key = pin->pairs[i].key, *rows = pin->pairs[i].value;
        /* Every row is in full. */
        int tier = xl_node_one_of(key, "tier", key->text, tiers, XL_TIER_FULL, err);
        if (tier < 0)
            return -1;
        if (rows->type != XL_NODE_SEQUENCE)
            return xl_node_error(err, rows, "the rows of a tier must be a list");
        if (rows->count > XL_MAX_PINS)
            return xl_node_error(err, rows, "more than %d pins", XL_MAX_PINS);
        for (size_t k = 0; k < rows->count; k++)
            if (pin_rows(rows->items[k], (enum xl_tier)tier, list, err))
                return -1;
    }
    return 0;
}

static void compute_tier(struct xl_row_list *list, enum xl_tier tier)
{
    const struct xl_pairwise_goal goal = xl_tier_goal(list, tier);
    bool *chosen = xl_alloc(list->count, sizeof *chosen);
    for (size_t i = 0; i < list->count; i++)
        chosen[i] = list->rows[i].tier <= tier;
    list->lower_bounds[tier] = xl_pairwise_select(list, &goal, chosen);
    for (size_t i = 0; i < list->count; i++)
        if (chosen[i] && list->rows[i].tier > tier) {
            list->rows[i].tier = tier;
            list->rows[i].pinned = false; /* its pin is for a larger tier */
        }
    free(chosen);
}

int xl_tiers_set(const struct xl_node *cover, const struct xl_node *pin, struct xl_row_list *list,
                 struct xl_error *err)
{
    for (size_t i = 0; i < list->count; i++)
        list->rows[i].tier = XL_TIER_FULL;
    if ((cover && read_cover(cover, list, err)) || (pin && read_pins(pin, list, err)))
        return -1;
    xl_axes_number(list);
    list->lower_bounds[XL_TIER_FULL] = list->count;
    compute_tier(list, XL_TIER_PR);
    compute_tier(list, XL_TIER_TRUNK);
    return 0;
}
