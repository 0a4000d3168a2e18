/* Repeats calls: in another order, in two threads at the same time, while signals come, as the
 * first call of a process, and after other calls.
 * SPDX-License-Identifier: MIT
 */
#include "execute/execute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "oracle/cases.h"
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
    struct xl_finding *f = xl_new_finding(ctx, result, check, p, &p->buffers[k]);
    char where[32] = "";
    if (!f)
        return;
    if (element != XL_NO_ELEMENT) {
        xl_describe_element(ctx, arg, (size_t)element, got, expected, f);
        snprintf(where, sizeof where, "[%ld]", element);
    }
    f->arg = arg->name;
    snprintf(f->message, sizeof f->message, "%s%s differs from the same call made %s", arg->name,
             where,
             check == XL_CHECK_signals ? "without signals: data below the stack pointer?"
             : p->threads              ? "by one thread"
                                       : "again, after others");
    xl_describe_inputs(ctx->kernel, p, xl_arg_is_written(arg) ? element : XL_NO_ELEMENT, f->inputs,
                       sizeof f->inputs);
}

enum { XL_RACE_CALLS = 2 }; /* one for each thread */

/* Attempts until a signal interrupts a call. On an idle machine one or two are enough. */
enum { XL_SIGNAL_ATTEMPTS = 32 };

/* The saved slot of an output of call i, in this workspace. */
static uint8_t *saved_slot(const struct xl_workspace *w, const struct xl_kernel *kernel, size_t i,
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
    const uint8_t *saved = saved_slot(w, ctx->kernel, other, k);
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
    uint64_t mask = UINT64_MAX >> (64 - 8 * xl_type_size(ctx->kernel->args[k].type));
    uint64_t is = xl_agent_word(ctx->agent, xl_agent_call(ctx->agent, (unsigned)i)->result) & mask;
    uint64_t was = xl_agent_word(ctx->agent, w->saved_results[other]) & mask;
    if (is != was)
        add_finding(ctx, i, k, 0, is, was, check, result);
    return is == was;
}

/* Whether call i left the same bits as call `other`, which this workspace has saved. */
static void check_same(const struct xl_context *ctx, size_t i, const struct xl_workspace *w,
                       size_t other, enum xl_check check, struct xl_kernel_result *result)
{
    bool same = true;
    for (size_t k = 0; same && ctx->kernel->args[k].kind; k++) {
        if (xl_arg_is_written(&ctx->kernel->args[k]))
            same = same_output(ctx, i, w, other, k, check, result);
        else if (ctx->kernel->args[k].kind == XL_ARG_RESULT)
            same = same_result(ctx, i, w, other, k, check, result);
    }
}

static void save_outputs(const struct xl_context *ctx, size_t calls)
{
    for (size_t i = 0; i < calls; i++) {
        const struct xl_prepared_call *p = &ctx->workspace->calls[i];
        ctx->workspace->saved_results[i] = xl_agent_call(ctx->agent, (unsigned)i)->result;
        for (size_t k = 0; ctx->kernel->args[k].kind; k++)
            if (xl_arg_is_written(&ctx->kernel->args[k]))
                memcpy(saved_slot(ctx->workspace, ctx->kernel, i, k),
                       ctx->agent->memory + p->buffers[k].slot_at, p->buffers[k].slot_bytes);
    }
}

/* Prepares calls that were made to be made again, in two threads. */
static void reset_outputs(const struct xl_context *ctx, size_t calls)
{
    for (size_t i = 0; i < calls; i++) {
        struct xl_prepared_call *p = &ctx->workspace->calls[i];
        p->threads = true;
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

static enum xl_call_status run_without_reference(const struct xl_context *ctx, size_t calls,
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

/* Whoever calls a function again and again runs out of memory. */
static void check_heap(const struct xl_context *ctx, size_t calls, struct xl_kernel_result *result)
{
    const uint64_t left = xl_agent_heap_left(ctx->agent);
    struct xl_finding *f = left ? xl_new_finding(ctx, result, XL_CHECK_state, NULL, NULL) : NULL;
    if (f)
        snprintf(f->message, sizeof f->message,
                 "the kernel left %llu byte%s of the heap allocated in %zu call%s that it had "
                 "returned from before: a leak",
                 (unsigned long long)left, xl_s(left), calls, xl_s(calls));
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
            status = run_without_reference(ctx, 1, 1, result);
        if (i + 1 == CALLS * count && status == XL_STATUS_OK) {
            result->changes_statics = xl_agent_has_changed_statics(ctx->agent);
            check_heap(ctx, 1, result);
        }
        if (status == XL_STATUS_OK && call == 0)
            save_outputs(ctx, 1);
        else if (status == XL_STATUS_OK && call == CALLS - 1)
            check_same(ctx, 0, ctx->workspace, 0, XL_CHECK_repeat, result);
    }
    return status;
}

/* Whether a repeated call finds the same inputs. */
static bool is_changed_input(const struct xl_arg *arg)
{
    return arg->kind == XL_ARG_INOUT;
}

static bool is_repeatable(const struct xl_kernel *kernel)
{
    return !xl_count_args(kernel, is_changed_input);
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
    check_heap(ctx, batch->calls / 2, result);
    save_outputs(ctx, batch->calls);
    for (size_t i = 0; i < batch->calls / 2; i++)
        check_same(ctx, i, ctx->workspace, batch->calls - 1 - i, XL_CHECK_repeat, result);
    return status;
}

static enum xl_call_status verify_threads(const struct xl_context *ctx,
                                          const struct xl_batch *batch, enum xl_call_status status,
                                          int detail, struct xl_kernel_result *result)
{
    status = check_batch(ctx, batch->calls, status, detail, result);
    for (size_t i = 0; status == XL_STATUS_OK && i < batch->calls; i++)
        check_same(ctx, i, ctx->workspace->other, i, XL_CHECK_threads, result);
    return status;
}

static enum xl_call_status verify_signals(const struct xl_context *ctx,
                                          const struct xl_batch *batch, enum xl_call_status status,
                                          int detail, struct xl_kernel_result *result)
{
    status = check_batch(ctx, batch->calls, status, detail, result);
    if (status == XL_STATUS_OK && result->outcome == XL_PASS)
        check_same(ctx, 0, ctx->workspace, 0, XL_CHECK_signals, result);
    result->signals_lost |= status == XL_STATUS_OK && xl_agent_has_lost_signals(ctx->agent);
    return status;
}

/* Prepares a batch of these cases, and submits it. */
static enum xl_call_status submit(struct xl_pipeline *t, const struct xl_case *cases,
                                  const struct xl_batch *batch)
{
    const struct xl_context *ctx = xl_pipeline_next(t);
    for (size_t i = 0; i < batch->calls; i++)
        ctx->workspace->calls[i].c = cases[i];
    const enum xl_call_status status = xl_prepare_batch(ctx, batch->calls, t->result);
    for (size_t i = 0; i < batch->calls; i++)
        ctx->workspace->calls[i].threads = batch->threads > 1;
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
    xl_agent_send_signals(ctx->agent, is_repeatable(ctx->kernel) ? XL_SIGNAL_ATTEMPTS : 1);
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
        status = run_without_reference(ctx, XL_RACE_CALLS, 1, result);
    if (status == XL_STATUS_OK)
        save_outputs(ctx, XL_RACE_CALLS);
    return status;
}

enum xl_call_status xl_race_first_call(const struct xl_context *ctx,
                                       struct xl_kernel_result *result)
{
    reset_outputs(ctx, XL_RACE_CALLS);
    xl_agent_set_statics(ctx->agent, XL_STATICS_WATCH);
    enum xl_call_status status = run_without_reference(ctx, XL_RACE_CALLS, 2, result);
    for (size_t i = 0; status == XL_STATUS_OK && i < XL_RACE_CALLS; i++)
        check_same(ctx, i, ctx->workspace, i, XL_CHECK_threads, result);
    return status;
}

/* ---- Results that depend on earlier calls: with nearly the same inputs, or on their number ----
 */

enum {
    XL_EARLIER_SEED = 0x73746179, /* differs from all groups of cases */
    XL_POISON_BYTE = 0xa5,
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
    const struct xl_kernel *kernel = ctx->kernel;
    struct xl_case c = {.n = xl_valid_n(kernel, n),
                        .lanes = xl_case_of(ctx, 0).lanes,
                        .fill = kernel->contract.kind == XL_ULP ? XL_FILL_SMALL : XL_FILL_DOMAIN,
                        .any_value = true,
                        .placement = XL_PLACEMENT_END,
                        .poison = XL_POISON_BYTE,
                        .seed = xl_mix(xl_mix(ctx->seed, XL_EARLIER_SEED), seed)};
    xl_sample_rows(kernel, &c);
    return c;
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
        struct xl_finding *f = time && t->scratch->outcome != XL_FAIL
                                   ? xl_new_finding(t->ctx, result, XL_CHECK_repeat,
                                                    &t->ctx->workspace->calls[0], NULL)
                                   : NULL;
        if (f) {
            f->after = t->ctx->kernel->name;
            snprintf(f->message, sizeof f->message,
                     "a call with n = %zu gave another result after %s", c->n, after);
        }
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
    if (status == XL_STATUS_OK && result->outcome == XL_PASS && is_repeatable(ctx->kernel) &&
        !ctx->kernel->lengths[0].of && !ctx->kernel->slack[0].of)
        status = run_counted(&t, result);
    end(&t);
    return status;
}
