/* Writes matrix rows as JSON.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/rows_json.h"

#include <math.h>

#include "base/text.h"

static struct json_object *number(double value)
{
    char text[XL_NUMBER_TEXT];
    xl_number_text(value, text);
    if (!isfinite(value))
        return json_object_new_string(text);
    return json_object_new_double_s(value, text);
}

static struct json_object *sequence(const struct xl_node *node)
{
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < node->count; i++)
        json_object_array_add(array, xl_json_node(node->items[i]));
    return array;
}

static struct json_object *mapping(const struct xl_node *node)
{
    struct json_object *object = json_object_new_object();
    for (size_t i = 0; i < node->count; i++)
        json_object_object_add(object, node->pairs[i].key->text,
                               xl_json_node(node->pairs[i].value));
    return object;
}

struct json_object *xl_json_node(const struct xl_node *node)
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

struct json_object *xl_json_row(const struct xl_matrix_row *row)
{
    struct json_object *object = json_object_new_object();
    for (size_t i = 0; i < row->count; i++)
        json_object_object_add(object, row->cells[i].key->text, xl_json_node(row->cells[i].value));
    return object;
}

char *xl_json_rows(const struct xl_rows *rows)
{
    struct xl_text text = {0};
    xl_text_add(&text, "[");
    for (size_t i = 0; i < rows->count; i++) {
        struct json_object *object = xl_json_row(&rows->rows[i]);
        xl_text_add(&text, "%s  %s", i > 0 ? ",\n" : "\n",
                    json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
                                                               JSON_C_TO_STRING_NOSLASHESCAPE));
        json_object_put(object);
    }
    xl_text_add(&text, rows->count > 0 ? "\n]\n" : "]\n");
    return text.at;
}
