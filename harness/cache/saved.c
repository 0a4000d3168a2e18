/* A kernel's result as it is kept.
 * SPDX-License-Identifier: MIT
 */
#include "cache/saved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/inputs.h"
#include "results/read.h"

/* The whole numbers, each under its own name. */
static const struct {
    const char *name;
    size_t at;
} numbers[] = {
#define NUMBER(FIELD) {#FIELD, offsetof(struct xl_kernel_result, FIELD)}
    NUMBER(checked),      NUMBER(calls),         NUMBER(statics_bytes),
    NUMBER(keeps),        NUMBER(digest),        NUMBER(traced_n),
    NUMBER(vector_insns), NUMBER(insns_covered), NUMBER(insns_total),
#undef NUMBER
};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

/* A field that is new is kept too, unless it is set before a kernel runs, or never of one that
 * passes; then the number of bytes changes here. */
_Static_assert(offsetof(struct xl_kernel_result, findings) == 3312,
               "is the new field of a result kept?");

bool xl_saved_is_worth(const struct xl_kernel_result *k)
{
    return (k->outcome == XL_PASS || k->outcome == XL_SKIP) && !k->differences;
}

/* To the bit, infinities too. */
static struct json_object *double_json(double value)
{
    char text[40];
    snprintf(text, sizeof text, "%a", value);
    return json_object_new_string(text);
}

static struct json_object *words_json(const uint64_t *words, size_t count)
{
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < count; i++)
        json_object_array_add(list, json_object_new_uint64(words[i]));
    return list;
}

static struct json_object *axis_json(const struct xl_kernel_result *k)
{
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < XL_AXIS; i++)
        json_object_array_add(list, double_json((double)k->axis[i]));
    return list;
}

static struct json_object *bits_json(const struct xl_kernel_result *k)
{
    struct json_object *list = json_object_new_array();
    for (unsigned i = 0; i < k->bits_count; i++) {
        struct json_object *o = json_object_new_object();
        json_object_object_add(o, "fill", json_object_new_string(k->bits[i].fill));
        json_object_object_add(o, "n", json_object_new_uint64(k->bits[i].n));
        json_object_object_add(o, "digest", json_object_new_uint64(k->bits[i].digest));
        json_object_array_add(list, o);
    }
    return list;
}

struct json_object *xl_saved_json(const struct xl_kernel_result *k)
{
    struct json_object *o = json_object_new_object();
    json_object_object_add(o, "outcome", json_object_new_string(xl_outcome_name(k->outcome)));
    json_object_object_add(o, "reason", json_object_new_string(k->reason));
    for (size_t i = 0; i < NUMBERS; i++) {
        uint64_t value;
        memcpy(&value, (const char *)k + numbers[i].at, sizeof value);
        json_object_object_add(o, numbers[i].name, json_object_new_uint64(value));
    }
    json_object_object_add(o, "was_traced", json_object_new_boolean(k->was_traced));
    json_object_object_add(o, "proof", json_object_new_string(k->proof));
    json_object_object_add(o, "estimates", json_object_new_string(k->estimates));
    json_object_object_add(o, "dispatched", json_object_new_string(k->dispatched));
    json_object_object_add(o, "lacks", json_object_new_string(k->lacks));
    json_object_object_add(o, "max_ulp", double_json(k->max_ulp));
    json_object_object_add(o, "known_ulp", double_json(k->known_ulp));
    if (k->has_worst)
        json_object_object_add(o, "worst", words_json(k->worst, k->operands));
    if (k->has_axis)
        json_object_object_add(o, "axis", axis_json(k));
    json_object_object_add(o, "roads", words_json(k->roads, XL_ROADS));
    json_object_object_add(o, "bits", bits_json(k));
    return o;
}

static bool read_number(struct json_object *o, const char *name, uint64_t *value)
{
    struct json_object *number = xl_read_get(o, name, json_type_int);
    *value = number ? json_object_get_uint64(number) : 0;
    return number != NULL;
}

static bool read_double(struct json_object *o, const char *name, double *value)
{
    const char *text = xl_read_text(o, name);
    char *end;
    *value = strtod(text, &end);
    return *text && !*end;
}

/* As many as there are, up to `most`. */
static bool read_words(struct json_object *list, uint64_t *words, size_t most, size_t *count)
{
    *count = list ? json_object_array_length(list) : 0;
    for (size_t i = 0; i < *count && i < most; i++)
        words[i] = json_object_get_uint64(json_object_array_get_idx(list, i));
    return list && *count <= most;
}

static const char *find_fill(const char *name)
{
    for (enum xl_fill fill = 0; fill < XL_FILLS; fill++)
        if (strcmp(xl_fill_name(fill), name) == 0)
            return xl_fill_name(fill);
    return NULL;
}

static bool read_bits(struct json_object *list, struct xl_kernel_result *k)
{
    size_t count = list ? json_object_array_length(list) : XL_MAX_BITS + 1;
    for (k->bits_count = 0; k->bits_count < count && count <= XL_MAX_BITS; k->bits_count++) {
        struct json_object *o = json_object_array_get_idx(list, k->bits_count);
        struct xl_bits *bits = &k->bits[k->bits_count];
        bits->fill = find_fill(xl_read_text(o, "fill"));
        if (!bits->fill || !read_number(o, "n", &bits->n) ||
            !read_number(o, "digest", &bits->digest))
            return false;
    }
    return count <= XL_MAX_BITS;
}

static bool read_worst(struct json_object *o, struct xl_kernel_result *k)
{
    struct json_object *worst = xl_read_array(o, "worst");
    k->has_worst = worst != NULL;
    return !worst || read_words(worst, k->worst, XL_MAX_ARITY, &k->operands);
}

static bool read_axis(struct json_object *o, struct xl_kernel_result *k)
{
    struct json_object *list = xl_read_array(o, "axis");
    k->has_axis = list != NULL;
    for (size_t i = 0; list && i < XL_AXIS; i++) {
        const char *text = json_object_get_string(json_object_array_get_idx(list, i));
        char *end = NULL;
        k->axis[i] = text ? strtof(text, &end) : 0;
        if (!text || end == text || *end)
            return false;
    }
    return true;
}

bool xl_saved_read(struct json_object *o, struct xl_kernel_result *k)
{
    struct xl_kernel_result is;
    size_t roads = 0;
    xl_result_copy(&is, k);
    const int outcome = xl_read_outcome(o);
    bool all = outcome == XL_PASS || outcome == XL_SKIP;
    is.outcome = (enum xl_outcome)outcome;
    snprintf(is.reason, sizeof is.reason, "%s", xl_read_text(o, "reason"));
    for (size_t i = 0; i < NUMBERS; i++) {
        uint64_t value;
        all &= read_number(o, numbers[i].name, &value);
        memcpy((char *)&is + numbers[i].at, &value, sizeof value);
    }
    is.was_traced = xl_read_is_true(o, "was_traced");
    snprintf(is.proof, sizeof is.proof, "%s", xl_read_text(o, "proof"));
    snprintf(is.estimates, sizeof is.estimates, "%s", xl_read_text(o, "estimates"));
    snprintf(is.dispatched, sizeof is.dispatched, "%s", xl_read_text(o, "dispatched"));
    snprintf(is.lacks, sizeof is.lacks, "%s", xl_read_text(o, "lacks"));
    all = all && read_double(o, "max_ulp", &is.max_ulp) &&
          read_double(o, "known_ulp", &is.known_ulp) && read_worst(o, &is) && read_axis(o, &is) &&
          read_words(xl_read_array(o, "roads"), is.roads, XL_ROADS, &roads) && roads == XL_ROADS &&
          read_bits(xl_read_array(o, "bits"), &is);
    if (all)
        xl_result_copy(k, &is);
    return all;
}
