/* Kernels called after others in one agent: what they share shows in one order alone.
 * SPDX-License-Identifier: MIT
 *
 * In one agent they are called from the first to the last and back, in another from the last to the
 * first and back: each is before and behind each other one, and either is the first of two that the
 * process meets.
 */
#include "run/kernel_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/signals.h"
#include "execute/execute.h"
#include "results/checks.h"
#include "results/results.h"

enum {
    XL_NEAR_VARIANTS = 6, /* functions of a record that are called right after each other */
    XL_MOST_SUSPECTS = 60 /* each takes two agents */
};

struct order {
    const struct xl_row_job *job;
    struct xl_context calls;
    xl_starter start;
    struct xl_kernel_result **members;
    size_t count;
    size_t *steps; /* members that this agent has called, in order */
    size_t step_count;
};

static bool begin_agent(struct order *o)
{
    struct xl_error err;
    xl_agent_stop(o->calls.agent);
    return !xl_interrupted && o->start(o->job, o->calls.agent, &err) == XL_START_OK;
}

/* Calls a member. False: it could not be. */
static bool call(struct order *o, size_t member, struct xl_kernel_result *found)
{
    const struct xl_kernel *kernel = o->members[member]->record;
    const long variant = xl_agent_variant(o->calls.agent, kernel->name, o->job->row->isa->name,
                                          xl_kernel_function(kernel));
    *found = (struct xl_kernel_result){.outcome = XL_PASS, .kernel = kernel->name};
    if (variant < 0)
        return false;
    o->calls.kernel = kernel;
    o->calls.variant = (size_t)variant;
    const enum xl_call_status turn = xl_execute_few_calls(&o->calls, found);
    return turn == XL_STATUS_OK || found->outcome == XL_FAIL;
}

/* Whether the last of these members, which a fresh agent calls in turn, fails, and no other. */
static bool fails_last(struct order *o, const size_t *members, size_t count,
                       struct xl_kernel_result *found)
{
    if (!begin_agent(o))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!call(o, members[i], found) || (found->outcome == XL_FAIL && i + 1 < count))
            return false;
    return found->outcome == XL_FAIL;
}

enum { XL_NOBODY = -1 };

/* The member whose calls before make this one wrong: the last of them. */
static long find_culprit(struct order *o, size_t wrong, struct xl_kernel_result *found)
{
    size_t tried = 0;
    for (size_t s = o->step_count; s-- > 0 && tried < XL_MOST_SUSPECTS;) {
        const size_t suspect = o->steps[s], after[] = {suspect, wrong},
                     between[] = {wrong, suspect, wrong};
        bool is_new = suspect != wrong;
        for (size_t t = s + 1; t < o->step_count && is_new; t++)
            is_new = o->steps[t] != suspect;
        if (!is_new)
            continue;
        tried++;
        if (fails_last(o, after, 2, found) || fails_last(o, between, 3, found))
            return (long)suspect;
    }
    return XL_NOBODY;
}

/* "wrong after NAME was called: r[0] is not what the reference says" */
static void tell(struct xl_kernel_result *k, const struct xl_finding *from,
                 const struct xl_kernel_result *culprit, bool is_of_one)
{
    struct xl_finding *f = xl_result_add_finding(k, is_of_one ? from->check : XL_CHECK_repeat);
    if (!f)
        return;
    const enum xl_check check = f->check;
    const bool is_varied = culprit && culprit->record->variant;
    *f = *from;
    f->check = check;
    if (is_of_one)
        return;
    f->after = culprit ? culprit->kernel : "";
    snprintf(f->message, sizeof f->message, "wrong after %s%s%s%s: %.300s",
             culprit ? culprit->kernel : "all of the kernels", is_varied ? ", variant " : "",
             is_varied ? culprit->variant : "", culprit ? " was called" : " were called",
             from->message);
}

/* The member that was called last failed with `found`. */
static void blame(struct order *o, size_t wrong, const struct xl_kernel_result *found)
{
    struct xl_kernel_result *k = o->members[wrong], *last = malloc(sizeof *last);
    const size_t alone[] = {wrong};
    if (!last)
        return;
    const bool is_of_one = fails_last(o, alone, 1, last);
    const long culprit = is_of_one ? XL_NOBODY : find_culprit(o, wrong, last);
    const struct xl_kernel_result *from = is_of_one || culprit >= 0 ? last : found;
    for (unsigned i = 0; i < from->finding_count && !xl_interrupted; i++)
        tell(k, &from->findings[i], culprit >= 0 ? o->members[culprit] : NULL, is_of_one);
    if (k->finding_count)
        snprintf(k->reason, sizeof k->reason, "%s", k->findings[0].message);
    k->cached[0] = '\0'; /* what is kept of it holds no more */
    free(last);
}

/* Calls a member after those before it. False: no more can be called. */
static bool step(struct order *o, size_t member)
{
    bool can_go_on = true;
    if (o->members[member]->outcome != XL_PASS)
        return true;
    struct xl_kernel_result *found = malloc(sizeof *found);
    if (!found || !call(o, member, found))
        can_go_on = false;
    else if (found->outcome == XL_FAIL) {
        blame(o, member, found);
        o->step_count = 0;
        can_go_on = begin_agent(o);
    } else {
        o->steps[o->step_count++] = member;
    }
    free(found);
    return can_go_on;
}

/* From the first to the last and back; or from the last on. */
static bool go_there_and_back(struct order *o, bool is_reverse)
{
    const size_t last = o->count - 1;
    o->step_count = 0;
    bool can_go_on = begin_agent(o);
    for (size_t s = 0; s <= 2 * last && can_go_on; s++) {
        const size_t at = s < last ? s : 2 * last - s;
        can_go_on = step(o, is_reverse ? last - at : at);
    }
    return can_go_on;
}

/* Each function of a record right after each other one. */
static bool go_by_pairs(struct order *o)
{
    bool can_go_on = true;
    for (size_t i = 0; i < o->count; i++)
        for (size_t k = i + 1; k < o->count && k < i + XL_NEAR_VARIANTS && can_go_on &&
                               strcmp(o->members[i]->kernel, o->members[k]->kernel) == 0;
             k++)
            can_go_on = step(o, i) && step(o, k) && step(o, i);
    return can_go_on;
}

void xl_order_check(const struct xl_row_job *job, const struct xl_context *calls, xl_starter start,
                    struct xl_row_result *row)
{
    struct order o = {.job = job, .calls = *calls, .start = start};
    o.calls.baseline = NULL;
    o.calls.has_row_baseline = false;
    o.members = calloc(row->kernel_count + 1, sizeof(struct xl_kernel_result *));
    o.steps = calloc((row->kernel_count + 1) * (4 + 3 * (size_t)XL_NEAR_VARIANTS), sizeof *o.steps);
    bool any_keeps = false;
    for (size_t i = 0; o.members && i < row->kernel_count; i++)
        if (row->kernels[i].outcome == XL_PASS) {
            o.members[o.count++] = &row->kernels[i];
            any_keeps |= row->kernels[i].changes_statics != 0;
        }
    if (any_keeps && o.steps && o.count > 1 && go_there_and_back(&o, false) &&
        go_there_and_back(&o, true))
        go_by_pairs(&o);
    free(o.members);
    free(o.steps);
}
