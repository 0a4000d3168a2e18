/* Assigns rows to tiers.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/rows.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

enum { XL_MAX_PATTERNS = 1000 }; /* of a tier; each is compared with each row */

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

int xl_no_row_matches(const struct xl_node *node, const char *pattern,
                      const struct xl_row_list *list, struct xl_error *err)
{
    char similar[256];
    const char **names = xl_alloc(list->count, sizeof *names);
    for (size_t i = 0; i < list->count; i++)
        names[i] = list->rows[i].name;
    xl_similar_names(pattern, names, list->count, similar, sizeof similar);
    free(names);
    return xl_node_error(err, node, "no row matches '%s'%s%s", pattern,
                         *similar ? "; similar: " : "", similar);
}

/* A row is in the tier and in all larger ones. */
static int add_rows(const struct xl_node *node, enum xl_tier tier, struct xl_row_list *list,
                    struct xl_error *err)
{
    char buffer[XL_NUMBER_TEXT];
    bool hit = false;
    if (node->type == XL_NODE_MAPPING || node->type == XL_NODE_SEQUENCE)
        return xl_node_error(err, node, "a row must be a single name");
    const char *pattern = xl_node_text(node, buffer);
    for (size_t i = 0; i < list->count; i++) {
        struct xl_row *row = &list->rows[i];
        if (fnmatch(pattern, row->name, 0) != 0)
            continue;
        hit = true;
        if (tier < row->tier)
            row->tier = tier;
    }
    return hit ? 0 : xl_no_row_matches(node, pattern, list, err);
}

static int read_tier(const struct xl_pair *pair, struct xl_row_list *list, struct xl_error *err)
{
    const struct xl_node *key = pair->key, *rows = pair->value;
    /* Every row is in full. */
    const int tier = xl_node_one_of(key, "tier", key->text, tiers, XL_TIER_FULL, err);
    if (tier < 0)
        return -1;
    if (rows->type != XL_NODE_SEQUENCE)
        return xl_node_error(err, rows, "the rows of a tier must be a list");
    if (rows->count > XL_MAX_PATTERNS)
        return xl_node_error(err, rows, "more than %d patterns", XL_MAX_PATTERNS);
    for (size_t i = 0; i < rows->count; i++)
        if (add_rows(rows->items[i], (enum xl_tier)tier, list, err))
            return -1;
    return 0;
}

int xl_tiers_read(const struct xl_node *node, struct xl_row_list *list, struct xl_error *err)
{
    for (size_t i = 0; i < list->count; i++)
        list->rows[i].tier = XL_TIER_FULL;
    if (node && node->type != XL_NODE_MAPPING)
        return xl_node_error(err, node, "'tiers' must be a mapping of tiers to lists of rows");
    for (size_t i = 0; node && i < node->count; i++)
        if (read_tier(&node->pairs[i], list, err))
            return -1;
    xl_tiers_fill_pr(list);
    return 0;
}

void xl_tiers_fill_pr(struct xl_row_list *list)
{
    enum xl_tier smallest = XL_TIER_FULL;
    for (size_t i = 0; i < list->count; i++)
        if (list->rows[i].tier < smallest)
            smallest = list->rows[i].tier;
    for (size_t i = 0; i < list->count; i++)
        if (list->rows[i].tier == smallest)
            list->rows[i].tier = XL_TIER_PR;
}
