/* Warnings about probable mistakes in a matrix that GitHub accepts.
 * SPDX-License-Identifier: MIT
 *
 * If the budget of work is used up, the rest of the warnings is omitted.
 */
#include "matrix/expand.h"

#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"

struct list {
    struct xl_expansion *x;
    struct xl_warning *warnings;
    size_t count;
};

__attribute__((format(printf, 3, 4))) static void warn(struct list *list, const struct xl_node *at,
                                                       const char *fmt, ...)
{
    if (list->count == XL_MATRIX_MAX_WARNINGS)
        return;
    struct xl_error message;
    struct xl_error line;
    va_list args;
    va_start(args, fmt);
    xl_error_vset(&message, fmt, args);
    va_end(args);
    xl_error_set(&line, "%s:%u:%u: %s: %s", at->file, at->line, at->column,
                 list->x->opt->strict ? "error" : "warning", message.text);
    const char *text = xl_arena_text(&list->x->out->arena, line.text, strlen(line.text));
    list->warnings[list->count++] = (struct xl_warning){at->line, at->column, text};
}

/* The letters of two texts between their common start and end, at most three of each: more than two
 * are no typing mistake. */
struct difference {
    int32_t a[3], b[3];
    size_t a_count, b_count;
    bool shares; /* they have a letter in common at the start or end */
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

static size_t decode(const char *text, size_t size, int32_t letters[3])
{
    const char *end = text + size;
    size_t count = 0;
    while (text < end && count < 3) {
        const char c = lower(*text);
        int32_t code = xl_utf8_next(&text, end);
        if (code < 0)
            text++;
        letters[count++] = code < 0x80 ? c : code;
    }
    return count;
}

static struct difference differ(const char *a, size_t a_size, const char *b, size_t b_size)
{
    const size_t least = a_size < b_size ? a_size : b_size;
    size_t start = 0;
    while (start < least && lower(a[start]) == lower(b[start]))
        start++;
    while (start > 0 && (is_continuation(a[start]) || is_continuation(b[start])))
        start--;
    size_t end = 0;
    while (end < least - start && lower(a[a_size - 1 - end]) == lower(b[b_size - 1 - end]))
        end++;
    while (end > 0 && is_continuation(a[a_size - end]))
        end--;
    struct difference d = {.shares = start + end > 0};
    d.a_count = decode(a + start, a_size - start - end, d.a);
    d.b_count = decode(b + start, b_size - start - end, d.b);
    return d;
}

static size_t text_size(const struct xl_node *scalar, const char *text)
{
    return scalar->type == XL_NODE_STRING ? scalar->count : strlen(text);
}

/* Whether one letter is added, missing or wrong, or two neighbours are swapped. Texts that share
 * nothing, such as the keys x and y, are different on purpose. */
static bool is_one_edit(const struct xl_node *a, const struct xl_node *b)
{
    char buffers[2][XL_NUMBER_TEXT];
    const char *a_text = xl_node_text(a, buffers[0]);
    const char *b_text = xl_node_text(b, buffers[1]);
    const struct difference d = differ(a_text, text_size(a, a_text), b_text, text_size(b, b_text));
    if (d.a_count == 2 && d.b_count == 2)
        return d.a[0] == d.b[1] && d.a[1] == d.b[0];
    return d.shares && d.a_count <= 1 && d.b_count <= 1 && d.a_count + d.b_count > 0;
}

static bool is_mistaken_value(const struct xl_node *value, const struct xl_node *known)
{
    if (known == NULL || known->type == XL_NODE_SEQUENCE || known->type == XL_NODE_MAPPING)
        return false;
    return is_one_edit(value, known);
}

static void warn_excludes(struct list *list)
{
    struct xl_expansion *x = list->x;
    for (size_t i = 0; i < x->exclude_count; i++)
        if (!x->excludes[i].matched)
            warn(list, x->excludes[i].item, "this exclude matches no combination of the matrix");
}

static void warn_include_key(struct list *list, const struct xl_node *key)
{
    struct xl_expansion *x = list->x;
    for (size_t axis = 0; axis < x->axis_count; axis++) {
        const struct xl_node *known = x->axes[axis]->key;
        if (!xl_budget_take(&x->work, 1 + key->count / 4))
            return;
        if (!is_one_edit(key, known))
            continue;
        warn(list, key,
             "include key '%s' is one edit away from the axis '%s', but no axis: "
             "it filters nothing",
             key->text, known->text);
        return;
    }
}

/* Looks for an axis value that differs from this include's value by one edit. */
static void warn_include_value(struct list *list, const struct xl_condition *condition)
{
    struct xl_expansion *x = list->x;
    const struct xl_node *values = x->axes[condition->axis]->value;
    struct xl_mismatch mistake = {0};
    for (size_t i = 0; i < values->count; i++) {
        struct xl_mismatch mismatch = {0};
        xl_filter_compare(condition->pair->value, values->items[i], &mismatch, &x->work);
        if (mismatch.count == 0 || x->work == 0)
            return;
        if (mismatch.count == 1 && is_mistaken_value(mismatch.leaf, mismatch.value))
            mistake = mismatch;
    }
    if (mistake.count > 0)
        warn(list, mistake.leaf,
             "include value '%s' is one edit away from '%s' of the axis '%s': "
             "it makes a row of its own",
             mistake.leaf->text, mistake.value->text, x->axes[condition->axis]->key->text);
}

static void warn_includes(struct list *list)
{
    struct xl_expansion *x = list->x;
    for (size_t i = 0; i < x->include_count; i++) {
        const struct xl_filter *include = &x->includes[i];
        for (size_t k = 0; k < include->extra_count; k++)
            warn_include_key(list, include->extras[k]->key);
        for (size_t k = 0; k < include->condition_count && !include->matched; k++)
            warn_include_value(list, &include->conditions[k]);
    }
}

static void warn_numbers(struct list *list, const struct xl_node *node)
{
    if (node->type == XL_NODE_SEQUENCE) {
        for (size_t i = 0; i < node->count; i++)
            warn_numbers(list, node->items[i]);
    } else if (node->type == XL_NODE_MAPPING) {
        for (size_t i = 0; i < node->count; i++)
            warn_numbers(list, node->pairs[i].value);
    } else if (node->type == XL_NODE_NUMBER && node->plain &&
               xl_number_loses_digits(node->text, node->count)) {
        char text[XL_NUMBER_TEXT];
        warn(list, node, "%s is read as the number %s: quote it to keep its digits", node->text,
             xl_node_text(node, text));
    }
}

static uint64_t mix(uint64_t hash, uint64_t more)
{
    hash = (hash ^ more) * 0x9E3779B97F4A7C15U;
    return hash ^ (hash >> 29);
}

static uint64_t hash_text(uint64_t hash, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = mix(hash, (unsigned char)text[i]);
    return mix(hash, size);
}

static uint64_t hash_node(uint64_t hash, const struct xl_node *node)
{
    hash = mix(hash, node->type);
    if (node->type == XL_NODE_STRING)
        return hash_text(hash, node->text, node->count);
    if (node->type == XL_NODE_NUMBER || node->type == XL_NODE_BOOL || node->type == XL_NODE_NULL) {
        char buffer[XL_NUMBER_TEXT] = "";
        if (node->type == XL_NODE_NUMBER)
            xl_number_text(node->number, buffer);
        return hash_text(mix(hash, node->boolean), buffer, strlen(buffer));
    }
    for (size_t i = 0; i < node->count; i++)
        if (node->type == XL_NODE_SEQUENCE)
            hash = hash_node(hash, node->items[i]);
        else
            hash = hash_node(hash_node(hash, node->pairs[i].key), node->pairs[i].value);
    return mix(hash, node->count);
}

/* Equal for keys that differ in case. Ignores letters beyond ASCII. */
static uint64_t hash_key(const struct xl_node *key)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < key->count; i++)
        if ((unsigned char)key->text[i] < 0x80)
            hash = mix(hash, (unsigned char)lower(key->text[i]));
    return hash;
}

static bool same_value(const struct xl_node *a, const struct xl_node *b)
{
    if (a == b)
        return true;
    if (a->type != b->type)
        return false;
    if (a->type == XL_NODE_NUMBER)
        return a->number == b->number;
    if (a->type == XL_NODE_BOOL)
        return a->boolean == b->boolean;
    if (a->type == XL_NODE_NULL)
        return true;
    if (a->count != b->count)
        return false;
    if (a->type == XL_NODE_STRING)
        return strcmp(a->text, b->text) == 0;
    for (size_t i = 0; i < a->count; i++) {
        if (a->type == XL_NODE_SEQUENCE && !same_value(a->items[i], b->items[i]))
            return false;
        if (a->type == XL_NODE_MAPPING && !(same_value(a->pairs[i].key, b->pairs[i].key) &&
                                            same_value(a->pairs[i].value, b->pairs[i].value)))
            return false;
    }
    return true;
}

/* The order of keys does not matter. */
static bool same_row(const struct xl_matrix_row *a, const struct xl_matrix_row *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const struct xl_node *value = xl_matrix_row_get(b, a->cells[i].key->text);
        if (value == NULL || !same_value(a->cells[i].value, value))
            return false;
    }
    return true;
}

struct hashed_row {
    uint64_t hash;
    size_t index;
};

static int compare_hashes(const void *a, const void *b)
{
    const struct hashed_row *x = a;
    const struct hashed_row *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* A sum, so that the order of keys does not matter. */
static bool hash_row(struct xl_expansion *x, const struct xl_matrix_row *row, uint64_t *hash)
{
    for (size_t i = 0; i < row->count; i++) {
        const struct xl_node *key = row->cells[i].key;
        const struct xl_node *value = row->cells[i].value;
        const size_t bytes = key->count + value->bytes;
        if (!xl_budget_take(&x->work, 4 * (size_t)value->weight + bytes / 4 + row->count))
            return false;
        *hash += hash_node(hash_key(key), value);
    }
    return true;
}

/* The place of the second of two equal rows: a value that was written twice, if there is one. */
static const struct xl_node *duplicate_origin(const struct xl_matrix_row *first,
                                              const struct xl_matrix_row *second)
{
    if (second->origin != first->origin)
        return second->origin;
    for (size_t i = 0; i < second->count; i++) {
        const struct xl_node *value = second->cells[i].value;
        if (xl_matrix_row_get(first, second->cells[i].key->text) != value)
            return value;
    }
    return second->cells[0].value;
}

static void warn_duplicates(struct list *list)
{
    struct xl_expansion *x = list->x;
    const struct xl_rows *out = x->out;
    struct hashed_row *hashed = xl_arena_alloc(&x->arena, out->count, sizeof(*hashed));
    for (size_t i = 0; i < out->count; i++) {
        hashed[i].index = i;
        if (!hash_row(x, &out->rows[i], &hashed[i].hash))
            return;
    }
    qsort(hashed, out->count, sizeof(*hashed), compare_hashes);
    for (size_t i = 1, first = 0; i < out->count; i++) {
        const struct xl_matrix_row *row = &out->rows[hashed[i].index];
        const struct xl_matrix_row *before = &out->rows[hashed[first].index];
        if (hashed[i].hash != hashed[first].hash || !same_row(before, row))
            first = i;
        else
            warn(list, duplicate_origin(before, row), "row %zu is the same as row %zu",
                 hashed[i].index + 1, hashed[first].index + 1);
    }
}

static int compare_warnings(const void *a, const void *b)
{
    const struct xl_warning *x = a;
    const struct xl_warning *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    return strcmp(x->text, y->text);
}

/* An alias repeats its node, but one warning is enough. */
static size_t drop_repetitions(struct xl_warning *warnings, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || strcmp(warnings[kept - 1].text, warnings[i].text) != 0)
            warnings[kept++] = warnings[i];
    return kept;
}

void xl_matrix_lint(struct xl_expansion *x)
{
    struct list list = {.x = x};
    list.warnings = xl_arena_alloc(&x->out->arena, XL_MATRIX_MAX_WARNINGS, sizeof(*list.warnings));
    warn_excludes(&list);
    warn_includes(&list);
    warn_numbers(&list, x->matrix);
    warn_duplicates(&list);
    qsort(list.warnings, list.count, sizeof(*list.warnings), compare_warnings);
    x->out->warnings = list.warnings;
    x->out->warning_count = drop_repetitions(list.warnings, list.count);
}
