/* A walk: all inputs of an elementwise kernel, in blocks, on several agents at the same time.
 * SPDX-License-Identifier: MIT
 */
#include "execute/walk.h"

#include "base/signals.h"
#include "oracle/compare.h"
#include "oracle/strides.h"
#include "oracle/values.h"

/* Elements of a block. A large slot has room for so many of four bytes. */
enum { MOST = XL_LARGE_BYTES / 4, STEP = 64 };

/* A block that the guests make. */
struct block {
    uint64_t first;
    size_t count; /* 0: none */
};

/* The block of each batch buffer. */
struct progress {
    const struct xl_walk *walk;
    struct block blocks[XL_BATCH_BUFFERS];
    uint32_t undecided[MOST];
};

const char *xl_walk_refuses(const struct xl_kernel *kernel)
{
    for (size_t k = 0; kernel->args[k].kind; k++)
        if (kernel->args[k].kind == XL_ARG_VALUE)
            return "it has an argument besides its arrays";
    if (kernel->prepare)
        return "its .prepare decides its inputs";
    if (!kernel->elementwise && !kernel->function)
        return "it is not elementwise";
    return xl_all_inputs(kernel) ? NULL : "its operands have more than 32 bits together";
}

/* The elements of a block: as many as fit, and about the same number in each block. */
static size_t block_elements(const struct xl_kernel *kernel, uint64_t count)
{
    const size_t most = xl_max_n(kernel, MOST);
    const uint64_t blocks = (count + most - 1) / most, each = (count + blocks - 1) / blocks;
    const size_t rounded = (size_t)(each + STEP - 1) / STEP * STEP;
    return rounded < most ? rounded : most;
}

static struct xl_context context_of(const struct xl_walk *w, const struct xl_walker *walker,
                                    unsigned buffer)
{
    struct xl_context ctx = walker->context;
    ctx.workspace = buffer ? w->workspace->other : w->workspace;
    xl_agent_select_batch(ctx.agent, buffer);
    return ctx;
}

/* For the reference process: it flushes if one of the ISAs does. */
static struct xl_context reference_context(const struct xl_walk *w, unsigned buffer)
{
    struct xl_context ctx = w->walkers[0].context;
    ctx.workspace = buffer ? w->workspace->other : w->workspace;
    for (size_t i = 0; i < w->count; i++)
        ctx.flushes |= w->walkers[i].context.flushes;
    return ctx;
}

static struct xl_case case_of(const struct xl_kernel *kernel, const struct block *b)
{
    return (struct xl_case){.n = b->count,
                            .rows = 1,
                            .depth = 1,
                            .lanes = 1,
                            .fill = XL_FILL_EVERY,
                            .walk = b->first,
                            .placement = XL_PLACEMENT_END,
                            .poison = xl_poison((size_t)(b->first / MOST)),
                            .seed = xl_mix(b->first, xl_all_inputs(kernel))};
}

/* The guest may still make the block after this one. */
static void stop(struct xl_walker *walker, enum xl_call_status status)
{
    walker->is_active = false;
    walker->status = status;
    xl_agent_stop(walker->context.agent);
}

/* Prepares a block for all walkers, and submits it to them and to the reference process. */
static void submit(struct progress *p, unsigned buffer, struct block block)
{
    const struct xl_walk *w = p->walk;
    const struct xl_kernel *kernel = w->walkers[0].context.kernel;
    const struct xl_context reference = reference_context(w, buffer);
    size_t active = 0;
    for (size_t i = 0; i < w->count; i++) {
        struct xl_walker *walker = &w->walkers[i];
        if (!walker->is_active)
            continue;
        const struct xl_context ctx = context_of(w, walker, buffer);
        ctx.workspace->calls[0].c = case_of(kernel, &block);
        const enum xl_call_status status = xl_prepare_batch(&ctx, 1, walker->result);
        if (status != XL_STATUS_OK)
            stop(walker, status);
        active += walker->is_active;
    }
    p->blocks[buffer] = active ? block : (struct block){0, 0};
    if (!active)
        return;
    xl_reference_submit(&reference, 1);
    for (size_t i = 0; i < w->count; i++) {
        if (!w->walkers[i].is_active)
            continue;
        const struct xl_context ctx = context_of(w, &w->walkers[i], buffer);
        xl_agent_submit(ctx.agent, 1, 1);
    }
}

/* Compares the undecided elements of an output. Returns whether all are right. */
static bool are_right(const struct xl_context *ctx, const struct xl_prepared_call *call,
                      const struct xl_output_check *check, const void *got,
                      const uint32_t *undecided, size_t count, struct xl_kernel_result *result)
{
    const enum xl_type type = ctx->kernel->args[check->output].type;
    for (size_t i = 0; i < count; i++) {
        const struct xl_verdict v = xl_compare_element(
            check, undecided[i], xl_bits_get(type, got, undecided[i]), result->max_ulp);
        if (!v.right)
            return false;
        if (check->function)
            result->by_precision[v.precision]++;
        xl_keep_error(ctx, call, undecided[i], v.ulp, result);
    }
    return true;
}

/* Compares one output. Returns whether all elements are right. */
static bool is_right(const struct xl_context *ctx, size_t k, uint32_t *undecided,
                     struct xl_kernel_result *result)
{
    const struct xl_prepared_call *call = &ctx->workspace->calls[0];
    const struct xl_buffer *b = &call->buffers[k];
    const struct xl_output_check check = xl_output_check(ctx, call, k);
    const void *got = ctx->agent->memory + b->slot_at + b->at;
    if (ctx->agent->swap) {
        xl_copy_swapped(ctx->kernel->args[k].type, ctx->workspace->output, got, b->elements, true);
        got = ctx->workspace->output;
    }
    const size_t count = xl_screen(&check, got, b->elements, result->max_ulp, undecided);
    if (check.function)
        result->by_precision[XL_PRECISION_DOUBLE] += b->elements - count;
    if (!are_right(ctx, call, &check, got, undecided, count, result))
        return false;
    result->checked += b->elements;
    return true;
}

static void verify(const struct xl_context *ctx, uint32_t *undecided, struct xl_walker *walker)
{
    const struct xl_prepared_call *call = &ctx->workspace->calls[0];
    struct xl_kernel_result *result = walker->result;
    bool right = true;
    for (size_t k = 0; ctx->kernel->args[k].kind && right; k++)
        if (xl_arg_is_written(&ctx->kernel->args[k]))
            right = is_right(ctx, k, undecided, result);
    if (right)
        xl_check_state(ctx, call, 0, result);
    else
        xl_verify_call(ctx, call, 0, result);
    result->calls++;
    if (result->outcome == XL_FAIL)
        stop(walker, XL_STATUS_OK);
}

/* Waits for the guest's call and verifies it, if there is a reference. */
static void finish_walker(struct progress *p, struct xl_walker *walker, unsigned buffer,
                          enum xl_call_status reference)
{
    int detail = 0;
    const struct xl_context ctx = context_of(p->walk, walker, buffer);
    const enum xl_call_status status = xl_agent_wait(ctx.agent, ctx.call_limit_ms, &detail);
    if (status == XL_STATUS_INTERRUPTED)
        stop(walker, status);
    else if (status != XL_STATUS_OK) {
        xl_add_status_finding(&ctx, &ctx.workspace->calls[0], status, detail, walker->result);
        stop(walker, status);
    } else if (reference == XL_STATUS_OK)
        verify(&ctx, p->undecided, walker);
}

/* A reference that failed fails the kernel on every row. */
static void fail_others(const struct xl_walk *w, const struct xl_kernel_result *failed)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->walkers[i].is_active && w->walkers[i].result != failed)
            xl_result_add_finding_for(w->walkers[i].result, XL_CHECK_reference,
                                      failed->findings[0].message);
}

static struct xl_kernel_result *first_active(const struct xl_walk *w)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->walkers[i].is_active)
            return w->walkers[i].result;
    return NULL;
}

/* Waits for a block and verifies it. */
static enum xl_call_status finish(struct progress *p, unsigned buffer)
{
    const struct xl_walk *w = p->walk;
    struct xl_kernel_result *first = first_active(w);
    enum xl_call_status status = XL_STATUS_OK;
    if (!p->blocks[buffer].count)
        return status;
    const struct xl_context reference = reference_context(w, buffer);
    xl_reference_wait(&reference, &status, first);
    if (status == XL_STATUS_NO_REFERENCE && first && first->finding_count)
        fail_others(w, first);
    for (size_t i = 0; i < w->count; i++)
        if (w->walkers[i].is_active)
            finish_walker(p, &w->walkers[i], buffer, status);
    p->blocks[buffer].count = 0;
    return status;
}

enum xl_call_status xl_walk(const struct xl_walk *w, uint64_t first, uint64_t count)
{
    struct progress p = {.walk = w};
    const size_t each = block_elements(w->walkers[0].context.kernel, count);
    enum xl_call_status status = XL_STATUS_OK;
    unsigned buffer = 0;
    for (uint64_t at = 0; at < count && status == XL_STATUS_OK && first_active(w); at += each) {
        const struct block next = {first + at, count - at < each ? (size_t)(count - at) : each};
        submit(&p, buffer, next);
        buffer = !buffer;
        status = finish(&p, buffer);
        if (xl_interrupted && status == XL_STATUS_OK)
            status = XL_STATUS_INTERRUPTED;
    }
    const enum xl_call_status last = finish(&p, !buffer);
    for (size_t i = 0; i < w->count; i++)
        if (w->walkers[i].context.agent->process.pid) /* otherwise it keeps what it noted */
            xl_agent_select_batch(w->walkers[i].context.agent, 0);
    return status == XL_STATUS_OK ? last : status;
}

enum xl_call_status xl_walk_timed(const struct xl_walk *w, uint64_t first, uint64_t count)
{
    const struct xl_walker *walker = &w->walkers[0];
    const struct xl_context ctx = context_of(w, walker, 0);
    const size_t each = block_elements(ctx.kernel, count);
    enum xl_call_status status = XL_STATUS_OK;
    for (uint64_t at = 0; at < count && status == XL_STATUS_OK; at += each) {
        const struct block b = {first + at, count - at < each ? (size_t)(count - at) : each};
        ctx.workspace->calls[0].c = case_of(ctx.kernel, &b);
        status = xl_prepare_batch(&ctx, 1, walker->result);
        if (status == XL_STATUS_OK)
            status = xl_run_timed_batch(&ctx, 1);
    }
    return status;
}
