/* The fields of results in JSON: their names, and access by these.
 * SPDX-License-Identifier: MIT
 */
#include "results/keys.h"

#include <ctype.h>
#include <json-c/json.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/unicode.h"
#include "results/results.h"

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

/* The JSON Schema of what --json writes, made of results.def. */

static const struct field {
    const char *level, *name, *type, *values, *text;
} fields[] = {
#define XL_KEY(LEVEL, NAME, TYPE, VALUES, TEXT) {#LEVEL, #NAME, TYPE, VALUES, TEXT},
#include "results/results.def"
#undef XL_KEY
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

/* What no reader can do without. */
static const char *const required[][2] = {
    {"run", "rows"},      {"row", "row"},        {"row", "outcome"},       {"row", "kernels"},
    {"kernel", "kernel"}, {"kernel", "outcome"}, {"finding", "check"},     {"finding", "message"},
    {"source", "kernel"}, {"file", "file"},      {"function", "function"},
};

const char *xl_schema_level_under(const char *name)
{
    static const char *const levels[][2] = {{"rows", "row"},
                                            {"kernels", "kernel"},
                                            {"bits", "bits"},
                                            {"roads", "roads"},
                                            {"work", "work"},
                                            {"findings", "finding"},
                                            {"disagreements", "disagreement"},
                                            {"summary", "summary"},
                                            {"tool", "tool"},
                                            {"exhaustive", "exhaustive"},
                                            {"shard", "shard"},
                                            {"shards", "shard"},
                                            {"sources", "source"},
                                            {"case", "case"},
                                            {"groups", "group"},
                                            {"files", "file"},
                                            {"functions", "function"}};
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (strcmp(levels[i][0], name) == 0)
            return levels[i][1];
    return "";
}

static void add_text(struct json_object *to, const char *key, const char *text)
{
    json_object_object_add(to, key, json_object_new_string(text));
}

/* The objects of a level, or strings. */
static void add_content(struct json_object *to, const char *level)
{
    char reference[100];
    snprintf(reference, sizeof reference, "#/$defs/%s", level);
    add_text(to, *level ? "$ref" : "type", *level ? reference : "string");
}

/* "pass, fail": the words that it can be. "ISO 8601, UTC": none, but what it is in. */
static struct json_object *words_of(const char *values)
{
    struct json_object *words = json_object_new_array();
    bool are_words = strstr(values, ", ") != NULL;
    for (const char *at = values; *at && are_words;) {
        size_t length = strcspn(at, ",");
        for (size_t i = 0; i < length; i++)
            are_words &= isalnum((unsigned char)at[i]) || at[i] == '-';
        json_object_array_add(words, json_object_new_string_len(at, (int)length));
        at += length;
        at += strspn(at, ", ");
    }
    if (are_words)
        return words;
    json_object_put(words);
    return NULL;
}

/* "integer or null" */
static void add_type(struct json_object *to, const char *type)
{
    size_t length = strcspn(type, " ");
    struct json_object *name = json_object_new_string_len(type, (int)length);
    if (!type[length]) {
        json_object_object_add(to, "type", name);
        return;
    }
    struct json_object *types = json_object_new_array();
    json_object_array_add(types, name);
    json_object_array_add(types, json_object_new_string("null"));
    json_object_object_add(to, "type", types);
}

/* An object of the level below, which may be null if the type says so. */
static void add_object(struct json_object *to, const char *type, const char *level)
{
    struct json_object *is = json_object_new_object(), *any = json_object_new_array();
    add_content(is, level);
    json_object_array_add(any, is);
    if (strstr(type, "or null")) {
        struct json_object *null = json_object_new_object();
        add_text(null, "type", "null");
        json_object_array_add(any, null);
    }
    json_object_object_add(to, "anyOf", any);
}

static struct json_object *field_schema(const struct field *f)
{
    char text[1000];
    struct json_object *o = json_object_new_object(), *words = words_of(f->values);
    const char *level = xl_schema_level_under(f->name);
    bool both = *f->values && *f->text;
    snprintf(text, sizeof text, "%s%s%s%s", f->text, both ? " (" : "", f->values, both ? ")" : "");
    add_text(o, "description", text);
    if (strncmp(f->type, "object", strlen("object")) == 0)
        add_object(o, f->type, level);
    else
        add_type(o, f->type);
    if (strncmp(f->type, "array", strlen("array")) == 0) {
        struct json_object *items = json_object_new_object();
        add_content(items, level);
        json_object_object_add(o, "items", items);
    }
    if (strcmp(f->level, "run") == 0 && strcmp(f->name, "version") == 0)
        json_object_object_add(o, "const", json_object_new_int(XL_RESULTS_VERSION));
    if (words)
        json_object_object_add(o, "enum", words);
    return o;
}

/* All objects of one level. */
static struct json_object *level_schema(const char *level)
{
    struct json_object *o = json_object_new_object(), *wanted = json_object_new_array(),
                       *properties = json_object_new_object();
    add_text(o, "type", "object");
    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++)
        if (strcmp(required[i][0], level) == 0)
            json_object_array_add(wanted, json_object_new_string(required[i][1]));
    for (size_t i = 0; i < FIELDS; i++)
        if (strcmp(fields[i].level, level) == 0)
            json_object_object_add(properties, fields[i].name, field_schema(&fields[i]));
    json_object_object_add(o, "required", wanted);
    json_object_object_add(o, "properties", properties);
    return o;
}

char *xl_schema(void)
{
    struct json_object *o = level_schema("run"), *all = json_object_new_object(),
                       *below = json_object_new_object();
    add_text(all, "$schema", "https://json-schema.org/draft/2020-12/schema");
    add_text(all, "title", "Results of Crosslane, as run --json writes them");
    json_object_object_foreach(o, key, value)
    {
        json_object_object_add(all, key, json_object_get(value));
    }
    for (size_t i = 1; i < FIELDS; i++)
        if (strcmp(fields[i].level, fields[i - 1].level) != 0)
            json_object_object_add(below, fields[i].level, level_schema(fields[i].level));
    json_object_object_add(all, "$defs", below);
    char *text =
        xl_format("%s\n", json_object_to_json_string_ext(all, JSON_C_TO_STRING_PRETTY |
                                                                  JSON_C_TO_STRING_NOSLASHESCAPE));
    json_object_put(o);
    json_object_put(all);
    return text;
}
