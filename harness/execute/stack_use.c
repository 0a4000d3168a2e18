/* Finds calls whose stack grows with their buffers. Threads have stacks of 128 KiB (musl) to 8 MiB.
 * SPDX-License-Identifier: MIT
 */
#include "execute/stack_use.h"

#include <stdio.h>

#include "oracle/shape.h"
#include "oracle/strides.h"
#include "results/checks.h"

enum {
    /* Bytes that are watched in each large call: few, because each time they are filled and read.
     */
    XL_FIRST_WATCHED = 32 << 10,
    /* Usual kernels need less. Those that need more have a frame of constant size, or recurse. */
    XL_MUCH_STACK = 8 << 10,
    /* Enough for four arrays as long as the buffers of usual calls, and less than the least stack
     * that systems give a main thread, 512 KiB. */
    XL_WATCHED = 384 << 10,
    /* From one call to the next. More than a level of recursion, of a kernel that needs
     * XL_MUCH_STACK in all. */
    XL_LEAST_GROWTH = 3 << 9
};

void xl_watch_stack(const struct xl_context *ctx)
{
    xl_agent_watch_stack(ctx->agent, XL_FIRST_WATCHED);
}

void xl_note_stack(const struct xl_context *ctx, const struct xl_case *c)
{
    const size_t used = xl_agent_used_stack(ctx->agent);
    if (used > ctx->stack_use->bytes)
        *ctx->stack_use = (struct xl_stack_use){used, *c};
}

/* The stack of a call with so many quarters of the elements. */
static enum xl_call_status measure(const struct xl_context *ctx, const struct xl_case *c,
                                   size_t quarters, size_t *n, size_t *used,
                                   struct xl_kernel_result *result)
{
    struct xl_prepared_call *p = &ctx->workspace->calls[0];
    int detail = 0;
    p->c = *c;
    p->c.n = *n = xl_valid_n(ctx->kernel, c->n / 4 * quarters);
    xl_fit_rows(ctx->kernel, &p->c);
    enum xl_call_status status = xl_prepare_batch(ctx, 1, result);
    if (status != XL_STATUS_OK)
        return status;
    xl_agent_watch_stack(ctx->agent, XL_WATCHED);
    status = xl_agent_run(ctx->agent, 1, 1, ctx->call_limit_ms, &detail);
    if (status != XL_STATUS_OK && status != XL_STATUS_INTERRUPTED)
        xl_add_status_finding(ctx, p, status, detail, result);
    *used = xl_agent_used_stack(ctx->agent);
    return status;
}

#define THREADS "Threads have as little as 128 KiB"

enum xl_call_status xl_check_stack(const struct xl_context *ctx, struct xl_kernel_result *result)
{
    enum { HALF = 2, MEASURED = 3 };
    enum xl_call_status status = XL_STATUS_OK;
    size_t n[MEASURED], used[MEASURED];
    if (ctx->stack_use->bytes < XL_MUCH_STACK ||
        xl_check_is_disabled(ctx->disabled_checks, XL_CHECK_state))
        return XL_STATUS_OK;
    for (size_t i = 0; i < MEASURED; i++) {
        status = measure(ctx, &ctx->stack_use->c, HALF + i, &n[i], &used[i], result);
        if (status != XL_STATUS_OK)
            return status;
        if (i &&
            (n[i] <= n[i - 1] || (used[i] < used[i - 1] + XL_LEAST_GROWTH && used[i] < XL_WATCHED)))
            return XL_STATUS_OK;
    }
    struct xl_finding *f = xl_new_finding(ctx, result, XL_CHECK_state, NULL, NULL);
    if (f && used[0] >= XL_WATCHED)
        snprintf(f->message, sizeof f->message,
                 "the kernel uses %zu bytes of stack or more for n = %zu. " THREADS, used[0], n[0]);
    else if (f)
        snprintf(f->message, sizeof f->message,
                 "the kernel's stack grows as an array of n elements does: %zu bytes for n = %zu, "
                 "%zu bytes%s for n = %zu. " THREADS,
                 used[0], n[0], used[MEASURED - 1],
                 used[MEASURED - 1] < XL_WATCHED ? "" : " or more", n[MEASURED - 1]);
    return XL_STATUS_OK;
}
