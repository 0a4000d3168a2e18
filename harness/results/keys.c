/* The names of the fields of results in JSON, by results.def.
 * SPDX-License-Identifier: MIT
 */
#include "results/keys.h"

#include <stdlib.h>

#include "base/unicode.h"

static const char *const names[XL_KEYS] = {
#define XL_KEY(LEVEL, NAME, TYPE, VALUES, TEXT) #NAME,
#include "results/results.def"
#undef XL_KEY
};

void xl_key_add(struct json_object *o, enum xl_key key, struct json_object *value)
{
    json_object_object_add(o, names[key], value);
}

void xl_key_string(struct json_object *o, enum xl_key key, const char *value)
{
    /* Paths and compiler messages may have any bytes, JSON may not. */
    char *clean = xl_utf8_clean(value);
    xl_key_add(o, key, json_object_new_string(clean ? clean : ""));
    free(clean);
}

void xl_key_number(struct json_object *o, enum xl_key key, uint64_t value)
{
    xl_key_add(o, key, json_object_new_uint64(value));
}

struct json_object *xl_key_summary(const size_t counts[XL_OUTCOMES])
{
    static const enum xl_key keys[XL_OUTCOMES] = {[XL_PASS] = XL_KEY_summary_pass,
                                                  [XL_FAIL] = XL_KEY_summary_fail,
                                                  [XL_SKIP] = XL_KEY_summary_skip,
                                                  [XL_EMU_BUG] = XL_KEY_summary_emu_bug,
                                                  [XL_NOT_RUN] = XL_KEY_summary_not_run};
    struct json_object *o = json_object_new_object();
    for (int i = 0; i < XL_OUTCOMES; i++)
        xl_key_number(o, keys[i], counts[i]);
    return o;
}
