/* Reading the results of other machines: what has not the wanted type is not there.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_MERGED_H
#define XL_HARNESS_RESULTS_MERGED_H

#include <json-c/json.h>
#include <stddef.h>

/* NULL if o is no object, or has nothing of this type under the key. */
struct json_object *xl_merged_get(struct json_object *o, const char *key, enum json_type type);

/* "" and 0 likewise. */
const char *xl_merged_text(struct json_object *o, const char *key);
size_t xl_merged_number(struct json_object *o, const char *key);

/* The outcome of a row or a kernel, or -1. */
int xl_merged_outcome(struct json_object *o);

#endif
