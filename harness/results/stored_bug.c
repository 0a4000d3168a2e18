/* The part of a cached result that only failures have. A failure is cached if a known bug explains
 * it.
 * SPDX-License-Identifier: MIT
 */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "oracle/cases.h"
#include "results/results_json.h"
#include "results/store.h"

/* Findings of these checks are made again from cached results, or depend on the time. */
static const enum xl_check uncached[] = {XL_CHECK_accuracy, XL_CHECK_work, XL_CHECK_lengths,
                                         XL_CHECK_skip, XL_CHECK_hang};

bool xl_stored_bug_is_worth(const struct xl_kernel_result *k)
{
    bool is = k->outcome == XL_FAIL && k->differences;
    for (size_t i = 0; i < sizeof uncached / sizeof uncached[0]; i++)
        is = is && !k->failed_checks[uncached[i]];
    /* What depends on another kernel or row has a key of this one alone. */
    for (unsigned i = 0; i < k->finding_count; i++)
        is = is && !k->findings[i].after && !k->findings[i].beside;
    return is;
}

static struct json_object *findings_json(const struct xl_kernel_result *k)
{
    struct json_object *list = json_object_new_array();
    for (unsigned i = 0; i < k->finding_count; i++)
        json_object_array_add(list, xl_finding_json(&k->findings[i], "", ""));
    return list;
}

static struct json_object *checks_json(const struct xl_kernel_result *k)
{
    struct json_object *list = json_object_new_array();
    for (enum xl_check check = 0; check < XL_CHECKS; check++)
        if (k->failed_checks[check])
            json_object_array_add(list, json_object_new_string(xl_check_name(check)));
    return list;
}

/* By name, because the number of a group changes with a build. */
static struct json_object *groups_json(const struct xl_kernel_result *k)
{
    struct json_object *o = json_object_new_object();
    for (unsigned group = 1; group <= xl_case_groups(); group++)
        if (k->group_differences[group])
            json_object_object_add(o, xl_case_group_name(group),
                                   json_object_new_uint64(k->group_differences[group]));
    return o;
}

struct json_object *xl_stored_bug_json(const struct xl_kernel_result *k)
{
    struct json_object *o = xl_stored_result_json(k);
    json_object_object_add(o, "differences", json_object_new_uint64(k->differences));
    json_object_object_add(o, "failing_calls", json_object_new_string(k->failing_calls));
    json_object_object_add(o, "code", k->code ? json_object_new_string(k->code) : NULL);
    json_object_object_add(o, "groups", groups_json(k));
    json_object_object_add(o, "checks", checks_json(k));
    json_object_object_add(o, "findings", findings_json(k));
    return o;
}

static const char *fill_of(const struct xl_case *c)
{
    return xl_fill_name(c->fill);
}

/* The record's name of an argument, which outlives the JSON. */
static const char *arg_of(const struct xl_kernel *record, const char *name)
{
    for (size_t i = 0; record && i < XL_MAX_ARGS && record->args[i].kind; i++)
        if (record->args[i].name && strcmp(record->args[i].name, name) == 0)
            return record->args[i].name;
    return NULL;
}

static void read_texts(struct json_object *o, struct xl_finding *f)
{
    const struct {
        enum xl_key key;
        char *text;
        size_t size;
    } texts[] = {
#define TEXT(NAME) {XL_KEY_finding_##NAME, f->NAME, sizeof f->NAME}
        TEXT(message),
        TEXT(sizes),
        TEXT(inputs),
        TEXT(got),
        TEXT(expected),
        TEXT(lanes),
        TEXT(which),
        TEXT(differs),
        TEXT(alone),
        TEXT(vector),
        {XL_KEY_finding_vector_got, f->vector_got, sizeof f->vector_got},
        {XL_KEY_finding_vector_expected, f->vector_expected, sizeof f->vector_expected},
#undef TEXT
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        snprintf(texts[i].text, texts[i].size, "%s", xl_key_text(o, texts[i].key));
}

/* False: it is incomplete. */
static bool read_finding(struct json_object *o, const struct xl_kernel *record,
                         struct xl_finding *f)
{
    const int check = xl_check_find(xl_key_text(o, XL_KEY_finding_check));
    *f = (struct xl_finding){.check = (enum xl_check)check};
    read_texts(o, f);
    f->has_call = xl_key_has(o, XL_KEY_finding_case);
    f->has_element = xl_key_has(o, XL_KEY_finding_element);
    if (check < 0 || (f->has_call && !xl_case_read(o, &f->c)))
        return false;
    f->n = xl_key_number(o, XL_KEY_finding_n);
    f->fill = f->has_call ? fill_of(&f->c) : NULL;
    f->placement = f->has_call ? xl_placement_name(f->c.placement) : NULL;
    f->alignment = (unsigned)xl_key_number(o, XL_KEY_finding_alignment);
    f->arg = arg_of(record, xl_key_text(o, XL_KEY_finding_arg));
    f->element = xl_key_number(o, XL_KEY_finding_element);
    f->lane = xl_key_number(o, XL_KEY_finding_lane);
    f->ulp = xl_key_measure(o, XL_KEY_finding_ulp);
    f->has_bound = xl_key_has(o, XL_KEY_finding_error);
    f->error = xl_key_measure(o, XL_KEY_finding_error);
    f->bound = xl_key_measure(o, XL_KEY_finding_bound);
    f->signal = (int)xl_key_number(o, XL_KEY_finding_signal);
    f->pc = strtoull(xl_key_text(o, XL_KEY_finding_pc), NULL, 0);
    return !f->has_element || f->arg || !*xl_key_text(o, XL_KEY_finding_arg);
}

static bool read_findings(struct json_object *list, struct xl_kernel_result *k)
{
    const size_t count = xl_json_length(list);
    bool all = list && count <= XL_MAX_FINDINGS;
    for (size_t i = 0; all && i < count; i++)
        all = read_finding(json_object_array_get_idx(list, i), k->record, &k->findings[i]);
    k->finding_count = all ? (unsigned)count : 0;
    return all;
}

static bool read_checks(struct json_object *list, struct xl_kernel_result *k)
{
    const size_t count = xl_json_length(list);
    bool all = count > 0;
    for (size_t i = 0; all && i < count; i++) {
        const char *name = json_object_get_string(json_object_array_get_idx(list, i));
        const int check = name ? xl_check_find(name) : -1;
        all = check >= 0;
        if (all)
            k->failed_checks[check] = true;
    }
    return all;
}

static bool read_groups(struct json_object *groups, struct xl_kernel_result *k)
{
    if (!groups)
        return false;
    json_object_object_foreach(groups, name, value)
    {
        const unsigned group = xl_case_group_find(name);
        if (group == XL_NO_GROUP)
            return false;
        k->group_differences[group] = json_object_get_uint64(value);
    }
    return true;
}

bool xl_stored_bug_read(struct json_object *o, struct xl_kernel_result *k)
{
    struct xl_kernel_result *is = xl_alloc(1, sizeof *is);
    const char *code = xl_json_text(o, "code");
    xl_result_copy(is, k);
    is->differences = xl_json_number(o, "differences");
    snprintf(is->failing_calls, sizeof is->failing_calls, "%s", xl_json_text(o, "failing_calls"));
    const bool all = xl_stored_failure_read(o, is) && is->differences &&
                     read_groups(xl_json_get(o, "groups", json_type_object), is) &&
                     read_checks(xl_json_array(o, "checks"), is) &&
                     read_findings(xl_json_array(o, "findings"), is);
    if (all) {
        *k = *is;
        k->code = *code ? xl_copy_text(code) : NULL;
    }
    free(is);
    return all;
}
