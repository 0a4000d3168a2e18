/* Kernels called after others in one agent: state that they share shows only in some order.
 * SPDX-License-Identifier: MIT
 *
 * One agent calls them from the first to the last and back, another from the last to the first and
 * back. So each is called before and after each other one, and each of two is the first that a
 * process calls.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/signals.h"
#include "execute/execute.h"
#include "results/checks.h"
#include "results/results.h"
#include "run/row.h"

enum {
    XL_NEAR_VARIANTS = 6, /* variants of a record that are called right after each other */
    XL_MOST_SUSPECTS = 60 /* each takes two agents */
};

struct order {
    const struct xl_row_job *job;
    struct xl_context context;
    struct xl_kernel_result **kernels;
    size_t count;
    size_t *history; /* numbers of the kernels that this agent has called, in order */
    size_t history_count;
};

static bool restart_agent(struct order *o)
{
    struct xl_error err;
    xl_agent_stop(o->context.agent);
    return !xl_interrupted && xl_row_start_agent(o->job, o->context.agent, &err) == XL_START_OK;
}

/* False: the kernel could not be called. */
static bool call_kernel(struct order *o, size_t number, struct xl_kernel_result *result)
{
    const struct xl_kernel *kernel = o->kernels[number]->record;
    const long variant = xl_agent_variant(o->context.agent, kernel->name, o->job->row->isa->name,
                                          xl_kernel_function(kernel));
    *result = (struct xl_kernel_result){.outcome = XL_PASS, .kernel = kernel->name};
    if (variant < 0)
        return false;
    o->context.kernel = kernel;
    o->context.variant = (size_t)variant;
    const enum xl_call_status status = xl_execute_few_calls(&o->context, result);
    return status == XL_STATUS_OK || result->outcome == XL_FAIL;
}

/* Whether a new agent that calls these kernels in order fails the last one only. */
static bool fails_last(struct order *o, const size_t *numbers, size_t count,
                       struct xl_kernel_result *result)
{
    if (!restart_agent(o))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!call_kernel(o, numbers[i], result) || (result->outcome == XL_FAIL && i + 1 < count))
            return false;
    return result->outcome == XL_FAIL;
}

enum { XL_NOBODY = -1 };

/* The last kernel whose calls make this one wrong. */
static long find_culprit(struct order *o, size_t wrong, struct xl_kernel_result *result)
{
    size_t tried = 0;
    for (size_t s = o->history_count; s-- > 0 && tried < XL_MOST_SUSPECTS;) {
        const size_t suspect = o->history[s], after[] = {suspect, wrong},
                     between[] = {wrong, suspect, wrong};
        bool is_new = suspect != wrong;
        for (size_t t = s + 1; t < o->history_count && is_new; t++)
            is_new = o->history[t] != suspect;
        if (!is_new)
            continue;
        tried++;
        if (fails_last(o, after, 2, result) || fails_last(o, between, 3, result))
            return (long)suspect;
    }
    return XL_NOBODY;
}

/* "wrong after NAME was called: wrong value in r[0]". fails_alone: it needs no other kernel. */
static void add_finding(struct xl_kernel_result *k, const struct xl_finding *from,
                        const struct xl_kernel_result *culprit, bool fails_alone)
{
    struct xl_finding *f = xl_result_add_finding(k, fails_alone ? from->check : XL_CHECK_repeat);
    if (!f)
        return;
    const enum xl_check check = f->check;
    const bool is_varied = culprit && culprit->record->variant;
    *f = *from;
    f->check = check;
    if (fails_alone)
        return;
    f->after = culprit ? culprit->kernel : "";
    snprintf(f->message, sizeof f->message, "wrong after %s%s%s%s: %.300s",
             culprit ? culprit->kernel : "all of the kernels", is_varied ? ", variant " : "",
             is_varied ? culprit->variant : "", culprit ? " was called" : " were called",
             from->message);
}

/* Finds out why the last kernel failed with `result`, and adds its findings. */
static void explain(struct order *o, size_t wrong, const struct xl_kernel_result *result)
{
    struct xl_kernel_result *k = o->kernels[wrong], *repeated = xl_alloc(1, sizeof *repeated);
    const size_t alone[] = {wrong};
    const bool fails_alone = fails_last(o, alone, 1, repeated);
    const long culprit = fails_alone ? XL_NOBODY : find_culprit(o, wrong, repeated);
    const struct xl_kernel_result *from = fails_alone || culprit >= 0 ? repeated : result;
    for (unsigned i = 0; i < from->finding_count && !xl_interrupted; i++)
        add_finding(k, &from->findings[i], culprit >= 0 ? o->kernels[culprit] : NULL, fails_alone);
    if (k->finding_count)
        snprintf(k->reason, sizeof k->reason, "%s", k->findings[0].message);
    k->cached[0] = '\0'; /* its cached result does not hold */
    free(repeated);
}

/* Calls a kernel after those before it. False: no more can be called. */
static bool call_next(struct order *o, size_t number)
{
    if (o->kernels[number]->outcome != XL_PASS)
        return true;
    struct xl_kernel_result *result = xl_alloc(1, sizeof *result);
    bool goes_on = call_kernel(o, number, result);
    if (goes_on && result->outcome == XL_FAIL) {
        explain(o, number, result);
        o->history_count = 0;
        goes_on = restart_agent(o);
    } else if (goes_on) {
        o->history[o->history_count++] = number;
    }
    free(result);
    return goes_on;
}

/* From the first to the last and back; or from the last to the first and back. */
static bool call_there_and_back(struct order *o, bool is_reverse)
{
    const size_t last = o->count - 1;
    o->history_count = 0;
    bool goes_on = restart_agent(o);
    for (size_t s = 0; s <= 2 * last && goes_on; s++) {
        const size_t at = s < last ? s : 2 * last - s;
        goes_on = call_next(o, is_reverse ? last - at : at);
    }
    return goes_on;
}

/* Each variant of a record right after each other one. */
static void call_pairs(struct order *o)
{
    bool goes_on = true;
    for (size_t i = 0; i < o->count; i++)
        for (size_t k = i + 1; k < o->count && k < i + XL_NEAR_VARIANTS && goes_on &&
                               strcmp(o->kernels[i]->kernel, o->kernels[k]->kernel) == 0;
             k++)
            goes_on = call_next(o, i) && call_next(o, k) && call_next(o, i);
}

void xl_order_check(const struct xl_row_job *job, const struct xl_context *context,
                    struct xl_row_result *row)
{
    const size_t most_calls = (row->kernel_count + 1) * (4 + 3 * (size_t)XL_NEAR_VARIANTS);
    struct order o = {.job = job,
                      .context = *context,
                      .kernels = xl_alloc(row->kernel_count, sizeof(struct xl_kernel_result *)),
                      .history = xl_alloc(most_calls, sizeof *o.history)};
    bool any_keeps = false;
    o.context.baseline = NULL;
    o.context.has_row_baseline = false;
    for (size_t i = 0; i < row->kernel_count; i++)
        if (row->kernels[i].outcome == XL_PASS) {
            o.kernels[o.count++] = &row->kernels[i];
            any_keeps |= row->kernels[i].changes_statics != 0;
        }
    if (any_keeps && o.count > 1 && call_there_and_back(&o, false) && call_there_and_back(&o, true))
        call_pairs(&o);
    free(o.kernels);
    free(o.history);
}
