/* Expands a build matrix as GitHub Actions does: axes, `exclude` and `include` become rows.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/expand.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "base/unicode.h"

/* The budget of comparing and copying steps, after which a matrix is refused: about a second. */
enum { WORK = 50 * 1000 * 1000, CELL_WORK = 16 };

/* Takes `cost` from a budget of work. If it is not enough, empties the budget and returns false.
 * Without it, a hostile matrix could compare for years. */
static bool take_work(size_t *work, size_t cost)
{
    if (*work <= cost) {
        *work = 0;
        return false;
    }
    *work -= cost;
    return true;
}

/* ---- Filters of `include` and `exclude`, compared with a row's values ----
 *
 * GitHub makes each leaf of a filter the expression `matrix.path == leaf`. Source: MatrixFilter,
 * Index and EvaluationResult.AbstractEqual in github.com/actions/runner. */

/* The pair of a mapping with this key, ignoring case. NULL if there is none or *work became 0. */
static const struct xl_pair *find_pair(const struct xl_node *mapping, const struct xl_node *key,
                                       size_t *work)
{
    for (size_t i = 0; i < mapping->count; i++) {
        const struct xl_pair *pair = &mapping->pairs[i];
        if (!take_work(work, 1 + key->count / 4))
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
    if (!take_work(work, 1 + ((value == NULL ? 0 : value->count) + leaf->count) / 4))
        return false;
    if (type == XL_NODE_STRING && leaf->type == XL_NODE_STRING)
        return xl_fold_equal(value->text, value->count, leaf->text, leaf->count);
    return number_of(value) == leaf_number(leaf);
}

/* Whether all leaves of the filter match. An empty mapping or sequence has none, so it matches
 * anything. False if the budget is used up. */
static bool matches_filter(const struct xl_node *filter, const struct xl_node *value, size_t *work)
{
    if (!take_work(work, 1))
        return false;
    const bool is_mapping = filter->type == XL_NODE_MAPPING;
    if (!is_mapping && filter->type != XL_NODE_SEQUENCE)
        return is_loosely_equal(value, filter, work);
    for (size_t i = 0; i < filter->count; i++) {
        const struct xl_node *leaf = is_mapping ? filter->pairs[i].value : filter->items[i];
        const struct xl_node *of_value =
            is_mapping ? by_key(value, filter->pairs[i].key, work) : by_index(value, i, work);
        if (!matches_filter(leaf, of_value, work))
            return false;
    }
    return *work > 0;
}

/* ---- A matrix being expanded ---- */

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
    size_t work; /* the rest of the budget: take_work */
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
        axis < x->axis_count && take_work(&x->work, 1 + key->count / 4) &&
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
    if (!take_work(&x->work, (1 + cells) * CELL_WORK)) {
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
        if (!matches_filter(condition->pair->value, value, &x->work))
            return false;
    }
    return take_work(&x->work, 1);
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
        if (!take_work(&x->work, 1 + key->count / 4))
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
        if (!take_work(&x->work, value->weight + value->bytes))
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
        if (!take_work(&x->work, x->axis_count))
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

/* ---- Files ---- */

static const char *shown_name(const char *file)
{
    return strcmp(file, "-") == 0 ? "<stdin>" : file;
}

static int read_strategy_key(const struct xl_pair *pair, struct xl_strategy *out,
                             struct xl_error *err)
{
    const struct xl_node *value = pair->value;
    if (strcmp(pair->key->text, "matrix") == 0) {
        out->matrix = value;
        return 0;
    }
    const bool fail_fast = strcmp(pair->key->text, "fail-fast") == 0;
    if (!fail_fast && strcmp(pair->key->text, "max-parallel") != 0)
        return xl_node_unexpected(err, pair->key);
    if (value->expression)
        return 0;
    if (value->type != (fail_fast ? XL_NODE_BOOL : XL_NODE_NUMBER))
        return xl_node_unexpected(err, value);
    if (fail_fast)
        out->fail_fast = value->boolean;
    else
        out->max_parallel = value->number;
    return 0;
}

/* The names of the jobs, to choose from. */
static int no_such_job(const struct xl_node *jobs, const char *job, struct xl_error *err)
{
    char names[256] = "";
    for (size_t i = 0; i < jobs->count; i++)
        xl_append(names, sizeof names, "%s%s", i > 0 ? ", " : "", jobs->pairs[i].key->text);
    return xl_node_error(err, jobs, "no job '%s' in this workflow; it has: %s", job, names);
}

/* Finds a job's strategy in a workflow and checks all of it but the matrix. */
static int find_strategy(const struct xl_node *workflow, const char *job, struct xl_strategy *out,
                         struct xl_error *err)
{
    *out = (struct xl_strategy){.fail_fast = true};
    const struct xl_node *jobs = xl_node_get(workflow, "jobs");
    if (jobs == NULL)
        return xl_node_error(err, workflow, "no 'jobs': not a workflow");
    if (jobs->type != XL_NODE_MAPPING)
        return xl_node_unexpected(err, jobs);
    const struct xl_node *found = xl_node_get(jobs, job);
    if (found == NULL)
        return no_such_job(jobs, job, err);
    if (found->type != XL_NODE_MAPPING)
        return xl_node_unexpected(err, found);
    const struct xl_node *strategy = xl_node_get(found, "strategy");
    if (strategy == NULL)
        return xl_node_error(err, found, "job '%s' has no strategy and so no matrix", job);
    if (strategy->type != XL_NODE_MAPPING)
        return xl_node_unexpected(err, strategy);
    for (size_t i = 0; i < strategy->count; i++)
        if (read_strategy_key(&strategy->pairs[i], out, err) != 0)
            return -1;
    if (out->matrix == NULL)
        return xl_node_error(err, strategy, "job '%s' has no matrix", job);
    return 0;
}

/* Without this check, a workflow would fail at its first key with a confusing message. */
static int refuse_workflow(const struct xl_node *root, struct xl_error *err)
{
    const struct xl_node *jobs = xl_node_get(root, "jobs");
    if (jobs == NULL || jobs->type != XL_NODE_MAPPING || xl_node_get(root, "on") == NULL)
        return 0;
    return xl_node_error(err, jobs,
                         "A mapping was not expected: this is a workflow, so name one "
                         "of its jobs with --job");
}

int xl_matrix_load_text(const char *name, const char *text, size_t size, const char *job,
                        size_t max_rows, struct xl_matrix_file *out, struct xl_error *err)
{
    *out = (struct xl_matrix_file){.strategy.fail_fast = true};
    if (xl_yaml_parse(name, text, size, &out->doc, err) != 0)
        return -1;
    const struct xl_node *root = xl_yaml_root(out->doc);
    out->strategy.matrix = root;
    if (job == NULL && refuse_workflow(root, err) != 0)
        return -1;
    if (job != NULL && find_strategy(root, job, &out->strategy, err) != 0)
        return -1;
    assert(out->strategy.matrix);
    return xl_matrix_expand(out->strategy.matrix, max_rows, &out->rows, err);
}

int xl_matrix_load(const char *file, const char *job, size_t max_rows, struct xl_matrix_file *out,
                   struct xl_error *err)
{
    size_t size;
    *out = (struct xl_matrix_file){0};
    char *text = xl_file_read(file, &size, err);
    if (!text)
        return -1;
    int status = xl_matrix_load_text(shown_name(file), text, size, job, max_rows, out, err);
    free(text);
    return status;
}

void xl_matrix_file_free(struct xl_matrix_file *file)
{
    xl_rows_free(&file->rows);
    xl_yaml_free(file->doc);
    *file = (struct xl_matrix_file){0};
}

/* ---- The rows ---- */

void xl_rows_free(struct xl_rows *rows)
{
    xl_arena_free(&rows->arena);
    *rows = (struct xl_rows){0};
}

const struct xl_node *xl_matrix_row_get(const struct xl_matrix_row *row, const char *key)
{
    const size_t length = strlen(key);
    for (size_t i = 0; i < row->count; i++)
        if (xl_fold_equal(row->cells[i].key->text, row->cells[i].key->count, key, length))
            return row->cells[i].value;
    return NULL;
}

/* ---- Matrix rows as JSON ---- */

static struct json_object *number(double value)
{
    char text[XL_NUMBER_TEXT];
    xl_number_text(value, text);
    if (!isfinite(value))
        return json_object_new_string(text);
    return json_object_new_double_s(value, text);
}

static struct json_object *json_of(const struct xl_node *node);

static struct json_object *sequence(const struct xl_node *node)
{
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < node->count; i++)
        json_object_array_add(array, json_of(node->items[i]));
    return array;
}

static struct json_object *mapping(const struct xl_node *node)
{
    struct json_object *object = json_object_new_object();
    for (size_t i = 0; i < node->count; i++)
        json_object_object_add(object, node->pairs[i].key->text, json_of(node->pairs[i].value));
    return object;
}

static struct json_object *json_of(const struct xl_node *node)
{
    switch (node->type) {
    case XL_NODE_BOOL:
        return json_object_new_boolean(node->boolean);
    case XL_NODE_NUMBER:
        return number(node->number);
    case XL_NODE_STRING:
        return json_object_new_string_len(node->text, (int)node->count);
    case XL_NODE_SEQUENCE:
        return sequence(node);
    case XL_NODE_MAPPING:
        return mapping(node);
    default:
        return NULL;
    }
}

static struct json_object *json_row(const struct xl_matrix_row *row)
{
    struct json_object *object = json_object_new_object();
    for (size_t i = 0; i < row->count; i++)
        json_object_object_add(object, row->cells[i].key->text, json_of(row->cells[i].value));
    return object;
}

char *xl_json_rows(const struct xl_rows *rows)
{
    struct xl_text text = {0};
    xl_text_add(&text, "[");
    for (size_t i = 0; i < rows->count; i++) {
        struct json_object *object = json_row(&rows->rows[i]);
        xl_text_add(&text, "%s  %s", i > 0 ? ",\n" : "\n",
                    json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
                                                               JSON_C_TO_STRING_NOSLASHESCAPE));
        json_object_put(object);
    }
    xl_text_add(&text, rows->count > 0 ? "\n]\n" : "]\n");
    return text.at;
}
