/* The same calls again: twice, in another order, by two threads at once, while signals come, and as
 * the first.
 * SPDX-License-Identifier: MIT
 */
#include "execute/repeat.h"

#include <stdio.h>
#include <string.h>

#include "execute/findings.h"
#include "execute/prepare.h"
#include "execute/verify.h"
#include "oracle/cases.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "results/checks.h"

/* Argument k of call i differs from what it was when that was call `other`; element is a part of
 * it, or XL_NO_ELEMENT where a byte outside them differs. */
static void add_finding(const struct xl_context *ctx, size_t i, size_t k, long element,
                        uint64_t got, uint64_t expected, enum xl_check check,
                        struct xl_kernel_result *result)
{
    const struct xl_arg *arg = &ctx->kernel->args[k];
    const struct xl_prepared_call *p = &ctx->workspace->calls[i];
    struct xl_finding *f = xl_new_finding(ctx, result, check, p, &p->buffers[k]);
    char where[32] = "";
    if (!f)
        return;
    if (element != XL_NO_ELEMENT) {
        xl_describe_element(ctx, arg, (size_t)element, got, expected, f);
        snprintf(where, sizeof where, "[%ld]", element);
    }
    f->arg = arg->name;
    snprintf(f->message, sizeof f->message,
             "%s%s is not what the same call gave when it was made %s", arg->name, where,
             check == XL_CHECK_signals
                 ? "without signals: is anything kept below the stack pointer?"
             : p->threads ? "by one thread alone"
                          : "again, after others");
    xl_describe_inputs(ctx->kernel, p, xl_arg_is_written(arg) ? element : XL_NO_ELEMENT, f->inputs,
                       sizeof f->inputs);
}

enum { XL_FIRST_CALLS = 2 }; /* one for each thread */

/* Tries until a signal has come in a call: nearly always one or two on an idle machine. */
enum { XL_SIGNALLED = 32 };

/* Where what an output of call i was is kept, in this bank's workspace: its whole slot. */
static uint8_t *kept(const struct xl_workspace *w, const struct xl_kernel *kernel, size_t i,
                     size_t k)
{
    return w->first + (i * xl_call_slots(kernel) + k) * w->calls[i].buffers[k].slot_bytes;
}

/* Whether a byte of an output's slot may be anything. */
static bool is_open(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                    size_t byte)
{
    const long element = xl_buffer_element(&p->buffers[k], ctx->kernel->args[k].type, byte);
    return xl_buffer_is_slack(&p->buffers[k], byte) ||
           (element >= 0 && (size_t)element >= xl_defined_by_call(ctx, p, k));
}

static bool same_output(const struct xl_context *ctx, size_t i, const struct xl_workspace *w,
                        size_t other, size_t k, enum xl_check check,
                        struct xl_kernel_result *result)
{
    const struct xl_buffer *b = &ctx->workspace->calls[i].buffers[k];
    const uint8_t *is = ctx->agent->memory + b->slot_at;
    const uint8_t *was = kept(w, ctx->kernel, other, k);
    const struct xl_prepared_call *p = &ctx->workspace->calls[i];
    const struct xl_buffer *buffer = &p->buffers[k];
    const enum xl_type type = ctx->kernel->args[k].type;
    size_t byte = memcmp(is, was, b->slot_bytes) == 0 ? b->slot_bytes : 0;
    while (byte < b->slot_bytes && (is[byte] == was[byte] || is_open(ctx, p, k, byte)))
        byte++;
    if (byte == b->slot_bytes)
        return true;
    long element = xl_buffer_element(buffer, type, byte);
    if (element < 0)
        add_finding(ctx, i, k, XL_NO_ELEMENT, 0, 0, check, result);
    else
        add_finding(
            ctx, i, k, element, xl_buffer_get(buffer, type, is, (size_t)element, ctx->agent->swap),
            xl_buffer_get(buffer, type, was, (size_t)element, ctx->agent->swap), check, result);
    return false;
}

static bool same_result(const struct xl_context *ctx, size_t i, const struct xl_workspace *w,
                        size_t other, size_t k, enum xl_check check,
                        struct xl_kernel_result *result)
{
    uint64_t mask = UINT64_MAX >> (64 - 8 * xl_type_size(ctx->kernel->args[k].type));
    uint64_t is = xl_agent_word(ctx->agent, xl_agent_call(ctx->agent, (unsigned)i)->result) & mask;
    uint64_t was = xl_agent_word(ctx->agent, w->first_results[other]) & mask;
    if (is != was)
        add_finding(ctx, i, k, 0, is, was, check, result);
    return is == was;
}

/* Whether call i left the same bits as it did when it was call `other`, of which this bank's
 * workspace keeps them. */
static void check_same(const struct xl_context *ctx, size_t i, const struct xl_workspace *w,
                       size_t other, enum xl_check check, struct xl_kernel_result *result)
{
    bool same = true;
    for (size_t k = 0; same && k < XL_MAX_ARGS && ctx->kernel->args[k].kind; k++) {
        if (xl_arg_is_written(&ctx->kernel->args[k]))
            same = same_output(ctx, i, w, other, k, check, result);
        else if (ctx->kernel->args[k].kind == XL_ARG_RESULT)
            same = same_result(ctx, i, w, other, k, check, result);
    }
}

static void keep_outputs(const struct xl_context *ctx, size_t calls)
{
    for (size_t i = 0; i < calls; i++) {
        const struct xl_prepared_call *p = &ctx->workspace->calls[i];
        ctx->workspace->first_results[i] = xl_agent_call(ctx->agent, (unsigned)i)->result;
        for (size_t k = 0; k < XL_MAX_ARGS && ctx->kernel->args[k].kind; k++)
            if (xl_arg_is_written(&ctx->kernel->args[k]))
                memcpy(kept(ctx->workspace, ctx->kernel, i, k),
                       ctx->agent->memory + p->buffers[k].slot_at, p->buffers[k].slot_bytes);
    }
}

/* Readies the calls that have been made to be made again, by two threads. */
static void forget_outputs(const struct xl_context *ctx, size_t calls)
{
    for (size_t i = 0; i < calls; i++) {
        struct xl_prepared_call *p = &ctx->workspace->calls[i];
        p->threads = true;
        xl_agent_call(ctx->agent, (unsigned)i)->done = 0;
        for (size_t k = 0; k < XL_MAX_ARGS && ctx->kernel->args[k].kind; k++)
            if (xl_arg_is_written(&ctx->kernel->args[k]))
                xl_reset_buffer(ctx, p, k);
    }
}

/* What the guest has made of a batch whose outputs need only be the same as others. */
static enum xl_call_status hear_out(const struct xl_context *ctx, size_t calls,
                                    enum xl_call_status turn, int detail,
                                    struct xl_kernel_result *result)
{
    for (size_t i = 0; turn == XL_STATUS_OK && i < calls; i++)
        if (xl_agent_word(ctx->agent, xl_agent_call(ctx->agent, (unsigned)i)->done) != 1)
            turn = XL_STATUS_PROTOCOL_ERROR; /* it says that all is done, and it is not */
    if (turn == XL_STATUS_PROTOCOL_ERROR)
        xl_agent_stop(ctx->agent);
    size_t last = xl_agent_progress(ctx->agent);
    if (turn != XL_STATUS_OK && turn != XL_STATUS_INTERRUPTED)
        xl_add_status_finding(ctx, &ctx->workspace->calls[last < calls ? last : 0], turn, detail,
                              result);
    for (size_t i = 0; turn == XL_STATUS_OK && i < calls; i++)
        xl_check_state(ctx, &ctx->workspace->calls[i], i, result);
    result->calls += calls;
    return turn;
}

static enum xl_call_status run_unjudged(const struct xl_context *ctx, size_t calls,
                                        unsigned threads, struct xl_kernel_result *result)
{
    int detail = 0;
    const enum xl_call_status turn =
        xl_agent_run(ctx->agent, (unsigned)calls, threads, ctx->call_limit_ms, &detail);
    return hear_out(ctx, calls, turn, detail, result);
}

/* Two of them are as long as a small slot has room for: they are a pair of two threads. */
enum { XL_LONG_BEFORE = 8 };

/* Every other one is of several vectors and a tail, or longer, of numbers with all their bits:
 * where an order of additions, another path, or another thread shows. The rest are as the kernel
 * had them.
 */
static struct xl_case choose(const struct xl_context *ctx, size_t cases, size_t k)
{
    struct xl_case c = xl_case_of(ctx, k * (cases / XL_REPEAT_CASES | 1) % cases);
    if (k % 2) {
        c.n = 4 * c.lanes + 3 - k / 2 % c.lanes;
        c.fill = XL_FILL_DOMAIN;
    }
    if (k % 4 == 3)
        for (c.n = k < XL_LONG_BEFORE ? XL_SMALL_BYTES : XL_SMALL_BYTES / 8;
             c.n > 1 && !xl_fits_small_slots(ctx->kernel, &c);)
            c.n = c.n * 3 / 4;
    c.n = xl_valid_n(ctx->kernel, c.n);
    xl_fit_rows(ctx->kernel, &c);
    return c;
}

/* Chooses at most `most` cases whose buffers are small, or are not. Returns how many there are. */
static size_t choose_cases(const struct xl_context *ctx, size_t cases, bool small,
                           struct xl_case *chosen, size_t most)
{
    size_t count = 0;
    for (size_t k = 1; k < cases && count < most; k++) {
        struct xl_case c = choose(ctx, cases, k);
        if (xl_case_is_off(ctx, &c))
            continue;
        c.group = XL_NO_GROUP;
        /* Where buffers share a slot, an output's is not whole without its input. */
        if (c.n && c.placement < XL_PLACEMENTS_APART &&
            xl_fits_small_slots(ctx->kernel, &c) == small)
            chosen[count++] = c;
    }
    return count;
}

/* One call at a time, of a kernel whose buffers are all large: each case, and again after the next
 * two, so that what alternates shows. */
static enum xl_call_status run_large(const struct xl_context *ctx, const struct xl_case *chosen,
                                     size_t count, struct xl_kernel_result *result)
{
    enum { CALLS = 4 };
    enum xl_call_status turn = XL_STATUS_OK;
    for (size_t i = 0; i < CALLS * count && turn == XL_STATUS_OK; i++) {
        size_t first = i / CALLS, call = i % CALLS;
        ctx->workspace->calls[0].c = chosen[(first + call % (CALLS - 1)) % count];
        turn = xl_prepare_batch(ctx, 1, result);
        if (i + 1 == CALLS * count)
            xl_agent_set_statics(ctx->agent, XL_STATICS_COMPARE);
        if (turn == XL_STATUS_OK)
            turn = run_unjudged(ctx, 1, 1, result);
        if (i + 1 == CALLS * count && turn == XL_STATUS_OK)
            result->changes_statics = xl_agent_has_changed_statics(ctx->agent);
        if (turn == XL_STATUS_OK && call == 0)
            keep_outputs(ctx, 1);
        else if (turn == XL_STATUS_OK && call == CALLS - 1)
            check_same(ctx, 0, ctx->workspace, 0, XL_CHECK_repeat, result);
    }
    return turn;
}

/* Whether a call that is made again finds in its buffers what it found before. */
static bool is_repeatable(const struct xl_kernel *kernel)
{
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if (kernel->args[i].kind == XL_ARG_INOUT)
            return false;
    return true;
}

/* The two longest cases come first. */
static void put_longest_first(struct xl_case *chosen, size_t count)
{
    for (size_t first = 0; first < 2; first++)
        for (size_t i = first + 1; i < count; i++)
            if (chosen[i].n > chosen[first].n) {
                struct xl_case other = chosen[first];
                chosen[first] = chosen[i];
                chosen[i] = other;
            }
}

/* What the agent says of static memory: it will be told the same, in the first bank. */
static void keep_statics(const struct xl_agent *agent, struct xl_kernel_result *result)
{
    const struct xl_memory_head *is = (const struct xl_memory_head *)(const void *)agent->memory;
    struct xl_memory_head *first = (struct xl_memory_head *)(void *)agent->banks;
    first->statics_at = is->statics_at;
    first->statics_bytes = is->statics_bytes;
    result->statics_bytes = xl_agent_word(agent, is->statics_bytes);
    result->changes_statics = xl_agent_has_changed_statics(agent);
}

static enum xl_call_status judge_repeat(const struct xl_context *ctx, const struct xl_batch *batch,
                                        enum xl_call_status turn, int detail,
                                        struct xl_kernel_result *result)
{
    turn = hear_out(ctx, batch->calls, turn, detail, result);
    if (turn != XL_STATUS_OK)
        return turn;
    keep_statics(ctx->agent, result);
    keep_outputs(ctx, batch->calls);
    for (size_t i = 0; i < batch->calls / 2; i++)
        check_same(ctx, i, ctx->workspace, batch->calls - 1 - i, XL_CHECK_repeat, result);
    return turn;
}

static enum xl_call_status judge_threads(const struct xl_context *ctx, const struct xl_batch *batch,
                                         enum xl_call_status turn, int detail,
                                         struct xl_kernel_result *result)
{
    turn = hear_out(ctx, batch->calls, turn, detail, result);
    for (size_t i = 0; turn == XL_STATUS_OK && i < batch->calls; i++)
        check_same(ctx, i, ctx->workspace->other, i, XL_CHECK_threads, result);
    return turn;
}

static enum xl_call_status judge_signals(const struct xl_context *ctx, const struct xl_batch *batch,
                                         enum xl_call_status turn, int detail,
                                         struct xl_kernel_result *result)
{
    turn = hear_out(ctx, batch->calls, turn, detail, result);
    if (turn == XL_STATUS_OK && result->outcome == XL_PASS)
        check_same(ctx, 0, ctx->workspace, 0, XL_CHECK_signals, result);
    result->signals_lost |= turn == XL_STATUS_OK && xl_agent_has_lost_signals(ctx->agent);
    return turn;
}

/* Lays a batch of these cases out in the bank that is free, and has the guest make it. */
static enum xl_call_status give(struct xl_pipeline *t, const struct xl_case *cases,
                                const struct xl_batch *batch)
{
    const struct xl_context *ctx = xl_pipeline_next(t);
    for (size_t i = 0; i < batch->calls; i++)
        ctx->workspace->calls[i].c = cases[i];
    const enum xl_call_status turn = xl_prepare_batch(ctx, batch->calls, t->result);
    for (size_t i = 0; i < batch->calls; i++)
        ctx->workspace->calls[i].threads = batch->threads > 1;
    return xl_pipeline_submit(t, turn, batch);
}

/* The same calls by one thread, by two, and the first of them, which is the longest, while signals
 * come. */
static enum xl_call_status run_small(struct xl_pipeline *t, const struct xl_case *cases,
                                     unsigned calls)
{
    const struct xl_batch repeat = {.calls = calls, .threads = 1, .judge = judge_repeat},
                          threads = {.calls = calls, .threads = 2, .judge = judge_threads},
                          signals = {.calls = 1, .threads = 1, .judge = judge_signals};
    const struct xl_context *ctx = xl_pipeline_next(t);
    xl_agent_set_statics(ctx->agent, XL_STATICS_COMPARE);
    enum xl_call_status turn = give(t, cases, &repeat);
    if (turn == XL_STATUS_OK)
        turn = give(t, cases, &threads);
    if (turn != XL_STATUS_OK || t->result->outcome != XL_PASS ||
        xl_check_is_disabled(ctx->disabled_checks, XL_CHECK_signals))
        return turn;
    ctx = xl_pipeline_next(t);
    xl_agent_send_signals(ctx->agent, is_repeatable(ctx->kernel) ? XL_SIGNALLED : 1);
    return give(t, cases, &signals);
}

enum xl_call_status xl_repeat_calls(struct xl_pipeline *t, size_t cases)
{
    const struct xl_context *ctx = &t->banks[0];
    struct xl_case chosen[XL_REPEAT_CALLS];
    size_t count = choose_cases(ctx, cases, true, chosen, xl_batch_calls(ctx->kernel) / 2);
    if (!count) {
        const enum xl_call_status turn = xl_pipeline_end(t, XL_STATUS_OK);
        count = choose_cases(ctx, cases, false, chosen, XL_REPEAT_CASES);
        return turn == XL_STATUS_OK && count ? run_large(ctx, chosen, count, t->result) : turn;
    }
    put_longest_first(chosen, count);
    for (size_t i = 0; i < count; i++)
        chosen[2 * count - 1 - i] = chosen[i];
    return run_small(t, chosen, 2 * (unsigned)count);
}

/* Lays out the same call twice: the longest that there is, which reads most of what a kernel keeps.
 */
static enum xl_call_status lay_out_first(const struct xl_context *ctx,
                                         struct xl_kernel_result *result)
{
    struct xl_case chosen[XL_REPEAT_CASES];
    size_t cases = xl_case_count(ctx->kernel, ctx->vl_bits, ctx->count);
    size_t count = choose_cases(ctx, cases, true, chosen, xl_batch_calls(ctx->kernel) / 2);
    put_longest_first(chosen, count);
    for (size_t i = 0; i < XL_FIRST_CALLS; i++)
        ctx->workspace->calls[i].c = chosen[0];
    return xl_prepare_batch(ctx, XL_FIRST_CALLS, result);
}

enum xl_call_status xl_record_later_calls(const struct xl_context *ctx,
                                          struct xl_kernel_result *result)
{
    enum xl_call_status turn = lay_out_first(ctx, result);
    if (turn == XL_STATUS_OK)
        turn = run_unjudged(ctx, XL_FIRST_CALLS, 1, result);
    if (turn == XL_STATUS_OK)
        keep_outputs(ctx, XL_FIRST_CALLS);
    return turn;
}

enum xl_call_status xl_race_first_call(const struct xl_context *ctx,
                                       struct xl_kernel_result *result)
{
    forget_outputs(ctx, XL_FIRST_CALLS);
    xl_agent_set_statics(ctx->agent, XL_STATICS_WATCH);
    enum xl_call_status turn = run_unjudged(ctx, XL_FIRST_CALLS, 2, result);
    for (size_t i = 0; turn == XL_STATUS_OK && i < XL_FIRST_CALLS; i++)
        check_same(ctx, i, ctx->workspace, i, XL_CHECK_threads, result);
    return turn;
}
