/* Reads JSON that may be malformed or from another version. A value of the wrong type counts as
 * absent.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_JSON_H
#define XL_HARNESS_BASE_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* The value of a key. NULL if `o` is no object or has no value of this type there. */
struct json_object *xl_json_get(struct json_object *o, const char *key, enum json_type type);

struct json_object *xl_json_array(struct json_object *o, const char *key);

/* The number of items; 0 if it is no array, or NULL. */
size_t xl_json_length(struct json_object *array);

/* The same; "", 0 and false if absent. */
const char *xl_json_text(struct json_object *o, const char *key);
size_t xl_json_number(struct json_object *o, const char *key);
double xl_json_double(struct json_object *o, const char *key); /* integers too */
bool xl_json_is_true(struct json_object *o, const char *key);

/* The text of an item, which exists; "" if it is none. */
const char *xl_json_item_text(struct json_object *array, size_t i);

/* The first object of an array whose value of the key is this text. NULL if there is none. The
 * array may be NULL. */
struct json_object *xl_json_find(struct json_object *array, const char *key, const char *text);

/* Adds a text to an object. */
void xl_json_add_text(struct json_object *o, const char *key, const char *text);

/* Writes it into a file, completely or not at all; into a device or pipe as far as possible. -:
 * standard output. is_compact: without blanks. Returns 0, or -1 with err. */
int xl_json_write(struct json_object *o, const char *file, bool is_compact, struct xl_error *err);

#endif
