/* Reads JSON that may be malformed or from another version. A value of the wrong type counts as
 * absent.
 * SPDX-License-Identifier: MIT
 */
#include "base/json.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"

struct json_object *xl_json_get(struct json_object *o, const char *key, enum json_type type)
{
    struct json_object *value = NULL;
    if (!json_object_is_type(o, json_type_object) || !json_object_object_get_ex(o, key, &value) ||
        !json_object_is_type(value, type))
        return NULL;
    return value;
}

struct json_object *xl_json_array(struct json_object *o, const char *key)
{
    return xl_json_get(o, key, json_type_array);
}

size_t xl_json_length(struct json_object *array)
{
    return json_object_is_type(array, json_type_array) ? json_object_array_length(array) : 0;
}

const char *xl_json_text(struct json_object *o, const char *key)
{
    struct json_object *value = xl_json_get(o, key, json_type_string);
    return value ? json_object_get_string(value) : "";
}

size_t xl_json_number(struct json_object *o, const char *key)
{
    struct json_object *value = xl_json_get(o, key, json_type_int);
    return value ? (size_t)json_object_get_uint64(value) : 0;
}

double xl_json_double(struct json_object *o, const char *key)
{
    struct json_object *value = xl_json_get(o, key, json_type_double);
    return value ? json_object_get_double(value) : (double)xl_json_number(o, key);
}

bool xl_json_is_true(struct json_object *o, const char *key)
{
    return json_object_get_boolean(xl_json_get(o, key, json_type_boolean));
}

const char *xl_json_item_text(struct json_object *array, size_t i)
{
    struct json_object *item = json_object_array_get_idx(array, i);
    return json_object_is_type(item, json_type_string) ? json_object_get_string(item) : "";
}

struct json_object *xl_json_find(struct json_object *array, const char *key, const char *text)
{
    for (size_t i = 0; i < xl_json_length(array); i++) {
        struct json_object *o = json_object_array_get_idx(array, i);
        if (strcmp(xl_json_text(o, key), text) == 0)
            return o;
    }
    return NULL;
}

void xl_json_add_text(struct json_object *o, const char *key, const char *text)
{
    json_object_object_add(o, key, json_object_new_string(text));
}

int xl_json_write(struct json_object *o, const char *file, bool is_compact, struct xl_error *err)
{
    const int style = is_compact ? JSON_C_TO_STRING_PLAIN : JSON_C_TO_STRING_PRETTY;
    struct xl_atomic_file w;
    xl_atomic_file_begin(&w, file);
    if (w.f)
        fprintf(w.f, "%s\n",
                json_object_to_json_string_ext(o, style | JSON_C_TO_STRING_NOSLASHESCAPE));
    return xl_atomic_file_end(&w, err);
}
