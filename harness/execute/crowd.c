/* Makes calls in many threads at the same time, as threads of a pool do.
 * SPDX-License-Identifier: MIT
 */
#include "execute/repeat.h"

#include "oracle/case.h"
#include "oracle/strides.h"
#include "results/checks.h"

enum {
    XL_CROWD_SEED = 0x63726f77, /* differs from all groups of cases */
    /* In the first one, all calls begin at the same time. In the others, the first call is stopped
     * while the others are made, each time a bit later. Some stops come after its end. */
    XL_CROWD_ROUNDS = 24
};

_Static_assert((int)XL_CROWD <= (int)XL_REPEAT_CALLS / 2, "any kernel has so many small calls");

/* A call for each thread. The first one is long, so that it can be stopped in the middle. In odd
 * rounds all have the same inputs. Returns whether they fit small slots. */
static bool choose_crowd(const struct xl_context *ctx, unsigned round)
{
    const size_t lanes = xl_case_of(ctx, 0).lanes;
    for (size_t i = 0; i < XL_CROWD; i++) {
        struct xl_case *c = &ctx->workspace->calls[i].c;
        const bool is_long = i == 0 || round % 2;
        *c = xl_plain_case(ctx, is_long ? XL_SMALL_BYTES : 4 * lanes + 3 + i, XL_CROWD_SEED,
                           round % 2 ? round : XL_CROWD_ROUNDS + XL_CROWD * round + i);
        while (is_long && c->n > 1 && !xl_fits_small_slots(ctx->kernel, c))
            c->n = c->n * 3 / 4;
        c->n = xl_valid_n(ctx->kernel, c->n);
        xl_fit_rows(ctx->kernel, c);
        if (!c->n || !xl_fits_small_slots(ctx->kernel, c))
            return false;
    }
    return true;
}

/* Lets all calls read the inputs of the first one. */
static void share_first_inputs(const struct xl_context *ctx)
{
    const struct xl_call *first = xl_agent_call(ctx->agent, 0);
    for (unsigned i = 0; i < XL_CROWD; i++) {
        struct xl_call *call = xl_agent_call(ctx->agent, i);
        call->read_only = 0;
        for (size_t k = 0; ctx->kernel->args[k].kind; k++)
            if (ctx->kernel->args[k].kind == XL_ARG_IN)
                call->args[k] = first->args[k];
    }
}

static void swap_bytes(uint8_t *a, uint8_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint8_t byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

/* The memory has what the saved outputs were, and the other way round. */
static void swap_saved(const struct xl_context *ctx)
{
    for (size_t i = 0; i < XL_CROWD; i++) {
        struct xl_prepared_call *p = &ctx->workspace->calls[i];
        p->threads = XL_CROWD;
        swap_bytes((uint8_t *)&xl_agent_call(ctx->agent, (unsigned)i)->result,
                   (uint8_t *)&ctx->workspace->saved_results[i], sizeof(uint64_t));
        for (size_t k = 0; ctx->kernel->args[k].kind; k++)
            if (xl_arg_is_written(&ctx->kernel->args[k]))
                swap_bytes(ctx->agent->memory + p->buffers[k].slot_at,
                           xl_saved_slot(ctx->workspace, ctx->kernel, i, k),
                           p->buffers[k].slot_bytes);
    }
}

/* Makes the calls in many threads, and then in one: nothing of a call is known before the threads
 * make it. call_ns: how long the first call takes in one thread at least, or 0. */
static enum xl_call_status run_crowd(const struct xl_context *ctx, unsigned round,
                                     uint64_t *call_ns, struct xl_kernel_result *result)
{
    enum { STOPS_TWICE = 2 * (XL_CROWD_ROUNDS - 1) };
    enum xl_call_status status = xl_prepare_batch(ctx, XL_CROWD, result);
    if (status != XL_STATUS_OK)
        return status;
    for (size_t i = 0; i < XL_CROWD; i++)
        ctx->workspace->calls[i].threads = XL_CROWD;
    if (round % 2)
        share_first_inputs(ctx);
    xl_agent_stop_after(ctx->agent, round ? *call_ns * (2 * round - 1) / STOPS_TWICE : 0);
    status = xl_run_without_reference(ctx, XL_CROWD, XL_CROWD, result);
    if (status != XL_STATUS_OK || result->outcome != XL_PASS)
        return status;
    xl_save_outputs(ctx, XL_CROWD);
    status = xl_prepare_batch(ctx, XL_CROWD, result);
    if (status == XL_STATUS_OK)
        status = xl_run_without_reference(ctx, XL_CROWD, 1, result);
    if (status != XL_STATUS_OK)
        return status;
    const uint64_t ns = xl_agent_first_call_ns(ctx->agent); /* more if it waited for a core */
    *call_ns = *call_ns && *call_ns < ns ? *call_ns : ns;
    swap_saved(ctx);
    for (size_t i = 0; i < XL_CROWD; i++)
        xl_check_same(ctx, i, ctx->workspace, i, XL_CHECK_threads, result);
    return status;
}

enum xl_call_status xl_check_crowd(const struct xl_context *ctx, struct xl_kernel_result *result)
{
    enum xl_call_status status = XL_STATUS_OK;
    uint64_t call_ns = 0;
    for (unsigned round = 0;
         round < XL_CROWD_ROUNDS && status == XL_STATUS_OK && result->outcome == XL_PASS; round++) {
        if (!choose_crowd(ctx, round))
            break;
        status = run_crowd(ctx, round, &call_ns, result);
    }
    return status;
}
