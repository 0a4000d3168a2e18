/* The calls of one kernel on one agent: laid out, made, and judged.
 * SPDX-License-Identifier: MIT
 */
#include "execute/execute.h"

#include <time.h>

#include "execute/diagnose.h"
#include "execute/findings.h"
#include "execute/left_behind.h"
#include "execute/pipeline.h"
#include "execute/prepare.h"
#include "execute/reference_process.h"
#include "execute/repeat.h"
#include "execute/verify.h"
#include "oracle/cases.h"
#include "oracle/shape.h"
#include "oracle/strides.h"

/* Judges a batch whose calls the guest has made, or as many as it could. */
static enum xl_call_status judge_batch(const struct xl_context *ctx, const struct xl_batch *batch,
                                       enum xl_call_status turn, int detail,
                                       struct xl_kernel_result *result)
{
    enum xl_call_status referred;
    const unsigned known = xl_reference_wait(ctx, &referred, result);
    for (unsigned i = 0; i < batch->calls; i++) {
        bool done = xl_agent_word(ctx->agent, xl_agent_call(ctx->agent, i)->done) == 1;
        if (done && i < known)
            xl_verify_call(ctx, &ctx->workspace->calls[i], i, result);
        else if (!done && turn == XL_STATUS_OK)
            turn = XL_STATUS_PROTOCOL_ERROR; /* it says that all is done, and it is not */
    }
    if (turn == XL_STATUS_PROTOCOL_ERROR)
        xl_agent_stop(ctx->agent);
    if (turn != XL_STATUS_OK && turn != XL_STATUS_INTERRUPTED)
        xl_add_status_finding(ctx, &ctx->workspace->calls[xl_agent_progress(ctx->agent)], turn,
                              detail, result);
    return turn == XL_STATUS_OK ? referred : turn;
}

static struct xl_batch judged(unsigned calls)
{
    return (struct xl_batch){
        .calls = calls, .threads = 1, .is_referred = true, .judge = judge_batch};
}

static enum xl_call_status run_batch(const struct xl_context *ctx, unsigned calls,
                                     struct xl_kernel_result *result)
{
    const struct xl_batch batch = judged(calls);
    int detail = 0;
    enum xl_call_status turn = xl_prepare_batch(ctx, calls, result);
    if (turn != XL_STATUS_OK)
        return turn;
    if (ctx->timing)
        return xl_run_timed_batch(ctx, calls);
    xl_batch_begin(ctx, &batch);
    turn = xl_agent_wait(ctx->agent, ctx->call_limit_ms, &detail);
    return judge_batch(ctx, &batch, turn, detail, result);
}

/* Cases on their way. */
struct cases {
    struct xl_pipeline turns;
    struct xl_case small[XL_BATCH_CALLS]; /* of the next batch of small calls */
    unsigned waiting;                     /* as many */
};

/* Has the guest make these calls when it has made those before. */
static enum xl_call_status add_batch(struct xl_pipeline *t, const struct xl_case *cases,
                                     unsigned calls)
{
    const bool is_alone = t->banks[0].timing || cases->same_memory ||
                          xl_has_dedicated_slots(t->banks[0].kernel, cases);
    enum xl_call_status turn = is_alone ? xl_pipeline_end(t, XL_STATUS_OK) : XL_STATUS_OK;
    if (turn != XL_STATUS_OK)
        return turn;
    const struct xl_context *ctx = xl_pipeline_next(t);
    for (unsigned i = 0; i < calls; i++)
        ctx->workspace->calls[i].c = cases[i];
    if (is_alone)
        return run_batch(ctx, calls, t->result);
    const struct xl_batch batch = judged(calls);
    turn = xl_prepare_batch(ctx, calls, t->result);
    return xl_pipeline_submit(t, turn, &batch);
}

static bool past(const struct timespec *deadline)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > deadline->tv_sec ||
           (now.tv_sec == deadline->tv_sec && now.tv_nsec > deadline->tv_nsec);
}

enum xl_call_status xl_execute_call(const struct xl_context *ctx, const struct xl_case *one,
                                    struct xl_kernel_result *result)
{
    ctx->workspace->calls[0].c = *one;
    return run_batch(ctx, 1, result);
}

/* The call whose inputs were the worst before. */
static enum xl_call_status try_known(const struct xl_context *ctx, struct xl_kernel_result *result)
{
    if (!ctx->baseline || !ctx->baseline->count)
        return XL_STATUS_OK;
    const struct xl_case known = xl_case_of_baseline(ctx->kernel, ctx->vl_bits, ctx->baseline);
    return xl_execute_call(ctx, &known, result);
}

static enum xl_call_status add_waiting(struct cases *on)
{
    const unsigned calls = on->waiting;
    on->waiting = 0;
    return calls ? add_batch(&on->turns, on->small, calls) : XL_STATUS_OK;
}

/* A large call is a batch of its own. */
static enum xl_call_status add_case(struct cases *on, const struct xl_case *c)
{
    const struct xl_kernel *kernel = on->turns.banks[0].kernel;
    if (!xl_fits_small_slots(kernel, c))
        return add_batch(&on->turns, c, 1);
    const enum xl_call_status turn =
        on->waiting < xl_batch_room(kernel, c) ? XL_STATUS_OK : add_waiting(on);
    on->small[on->waiting++] = *c;
    return turn;
}

/* Makes the calls of so many cases; the last of them may be under way. */
static enum xl_call_status run_cases(struct cases *on, const struct xl_context *ctx, size_t cases)
{
    enum xl_call_status turn = XL_STATUS_OK;
    for (size_t i = 0; i < cases && turn == XL_STATUS_OK; i++) {
        const struct xl_case c = xl_case_of(ctx, i);
        if (xl_case_is_off(ctx, &c))
            continue;
        turn = add_case(on, &c);
        if (turn == XL_STATUS_OK && on->waiting < 2 && i && i + 1 < cases && past(ctx->deadline)) {
            turn = xl_pipeline_end(&on->turns, XL_STATUS_OK);
            return turn == XL_STATUS_OK ? XL_STATUS_ROW_TIMEOUT : turn;
        }
    }
    return turn == XL_STATUS_OK ? add_waiting(on) : turn;
}

/* The longest calls. What they write is in no digest: the rows that they are on are few. */
static enum xl_call_status run_streamed(const struct xl_context *ctx,
                                        struct xl_kernel_result *result)
{
    enum { TIMES = 4 /* the call limit: they take longer */ };
    struct xl_context longer = *ctx;
    const uint64_t digest = result->digest;
    enum xl_call_status turn = XL_STATUS_OK;
    longer.call_limit_ms *= TIMES;
    for (size_t i = 0; i < XL_STREAMED_CASES && turn == XL_STATUS_OK; i++) {
        const struct xl_case c = xl_case_streamed(ctx->kernel, ctx->vl_bits, ctx->seed, i);
        if (ctx->streamed >> i & 1 && xl_streamed_n(ctx->kernel))
            turn = xl_execute_call(&longer, &c, result);
    }
    result->digest = digest;
    return turn;
}

enum xl_call_status xl_execute_kernel(const struct xl_context *ctx, struct xl_kernel_result *result)
{
    size_t cases = xl_case_count(ctx->kernel, ctx->vl_bits, ctx->count);
    if (!xl_honors_fp_control(ctx))
        cases -= xl_rounding_case_count(ctx->kernel);
    xl_agent_set_statics(ctx->agent, XL_STATICS_SNAPSHOT);
    enum xl_call_status turn = try_known(ctx, result);
    struct cases on = {.waiting = 0};
    xl_pipeline_begin(&on.turns, ctx, result);
    if (turn == XL_STATUS_OK)
        turn = run_cases(&on, ctx, cases);
    if (turn == XL_STATUS_OK && !ctx->timing)
        turn = xl_repeat_calls(&on.turns, cases);
    turn = xl_pipeline_end(&on.turns, turn);
    if (turn == XL_STATUS_OK && !ctx->timing && result->outcome == XL_PASS)
        turn = xl_check_left_behind(ctx, result);
    if (turn == XL_STATUS_OK && !ctx->timing)
        xl_check_alias_cause(ctx, cases, result);
    if (turn == XL_STATUS_OK && !ctx->timing && ctx->agent->process.pid)
        xl_check_lane_isolation(ctx, result);
    if (turn == XL_STATUS_OK && !ctx->timing && ctx->agent->process.pid)
        turn = run_streamed(ctx, result); /* with another process of references, and other slots */
    if (result->outcome == XL_FAIL)       /* nobody has looked at what these keep of it */
        xl_reference_stop(ctx);
    xl_release_large_buffers(ctx);
    return turn;
}

static struct xl_case sampled(const struct xl_context *ctx, size_t n, uint64_t placed)
{
    struct xl_case c = {.n = xl_valid_n(ctx->kernel, n),
                        .fill = XL_FILL_SMALL,
                        .any_value = true,
                        .placement = placed ? XL_PLACEMENT_OFF : XL_PLACEMENT_END,
                        .offset = (unsigned)placed,
                        .poison = 0xa5,
                        .seed = xl_mix(ctx->seed, n)};
    xl_sample_rows(ctx->kernel, &c);
    return c;
}

enum xl_call_status xl_execute_sample(const struct xl_context *ctx, size_t n, uint64_t placed,
                                      int *detail)
{
    ctx->workspace->calls[0].c = sampled(ctx, n, placed);
    enum xl_call_status turn = xl_prepare_batch(ctx, 1, NULL);
    return turn == XL_STATUS_OK ? xl_agent_run(ctx->agent, 1, 1, ctx->call_limit_ms, detail) : turn;
}

enum xl_call_status xl_execute_short_calls(const struct xl_context *ctx, unsigned calls,
                                           size_t most, int *detail)
{
    const unsigned room = xl_batch_calls(ctx->kernel);
    unsigned laid = 0;
    *detail = 0;
    for (; laid < calls && laid < room; laid++) {
        const uint64_t drawn = xl_mix(ctx->seed, laid);
        const struct xl_case c = sampled(ctx, 1 + drawn % most, drawn >> 8);
        if (!xl_fits_small_slots(ctx->kernel, &c))
            break;
        ctx->workspace->calls[laid].c = c;
    }
    enum xl_call_status turn = laid ? xl_prepare_batch(ctx, laid, NULL) : XL_STATUS_OK;
    if (laid && turn == XL_STATUS_OK)
        turn = xl_agent_run(ctx->agent, laid, 1, ctx->call_limit_ms, detail);
    return turn;
}

/* A few calls of a kernel, to see what calls before have left to it. */

enum {
    XL_BRIEF_CALLS = 2,
    XL_BRIEF_SEED = 0x6b657074, /* of no group of cases */
    XL_POISON_BYTE = 0xa5
};

static struct xl_case case_of(const struct xl_context *ctx, size_t i)
{
    const struct xl_kernel *kernel = ctx->kernel;
    const size_t lanes = xl_case_of(ctx, 0).lanes;
    struct xl_case c = {
        .n = xl_valid_n(kernel, i ? 8 * lanes + 5 : 4 * lanes + 3),
        .lanes = lanes,
        .fill = kernel->contract.kind == XL_ULP ? XL_FILL_SMALL : XL_FILL_DOMAIN,
        .any_value = true,
        .placement = XL_PLACEMENT_END,
        .poison = XL_POISON_BYTE,
        .seed = xl_mix(xl_mix(ctx->seed, XL_BRIEF_SEED), i ? (uint64_t)ctx->variant + 1 : 0)};
    xl_sample_rows(kernel, &c);
    return c;
}

enum xl_call_status xl_execute_few_calls(const struct xl_context *ctx,
                                         struct xl_kernel_result *result)
{
    enum xl_call_status turn = XL_STATUS_OK;
    for (size_t i = 0; i < XL_BRIEF_CALLS && turn == XL_STATUS_OK; i++) {
        const struct xl_case c = case_of(ctx, i);
        turn = xl_execute_call(ctx, &c, result);
    }
    return turn;
}
