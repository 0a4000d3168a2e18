/* The fields of results in JSON, by results.def.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_KEYS_H
#define XL_HARNESS_RESULTS_KEYS_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "results/results.h"

/* A row's and a kernel's `outcome` and `reason` have the same names, so functions for both use the
 * keys of a kernel. */
enum xl_key {
#define XL_KEY(LEVEL, NAME, TYPE, VALUES, TEXT) XL_KEY_##LEVEL##_##NAME,
#define XL_CACHED(LEVEL, NAME, VALUE) XL_KEY_##LEVEL##_##NAME,
#include "results/results.def"
#undef XL_KEY
    XL_KEYS
};

/* "got" */
const char *xl_key_name(enum xl_key key);

/* Any bytes, as paths and compiler messages have them, as valid UTF-8. */
struct json_object *xl_key_new_text(const char *value);

/* Each adds a field to an object. value may be NULL. */
void xl_key_add(struct json_object *o, enum xl_key key, struct json_object *value);
void xl_key_add_text(struct json_object *o, enum xl_key key, const char *value);
void xl_key_add_number(struct json_object *o, enum xl_key key, uint64_t value);

/* Each reads a field of an object that may come from another machine. A value of the wrong type
 * counts as absent, and o may be NULL. If the field is absent, they return NULL, "", 0 or false. */
struct json_object *xl_key_get(struct json_object *o, enum xl_key key, enum json_type type);
struct json_object *xl_key_array(struct json_object *o, enum xl_key key);
const char *xl_key_text(struct json_object *o, enum xl_key key);
size_t xl_key_number(struct json_object *o, enum xl_key key);
double xl_key_double(struct json_object *o, enum xl_key key);  /* integers too */
double xl_key_measure(struct json_object *o, enum xl_key key); /* the same; null is infinity */
bool xl_key_is_true(struct json_object *o, enum xl_key key);

/* Whether the object has the field, null or of any type. */
bool xl_key_has(struct json_object *o, enum xl_key key);

/* The outcome of a row or a kernel, or -1. */
int xl_key_outcome(struct json_object *o);

/* The same, but a flaky test of a suite failed, or passed if flaky tests are allowed. */
int xl_key_verdict(struct json_object *kernel);

/* The object `summary`. */
struct json_object *xl_key_summary(const size_t counts[XL_OUTCOMES]);

/* The JSON Schema of what --json writes, made of results.def. */

/* The level of results.def of the objects that stand below a field of this name; "": none do. */
const char *xl_schema_level_under(const char *name);

/* JSON, and a newline. The caller frees it. JSON Schema, draft 2020-12. A field that it does not
 * name is no error: later versions may have more. */
char *xl_schema(void);

#endif
