/* Expands a build matrix as GitHub Actions does: axes, `exclude` and `include` become rows.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/expand.h"

#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"

/* The budget of comparing and copying steps, after which a matrix is refused: about a second. */
enum { WORK = 50 * 1000 * 1000, CELL_WORK = 16 };

/* A matrix being expanded. */

/* A key of an include or exclude item that names an axis. */
struct condition {
    size_t axis;
    const struct xl_pair *pair;
};

struct filter {
    const struct xl_node *item;
    struct condition *conditions;
    size_t condition_count;
    const struct xl_pair **extras; /* keys of an include that are no axis */
    size_t extra_count;
    bool matched; /* at least one combination of the axes */
};

struct expansion {
    const struct xl_node *matrix;
    size_t max_rows;
    struct xl_rows *out;
    struct xl_error *err;
    struct xl_arena arena;       /* freed at the end of the expansion */
    const struct xl_pair **axes; /* in definition order */
    size_t axis_count;
    struct filter *includes, *excludes;
    size_t include_count, exclude_count;
    struct {
        struct xl_matrix_row *at;
        size_t count, room;
    } rows;
    size_t work; /* the rest of the budget: xl_budget_take */
};

/* Always -1. */
static int too_large(struct expansion *x)
{
    return xl_node_error(x->err, x->matrix, "the matrix is too large to expand");
}

/* ---- Parsing: axes, includes and excludes, checked as GitHub does ---- */

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

static int check_shape(const struct xl_node *matrix, struct xl_error *err)
{
    if (matrix->type != XL_NODE_MAPPING)
        return xl_node_unexpected(err, matrix);
    for (size_t i = 0; i < matrix->count; i++)
        if (check_list(&matrix->pairs[i], err) != 0)
            return -1;
    return 0;
}

static int collect_axes(struct expansion *x)
{
    const struct xl_node *matrix = x->matrix;
    x->axes = xl_arena_alloc(&x->arena, matrix->count, sizeof(*x->axes));
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
static size_t find_axis(struct expansion *x, const struct xl_node *key)
{
    size_t axis = 0;
    while (
        axis < x->axis_count && xl_budget_take(&x->work, 1 + key->count / 4) &&
        !xl_fold_equal(x->axes[axis]->key->text, x->axes[axis]->key->count, key->text, key->count))
        axis++;
    return axis;
}

static int split_item(struct expansion *x, const struct xl_node *item, struct filter *out)
{
    out->item = item;
    out->conditions = xl_arena_alloc(&x->arena, item->count, sizeof(*out->conditions));
    out->extras = xl_arena_alloc(&x->arena, item->count, sizeof(*out->extras));
    for (size_t i = 0; i < item->count; i++) {
        const struct xl_pair *pair = &item->pairs[i];
        size_t axis = find_axis(x, pair->key);
        if (x->work == 0)
            return too_large(x);
        if (axis < x->axis_count)
            out->conditions[out->condition_count++] = (struct condition){axis, pair};
        else
            out->extras[out->extra_count++] = pair;
    }
    return 0;
}

static int split_items(struct expansion *x, const struct xl_node *list, struct filter **out,
                       size_t *count)
{
    if (list == NULL)
        return 0;
    *out = xl_arena_alloc(&x->arena, list->count, sizeof(**out));
    for (; *count < list->count; ++*count)
        if (split_item(x, list->items[*count], &(*out)[*count]) != 0)
            return -1;
    return 0;
}

/* Refuses an expression in a filter, because its value is unknown. */
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

static int check_conditions(const struct filter *filter, struct xl_error *err)
{
    for (size_t i = 0; i < filter->condition_count; i++)
        if (check_leaves(filter->conditions[i].pair->value, err) != 0)
            return -1;
    return 0;
}

static int check_includes(struct expansion *x)
{
    for (size_t i = 0; i < x->include_count; i++) {
        const struct filter *include = &x->includes[i];
        if (include->item->count == 0)
            return xl_node_error(x->err, include->item,
                                 "Matrix include mapping does not contain any values");
        if (check_conditions(include, x->err) != 0)
            return -1;
    }
    return 0;
}

static int check_excludes(struct expansion *x)
{
    for (size_t i = 0; i < x->exclude_count; i++) {
        const struct filter *exclude = &x->excludes[i];
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

static int parse(struct expansion *x)
{
    if (check_shape(x->matrix, x->err) != 0 || collect_axes(x) != 0)
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

/* ---- Rows ---- */

static struct xl_matrix_row *add_row(struct expansion *x, size_t cells)
{
    if (x->rows.count == x->max_rows) {
        xl_node_error(x->err, x->matrix, "Strategy expansion exceeded %zu results", x->max_rows);
        return NULL;
    }
    if (!xl_budget_take(&x->work, (1 + cells) * CELL_WORK)) {
        too_large(x);
        return NULL;
    }
    xl_push(&x->rows, (struct xl_matrix_row){0});
    return &x->rows.at[x->rows.count - 1];
}

static const struct xl_node *axis_value(const struct expansion *x, const size_t *position,
                                        size_t axis)
{
    return x->axes[axis]->value->items[position[axis]];
}

static bool matches(struct expansion *x, const struct filter *filter, const size_t *position)
{
    for (size_t i = 0; i < filter->condition_count; i++) {
        const struct condition *condition = &filter->conditions[i];
        const struct xl_node *value = axis_value(x, position, condition->axis);
        if (!xl_filter_match(condition->pair->value, value, &x->work))
            return false;
    }
    return xl_budget_take(&x->work, 1);
}

static bool is_excluded(struct expansion *x, const size_t *position)
{
    for (size_t i = 0; i < x->exclude_count && x->work > 0; i++)
        if (matches(x, &x->excludes[i], position))
            return true;
    return false;
}

/* A later value replaces an earlier one. The key keeps its place and first spelling. */
static bool set_extra(struct expansion *x, struct xl_cell *cells, size_t *count,
                      const struct xl_pair *extra)
{
    for (size_t i = x->axis_count; i < *count; i++) {
        const struct xl_node *key = cells[i].key;
        if (!xl_budget_take(&x->work, 1 + key->count / 4))
            return false;
        if (xl_fold_equal(key->text, key->count, extra->key->text, extra->key->count)) {
            cells[i].value = extra->value;
            return true;
        }
    }
    cells[(*count)++] = (struct xl_cell){extra->key, extra->value};
    return true;
}

/* Marks the includes that match, and counts the keys that they add. */
static size_t match_includes(struct expansion *x, const size_t *position, bool *hits)
{
    size_t extras = 0;
    for (size_t i = 0; i < x->include_count; i++) {
        hits[i] = x->work > 0 && matches(x, &x->includes[i], position);
        if (!hits[i])
            continue;
        x->includes[i].matched = true;
        extras += x->includes[i].extra_count;
    }
    return extras;
}

/* Takes the work of printing or comparing a row's values from the budget: an alias is small in the
 * file only. */
static bool budget_cells(struct expansion *x, const struct xl_matrix_row *row)
{
    for (size_t i = 0; i < row->count; i++) {
        const struct xl_node *value = row->cells[i].value;
        if (!xl_budget_take(&x->work, value->weight + value->bytes))
            return false;
    }
    return true;
}

static int add_combination(struct expansion *x, const size_t *position, bool *hits)
{
    const size_t room = x->axis_count + match_includes(x, position, hits);
    if (x->work == 0)
        return too_large(x);
    struct xl_matrix_row *row = add_row(x, room);
    if (row == NULL)
        return -1;
    struct xl_cell *cells = xl_arena_alloc(&x->out->arena, room, sizeof(*cells));
    for (size_t axis = 0; axis < x->axis_count; axis++)
        cells[axis] = (struct xl_cell){x->axes[axis]->key, axis_value(x, position, axis)};
    size_t count = x->axis_count;
    for (size_t i = 0; i < x->include_count; i++)
        for (size_t k = 0; hits[i] && k < x->includes[i].extra_count; k++)
            if (!set_extra(x, cells, &count, x->includes[i].extras[k]))
                return too_large(x);
    row->cells = cells;
    row->count = count;
    row->name_count = x->axis_count;
    return budget_cells(x, row) ? 0 : too_large(x);
}

/* The next combination, the last axis fastest; false after the last one. */
static bool advance(const struct expansion *x, size_t *position)
{
    for (size_t axis = x->axis_count; axis-- > 0;) {
        if (++position[axis] < x->axes[axis]->value->count)
            return true;
        position[axis] = 0;
    }
    return false;
}

static int add_product(struct expansion *x)
{
    if (x->axis_count == 0)
        return 0;
    size_t *position = xl_arena_alloc(&x->arena, x->axis_count, sizeof(*position));
    bool *hits = xl_arena_alloc(&x->arena, x->include_count, sizeof(*hits));
    do {
        if (!is_excluded(x, position) && add_combination(x, position, hits) != 0)
            return -1;
        if (!xl_budget_take(&x->work, x->axis_count))
            return too_large(x);
    } while (advance(x, position));
    return 0;
}

/* Adds the row of an include that matched nothing: its axis keys first, then the others. */
static int append_include(struct expansion *x, const struct filter *include)
{
    struct xl_matrix_row *row = add_row(x, include->item->count);
    if (row == NULL)
        return -1;
    struct xl_cell *cells = xl_arena_alloc(&x->out->arena, include->item->count, sizeof(*cells));
    for (size_t i = 0; i < include->condition_count; i++) {
        const struct xl_pair *pair = include->conditions[i].pair;
        cells[row->count++] = (struct xl_cell){pair->key, pair->value};
    }
    for (size_t i = 0; i < include->extra_count; i++)
        cells[row->count++] = (struct xl_cell){include->extras[i]->key, include->extras[i]->value};
    row->cells = cells;
    row->name_count = row->count;
    return budget_cells(x, row) ? 0 : too_large(x);
}

static int append_includes(struct expansion *x)
{
    for (size_t i = 0; i < x->include_count; i++)
        if (!x->includes[i].matched && append_include(x, &x->includes[i]) != 0)
            return -1;
    return 0;
}

/* Moves the rows into the caller's arena. */
static void move_rows(struct expansion *x)
{
    struct xl_matrix_row *rows = xl_arena_alloc(&x->out->arena, x->rows.count, sizeof *rows);
    if (x->rows.count > 0)
        memcpy(rows, x->rows.at, x->rows.count * sizeof *rows);
    x->out->rows = rows;
    x->out->count = x->rows.count;
}

static int expand(struct expansion *x)
{
    if (parse(x) != 0 || add_product(x) != 0 || append_includes(x) != 0)
        return -1;
    move_rows(x);
    return 0;
}

int xl_matrix_expand(const struct xl_node *matrix, size_t max_rows, struct xl_rows *out,
                     struct xl_error *err)
{
    *out = (struct xl_rows){0};
    struct expansion x = {
        .matrix = matrix,
        .max_rows = max_rows,
        .out = out,
        .err = err,
        .work = WORK,
    };
    const int status = expand(&x);
    free(x.rows.at);
    xl_arena_free(&x.arena);
    return status;
}
