/* Merges the results of the shards of an exhaustive run.
 * SPDX-License-Identifier: MIT
 */
#include "results/walk_merge.h"

#include <string.h>

#include "base/json.h"
#include "results/results.h"
#include "results/results_json.h"

static struct json_object *walk_of(struct json_object *kernel)
{
    return xl_key_get(kernel, XL_KEY_kernel_exhaustive, json_type_object);
}

/* The same kernel of another row, or NULL. */
static struct json_object *find(struct json_object *kernels, struct json_object *kernel)
{
    for (size_t i = 0; i < xl_json_length(kernels); i++) {
        struct json_object *other = json_object_array_get_idx(kernels, i);
        if (strcmp(xl_key_text(other, XL_KEY_kernel_kernel),
                   xl_key_text(kernel, XL_KEY_kernel_kernel)) == 0 &&
            strcmp(xl_key_text(other, XL_KEY_kernel_variant),
                   xl_key_text(kernel, XL_KEY_kernel_variant)) == 0)
            return other;
    }
    return NULL;
}

static bool can_add(struct json_object *into, struct json_object *kernel)
{
    struct json_object *a = into ? walk_of(into) : NULL, *b = walk_of(kernel);
    if (!a && !b) /* neither shard could walk it */
        return into && xl_key_outcome(into) == xl_key_outcome(kernel);
    return a && b &&
           xl_key_number(a, XL_KEY_exhaustive_of) == xl_key_number(b, XL_KEY_exhaustive_of) &&
           xl_key_number(a, XL_KEY_exhaustive_inputs) +
                   xl_key_number(b, XL_KEY_exhaustive_inputs) <=
               xl_key_number(a, XL_KEY_exhaustive_of);
}

static void copy(struct json_object *to, struct json_object *from, enum xl_key key)
{
    struct json_object *value = NULL;
    if (json_object_object_get_ex(from, xl_key_name(key), &value))
        xl_key_add(to, key, json_object_get(value));
}

static void add_number(struct json_object *to, struct json_object *from, enum xl_key key)
{
    xl_key_add_number(to, key, xl_key_number(to, key) + xl_key_number(from, key));
}

/* Takes the outcome and reason of the worse. */
static void take_worse(struct json_object *to, struct json_object *from, enum xl_key outcome,
                       enum xl_key reason)
{
    static const int order[XL_OUTCOMES] = {[XL_SKIP] = 0,    [XL_PASS] = 1, [XL_EMU_BUG] = 2,
                                           [XL_NOT_RUN] = 3, [XL_FAIL] = 4, [XL_FLAKY] = 4};
    const int is = xl_key_outcome(to), other = xl_key_outcome(from);
    if (is < 0 || other < 0 || order[other] <= order[is])
        return;
    copy(to, from, outcome);
    copy(to, from, reason);
}

static void add_kernel(struct json_object *to, struct json_object *from)
{
    struct json_object *findings = xl_key_array(from, XL_KEY_kernel_findings);
    if (!walk_of(from))
        return;
    add_number(walk_of(to), walk_of(from), XL_KEY_exhaustive_inputs);
    add_number(to, from, XL_KEY_kernel_checked);
    add_number(to, from, XL_KEY_kernel_calls);
    add_number(to, from, XL_KEY_kernel_differences);
    if (xl_key_measure(from, XL_KEY_kernel_max_ulp) > xl_key_measure(to, XL_KEY_kernel_max_ulp)) {
        copy(to, from, XL_KEY_kernel_max_ulp);
        copy(to, from, XL_KEY_kernel_max_ulp_inputs);
    }
    for (size_t i = 0; i < xl_json_length(findings); i++)
        json_object_array_add(xl_key_array(to, XL_KEY_kernel_findings),
                              json_object_get(json_object_array_get_idx(findings, i)));
    if (xl_json_length(xl_key_array(from, XL_KEY_kernel_checks)))
        copy(to, from, XL_KEY_kernel_checks);
    take_worse(to, from, XL_KEY_kernel_outcome, XL_KEY_kernel_reason);
}

bool xl_walk_merge(struct json_object *into, struct json_object *row)
{
    struct json_object *kernels = xl_key_array(into, XL_KEY_row_kernels),
                       *more = xl_key_array(row, XL_KEY_row_kernels);
    const size_t count = xl_json_length(more);
    size_t walked = 0;
    if (!kernels || xl_json_length(kernels) != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct json_object *kernel = json_object_array_get_idx(more, i);
        if (!can_add(find(kernels, kernel), kernel))
            return false;
        walked += walk_of(kernel) != NULL;
    }
    if (!walked)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct json_object *kernel = json_object_array_get_idx(more, i);
        add_kernel(find(kernels, kernel), kernel);
    }
    take_worse(into, row, XL_KEY_row_outcome, XL_KEY_row_reason);
    return true;
}
