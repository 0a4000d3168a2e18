/* The calls of one kernel on one agent: prepared, made, and verified.
 * SPDX-License-Identifier: MIT
 */
#include "execute/calls.h"

#include <time.h>

#include "base/signals.h"
#include "execute/wrong_values.h"
#include "oracle/case.h"
#include "oracle/shape.h"
#include "oracle/strides.h"

/* Verifies the calls of a batch that the guest has made. */
static enum xl_call_status verify_batch(const struct xl_context *ctx, const struct xl_batch *batch,
                                        enum xl_call_status status, int detail,
                                        struct xl_kernel_result *result)
{
    enum xl_call_status reference_status;
    if (ctx->stack_use && batch->calls == 1)
        xl_note_stack(ctx, &ctx->workspace->calls[0].c);
    const unsigned references = xl_reference_wait(ctx, &reference_status, result);
    for (unsigned i = 0; i < batch->calls && !xl_interrupted; i++) {
        bool done = xl_agent_word(ctx->agent, xl_agent_call(ctx->agent, i)->done) == 1;
        const uint64_t before = result->differences;
        if (done && i < references) {
            xl_verify_call(ctx, &ctx->workspace->calls[i], i, result);
            if (ctx->call_counts)
                xl_count_call(&ctx->workspace->calls[i], result->differences > before,
                              ctx->call_counts);
        } else if (!done && status == XL_STATUS_OK)
            status = XL_STATUS_PROTOCOL_ERROR; /* the agent claims that all calls have returned */
    }
    if (xl_interrupted && status == XL_STATUS_OK) {
        xl_agent_stop(ctx->agent);
        return XL_STATUS_INTERRUPTED;
    }
    if (status == XL_STATUS_PROTOCOL_ERROR)
        xl_agent_stop(ctx->agent);
    if (status != XL_STATUS_OK && status != XL_STATUS_INTERRUPTED)
        xl_add_status_finding(ctx, &ctx->workspace->calls[xl_agent_progress(ctx->agent)], status,
                              detail, result);
    return status == XL_STATUS_OK ? reference_status : status;
}

static struct xl_batch verified_batch(unsigned calls)
{
    return (struct xl_batch){
        .calls = calls, .threads = 1, .has_reference = true, .verify = verify_batch};
}

static enum xl_call_status run_batch(const struct xl_context *ctx, unsigned calls,
                                     struct xl_kernel_result *result)
{
    const struct xl_batch batch = verified_batch(calls);
    int detail = 0;
    enum xl_call_status status = xl_prepare_batch(ctx, calls, result);
    if (status != XL_STATUS_OK)
        return status;
    if (ctx->timing)
        return xl_run_timed_batch(ctx, calls);
    xl_batch_submit(ctx, &batch);
    status = xl_agent_wait(ctx->agent, ctx->call_limit_ms, &detail);
    return verify_batch(ctx, &batch, status, detail, result);
}

/* The pipeline, and the cases of the next batch of small calls. */
struct case_queue {
    struct xl_pipeline pipeline;
    struct xl_case small[XL_BATCH_CALLS];
    unsigned count;
};

/* Submits a batch. The guest makes it after the batch before. */
static enum xl_call_status add_batch(struct xl_pipeline *t, const struct xl_case *cases,
                                     unsigned calls)
{
    const bool is_alone = t->contexts[0].timing || cases->same_memory ||
                          xl_has_dedicated_slots(t->contexts[0].kernel, cases);
    enum xl_call_status status = is_alone ? xl_pipeline_end(t, XL_STATUS_OK) : XL_STATUS_OK;
    if (status != XL_STATUS_OK)
        return status;
    const struct xl_context *ctx = xl_pipeline_next(t);
    for (unsigned i = 0; i < calls; i++)
        ctx->workspace->calls[i].c = cases[i];
    if (!ctx->timing && !xl_fits_small_slots(ctx->kernel, cases))
        xl_watch_stack(ctx);
    if (is_alone)
        return run_batch(ctx, calls, t->result);
    const struct xl_batch batch = verified_batch(calls);
    status = xl_prepare_batch(ctx, calls, t->result);
    return xl_pipeline_submit(t, status, &batch);
}

static bool is_past(const struct timespec *deadline)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > deadline->tv_sec ||
           (now.tv_sec == deadline->tv_sec && now.tv_nsec > deadline->tv_nsec);
}

enum xl_call_status xl_execute_call(const struct xl_context *ctx, const struct xl_case *c,
                                    struct xl_kernel_result *result)
{
    ctx->workspace->calls[0].c = *c;
    return run_batch(ctx, 1, result);
}

/* Makes the call with the worst inputs of the baseline. */
static enum xl_call_status call_baseline(const struct xl_context *ctx,
                                         struct xl_kernel_result *result)
{
    if (!ctx->baseline || !ctx->baseline->count)
        return XL_STATUS_OK;
    const struct xl_case baseline = xl_case_of_baseline(ctx->kernel, ctx->vl_bits, ctx->baseline);
    return xl_execute_call(ctx, &baseline, result);
}

static enum xl_call_status flush_queue(struct case_queue *q)
{
    const unsigned calls = q->count;
    q->count = 0;
    return calls ? add_batch(&q->pipeline, q->small, calls) : XL_STATUS_OK;
}

/* A large call is a batch of its own. */
static enum xl_call_status add_case(struct case_queue *q, const struct xl_case *c)
{
    const struct xl_kernel *kernel = q->pipeline.contexts[0].kernel;
    if (!xl_fits_small_slots(kernel, c))
        return add_batch(&q->pipeline, c, 1);
    const enum xl_call_status status =
        q->count < xl_batch_room(kernel, c) ? XL_STATUS_OK : flush_queue(q);
    q->small[q->count++] = *c;
    return status;
}

/* Makes the calls of so many cases. The last batch may still be pending. */
static enum xl_call_status run_cases(struct case_queue *q, const struct xl_context *ctx,
                                     size_t cases)
{
    enum xl_call_status status = XL_STATUS_OK;
    for (size_t i = 0; i < cases && status == XL_STATUS_OK; i++) {
        const struct xl_case c = xl_case_of(ctx, i);
        if (xl_case_is_off(ctx, &c))
            continue;
        status = add_case(q, &c);
        if (status == XL_STATUS_OK && q->count < 2 && i && i + 1 < cases &&
            is_past(ctx->deadline)) {
            status = xl_pipeline_end(&q->pipeline, XL_STATUS_OK);
            return status == XL_STATUS_OK ? XL_STATUS_ROW_TIMEOUT : status;
        }
    }
    return status == XL_STATUS_OK ? flush_queue(q) : status;
}

/* Makes the longest calls. Their outputs are in no digest, because few rows make them. */
static enum xl_call_status run_streamed(const struct xl_context *ctx,
                                        struct xl_kernel_result *result)
{
    enum { XL_LIMIT_FACTOR = 4 };
    struct xl_context longer = *ctx;
    const uint64_t digest = result->digest;
    enum xl_call_status status = XL_STATUS_OK;
    longer.call_limit_ms *= XL_LIMIT_FACTOR;
    for (size_t i = 0; i < XL_LONGEST_CASES && status == XL_STATUS_OK; i++) {
        const struct xl_case c = xl_case_streamed(ctx->kernel, ctx->vl_bits, ctx->streamed_seed, i);
        if (ctx->streamed >> i & 1 && xl_streamed_n(ctx->kernel))
            status = xl_execute_call(&longer, &c, result);
    }
    result->digest = digest;
    return status;
}

/* What follows all calls of a kernel, in this order, unless one fails. */
static const struct step {
    enum xl_call_status (*run)(const struct xl_context *ctx, struct xl_kernel_result *result);
    bool if_passed, needs_agent;
} steps[] = {
    {.run = xl_check_stack, .if_passed = true},
    {.run = xl_check_left_behind, .if_passed = true},
    {.run = xl_check_alias_cause},
    {.run = xl_check_lane_isolation, .needs_agent = true},
    {.run = xl_find_operands},
    {.run = run_streamed, .needs_agent = true}, /* replaces slots and reference processes */
};

static enum xl_call_status run_steps(const struct xl_context *ctx, struct xl_kernel_result *result)
{
    enum xl_call_status status = XL_STATUS_OK;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && status == XL_STATUS_OK; i++)
        if ((!steps[i].if_passed || result->outcome == XL_PASS) &&
            (!steps[i].needs_agent || ctx->agent->process.pid))
            status = steps[i].run(ctx, result);
    return status;
}

enum xl_call_status xl_execute_kernel(const struct xl_context *given,
                                      struct xl_kernel_result *result)
{
    struct xl_call_counts counts = {0};
    struct xl_stack_use stack_use = {0};
    struct xl_context counting = *given;
    const struct xl_context *ctx = &counting;
    counting.call_counts = &counts;
    counting.stack_use = &stack_use;
    counting.has_first_fault = xl_has_first_fault(ctx);
    xl_agent_set_statics(ctx->agent, XL_STATICS_SNAPSHOT);
    enum xl_call_status status = call_baseline(ctx, result);
    struct case_queue q = {.count = 0};
    xl_pipeline_begin(&q.pipeline, ctx, result);
    if (status == XL_STATUS_OK)
        status = run_cases(&q, ctx, xl_cases_of(ctx));
    if (status == XL_STATUS_OK && !ctx->timing)
        status = xl_repeat_calls(&q.pipeline, xl_cases_of(ctx));
    status = xl_pipeline_end(&q.pipeline, status);
    if (status == XL_STATUS_OK && !ctx->timing)
        status = run_steps(ctx, result);
    xl_finish_wrong_values(ctx->kernel, result);
    xl_describe_failing_calls(&counts, result->failing_calls, sizeof result->failing_calls);
    if (result->outcome == XL_FAIL) /* their leftovers were not checked */
        xl_reference_stop(ctx);
    xl_release_large_buffers(ctx);
    return status;
}

static struct xl_case sample_case(const struct xl_context *ctx, size_t n, uint64_t placement)
{
    struct xl_case c = {.n = xl_valid_n(ctx->kernel, n),
                        .fill = XL_FILL_SMALL,
                        .any_value = !ctx->has_small_values,
                        .in_domain = ctx->in_domain,
                        .secret = ctx->secret,
                        .placement = placement ? XL_PLACEMENT_OFF : XL_PLACEMENT_END,
                        .offset = (unsigned)placement,
                        .poison = xl_poison(0),
                        .seed = ctx->is_prefix ? ctx->seed : xl_mix(ctx->seed, n)};
    if (ctx->has_more_rows)
        xl_sample_more_rows(ctx->kernel, &c);
    else
        xl_sample_rows(ctx->kernel, &c);
    return c;
}

enum xl_call_status xl_execute_sample(const struct xl_context *ctx, size_t n, uint64_t placement,
                                      int *detail)
{
    const struct xl_case c = sample_case(ctx, n, placement);
    return xl_make_call(ctx, &c, NULL, detail);
}

enum xl_call_status xl_execute_short_calls(const struct xl_context *ctx, unsigned calls,
                                           size_t max_n, int *detail)
{
    const unsigned room = xl_batch_calls(ctx->kernel);
    unsigned prepared = 0;
    *detail = 0;
    for (; prepared < calls && prepared < room; prepared++) {
        const uint64_t drawn = xl_mix(ctx->seed, prepared);
        const struct xl_case c = sample_case(ctx, 1 + drawn % max_n, drawn >> 8);
        if (!xl_fits_small_slots(ctx->kernel, &c))
            break;
        ctx->workspace->calls[prepared].c = c;
    }
    enum xl_call_status status = prepared ? xl_prepare_batch(ctx, prepared, NULL) : XL_STATUS_OK;
    if (prepared && status == XL_STATUS_OK)
        status = xl_agent_run(ctx->agent, prepared, 1, ctx->call_limit_ms, detail);
    return status;
}

enum {
    XL_FEW_CALLS = 2,
    XL_FEW_CALLS_SEED = 0x6b657074 /* differs from all groups of cases */
};

struct xl_case xl_plain_case(const struct xl_context *ctx, size_t n, uint64_t kind, uint64_t seed)
{
    const struct xl_kernel *kernel = ctx->kernel;
    struct xl_case c = {.n = xl_valid_n(kernel, n),
                        .lanes = xl_case_of(ctx, 0).lanes,
                        .fill = kernel->contract.kind == XL_ULP ? XL_FILL_SMALL : XL_FILL_DOMAIN,
                        .any_value = true,
                        .placement = XL_PLACEMENT_END,
                        .poison = xl_poison(0),
                        .seed = xl_mix(xl_mix(ctx->seed, kind), seed)};
    xl_sample_rows(kernel, &c);
    return c;
}

enum xl_call_status xl_execute_few_calls(const struct xl_context *ctx,
                                         struct xl_kernel_result *result)
{
    const size_t lanes = xl_case_of(ctx, 0).lanes;
    enum xl_call_status status = XL_STATUS_OK;
    for (size_t i = 0; i < XL_FEW_CALLS && status == XL_STATUS_OK; i++) {
        const struct xl_case c =
            xl_plain_case(ctx, i ? 8 * lanes + 5 : 4 * lanes + 3, XL_FEW_CALLS_SEED,
                          i ? (uint64_t)ctx->variant + 1 : 0);
        status = xl_execute_call(ctx, &c, result);
    }
    return status;
}
