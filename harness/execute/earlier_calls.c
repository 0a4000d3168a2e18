/* What a kernel keeps of calls before: of inputs that are nearly the same, and of how many calls
 * there were.
 * SPDX-License-Identifier: MIT
 */
#include "execute/earlier_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "execute/execute.h"
#include "execute/findings.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "results/checks.h"

enum {
    XL_KEPT_SEED = 0x73746179, /* of no group of cases */
    XL_POISON_BYTE = 0xa5,
    XL_TIMES_AT_ONCE = 1 << 12
};

/* What a call has in common with the one before. */
enum alike {
    FIRST_AND_LAST,
    ALL_BUT_VALUES,
    ALL_BUT_ONE,               /* the first, the next, ... */
    ALIKES = ALL_BUT_ONE + 64, /* that many at most, at even distances */
};

/* Inputs of two calls: of the one before, and those that are taken for it. */
struct kept {
    const struct xl_context *ctx;
    struct xl_kernel_result *scratch;
    struct xl_case c;
    size_t elements[XL_MAX_ARGS];
    uint8_t *is[XL_MAX_ARGS], *other[XL_MAX_ARGS];
    struct xl_explicit_inputs given;
};

static bool is_input(const struct xl_arg *arg)
{
    return xl_arg_is_read(arg) || arg->kind == XL_ARG_VALUE;
}

static struct xl_case case_of(const struct xl_context *ctx, size_t n, uint64_t seed)
{
    const struct xl_kernel *kernel = ctx->kernel;
    struct xl_case c = {.n = xl_valid_n(kernel, n),
                        .lanes = xl_case_of(ctx, 0).lanes,
                        .fill = kernel->contract.kind == XL_ULP ? XL_FILL_SMALL : XL_FILL_DOMAIN,
                        .any_value = true,
                        .placement = XL_PLACEMENT_END,
                        .poison = XL_POISON_BYTE,
                        .seed = xl_mix(xl_mix(ctx->seed, XL_KEPT_SEED), seed)};
    xl_sample_rows(kernel, &c);
    return c;
}

/* False: there is no memory. */
static bool begin(struct kept *t, const struct xl_context *ctx)
{
    bool has_all = true;
    *t = (struct kept){.ctx = ctx, .scratch = malloc(sizeof *t->scratch)};
    t->c = case_of(ctx, 4 * xl_case_of(ctx, 0).lanes + 3, 0);
    for (size_t k = 0; k < XL_MAX_ARGS && ctx->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &ctx->kernel->args[k];
        if (!is_input(arg))
            continue;
        t->elements[k] = arg->kind == XL_ARG_VALUE ? 1 : xl_arg_elements(arg, &t->c);
        t->is[k] = calloc(t->elements[k] + 1, 8);
        t->other[k] = calloc(t->elements[k] + 1, 8);
        t->given.elements[k] = t->is[k];
        has_all &= t->is[k] && t->other[k];
        if (has_all)
            xl_fill_input(ctx->kernel, k, &t->c, t->is[k]);
    }
    t->c.explicit_inputs = &t->given;
    return has_all && t->scratch;
}

static void end(struct kept *t)
{
    for (size_t k = 0; k < XL_MAX_ARGS; k++) {
        free(t->is[k]);
        free(t->other[k]);
    }
    free(t->scratch);
}

/* One for each element, as far as there are. */
static int steps_of(size_t elements)
{
    const int most = ALIKES - ALL_BUT_ONE;
    return elements < (size_t)most ? (int)elements : most;
}

static bool is_taken(int alike, const struct xl_arg *arg, size_t e, size_t elements)
{
    const size_t step = (size_t)(alike - ALL_BUT_ONE);
    if (arg->kind == XL_ARG_VALUE)
        return alike == ALL_BUT_VALUES;
    if (alike == FIRST_AND_LAST)
        return e && e + 1 < elements;
    return alike >= ALL_BUT_ONE && e == step * elements / (size_t)steps_of(elements);
}

/* Takes some elements from another fill. */
static void change(struct kept *t, int alike)
{
    const struct xl_kernel *kernel = t->ctx->kernel;
    struct xl_case c = case_of(t->ctx, t->c.n, 1 + (uint64_t)alike);
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        if (!is_input(arg))
            continue;
        xl_fill_input(kernel, k, &c, t->other[k]);
        for (size_t e = 0; e < t->elements[k]; e++)
            if (is_taken(alike, arg, e, t->elements[k]))
                xl_bits_set(arg->type, t->is[k], e, xl_bits_get(arg->type, t->other[k], e));
    }
}

/* Makes and judges a call into a result that is not the kernel's. */
static enum xl_call_status call(const struct kept *t, const struct xl_case *c)
{
    *t->scratch = (struct xl_kernel_result){.outcome = XL_PASS, .kernel = t->ctx->kernel->name};
    return xl_execute_call(t->ctx, c, t->scratch);
}

/* What was found last is of the kernel, as what comes of calls before. */
static void adopt(const struct kept *t, const char *after, struct xl_kernel_result *result)
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

/* The call that has failed is right after one of another n, or it is wrong in itself. */
static enum xl_call_status tell(const struct kept *t, const char *after,
                                struct xl_kernel_result *result)
{
    struct xl_kernel_result *found = malloc(sizeof *found);
    enum xl_call_status turn = XL_STATUS_OK;
    if (!found)
        return turn;
    *found = *t->scratch;
    const struct xl_case between = case_of(t->ctx, t->c.lanes + 1, ALIKES + 1);
    turn = call(t, &between);
    if (turn == XL_STATUS_OK)
        turn = call(t, &t->c);
    const bool is_right = t->scratch->outcome == XL_PASS;
    *t->scratch = *found;
    free(found);
    adopt(t, is_right ? after : "calls before it, or by itself", result);
    return turn;
}

static size_t most_elements(const struct kept *t)
{
    size_t most = 0;
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        most = t->elements[k] > most ? t->elements[k] : most;
    return most;
}

static enum xl_call_status run_alike(struct kept *t, struct xl_kernel_result *result)
{
    enum xl_call_status turn = call(t, &t->c);
    const int alikes = ALL_BUT_ONE + steps_of(most_elements(t));
    for (int alike = 0; alike < alikes && turn == XL_STATUS_OK; alike++) {
        const char *after =
            alike == FIRST_AND_LAST ? "a call with the same n, values, first and last elements"
            : alike == ALL_BUT_VALUES
                ? "a call with the same n and inputs, but for what is given by value"
                : "a call with the same n and inputs, but for an element of each";
        change(t, alike);
        turn = call(t, &t->c);
        if (t->scratch->outcome != XL_FAIL)
            continue;
        if (turn != XL_STATUS_OK)
            adopt(t, after, result);
        else
            turn = tell(t, after, result);
        return turn;
    }
    return turn;
}

/* The same call so many times more. `made`: calls of this kind that were made. */
static enum xl_call_status call_often(struct kept *t, const struct xl_case *c, unsigned times,
                                      unsigned made, struct xl_kernel_result *result)
{
    enum xl_call_status turn = XL_STATUS_OK;
    for (unsigned some; times && turn == XL_STATUS_OK; times -= some) {
        char after[80];
        some = times < XL_TIMES_AT_ONCE ? times : XL_TIMES_AT_ONCE;
        xl_agent_set_repeats(t->ctx->agent, some);
        turn = call(t, c);
        const uint64_t time = turn == XL_STATUS_OK ? xl_agent_first_difference(t->ctx->agent) : 0;
        if (t->ctx->agent->process.pid)
            xl_agent_set_repeats(t->ctx->agent, 0);
        made += time ? (unsigned)time : some;
        snprintf(after, sizeof after, "about %u calls: what it keeps counts them", made);
        if (t->scratch->outcome == XL_FAIL)
            adopt(t, after, result);
        struct xl_finding *f = time && t->scratch->outcome != XL_FAIL
                                   ? xl_new_finding(t->ctx, result, XL_CHECK_repeat,
                                                    &t->ctx->workspace->calls[0], NULL)
                                   : NULL;
        if (f) {
            f->after = t->ctx->kernel->name;
            snprintf(f->message, sizeof f->message,
                     "a call of n = %zu gave something else when it was made again, after %s", c->n,
                     after);
        }
        if (time || t->scratch->outcome == XL_FAIL)
            break;
    }
    return turn;
}

/* Whether a call that is made again changes what the kernel keeps. */
static enum xl_call_status look_for_count(struct kept *t, const struct xl_case *c, bool *counts)
{
    xl_agent_set_statics(t->ctx->agent, XL_STATICS_SNAPSHOT);
    enum xl_call_status turn = call(t, c);
    if (turn != XL_STATUS_OK)
        return turn;
    xl_agent_set_statics(t->ctx->agent, XL_STATICS_COMPARE);
    turn = call(t, c);
    *counts = turn == XL_STATUS_OK && xl_agent_has_changed_statics(t->ctx->agent);
    return turn;
}

/* The same call after exactly as many others as make a count of 8, and of 16 bits, what it was,
 * with 0 among its values and without. */
static enum xl_call_status run_counted(struct kept *t, struct xl_kernel_result *result)
{
    static const unsigned times[] = {UINT8_MAX, UINT8_MAX + 1, UINT16_MAX, UINT16_MAX + 1};
    const size_t some = sizeof times / sizeof times[0] / (t->ctx->shortened ? 2 : 1);
    const struct xl_case least = case_of(t->ctx, 1, ALIKES + 2);
    bool counts = false;
    unsigned made = 0;
    enum xl_call_status turn = look_for_count(t, &least, &counts);
    if (turn == XL_STATUS_OK && counts)
        turn = call(t, &t->c);
    for (size_t i = 0; i < some && turn == XL_STATUS_OK && counts; i++) {
        turn = call_often(t, &least, times[i] - 1, made, result);
        made += times[i];
        if (turn != XL_STATUS_OK || result->outcome != XL_PASS)
            break;
        turn = call(t, &t->c);
        if (t->scratch->outcome == XL_FAIL) {
            char after[80];
            snprintf(after, sizeof after, "exactly %u calls: what it keeps counts them", times[i]);
            adopt(t, after, result);
        }
        if (result->outcome != XL_PASS)
            break;
    }
    return turn;
}

/* Whether a call that is made again finds in its buffers what it found before, and leaves nothing
 * open. */
static bool is_repeatable(const struct xl_kernel *kernel)
{
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if (kernel->args[i].kind == XL_ARG_INOUT)
            return false;
    return !kernel->lengths[0].of && !kernel->slack[0].of;
}

enum xl_call_status xl_check_earlier_calls(const struct xl_context *ctx,
                                           struct xl_kernel_result *result)
{
    struct kept t;
    enum xl_call_status turn = XL_STATUS_OK;
    if (xl_check_is_disabled(ctx->disabled_checks, XL_CHECK_repeat))
        return turn;
    if (begin(&t, ctx) && !ctx->kernel->prepare)
        turn = run_alike(&t, result);
    if (turn == XL_STATUS_OK && result->outcome == XL_PASS && t.scratch &&
        is_repeatable(ctx->kernel))
        turn = run_counted(&t, result);
    end(&t);
    return turn;
}
