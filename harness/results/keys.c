/* The fields of results in JSON: their names, and access by these.
 * SPDX-License-Identifier: MIT
 */
#include "results/keys.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/unicode.h"

static const char *const names[XL_KEYS] = {
#define XL_KEY(LEVEL, NAME, TYPE, VALUES, TEXT) #NAME,
#define XL_CACHED(LEVEL, NAME, VALUE) #NAME,
#include "results/results.def"
#undef XL_KEY
};

const char *xl_key_name(enum xl_key key)
{
    return names[key];
}

void xl_key_add(struct json_object *o, enum xl_key key, struct json_object *value)
{
    json_object_object_add(o, names[key], value);
}

struct json_object *xl_key_new_text(const char *value)
{
    char *clean = xl_utf8_clean(value);
    struct json_object *text = json_object_new_string(clean ? clean : "");
    free(clean);
    return text;
}

void xl_key_add_text(struct json_object *o, enum xl_key key, const char *value)
{
    xl_key_add(o, key, xl_key_new_text(value));
}

void xl_key_add_number(struct json_object *o, enum xl_key key, uint64_t value)
{
    xl_key_add(o, key, json_object_new_uint64(value));
}

struct json_object *xl_key_get(struct json_object *o, enum xl_key key, enum json_type type)
{
    return xl_json_get(o, names[key], type);
}

struct json_object *xl_key_array(struct json_object *o, enum xl_key key)
{
    return xl_json_array(o, names[key]);
}

const char *xl_key_text(struct json_object *o, enum xl_key key)
{
    return xl_json_text(o, names[key]);
}

size_t xl_key_number(struct json_object *o, enum xl_key key)
{
    return xl_json_number(o, names[key]);
}

double xl_key_double(struct json_object *o, enum xl_key key)
{
    return xl_json_double(o, names[key]);
}

double xl_key_measure(struct json_object *o, enum xl_key key)
{
    struct json_object *value = NULL;
    const bool is_null = json_object_object_get_ex(o, names[key], &value) && !value;
    return is_null ? INFINITY : xl_json_double(o, names[key]);
}

bool xl_key_is_true(struct json_object *o, enum xl_key key)
{
    return xl_json_is_true(o, names[key]);
}

bool xl_key_has(struct json_object *o, enum xl_key key)
{
    return json_object_object_get_ex(o, names[key], NULL);
}

int xl_key_outcome(struct json_object *o)
{
    return xl_outcome_find(xl_key_text(o, XL_KEY_kernel_outcome));
}

int xl_key_verdict(struct json_object *kernel)
{
    const int outcome = xl_key_outcome(kernel);
    return outcome != XL_FLAKY                                            ? outcome
           : xl_json_length(xl_key_array(kernel, XL_KEY_kernel_findings)) ? XL_FAIL
                                                                          : XL_PASS;
}

struct json_object *xl_key_summary(const size_t counts[XL_OUTCOMES])
{
    static const enum xl_key keys[XL_OUTCOMES] = {[XL_PASS] = XL_KEY_summary_pass,
                                                  [XL_FAIL] = XL_KEY_summary_fail,
                                                  [XL_SKIP] = XL_KEY_summary_skip,
                                                  [XL_EMU_BUG] = XL_KEY_summary_emu_bug,
                                                  [XL_NOT_RUN] = XL_KEY_summary_not_run};
    struct json_object *o = json_object_new_object();
    for (int i = 0; i < XL_FLAKY; i++) /* no row is flaky */
        xl_key_add_number(o, keys[i], counts[i]);
    return o;
}
