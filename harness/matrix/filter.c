/* Compares filters of `include` and `exclude` with a row's values.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/expand.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/unicode.h"

bool xl_budget_take(size_t *work, size_t cost)
{
    if (*work <= cost) {
        *work = 0;
        return false;
    }
    *work -= cost;
    return true;
}

/* The pair of a mapping with this key, ignoring case. NULL if there is none or *work became 0. */
static const struct xl_pair *find_pair(const struct xl_node *mapping, const struct xl_node *key,
                                       size_t *work)
{
    for (size_t i = 0; i < mapping->count; i++) {
        const struct xl_pair *pair = &mapping->pairs[i];
        if (!xl_budget_take(work, 1 + key->count / 4))
            return NULL;
        if (xl_fold_equal(pair->key->text, pair->key->count, key->text, key->count))
            return pair;
    }
    return NULL;
}

static const struct xl_node *item_at(const struct xl_node *sequence, double index)
{
    if (isnan(index) || index < 0 || index > INT32_MAX || floor(index) >= (double)sequence->count)
        return NULL;
    return sequence->items[(size_t)floor(index)];
}

/* value[key]. GitHub's index operator converts: a key can also point into a sequence. */
static const struct xl_node *by_key(const struct xl_node *value, const struct xl_node *key,
                                    size_t *work)
{
    if (value == NULL)
        return NULL;
    if (value->type == XL_NODE_SEQUENCE)
        return item_at(value, xl_number_of_text(key->text, key->count));
    if (value->type != XL_NODE_MAPPING)
        return NULL;
    const struct xl_pair *pair = find_pair(value, key, work);
    return pair == NULL ? NULL : pair->value;
}

static const struct xl_node *by_index(const struct xl_node *value, size_t index, size_t *work)
{
    if (value == NULL)
        return NULL;
    if (value->type == XL_NODE_SEQUENCE)
        return item_at(value, (double)index);
    char text[XL_NUMBER_TEXT];
    int length = snprintf(text, sizeof(text), "%zu", index);
    const struct xl_node key = {.text = text, .count = (size_t)length};
    return by_key(value, &key, work);
}

static double number_of(const struct xl_node *scalar)
{
    if (scalar == NULL || scalar->type == XL_NODE_NULL)
        return 0;
    if (scalar->type == XL_NODE_BOOL)
        return scalar->boolean ? 1 : 0;
    if (scalar->type == XL_NODE_STRING)
        return xl_number_of_text(scalar->text, scalar->count);
    return scalar->number;
}

/* GitHub writes a filter's number into an expression with 15 digits. */
static double leaf_number(const struct xl_node *leaf)
{
    if (leaf->type != XL_NODE_NUMBER || !isfinite(leaf->number))
        return number_of(leaf);
    char text[XL_NUMBER_TEXT];
    xl_number_g15(leaf->number, text);
    return strtod(text, NULL);
}

/* GitHub's loose equality of a row's value (NULL counts as null) and a filter's scalar. */
static bool is_loosely_equal(const struct xl_node *value, const struct xl_node *leaf, size_t *work)
{
    const enum xl_node_type type = value == NULL ? XL_NODE_NULL : value->type;
    if (type == XL_NODE_SEQUENCE || type == XL_NODE_MAPPING)
        return false;
    if (!xl_budget_take(work, 1 + ((value == NULL ? 0 : value->count) + leaf->count) / 4))
        return false;
    if (type == XL_NODE_STRING && leaf->type == XL_NODE_STRING)
        return xl_fold_equal(value->text, value->count, leaf->text, leaf->count);
    return number_of(value) == leaf_number(leaf);
}

bool xl_filter_match(const struct xl_node *filter, const struct xl_node *value, size_t *work)
{
    if (!xl_budget_take(work, 1))
        return false;
    const bool is_mapping = filter->type == XL_NODE_MAPPING;
    if (!is_mapping && filter->type != XL_NODE_SEQUENCE)
        return is_loosely_equal(value, filter, work);
    for (size_t i = 0; i < filter->count; i++) {
        const struct xl_node *leaf = is_mapping ? filter->pairs[i].value : filter->items[i];
        const struct xl_node *of_value =
            is_mapping ? by_key(value, filter->pairs[i].key, work) : by_index(value, i, work);
        if (!xl_filter_match(leaf, of_value, work))
            return false;
    }
    return *work > 0;
}
