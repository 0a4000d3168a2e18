/* Repeats calls: in another order, in two threads at the same time, while signals come, as the
 * first call of a process, and after other calls.
 * SPDX-License-Identifier: MIT
 */
#include "execute/repeat.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/case.h"
#include "oracle/compare.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "results/checks.h"

/* Argument k of call i differs from its first value. element: or XL_NO_ELEMENT for a byte between
 * elements. */
static void add_finding(const struct xl_context *ctx, size_t i, size_t k, long element,
                        uint64_t got, uint64_t expected, enum xl_check check,
                        struct xl_kernel_result *result)
{
    const struct xl_arg *arg = &ctx->kernel->args[k];
    const struct xl_prepared_call *p = &ctx->workspace->calls[i];
    char where[32] = "";
    if (element != XL_NO_ELEMENT)
        snprintf(where, sizeof where, "[%ld]", element);
    struct xl_finding *f =
        xl_add_finding(ctx, result, check, p, &p->buffers[k],
                       "%s%s differs from the same call made %s", arg->name, where,
                       check == XL_CHECK_signals ? "without signals: data below the stack pointer?"
                       : p->threads              ? "by one thread"
                       : p->moved                ? "with its buffers at other addresses"
                                                 : "again, after others");
    if (!f)
        return;
    if (element != XL_NO_ELEMENT)
        xl_describe_element(ctx, arg, (size_t)element, got, expected, f);
    f->arg = arg->name;
    xl_describe_inputs(ctx->kernel, p, xl_arg_is_written(arg) ? element : XL_NO_ELEMENT, f->inputs,
                       sizeof f->inputs);
}

enum { XL_RACE_CALLS = 2 }; /* one for each thread */

/* Attempts until signals have interrupted a call. On an idle machine a few are enough. */
enum { XL_SIGNAL_ATTEMPTS = 32 };

uint8_t *xl_saved_slot(const struct xl_workspace *w, const struct xl_kernel *kernel, size_t i,
                       size_t k)
{
    return w->saved_outputs + (i * xl_call_slots(kernel) + k) * w->calls[i].buffers[k].slot_bytes;
}

/* Whether a byte of an output's slot may have any value. */
static bool is_undefined(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
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
    const uint8_t *slot = ctx->agent->memory + b->slot_at;
    const uint8_t *saved = xl_saved_slot(w, ctx->kernel, other, k);
    const struct xl_prepared_call *p = &ctx->workspace->calls[i];
    const enum xl_type type = ctx->kernel->args[k].type;
    size_t byte = memcmp(slot, saved, b->slot_bytes) == 0 ? b->slot_bytes : 0;
    while (byte < b->slot_bytes && (slot[byte] == saved[byte] || is_undefined(ctx, p, k, byte)))
        byte++;
    if (byte == b->slot_bytes)
        return true;
    long element = xl_buffer_element(b, type, byte);
    if (element < 0)
        add_finding(ctx, i, k, XL_NO_ELEMENT, 0, 0, check, result);
    else
        add_finding(
            ctx, i, k, element, xl_buffer_get(b, type, slot, (size_t)element, ctx->agent->swap),
            xl_buffer_get(b, type, saved, (size_t)element, ctx->agent->swap), check, result);
    return false;
}

static bool same_result(const struct xl_context *ctx, size_t i, const struct xl_workspace *w,
                        size_t other, size_t k, enum xl_check check,
                        struct xl_kernel_result *result)
{
    uint64_t mask = xl_type_mask(ctx->kernel->args[k].type);
    uint64_t is = xl_agent_word(ctx->agent, xl_agent_call(ctx->agent, (unsigned)i)->result) & mask;
    uint64_t was = xl_agent_word(ctx->agent, w->saved_results[other]) & mask;
    if (is != was)
        add_finding(ctx, i, k, 0, is, was, check, result);
    return is == was;
}

/* The same for a call whose buffers lie elsewhere. A NaN is any other. */
static bool same_elements(const struct xl_context *ctx, size_t i, size_t other, size_t k,
                          struct xl_kernel_result *result)
{
    const struct xl_workspace *w = ctx->workspace;
    const struct xl_prepared_call *p = &w->calls[i];
    const enum xl_type type = ctx->kernel->args[k].type;
    const uint8_t *saved = xl_saved_slot(w, ctx->kernel, other, k);
    const size_t defined = xl_defined_by_call(ctx, p, k);
    for (size_t e = 0; e < defined; e++) {
        const uint64_t is = xl_output_bits(ctx, p, k, e),
                       was = xl_buffer_get(&w->calls[other].buffers[k], type, saved, e,
                                           ctx->agent->swap);
        if (is == was || (isnan(xl_bits_value(type, is)) && isnan(xl_bits_value(type, was))))
            continue;
        add_finding(ctx, i, k, (long)e, is, was, XL_CHECK_repeat, result);
        return false;
    }
    return true;
}

void xl_check_same(const struct xl_context *ctx, size_t i, const struct xl_workspace *w,
                   size_t other, enum xl_check check, struct xl_kernel_result *result)
{
    bool same = true;
    for (size_t k = 0; same && ctx->kernel->args[k].kind; k++) {
        if (xl_arg_is_written(&ctx->kernel->args[k]))
            same = ctx->workspace->calls[i].moved ? same_elements(ctx, i, other, k, result)
                                                  : same_output(ctx, i, w, other, k, check, result);
        else if (ctx->kernel->args[k].kind == XL_ARG_RESULT)
            same = same_result(ctx, i, w, other, k, check, result);
    }
}

void xl_save_outputs(const struct xl_context *ctx, size_t calls)
{
    for (size_t i = 0; i < calls; i++) {
        const struct xl_prepared_call *p = &ctx->workspace->calls[i];
        ctx->workspace->saved_results[i] = xl_agent_call(ctx->agent, (unsigned)i)->result;
        for (size_t k = 0; ctx->kernel->args[k].kind; k++)
            if (xl_arg_is_written(&ctx->kernel->args[k]))
                memcpy(xl_saved_slot(ctx->workspace, ctx->kernel, i, k),
                       ctx->agent->memory + p->buffers[k].slot_at, p->buffers[k].slot_bytes);
    }
}

/* Prepares calls that were made to be made again, in two threads. */
static void reset_outputs(const struct xl_context *ctx, size_t calls)
{
    for (size_t i = 0; i < calls; i++) {
        struct xl_prepared_call *p = &ctx->workspace->calls[i];
        p->threads = XL_RACE_CALLS;
        xl_agent_call(ctx->agent, (unsigned)i)->done = 0;
        for (size_t k = 0; ctx->kernel->args[k].kind; k++)
            if (xl_arg_is_written(&ctx->kernel->args[k]))
                xl_reset_buffer(ctx, p, k);
    }
}

/* Checks the end and the CPU state of a batch that has no references. */
static enum xl_call_status check_batch(const struct xl_context *ctx, size_t calls,
                                       enum xl_call_status status, int detail,
                                       struct xl_kernel_result *result)
{
    for (size_t i = 0; status == XL_STATUS_OK && i < calls; i++)
        if (xl_agent_word(ctx->agent, xl_agent_call(ctx->agent, (unsigned)i)->done) != 1)
            status = XL_STATUS_PROTOCOL_ERROR; /* the agent claims that all calls have returned */
    if (status == XL_STATUS_PROTOCOL_ERROR)
        xl_agent_stop(ctx->agent);
    size_t last = xl_agent_progress(ctx->agent);
    if (status != XL_STATUS_OK && status != XL_STATUS_INTERRUPTED)
        xl_add_status_finding(ctx, &ctx->workspace->calls[last < calls ? last : 0], status, detail,
                              result);
    for (size_t i = 0; status == XL_STATUS_OK && i < calls; i++)
        xl_check_state(ctx, &ctx->workspace->calls[i], i, result);
    result->calls += calls;
    return status;
}

enum xl_call_status xl_run_without_reference(const struct xl_context *ctx, size_t calls,
                                             unsigned threads, struct xl_kernel_result *result)
{
    int detail = 0;
    const enum xl_call_status status =
        xl_agent_run(ctx->agent, (unsigned)calls, threads, ctx->call_limit_ms, &detail);
    return check_batch(ctx, calls, status, detail, result);
}

/* Two cases before this one fill a small slot. Two threads make them as a pair. */
enum { XL_LONG_BEFORE = 8 };

/* Every second case has several vectors and a tail, or more, and numbers with random bits: so that
 * another order of additions, another path, or another thread changes the result. The others are
 * cases of the kernel. */
static struct xl_case choose_case(const struct xl_context *ctx, size_t cases, size_t k)
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

/* Chooses at most `most` cases with small buffers, or with large ones. Returns their number. */
static size_t choose_cases(const struct xl_context *ctx, size_t cases, bool small,
                           struct xl_case *chosen, size_t most)
{
    size_t count = 0;
    for (size_t k = 1; k < cases && count < most; k++) {
        struct xl_case c = choose_case(ctx, cases, k);
        if (xl_case_is_off(ctx, &c))
            continue;
        c.group = XL_NO_GROUP;
        /* Without buffers that share a slot: then an output cannot be reset alone. */
        if (c.n && c.placement < XL_PLACEMENTS_APART &&
            xl_fits_small_slots(ctx->kernel, &c) == small)
            chosen[count++] = c;
    }
    return count;
}

static void keep_heap(const struct xl_context *ctx, size_t calls, struct xl_kernel_result *result)
{
    result->heap_left = xl_agent_heap_left(ctx->agent);
    result->heap_calls = calls;
}

/* For a kernel with large buffers, makes one call at a time: each case, and again after the next
 * two, so that alternating results are found. */
static enum xl_call_status run_large(const struct xl_context *ctx, const struct xl_case *chosen,
                                     size_t count, struct xl_kernel_result *result)
{
    enum { CALLS = 4 };
    enum xl_call_status status = XL_STATUS_OK;
    for (size_t i = 0; i < CALLS * count && status == XL_STATUS_OK; i++) {
        size_t first = i / CALLS, call = i % CALLS;
        ctx->workspace->calls[0].c = chosen[(first + call % (CALLS - 1)) % count];
        status = xl_prepare_batch(ctx, 1, result);
        if (i + 1 == CALLS * count) {
            xl_agent_set_statics(ctx->agent, XL_STATICS_COMPARE);
            xl_agent_set_repeated_from(ctx->agent, 0);
        }
        if (status == XL_STATUS_OK)
            status = xl_run_without_reference(ctx, 1, 1, result);
        if (i + 1 == CALLS * count && status == XL_STATUS_OK) {
            result->changes_statics = xl_agent_has_changed_statics(ctx->agent);
            keep_heap(ctx, 1, result);
        }
        if (status == XL_STATUS_OK && call == 0)
            xl_save_outputs(ctx, 1);
        else if (status == XL_STATUS_OK && call == CALLS - 1)
            xl_check_same(ctx, 0, ctx->workspace, 0, XL_CHECK_repeat, result);
    }
    return status;
}

/* Moves the two longest cases to the front. */
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

/* Keeps where static memory has changed, also in the first batch buffer for XL_STATICS_WATCH. */
static void keep_statics(const struct xl_agent *agent, struct xl_kernel_result *result)
{
    const struct xl_memory_head *is = (const struct xl_memory_head *)(const void *)agent->memory;
    struct xl_memory_head *first = (struct xl_memory_head *)(void *)agent->shared;
    first->statics_at = is->statics_at;
    first->statics_bytes = is->statics_bytes;
    result->statics_bytes = xl_agent_word(agent, is->statics_bytes);
    result->changes_statics = xl_agent_has_changed_statics(agent);
}

static enum xl_call_status verify_repeat(const struct xl_context *ctx, const struct xl_batch *batch,
                                         enum xl_call_status status, int detail,
                                         struct xl_kernel_result *result)
{
    status = check_batch(ctx, batch->calls, status, detail, result);
    if (status != XL_STATUS_OK)
        return status;
    keep_statics(ctx->agent, result);
    keep_heap(ctx, batch->calls / 2, result);
    xl_save_outputs(ctx, batch->calls);
    for (size_t i = 0; i < batch->calls / 2; i++) {
        const size_t again = batch->calls - 1 - i;
        const bool moved = ctx->workspace->calls[again].moved;
        xl_check_same(ctx, moved ? again : i, ctx->workspace, moved ? i : again, XL_CHECK_repeat,
                      result);
    }
    return status;
}

static enum xl_call_status verify_threads(const struct xl_context *ctx,
                                          const struct xl_batch *batch, enum xl_call_status status,
                                          int detail, struct xl_kernel_result *result)
{
    status = check_batch(ctx, batch->calls, status, detail, result);
    for (size_t i = 0; status == XL_STATUS_OK && i < batch->calls; i++)
        xl_check_same(ctx, i, ctx->workspace->other,
                      i < batch->calls / 2 ? i : batch->calls - 1 - i, XL_CHECK_threads, result);
    return status;
}

static enum xl_call_status verify_signals(const struct xl_context *ctx,
                                          const struct xl_batch *batch, enum xl_call_status status,
                                          int detail, struct xl_kernel_result *result)
{
    status = check_batch(ctx, batch->calls, status, detail, result);
    if (status == XL_STATUS_OK && result->outcome == XL_PASS)
        xl_check_same(ctx, 0, ctx->workspace, 0, XL_CHECK_signals, result);
    result->signals_lost |= status == XL_STATUS_OK && xl_agent_has_lost_signals(ctx->agent);
    return status;
}

/* Whether a result must have the same bits wherever buffers lie, though the reference allows more
 * than one result. */
static bool keeps_bits(const struct xl_kernel *kernel)
{
    return xl_rounding_is_free(kernel) && (kernel->elementwise || kernel->contract.reproducible);
}

/* Places the buffers of a repeated call elsewhere: adjacent in each order, one element apart, in
 * place, or at other offsets. Returns whether they fit. number: of these calls so far. */
static bool move_buffers(const struct xl_kernel *kernel, size_t number, struct xl_case *c)
{
    enum { WAYS = 4 };
    const size_t buffers = xl_count_args(kernel, xl_arg_can_be_adjacent), way = number % WAYS,
                 adjacent = number - (number + 1) / WAYS;
    const size_t pairs = xl_sharing_pairs(kernel);
    struct xl_case moved = *c;
    if (c->n < c->lanes) /* few results: all may round alike */
        return false;
    if (way == WAYS - 1) {
        moved.placement = pairs ? XL_PLACEMENT_IN_PLACE : XL_PLACEMENT_OFF;
        moved.offset = (unsigned)(pairs ? number / WAYS % pairs : number / WAYS);
    } else if (buffers > 1) {
        moved.placement = XL_PLACEMENT_ADJACENT;
        moved.offset = (unsigned)(adjacent / 2 + adjacent % 2 * buffers);
    } else {
        return false;
    }
    if (moved.fill == XL_FILL_DOMAIN) /* which has no rounds */
        moved.round = adjacent >= 2 * buffers;
    if (!xl_fits_small_slots(kernel, &moved))
        return false;
    *c = moved;
    return true;
}

/* Moves the buffers of repeated calls. Returns the calls whose buffers lie elsewhere, as bits. */
static uint64_t move_repeated(const struct xl_context *ctx, size_t calls)
{
    uint64_t moved = 0;
    size_t number = 0;
    for (size_t i = calls / 2; i < calls && keeps_bits(ctx->kernel); i++)
        if (move_buffers(ctx->kernel, number, &ctx->workspace->calls[i].c)) {
            moved |= UINT64_C(1) << i;
            number++;
        }
    return moved;
}

/* Prepares a batch of these cases, and submits it. */
static enum xl_call_status submit(struct xl_pipeline *t, const struct xl_case *cases,
                                  const struct xl_batch *batch)
{
    const struct xl_context *ctx = xl_pipeline_next(t);
    for (size_t i = 0; i < batch->calls; i++)
        ctx->workspace->calls[i].c = cases[i];
    const uint64_t moved = batch->verify == verify_repeat ? move_repeated(ctx, batch->calls) : 0;
    const enum xl_call_status status = xl_prepare_batch(ctx, batch->calls, t->result);
    for (size_t i = 0; i < batch->calls; i++) {
        ctx->workspace->calls[i].threads = batch->threads > 1 ? batch->threads : 0;
        ctx->workspace->calls[i].moved = moved >> i & 1;
    }
    return xl_pipeline_submit(t, status, batch);
}

/* Makes the calls in one thread, in two, and the first one, which is the longest, while signals
 * come.
 */
static enum xl_call_status run_small(struct xl_pipeline *t, const struct xl_case *cases,
                                     unsigned calls)
{
    const struct xl_batch repeat = {.calls = calls, .threads = 1, .verify = verify_repeat},
                          threads = {.calls = calls, .threads = 2, .verify = verify_threads},
                          signals = {.calls = 1, .threads = 1, .verify = verify_signals};
    const struct xl_context *ctx = xl_pipeline_next(t);
    xl_agent_set_statics(ctx->agent, XL_STATICS_COMPARE);
    xl_agent_set_repeated_from(ctx->agent, calls / 2);
    enum xl_call_status status = submit(t, cases, &repeat);
    if (status == XL_STATUS_OK)
        status = submit(t, cases, &threads);
    if (status != XL_STATUS_OK || t->result->outcome != XL_PASS ||
        xl_check_is_disabled(ctx->disabled_checks, XL_CHECK_signals))
        return status;
    ctx = xl_pipeline_next(t);
    xl_agent_send_signals(ctx->agent, xl_changes_inputs(ctx->kernel) ? 1 : XL_SIGNAL_ATTEMPTS);
    return submit(t, cases, &signals);
}

enum xl_call_status xl_repeat_calls(struct xl_pipeline *t, size_t cases)
{
    const struct xl_context *ctx = &t->contexts[0];
    struct xl_case chosen[XL_REPEAT_CALLS];
    size_t count = choose_cases(ctx, cases, true, chosen, xl_batch_calls(ctx->kernel) / 2);
    if (!count) {
        const enum xl_call_status status = xl_pipeline_end(t, XL_STATUS_OK);
        count = choose_cases(ctx, cases, false, chosen, XL_REPEAT_CASES);
        return status == XL_STATUS_OK && count ? run_large(ctx, chosen, count, t->result) : status;
    }
    put_longest_first(chosen, count);
    for (size_t i = 0; i < count; i++)
        chosen[2 * count - 1 - i] = chosen[i];
    return run_small(t, chosen, 2 * (unsigned)count);
}

/* Prepares the longest call twice: it reads most of what a kernel keeps. */
static enum xl_call_status prepare_race(const struct xl_context *ctx,
                                        struct xl_kernel_result *result)
{
    struct xl_case chosen[XL_REPEAT_CASES];
    size_t cases = xl_case_count(ctx->kernel, ctx->vl_bits, ctx->count);
    size_t count = choose_cases(ctx, cases, true, chosen, xl_batch_calls(ctx->kernel) / 2);
    put_longest_first(chosen, count);
    for (size_t i = 0; i < XL_RACE_CALLS; i++)
        ctx->workspace->calls[i].c = chosen[0];
    return xl_prepare_batch(ctx, XL_RACE_CALLS, result);
}

enum xl_call_status xl_record_later_calls(const struct xl_context *ctx,
                                          struct xl_kernel_result *result)
{
    enum xl_call_status status = prepare_race(ctx, result);
    if (status == XL_STATUS_OK)
        status = xl_run_without_reference(ctx, XL_RACE_CALLS, 1, result);
    if (status == XL_STATUS_OK)
        xl_save_outputs(ctx, XL_RACE_CALLS);
    return status;
}

enum xl_call_status xl_race_first_call(const struct xl_context *ctx,
                                       struct xl_kernel_result *result)
{
    reset_outputs(ctx, XL_RACE_CALLS);
    xl_agent_set_statics(ctx->agent, XL_STATICS_WATCH);
    enum xl_call_status status = xl_run_without_reference(ctx, XL_RACE_CALLS, 2, result);
    for (size_t i = 0; status == XL_STATUS_OK && i < XL_RACE_CALLS; i++)
        xl_check_same(ctx, i, ctx->workspace, i, XL_CHECK_threads, result);
    return status;
}
