/* Reading results as JSON, perhaps another machine's: what has not the wanted type is not there.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_JSON_H
#define XL_HARNESS_BASE_JSON_H

#include <json-c/json.h>
#include <stddef.h>

/* NULL if o is no object, or has nothing of this type under the key. */
struct json_object *xl_json_get(struct json_object *o, const char *key, enum json_type type);

struct json_object *xl_json_array(struct json_object *o, const char *key);

/* "", 0 and false likewise. */
const char *xl_json_text(struct json_object *o, const char *key);
size_t xl_json_number(struct json_object *o, const char *key);
double xl_json_double(struct json_object *o, const char *key); /* of a whole number too */
int xl_json_is_true(struct json_object *o, const char *key);

/* The first object of an array, which may be NULL, that has this text under the key; or NULL. */
struct json_object *xl_json_find(struct json_object *array, const char *key, const char *text);

#endif
