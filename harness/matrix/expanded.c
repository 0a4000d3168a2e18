/* The rows that a build matrix expands to.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/expand.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/unicode.h"

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

/* Writes matrix rows as JSON. */

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
