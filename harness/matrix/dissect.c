/* A matrix taken apart: its axes, its includes and its excludes, checked as GitHub checks them.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/dissect.h"

#include <string.h>

#include "matrix/filter.h"
#include "matrix/utf8.h"

static int check_mapping(const struct xl_node *node, struct xl_error *err)
{
    if (node->type != XL_NODE_MAPPING)
        return xl_node_unexpected(err, node);
    for (size_t i = 0; i < node->count; i++)
        if (node->pairs[i].key->count == 0 || node->pairs[i].key->expression)
            return xl_node_unexpected(err, node->pairs[i].key);
    return 0;
}

static bool is_filter_list(const struct xl_node *key)
{
    return strcmp(key->text, "include") == 0 || strcmp(key->text, "exclude") == 0;
}

static int check_list(const struct xl_pair *pair, struct xl_error *err)
{
    if (pair->key->count == 0 || pair->key->expression)
        return xl_node_unexpected(err, pair->key);
    if (pair->value->type != XL_NODE_SEQUENCE)
        return xl_node_unexpected(err, pair->value);
    if (!is_filter_list(pair->key))
        return 0;
    for (size_t i = 0; i < pair->value->count; i++)
        if (check_mapping(pair->value->items[i], err) != 0)
            return -1;
    return 0;
}

int xl_matrix_check_shape(const struct xl_node *matrix, struct xl_error *err)
{
    if (matrix->type != XL_NODE_MAPPING)
        return xl_node_unexpected(err, matrix);
    for (size_t i = 0; i < matrix->count; i++)
        if (check_list(&matrix->pairs[i], err) != 0)
            return -1;
    return 0;
}

static int collect_axes(struct xl_expansion *x)
{
    const struct xl_node *matrix = x->matrix;
    x->axes = xl_arena_array(&x->arena, matrix->count, sizeof(*x->axes));
    if (x->axes == NULL)
        return xl_matrix_no_memory(x);
    for (size_t i = 0; i < matrix->count; i++) {
        const struct xl_pair *pair = &matrix->pairs[i];
        if (is_filter_list(pair->key))
            continue;
        if (pair->value->count == 0)
            return xl_node_error(x->err, pair->value,
                                 "Matrix vector '%s' does not contain any values", pair->key->text);
        x->axes[x->axis_count++] = pair;
    }
    return 0;
}

/* The number of the axis with this key; axis_count if there is none. */
static size_t find_axis(struct xl_expansion *x, const struct xl_node *key)
{
    size_t axis = 0;
    while (
        axis < x->axis_count && xl_spend(&x->work, 1 + key->count / 4) &&
        !xl_fold_equal(x->axes[axis]->key->text, x->axes[axis]->key->count, key->text, key->count))
        axis++;
    return axis;
}

static int split_item(struct xl_expansion *x, const struct xl_node *item, struct xl_filter *out)
{
    out->item = item;
    out->conditions = xl_arena_array(&x->arena, item->count, sizeof(*out->conditions));
    out->extras = xl_arena_array(&x->arena, item->count, sizeof(*out->extras));
    if (out->conditions == NULL || out->extras == NULL)
        return xl_matrix_no_memory(x);
    for (size_t i = 0; i < item->count; i++) {
        const struct xl_pair *pair = &item->pairs[i];
        size_t axis = find_axis(x, pair->key);
        if (x->work == 0)
            return xl_matrix_too_large(x);
        if (axis < x->axis_count)
            out->conditions[out->condition_count++] = (struct xl_condition){axis, pair};
        else
            out->extras[out->extra_count++] = pair;
    }
    return 0;
}

static int split_items(struct xl_expansion *x, const struct xl_node *list, struct xl_filter **out,
                       size_t *count)
{
    if (list == NULL)
        return 0;
    *out = xl_arena_array(&x->arena, list->count, sizeof(**out));
    if (*out == NULL)
        return xl_matrix_no_memory(x);
    for (; *count < list->count; ++*count)
        if (split_item(x, list->items[*count], &(*out)[*count]) != 0)
            return -1;
    return 0;
}

/* Refuses an expression in what a filter compares: nobody here knows whom it would match. */
static int check_leaves(const struct xl_node *node, struct xl_error *err)
{
    if (node->expression)
        return xl_node_unexpected(err, node);
    const bool is_mapping = node->type == XL_NODE_MAPPING;
    if (!is_mapping && node->type != XL_NODE_SEQUENCE)
        return 0;
    for (size_t i = 0; i < node->count; i++)
        if (check_leaves(is_mapping ? node->pairs[i].value : node->items[i], err) != 0)
            return -1;
    return 0;
}

static int check_conditions(const struct xl_filter *filter, struct xl_error *err)
{
    for (size_t i = 0; i < filter->condition_count; i++)
        if (check_leaves(filter->conditions[i].pair->value, err) != 0)
            return -1;
    return 0;
}

static int check_includes(struct xl_expansion *x)
{
    for (size_t i = 0; i < x->include_count; i++) {
        const struct xl_filter *include = &x->includes[i];
        if (include->item->count == 0)
            return xl_node_error(x->err, include->item,
                                 "Matrix include mapping does not contain any values");
        if (check_conditions(include, x->err) != 0)
            return -1;
    }
    return 0;
}

static int check_excludes(struct xl_expansion *x)
{
    for (size_t i = 0; i < x->exclude_count; i++) {
        const struct xl_filter *exclude = &x->excludes[i];
        if (exclude->item->count == 0)
            return xl_node_error(x->err, exclude->item, "Matrix exclude filter must not be empty");
        if (exclude->extra_count > 0)
            return xl_node_error(x->err, exclude->extras[0]->key,
                                 "Matrix exclude key '%s' does not match any key within the matrix",
                                 exclude->extras[0]->key->text);
        if (check_conditions(exclude, x->err) != 0)
            return -1;
    }
    return 0;
}

int xl_matrix_dissect(struct xl_expansion *x)
{
    if (xl_matrix_check_shape(x->matrix, x->err) != 0 || collect_axes(x) != 0)
        return -1;
    const struct xl_node *include = xl_node_get(x->matrix, "include");
    const struct xl_node *exclude = xl_node_get(x->matrix, "exclude");
    if (x->axis_count == 0 && (include == NULL || include->count == 0))
        return xl_node_error(x->err, x->matrix, "Matrix must define at least one vector");
    if (split_items(x, include, &x->includes, &x->include_count) != 0)
        return -1;
    if (split_items(x, exclude, &x->excludes, &x->exclude_count) != 0)
        return -1;
    return check_includes(x) != 0 ? -1 : check_excludes(x);
}
