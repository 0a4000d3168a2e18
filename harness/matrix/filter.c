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

const struct xl_pair *xl_filter_find(const struct xl_node *mapping, const struct xl_node *key,
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
    const struct xl_pair *pair = xl_filter_find(value, key, work);
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

bool xl_loose_equal(const struct xl_node *value, const struct xl_node *leaf, size_t *work)
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

void xl_filter_compare(const struct xl_node *filter, const struct xl_node *value,
                       struct xl_mismatch *out, size_t *work)
{
    if (!xl_budget_take(work, 1))
        return;
    if (filter->type == XL_NODE_MAPPING) {
        for (size_t i = 0; i < filter->count && out->count < 2 && *work > 0; i++) {
            const struct xl_pair *pair = &filter->pairs[i];
            xl_filter_compare(pair->value, by_key(value, pair->key, work), out, work);
        }
    } else if (filter->type == XL_NODE_SEQUENCE) {
        for (size_t i = 0; i < filter->count && out->count < 2 && *work > 0; i++)
            xl_filter_compare(filter->items[i], by_index(value, i, work), out, work);
    } else if (!xl_loose_equal(value, filter, work)) {
        if (out->count++ == 0) {
            out->leaf = filter;
            out->value = value;
        }
    }
}

bool xl_filter_match(const struct xl_node *filter, const struct xl_node *value, size_t *work)
{
    struct xl_mismatch mismatch = {0};
    xl_filter_compare(filter, value, &mismatch, work);
    return mismatch.count == 0 && *work > 0;
}
