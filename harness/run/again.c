/* The same calls again: twice, in another order, and by two threads at once.
 * SPDX-License-Identifier: MIT
 */
#include "run/internal.h"

#include <stdio.h>
#include <string.h>

static void add_again_finding(const struct xl_calls *run, const struct xl_planned *p, size_t k,
                              size_t byte, const char *check, struct xl_kernel_result *result)
{
    const struct xl_arg *arg = &run->kernel->args[k];
    const struct xl_buffer *b = &p->buffers[k];
    struct xl_finding *f = xl_new_finding(result, check, p, b);
    if (!f)
        return;
    snprintf(f->arg, sizeof f->arg, "%s", arg->name);
    snprintf(f->message, sizeof f->message,
             "%s%s is not what it was when the same call was made %s", arg->name,
             arg->kind == XL_ARG_OUT ? "[]" : "",
             strcmp(check, "repeat") == 0 ? "later, after others" : "by one thread alone");
    if (arg->kind == XL_ARG_OUT && byte >= b->at) {
        f->has_element = 1;
        f->element = (byte - b->at) / xl_type_size(arg->type);
        f->lane = f->element % (run->vl_bits ? run->vl_bits / 8 / xl_type_size(arg->type) : 1);
        snprintf(f->message, sizeof f->message,
                 "%s[%llu] is not what it was when the same call was made %s", arg->name,
                 (unsigned long long)f->element,
                 strcmp(check, "repeat") == 0 ? "later, after others" : "by one thread alone");
    }
}

/* Whether call i left the same bits as the first time, when it was call `other`. */
static void check_same(const struct xl_calls *run, size_t i, size_t other, const char *check,
                       struct xl_kernel_result *result)
{
    const struct xl_planned *p = &run->bench->calls[i];
    for (size_t k = 0; k < XL_MAX_ARGS && run->kernel->args[k].kind; k++) {
        size_t byte = 0;
        if (run->kernel->args[k].kind == XL_ARG_OUT) {
            const uint8_t *is = run->agent->memory + p->buffers[k].slot_at;
            const uint8_t *was = run->bench->first[other * XL_SLOTS_PER_CALL + k];
            while (byte < XL_SMALL_BYTES && is[byte] == was[byte])
                byte++;
            if (byte == XL_SMALL_BYTES)
                continue;
        } else if (run->kernel->args[k].kind != XL_ARG_RESULT ||
                   xl_agent_call(run->agent, (unsigned)i)->result ==
                       run->bench->first_results[other]) {
            continue;
        }
        add_again_finding(run, p, k, byte, check, result);
        return;
    }
}

static void keep_outputs(const struct xl_calls *run)
{
    for (size_t i = 0; i < XL_AGAIN_CALLS; i++) {
        const struct xl_planned *p = &run->bench->calls[i];
        run->bench->first_results[i] = xl_agent_call(run->agent, (unsigned)i)->result;
        for (size_t k = 0; k < XL_MAX_ARGS && run->kernel->args[k].kind; k++)
            if (run->kernel->args[k].kind == XL_ARG_OUT)
                memcpy(run->bench->first[i * XL_SLOTS_PER_CALL + k],
                       run->agent->memory + p->buffers[k].slot_at, XL_SMALL_BYTES);
    }
}

/* Readies the calls that have been made to be made again. */
static void forget_outputs(const struct xl_calls *run)
{
    for (size_t i = 0; i < XL_AGAIN_CALLS; i++) {
        struct xl_planned *p = &run->bench->calls[i];
        p->threads = true;
        xl_agent_call(run->agent, (unsigned)i)->done = 0;
        for (size_t k = 0; k < XL_MAX_ARGS && run->kernel->args[k].kind; k++)
            if (run->kernel->args[k].kind == XL_ARG_OUT)
                memset(run->agent->memory + p->buffers[k].slot_at, XL_CANARY, XL_SMALL_BYTES);
    }
}

/* A batch whose outputs need only be the same as others. */
static enum xl_turn run_unjudged(const struct xl_calls *run, unsigned threads,
                                 struct xl_kernel_result *result)
{
    int detail = 0;
    enum xl_turn turn =
        xl_agent_run(run->agent, XL_AGAIN_CALLS, threads, run->call_limit_ms, &detail);
    if (turn != XL_TURN_DONE && turn != XL_TURN_INTERRUPTED)
        xl_add_end_finding(run, &run->bench->calls[xl_agent_progress(run->agent) % XL_AGAIN_CALLS],
                           turn, detail, result);
    for (size_t i = 0; turn == XL_TURN_DONE && i < XL_AGAIN_CALLS; i++)
        xl_check_state(run, &run->bench->calls[i], i, result);
    result->calls += XL_AGAIN_CALLS;
    return turn;
}

enum xl_turn xl_run_again(const struct xl_calls *run, size_t cases, struct xl_kernel_result *result)
{
    size_t chosen = 0;
    for (size_t k = 1; k < cases && chosen < XL_AGAIN; k++) {
        struct xl_case c =
            xl_case_get(run->kernel, run->vl_bits, run->count, run->seed, k * 5 % cases);
        if (c.n == 0 || !xl_fits_small(run->kernel, &c))
            continue;
        size_t second = XL_AGAIN_CALLS - 1 - chosen;
        run->bench->calls[chosen].c = run->bench->calls[second].c = c;
        xl_lay_out(run, &run->bench->calls[chosen], chosen, true);
        xl_lay_out(run, &run->bench->calls[second], second, true);
        chosen++;
    }
    if (chosen < XL_AGAIN) /* a kernel whose buffers are all large */
        return XL_TURN_DONE;
    enum xl_turn turn = run_unjudged(run, 1, result);
    if (turn != XL_TURN_DONE)
        return turn;
    keep_outputs(run);
    for (size_t i = 0; i < XL_AGAIN; i++)
        check_same(run, i, XL_AGAIN_CALLS - 1 - i, "repeat", result);
    forget_outputs(run);
    turn = run_unjudged(run, 2, result);
    for (size_t i = 0; turn == XL_TURN_DONE && i < XL_AGAIN_CALLS; i++)
        check_same(run, i, i, "threads", result);
    return turn;
}
