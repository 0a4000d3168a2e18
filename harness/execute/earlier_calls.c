/* Looks for results that depend on earlier calls: with nearly the same inputs, or on their number.
 * SPDX-License-Identifier: MIT
 */
#include "execute/calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "oracle/shape.h"
#include "results/checks.h"

enum {
    XL_EARLIER_SEED = 0x73746179, /* differs from all groups of cases */
    XL_MAX_REPEATS = 1 << 12
};

/* What a call has in common with the call before. */
enum similarity {
    FIRST_AND_LAST,
    ALL_BUT_VALUES,
    /* All but the first element, all but another one, ...: up to 64, at equal distances. */
    ALL_BUT_ONE,
    SIMILARITIES = ALL_BUT_ONE + 64,
};

/* The inputs of the call, and of the fill that changes come from. */
struct earlier {
    const struct xl_context *ctx;
    struct xl_kernel_result *scratch;
    struct xl_case c;
    size_t elements[XL_MAX_ARGS];
    uint8_t *inputs[XL_MAX_ARGS], *other[XL_MAX_ARGS];
    struct xl_explicit_inputs explicit_inputs;
};

static struct xl_case case_of(const struct xl_context *ctx, size_t n, uint64_t seed)
{
    return xl_plain_case(ctx, n, XL_EARLIER_SEED, seed);
}

static void begin(struct earlier *t, const struct xl_context *ctx)
{
    *t = (struct earlier){.ctx = ctx, .scratch = xl_alloc(1, sizeof *t->scratch)};
    t->c = case_of(ctx, 4 * xl_case_of(ctx, 0).lanes + 3, 0);
    for (size_t k = 0; ctx->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &ctx->kernel->args[k];
        if (!xl_arg_is_operand(arg))
            continue;
        t->elements[k] = arg->kind == XL_ARG_VALUE ? 1 : xl_arg_elements(arg, &t->c);
        t->inputs[k] = xl_alloc(t->elements[k] + 1, 8);
        t->other[k] = xl_alloc(t->elements[k] + 1, 8);
        t->explicit_inputs.elements[k] = t->inputs[k];
        xl_fill_input(ctx->kernel, k, &t->c, t->inputs[k]);
    }
    t->c.explicit_inputs = &t->explicit_inputs;
}

static void end(struct earlier *t)
{
    for (size_t k = 0; k < XL_MAX_ARGS; k++) {
        free(t->inputs[k]);
        free(t->other[k]);
    }
    free(t->scratch);
}

/* The number of elements that change, one in each call. */
static int steps_of(size_t elements)
{
    const int most = SIMILARITIES - ALL_BUT_ONE;
    return elements < (size_t)most ? (int)elements : most;
}

static bool changes(int alike, const struct xl_arg *arg, size_t e, size_t elements)
{
    const size_t step = (size_t)(alike - ALL_BUT_ONE);
    if (arg->kind == XL_ARG_VALUE)
        return alike == ALL_BUT_VALUES;
    if (alike == FIRST_AND_LAST)
        return e && e + 1 < elements;
    return alike >= ALL_BUT_ONE && e == step * elements / (size_t)steps_of(elements);
}

/* Takes some elements from another fill. */
static void change_inputs(struct earlier *t, int alike)
{
    const struct xl_kernel *kernel = t->ctx->kernel;
    struct xl_case c = case_of(t->ctx, t->c.n, 1 + (uint64_t)alike);
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        if (!xl_arg_is_operand(arg))
            continue;
        xl_fill_input(kernel, k, &c, t->other[k]);
        for (size_t e = 0; e < t->elements[k]; e++)
            if (changes(alike, arg, e, t->elements[k]))
                xl_bits_set(arg->type, t->inputs[k], e, xl_bits_get(arg->type, t->other[k], e));
    }
}

/* Makes and verifies a call, with a result that is not the kernel's. */
static enum xl_call_status call(const struct earlier *t, const struct xl_case *c)
{
    *t->scratch = (struct xl_kernel_result){.outcome = XL_PASS, .kernel = t->ctx->kernel->name};
    return xl_execute_call(t->ctx, c, t->scratch);
}

/* Adds the last findings to the kernel, as findings of `repeat`. */
static void add_findings(const struct earlier *t, const char *after,
                         struct xl_kernel_result *result)
{
    for (unsigned i = 0; i < t->scratch->finding_count; i++) {
        struct xl_finding *f = xl_new_finding(t->ctx, result, XL_CHECK_repeat, NULL, NULL);
        if (!f)
            continue;
        *f = t->scratch->findings[i];
        f->check = XL_CHECK_repeat;
        f->c.explicit_inputs = NULL;
        f->after = t->ctx->kernel->name;
        snprintf(f->message, sizeof f->message, "wrong after %s: %.300s", after,
                 t->scratch->findings[i].message);
    }
}

/* Repeats the failed call after a call with another n: if it is right then, the call before is the
 * cause. */
static enum xl_call_status add_cause(const struct earlier *t, const char *after,
                                     struct xl_kernel_result *result)
{
    struct xl_kernel_result *found = xl_alloc(1, sizeof *found);
    *found = *t->scratch;
    const struct xl_case between = case_of(t->ctx, t->c.lanes + 1, SIMILARITIES + 1);
    enum xl_call_status status = call(t, &between);
    if (status == XL_STATUS_OK)
        status = call(t, &t->c);
    const bool is_right = t->scratch->outcome == XL_PASS;
    *t->scratch = *found;
    free(found);
    add_findings(t, is_right ? after : "earlier calls, or by itself", result);
    return status;
}

static size_t most_elements(const struct earlier *t)
{
    size_t most = 0;
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        most = t->elements[k] > most ? t->elements[k] : most;
    return most;
}

static enum xl_call_status run_alike(struct earlier *t, struct xl_kernel_result *result)
{
    enum xl_call_status status = call(t, &t->c);
    const int similarities = ALL_BUT_ONE + steps_of(most_elements(t));
    for (int alike = 0; alike < similarities && status == XL_STATUS_OK; alike++) {
        const char *after = alike == FIRST_AND_LAST
                                ? "a call with the same n, values, first and last elements"
                            : alike == ALL_BUT_VALUES
                                ? "a call with the same n and inputs, except values"
                                : "a call with the same n and inputs, except one element of each";
        change_inputs(t, alike);
        status = call(t, &t->c);
        if (t->scratch->outcome != XL_FAIL)
            continue;
        if (status != XL_STATUS_OK)
            add_findings(t, after, result);
        else
            status = add_cause(t, after, result);
        return status;
    }
    return status;
}

/* Repeats the call. `made`: such calls so far. */
static enum xl_call_status call_often(struct earlier *t, const struct xl_case *c, unsigned times,
                                      unsigned made, struct xl_kernel_result *result)
{
    enum xl_call_status status = XL_STATUS_OK;
    for (unsigned some; times && status == XL_STATUS_OK; times -= some) {
        char after[80];
        some = times < XL_MAX_REPEATS ? times : XL_MAX_REPEATS;
        xl_agent_set_repeats(t->ctx->agent, some);
        status = call(t, c);
        const uint64_t time = status == XL_STATUS_OK ? xl_agent_first_difference(t->ctx->agent) : 0;
        if (t->ctx->agent->process.pid)
            xl_agent_set_repeats(t->ctx->agent, 0);
        made += time ? (unsigned)time : some;
        snprintf(after, sizeof after, "about %u call%s: it counts them", made, xl_s(made));
        if (t->scratch->outcome == XL_FAIL)
            add_findings(t, after, result);
        struct xl_finding *f =
            time && t->scratch->outcome != XL_FAIL
                ? xl_add_finding(t->ctx, result, XL_CHECK_repeat, &t->ctx->workspace->calls[0],
                                 NULL, "a call with n = %zu gave another result after %s", c->n,
                                 after)
                : NULL;
        if (f)
            f->after = t->ctx->kernel->name;
        if (time || t->scratch->outcome == XL_FAIL)
            break;
    }
    return status;
}

/* Whether a repeated call changes static memory. */
static enum xl_call_status find_counter(struct earlier *t, const struct xl_case *c, bool *counts)
{
    xl_agent_set_statics(t->ctx->agent, XL_STATICS_SNAPSHOT);
    enum xl_call_status status = call(t, c);
    if (status != XL_STATUS_OK)
        return status;
    xl_agent_set_statics(t->ctx->agent, XL_STATICS_COMPARE);
    status = call(t, c);
    *counts = status == XL_STATUS_OK && xl_agent_has_changed_statics(t->ctx->agent);
    return status;
}

/* Makes a call after exactly as many others as let a counter of 8 or 16 bits wrap, if it counts
 * with or without 0. */
static enum xl_call_status run_counted(struct earlier *t, struct xl_kernel_result *result)
{
    static const unsigned times[] = {UINT8_MAX, UINT8_MAX + 1, UINT16_MAX, UINT16_MAX + 1};
    const size_t some = sizeof times / sizeof times[0] / (t->ctx->shortened ? 2 : 1);
    const struct xl_case least = case_of(t->ctx, 1, SIMILARITIES + 2);
    bool counts = false;
    unsigned made = 0;
    enum xl_call_status status = find_counter(t, &least, &counts);
    if (status == XL_STATUS_OK && counts)
        status = call(t, &t->c);
    for (size_t i = 0; i < some && status == XL_STATUS_OK && counts; i++) {
        status = call_often(t, &least, times[i] - 1, made, result);
        made += times[i];
        if (status != XL_STATUS_OK || result->outcome != XL_PASS)
            break;
        status = call(t, &t->c);
        if (t->scratch->outcome == XL_FAIL) {
            char after[80];
            snprintf(after, sizeof after, "exactly %u calls: it counts them", times[i]);
            add_findings(t, after, result);
        }
        if (result->outcome != XL_PASS)
            break;
    }
    return status;
}

enum xl_call_status xl_check_earlier_calls(const struct xl_context *ctx,
                                           struct xl_kernel_result *result)
{
    struct earlier t;
    enum xl_call_status status = XL_STATUS_OK;
    if (xl_check_is_disabled(ctx->disabled_checks, XL_CHECK_repeat))
        return status;
    begin(&t, ctx);
    if (!ctx->kernel->prepare)
        status = run_alike(&t, result);
    if (status == XL_STATUS_OK && result->outcome == XL_PASS && !xl_changes_inputs(ctx->kernel) &&
        !ctx->kernel->lengths[0].of && !ctx->kernel->slack[0].of)
        status = run_counted(&t, result);
    end(&t);
    return status;
}
