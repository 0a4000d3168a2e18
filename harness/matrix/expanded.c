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

/* Job names of matrix rows, as GitHub makes them. */

enum { MAX_UNITS = 100 }; /* UTF-16 units, as .NET counts a string */

struct name {
    char text[4 * (MAX_UNITS + 1) + 4]; /* 4 bytes a code point at most, and the dots */
    size_t length;
    size_t units;
    size_t cut; /* length in front of the dots */
    bool full;
};

static void add(struct name *name, const char *text)
{
    const char *end = text + strlen(text);
    while (text < end && !name->full) {
        const char *start = text;
        int32_t code = xl_utf8_next(&text, end);
        if (code < 0)
            text++; /* a job's name may be invalid UTF-8 */
        name->units += code > 0xFFFF ? 2 : 1;
        name->full = name->units > MAX_UNITS;
        if (name->full)
            break;
        memcpy(name->text + name->length, start, (size_t)(text - start));
        name->length += (size_t)(text - start);
        if (name->units <= MAX_UNITS - 3)
            name->cut = name->length;
    }
}

/* Adds the leaves of a value, without null and ''. */
static void add_leaves(struct name *name, const struct xl_node *value, bool *first)
{
    if (name->full)
        return;
    if (value->type == XL_NODE_SEQUENCE) {
        for (size_t i = 0; i < value->count; i++)
            add_leaves(name, value->items[i], first);
        return;
    }
    if (value->type == XL_NODE_MAPPING) {
        for (size_t i = 0; i < value->count; i++)
            add_leaves(name, value->pairs[i].value, first);
        return;
    }
    char buffer[XL_NUMBER_TEXT];
    const char *text = xl_node_text(value, buffer);
    if (*text == '\0')
        return;
    add(name, *first ? " (" : ", ");
    add(name, text);
    *first = false;
}

char *xl_job_name(const char *job, const struct xl_matrix_row *row)
{
    struct name name = {0};
    bool first = true;
    add(&name, job);
    for (size_t i = 0; i < row->name_count; i++)
        add_leaves(&name, row->cells[i].value, &first);
    if (!first)
        add(&name, ")");
    if (name.full)
        strcpy(name.text + name.cut, "...");
    else
        name.text[name.length] = '\0';
    return xl_copy_text(name.text);
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
