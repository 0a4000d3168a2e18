/* Double buffering of batches, and timed batches.
 * SPDX-License-Identifier: MIT
 */
#include "execute/pipeline.h"

#include "base/clock.h"

void xl_batch_submit(const struct xl_context *ctx, const struct xl_batch *batch)
{
    if (batch->has_reference)
        xl_reference_submit(ctx, batch->calls);
    xl_agent_submit(ctx->agent, batch->calls, batch->threads);
}

void xl_pipeline_begin(struct xl_pipeline *t, const struct xl_context *ctx,
                       struct xl_kernel_result *result)
{
    *t = (struct xl_pipeline){.contexts = {*ctx, *ctx}, .current = 1, .result = result};
    t->contexts[1].workspace = ctx->workspace->other;
}

const struct xl_context *xl_pipeline_next(const struct xl_pipeline *t)
{
    const struct xl_context *ctx = &t->contexts[!t->current];
    xl_agent_select_batch(ctx->agent, !t->current);
    return ctx;
}

/* Waits for a batch of the guest, and verifies it. */
static enum xl_call_status finish(struct xl_pipeline *t, const struct xl_batch *batch)
{
    const struct xl_context *ctx = &t->contexts[t->current];
    int detail = 0;
    if (!batch->calls)
        return XL_STATUS_OK;
    xl_agent_select_batch(ctx->agent, t->current);
    const enum xl_call_status status = xl_agent_wait(ctx->agent, ctx->call_limit_ms, &detail);
    return batch->verify(ctx, batch, status, detail, t->result);
}

enum xl_call_status xl_pipeline_submit(struct xl_pipeline *t, enum xl_call_status prepared,
                                       const struct xl_batch *next)
{
    const struct xl_batch submitted = t->submitted;
    if (prepared == XL_STATUS_OK)
        xl_batch_submit(&t->contexts[!t->current], next);
    const enum xl_call_status status = finish(t, &submitted);
    if (prepared == XL_STATUS_OK) {
        t->current = !t->current;
        t->submitted = *next;
    } else {
        t->submitted.calls = 0;
    }
    xl_agent_select_batch(t->contexts[0].agent, t->current);
    return status == XL_STATUS_OK ? prepared : status;
}

/* Waits for the batch of the guest without verifying it. */
static void discard(const struct xl_pipeline *t)
{
    const struct xl_context *ctx = &t->contexts[t->current];
    enum xl_call_status status;
    int detail;
    if (t->submitted.calls && ctx->agent->process.pid)
        xl_agent_wait(ctx->agent, ctx->call_limit_ms, &detail);
    if (t->submitted.calls && t->submitted.has_reference)
        xl_reference_wait(ctx, &status, NULL);
}

enum xl_call_status xl_pipeline_end(struct xl_pipeline *t, enum xl_call_status status)
{
    const struct xl_batch submitted = t->submitted;
    if (status == XL_STATUS_OK)
        status = finish(t, &submitted);
    else
        discard(t);
    t->submitted.calls = 0;
    t->current = 1;
    if (t->contexts[0].agent->process.pid) /* otherwise keep what it noted of its end */
        xl_agent_select_batch(t->contexts[0].agent, 0);
    return status;
}

/* Elements that a verification would compare. */
static uint64_t count_results(const struct xl_kernel *kernel, const struct xl_prepared_call *p)
{
    uint64_t count = 0;
    for (size_t k = 0; kernel->args[k].kind; k++)
        if (xl_arg_is_written(&kernel->args[k]))
            count += p->buffers[k].elements;
        else if (kernel->args[k].kind == XL_ARG_RESULT)
            count++;
    return count;
}

enum xl_call_status xl_run_timed_batch(const struct xl_context *ctx, unsigned calls)
{
    int detail;
    const double begin = xl_now();
    enum xl_call_status status = xl_agent_run(ctx->agent, calls, 1, ctx->call_limit_ms, &detail);
    ctx->timing->seconds += xl_now() - begin;
    for (unsigned i = 0; i < calls; i++)
        ctx->timing->results += count_results(ctx->kernel, &ctx->workspace->calls[i]);
    return status;
}
