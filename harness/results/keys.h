/* The names of the fields of results in JSON, by results.def.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_KEYS_H
#define XL_HARNESS_RESULTS_KEYS_H

#include <json-c/json.h>
#include <stdint.h>

#include "results/results.h"

enum xl_key {
#define XL_KEY(LEVEL, NAME, TYPE, VALUES, TEXT) XL_KEY_##LEVEL##_##NAME,
#include "results/results.def"
#undef XL_KEY
    XL_KEYS
};

/* Each adds a field to an object. value may be NULL. */
void xl_key_add(struct json_object *o, enum xl_key key, struct json_object *value);
void xl_key_string(struct json_object *o, enum xl_key key, const char *value);
void xl_key_number(struct json_object *o, enum xl_key key, uint64_t value);

/* The object `summary`. */
struct json_object *xl_key_summary(const size_t counts[XL_OUTCOMES]);

#endif
