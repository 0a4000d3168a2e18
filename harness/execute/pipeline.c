/* Batches in turns, in both banks.
 * SPDX-License-Identifier: MIT
 */
#include "execute/pipeline.h"

#include <time.h>

#include "execute/reference_process.h"

void xl_batch_begin(const struct xl_context *ctx, const struct xl_batch *batch)
{
    if (batch->is_referred)
        xl_reference_submit(ctx, batch->calls);
    xl_agent_submit(ctx->agent, batch->calls, batch->threads);
}

void xl_pipeline_begin(struct xl_pipeline *t, const struct xl_context *ctx,
                       struct xl_kernel_result *result)
{
    *t = (struct xl_pipeline){.banks = {*ctx, *ctx}, .bank = 1, .result = result};
    t->banks[1].workspace = ctx->workspace->other;
}

const struct xl_context *xl_pipeline_next(const struct xl_pipeline *t)
{
    const struct xl_context *ctx = &t->banks[!t->bank];
    xl_agent_select_batch(ctx->agent, !t->bank);
    return ctx;
}

/* Hears of a batch that the guest has, and judges it. */
static enum xl_call_status hear(struct xl_pipeline *t, const struct xl_batch *batch)
{
    const struct xl_context *ctx = &t->banks[t->bank];
    int detail = 0;
    if (!batch->calls)
        return XL_STATUS_OK;
    xl_agent_select_batch(ctx->agent, t->bank);
    const enum xl_call_status turn = xl_agent_wait(ctx->agent, ctx->call_limit_ms, &detail);
    return batch->judge(ctx, batch, turn, detail, t->result);
}

enum xl_call_status xl_pipeline_submit(struct xl_pipeline *t, enum xl_call_status laid_out,
                                       const struct xl_batch *next)
{
    const struct xl_batch given = t->given;
    if (laid_out == XL_STATUS_OK)
        xl_batch_begin(&t->banks[!t->bank], next);
    const enum xl_call_status turn = hear(t, &given);
    if (laid_out == XL_STATUS_OK) {
        t->bank = !t->bank;
        t->given = *next;
    } else {
        t->given.calls = 0;
    }
    xl_agent_select_batch(t->banks[0].agent, t->bank);
    return turn == XL_STATUS_OK ? laid_out : turn;
}

/* Lets go of the batch that the guest has. */
static void drop(const struct xl_pipeline *t)
{
    const struct xl_context *ctx = &t->banks[t->bank];
    enum xl_call_status turn;
    int detail;
    if (t->given.calls && ctx->agent->process.pid)
        xl_agent_wait(ctx->agent, ctx->call_limit_ms, &detail);
    if (t->given.calls && t->given.is_referred)
        xl_reference_wait(ctx, &turn, NULL);
}

enum xl_call_status xl_pipeline_end(struct xl_pipeline *t, enum xl_call_status turn)
{
    const struct xl_batch given = t->given;
    if (turn == XL_STATUS_OK)
        turn = hear(t, &given);
    else
        drop(t);
    t->given.calls = 0;
    t->bank = 1;
    if (t->banks[0].agent->process.pid) /* or else there is what it said of its end */
        xl_agent_select_batch(t->banks[0].agent, 0);
    return turn;
}

/* Calls that are timed and not judged: what a kernel costs with nothing round it. */

/* Elements that judging the call would compare. */
static uint64_t results_of(const struct xl_kernel *kernel, const struct xl_prepared_call *p)
{
    uint64_t count = 0;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (xl_arg_is_written(&kernel->args[k]))
            count += p->buffers[k].elements;
        else if (kernel->args[k].kind == XL_ARG_RESULT)
            count++;
    return count;
}

enum xl_call_status xl_run_timed_batch(const struct xl_context *ctx, unsigned calls)
{
    struct timespec begin, end;
    int detail;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    enum xl_call_status turn = xl_agent_run(ctx->agent, calls, 1, ctx->call_limit_ms, &detail);
    clock_gettime(CLOCK_MONOTONIC, &end);
    ctx->timing->seconds +=
        (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
    for (unsigned i = 0; i < calls; i++)
        ctx->timing->results += results_of(ctx->kernel, &ctx->workspace->calls[i]);
    return turn;
}
