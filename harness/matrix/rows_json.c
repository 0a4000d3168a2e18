/* Rows as JSON.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/rows_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    for (size_t i = 0; array != NULL && i < node->count; i++) {
        if (json_object_array_add(array, xl_json_node(node->items[i])) != 0) {
            json_object_put(array);
            return NULL;
        }
    }
    return array;
}

static int add(struct json_object *object, const struct xl_node *key, const struct xl_node *value)
{
    struct json_object *child = xl_json_node(value);
    if (child == NULL && value->type != XL_NODE_NULL)
        return -1;
    if (json_object_object_add(object, key->text, child) == 0)
        return 0;
    json_object_put(child);
    return -1;
}

static struct json_object *mapping(const struct xl_node *node)
{
    struct json_object *object = json_object_new_object();
    for (size_t i = 0; object != NULL && i < node->count; i++) {
        if (add(object, node->pairs[i].key, node->pairs[i].value) != 0) {
            json_object_put(object);
            return NULL;
        }
    }
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
    for (size_t i = 0; object != NULL && i < row->count; i++) {
        if (add(object, row->cells[i].key, row->cells[i].value) != 0) {
            json_object_put(object);
            return NULL;
        }
    }
    return object;
}

static bool print_row(FILE *stream, const struct xl_matrix_row *row)
{
    struct json_object *object = xl_json_row(row);
    const char *text = object == NULL
                           ? NULL
                           : json_object_to_json_string_ext(
                                 object, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
    if (text != NULL)
        fprintf(stream, "  %s", text);
    json_object_put(object);
    return text != NULL;
}

char *xl_json_rows(const struct xl_rows *rows)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return NULL;
    bool complete = true;
    fputs("[", stream);
    for (size_t i = 0; i < rows->count && complete; i++) {
        fputs(i > 0 ? ",\n" : "\n", stream);
        complete = print_row(stream, &rows->rows[i]);
    }
    fputs(rows->count > 0 ? "\n]\n" : "]\n", stream);
    complete = ferror(stream) == 0 && complete;
    if (fclose(stream) == 0 && complete)
        return text;
    free(text);
    return NULL;
}
