/* Batches: prepared in the shared memory, with inputs in the guest's byte order and poison around
 * every buffer; and submitted by double buffering.
 * SPDX-License-Identifier: MIT
 */
#include "execute/context.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "base/clock.h"
#include "oracle/record.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "results/checks.h"

/* The upper bits of a register with a narrow argument, if the ABI leaves them undefined. */
static const uint64_t XL_JUNK = 0xbad0bad1bad2bad3;

_Static_assert(XL_BATCH_CALLS * sizeof(struct xl_call) <= XL_SLOTS_AT - XL_CALLS_AT,
               "the calls of a batch fit before the slots");
_Static_assert((int)XL_MAX_ARGS == (int)XL_CALL_ARGS + 1,
               "a kernel has the arguments of a call, and the result");
_Static_assert((int)XL_REPEAT_CALLS *XL_SLOTS_PER_CALL *XL_SMALL_BYTES <=
                   (int)XL_MAX_ARGS * XL_LARGE_BYTES,
               "saved_outputs holds the small slots of a batch, or the large slots of a call");
_Static_assert((int)XL_MAX_BUFFER_BYTES + (int)XL_ALIGNMENTS <= (int)XL_LARGE_BYTES,
               "the largest buffer fits its slot at any offset");

void xl_release_large_buffers(const struct xl_context *ctx)
{
    if (xl_workspace_shrink(ctx->workspace))
        madvise(ctx->agent->shared + XL_DEDICATED_AT, XL_DEDICATED_END - XL_DEDICATED_AT,
                MADV_REMOVE);
}

void xl_reset_buffer(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k)
{
    const struct xl_arg *arg = &ctx->kernel->args[k];
    const struct xl_buffer *b = &p->buffers[k];
    uint8_t *memory = ctx->agent->memory + b->slot_at;
    if (p->buffers[k].owner == k)
        memset(memory, xl_slot_poison(arg, &p->c), b->slot_bytes);
    else if (!xl_arg_is_read(arg) && p->buffers[k].shared < 0)
        for (size_t r = 0; r < p->buffers[k].rows; r++)
            memset(memory + xl_buffer_row(&p->buffers[k], r), xl_slot_poison(arg, &p->c),
                   p->buffers[k].row_bytes);
    if (xl_arg_is_read(arg))
        xl_buffer_write(&p->buffers[k], arg->type, memory, b->data, ctx->agent->swap);
}

static enum xl_return return_kind(enum xl_type type)
{
    if (xl_type_is_float(type))
        return type == XL_f32 ? XL_RETURN_F32 : XL_RETURN_F64;
    return xl_type_size(type) == 8 ? XL_RETURN_64 : XL_RETURN_WORD;
}

uint64_t xl_extend_argument(const struct xl_state *state, enum xl_type type, uint64_t value)
{
    unsigned bits = xl_type_bits(type), unused = 64 - bits;
    if (!unused)
        return value;
    uint64_t high = value << unused;
    uint64_t extended =
        xl_type_is_signed(type) ? (uint64_t)((int64_t)high >> unused) : high >> unused;
    if (state->arg_extension == XL_EXTEND_BY_TYPE)
        return extended;
    if (state->arg_extension == XL_EXTEND_SIGN_32)
        return (uint64_t)(int64_t)(int32_t)extended;
    uint64_t used =
        UINT64_MAX >> (64 - (state->arg_extension == XL_EXTEND_UNDEFINED_32 ? 32 : bits));
    return (extended & used) | (XL_JUNK & ~used);
}

/* Fills the host's copy of the buffer of argument k. */
static void fill_buffer(const struct xl_context *ctx, struct xl_prepared_call *p, size_t i,
                        size_t k)
{
    struct xl_workspace *w = ctx->workspace;
    const struct xl_arg *arg = &ctx->kernel->args[k];
    struct xl_buffer *b = &p->buffers[k];
    b->elements = xl_arg_elements(arg, &p->c);
    b->data =
        p->small ? w->small[i * xl_call_slots(ctx->kernel) + k] : w->large + k * w->slot_bytes;
    if (p->c.placement == XL_PLACEMENT_SAME && b->shared >= 0)
        memcpy(b->data, p->buffers[b->shared].data, b->elements * xl_type_size(arg->type));
    else if (xl_arg_is_read(arg))
        xl_fill_input(ctx->kernel, k, &p->c, b->data);
}

/* A stride from a row in one mapping to the next row in the next mapping. */
static uint64_t far_stride(const struct xl_kernel *kernel, size_t k, uint64_t stride)
{
    const uint64_t apart = XL_FAR_BYTES / xl_stride_unit(kernel, k);
    return (int64_t)stride < 0 ? stride - apart : stride + apart;
}

static uint64_t stride_of(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k)
{
    const uint64_t stride = (uint64_t)xl_stride_value(ctx->kernel, k, &p->c);
    return p->has_far_rows ? far_stride(ctx->kernel, k, stride) : stride;
}

static uint64_t value_of(const struct xl_kernel *kernel, size_t k, const struct xl_case *c)
{
    uint64_t element = 0;
    xl_fill_input(kernel, k, c, &element);
    return xl_bits_get(kernel->args[k].type, &element, 0);
}

/* Prepares a call on the host, except for what .prepare does. */
static void prepare_call(const struct xl_context *ctx, struct xl_prepared_call *p, size_t i)
{
    p->small = xl_fits_small_slots(ctx->kernel, &p->c);
    p->slots = xl_call_slots(ctx->kernel);
    p->threads = 0;
    p->moved = false;
    xl_place_buffers(ctx->kernel, &p->c, i, p->small, p->buffers);
    p->has_far_rows = ctx->agent->mappings == XL_FAR && !p->small &&
                      !xl_has_dedicated_slots(ctx->kernel, &p->c) &&
                      xl_has_far_rows(ctx->kernel, &p->c, p->buffers);
    p->read_only = p->c.read_only && !xl_check_is_disabled(ctx->disabled_checks, XL_CHECK_input)
                       ? xl_read_only_buffers(ctx->kernel, p->buffers)
                       : 0;
    p->fenced = p->c.read_only && !p->small &&
                        !xl_check_is_disabled(ctx->disabled_checks, XL_CHECK_overwrite)
                    ? xl_fenced_buffers(ctx->kernel, p->buffers) & ~p->read_only
                    : 0;
    p->late = ctx->has_first_fault && p->small && p->c.placement == XL_PLACEMENT_PAGE_END
                  ? xl_crossing_inputs(ctx->kernel, p->buffers) & ~p->read_only
                  : 0;
    for (size_t k = 0; ctx->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &ctx->kernel->args[k];
        if (xl_arg_is_buffer(arg))
            fill_buffer(ctx, p, i, k);
        else if (arg->kind == XL_ARG_COUNT)
            p->buffers[k].value = p->c.n;
        else if (arg->kind == XL_ARG_SIZE)
            p->buffers[k].value = arg->across == XL_SIZE_rows ? p->c.rows : p->c.depth;
        else if (arg->kind == XL_ARG_STRIDE)
            p->buffers[k].value = stride_of(ctx, p, k);
        else if (arg->kind == XL_ARG_VALUE)
            p->buffers[k].value = value_of(ctx->kernel, k, &p->c);
    }
}

/* Sets how argument k is passed, and fills its buffer. */
static void pass_argument(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                          struct xl_call *call)
{
    const struct xl_arg *arg = &ctx->kernel->args[k];
    const struct xl_buffer *b = &p->buffers[k];
    const bool is_float = xl_type_is_float(arg->type);
    call->arg_count += arg->kind != XL_ARG_RESULT;
    if (xl_arg_is_buffer(arg)) {
        xl_reset_buffer(ctx, p, k);
        call->pointers |= UINT64_C(1) << k;
        call->args[k] = b->slot_at + xl_buffer_base(&p->buffers[k]);
        call->tables |= (uint64_t)(arg->by_pointers != 0) << k;
        call->table_rows[k] = p->buffers[k].rows;
        call->table_firsts[k] = p->buffers[k].first_row;
        call->table_strides[k] = (uint64_t)p->buffers[k].stride;
        if (p->fenced >> k & 1)
            call->fenced_row_bytes[k] = p->buffers[k].row_bytes + p->buffers[k].slack;
    } else if (arg->kind == XL_ARG_RESULT) {
        call->returns = arg->is_size ? XL_RETURN_WORD : return_kind(arg->type);
    } else if (arg->kind != XL_ARG_VALUE) {
        call->args[k] = b->value;
    } else {
        call->args[k] = is_float ? b->value : xl_extend_argument(ctx->state, arg->type, b->value);
        call->wide |= (uint64_t)(xl_type_size(arg->type) == 8 && !arg->is_size) << k;
        call->floating |= (uint64_t)is_float << k;
        call->float_size = is_float ? xl_type_size(arg->type) : call->float_size;
    }
}

/* Rows in reverse order begin in the last of their mappings. */
static void pass_far_rows(const struct xl_context *ctx, const struct xl_prepared_call *p,
                          struct xl_call *call)
{
    for (size_t k = 0; ctx->kernel->args[k].kind; k++) {
        const struct xl_buffer *buffer = &p->buffers[k];
        if (xl_arg_is_buffer(&ctx->kernel->args[k]) && xl_stride_of(ctx->kernel, k) >= 0 &&
            buffer->stride < 0 && buffer->rows)
            call->far_args |= (uint64_t)(buffer->rows - 1) << XL_FAR_BITS * k;
    }
}

/* Sets the mapping of each buffer. */
static void pass_far(const struct xl_context *ctx, const struct xl_prepared_call *p,
                     struct xl_call *call)
{
    size_t buffer = 0;
    call->is_far =
        p->c.placement == XL_PLACEMENT_FAR && !xl_has_dedicated_slots(ctx->kernel, &p->c);
    if (!call->is_far)
        return;
    if (p->has_far_rows)
        pass_far_rows(ctx, p, call);
    if (p->c.offset == XL_FAR_ROWS)
        return;
    for (size_t k = 0; ctx->kernel->args[k].kind; k++)
        if (xl_arg_is_buffer(&ctx->kernel->args[k]))
            call->far_args |= (uint64_t)xl_far_mapping(&p->c, buffer++) << XL_FAR_BITS * k;
}

/* The flags that are set before a call. x86 has each flag in two registers, and fetestexcept reads
 * both. Only one of them is set, so that a kernel that clears it is found. */
static uint64_t preset_flags(const struct xl_state *state, uint64_t seed)
{
    const uint64_t low = UINT32_MAX;
    const bool has_two = (state->flags[0] & low) && (state->flags[0] & ~low);
    return !has_two ? state->sticky : seed >> 8 & 1 ? state->sticky & low : state->sticky & ~low;
}

/* Writes a prepared call to the shared memory. */
static void write_call(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i)
{
    const struct xl_agent *a = ctx->agent;
    struct xl_call call = {.variant = ctx->variant, .control = ctx->state->start};
    if (p->c.rounding != XL_TO_NEAREST)
        call.control ^= ctx->state->rounding[p->c.rounding - XL_DOWN];
    if (p->c.flags_preset)
        call.control |= preset_flags(ctx->state, p->c.seed);
    call.stack = (p->c.place ? p->c.place : p->c.seed) >> 16 & (XL_STACK_STEPS - 1);
    for (size_t k = 0; ctx->kernel->args[k].kind; k++)
        pass_argument(ctx, p, k, &call);
    pass_far(ctx, p, &call);
    struct xl_call *to = xl_agent_call(ctx->agent, (unsigned)i);
    *to = (struct xl_call){.variant = xl_agent_word(a, call.variant),
                           .returns = xl_agent_word(a, call.returns),
                           .pointers = xl_agent_word(a, call.pointers),
                           .wide = xl_agent_word(a, call.wide),
                           .arg_count = xl_agent_word(a, call.arg_count),
                           .floating = xl_agent_word(a, call.floating),
                           .float_size = xl_agent_word(a, call.float_size),
                           .ms_abi = xl_agent_word(a, xl_kernel_asks(ctx->kernel, "ms_abi")),
                           .read_only = xl_agent_word(a, p->read_only),
                           .late = xl_agent_word(a, p->late),
                           .is_far = xl_agent_word(a, call.is_far),
                           .far_args = xl_agent_word(a, call.far_args),
                           .tables = xl_agent_word(a, call.tables),
                           .control = xl_agent_word(a, call.control),
                           .stack = xl_agent_word(a, call.stack)};
    for (size_t k = 0; k < XL_CALL_ARGS; k++) {
        to->args[k] = xl_agent_word(a, call.args[k]);
        to->fenced_row_bytes[k] = xl_agent_word(a, call.fenced_row_bytes[k]);
        to->table_rows[k] = xl_agent_word(a, call.table_rows[k]);
        to->table_firsts[k] = xl_agent_word(a, call.table_firsts[k]);
        to->table_strides[k] = xl_agent_word(a, call.table_strides[k]);
    }
}

enum xl_call_status xl_prepare_batch(const struct xl_context *ctx, unsigned calls,
                                     struct xl_kernel_result *result)
{
    /* All calls of a batch have slots of one size. */
    const struct xl_case *first = &ctx->workspace->calls[0].c;
    const size_t large_bytes = xl_large_bytes(ctx->kernel, first);
    if (!xl_workspace_make_room(ctx->workspace, large_bytes)) {
        if (result) {
            result->outcome = XL_NOT_RUN;
            snprintf(result->reason, sizeof result->reason,
                     "out of memory for buffers of %zu bytes", large_bytes);
        }
        return XL_STATUS_NO_REFERENCE;
    }
    xl_agent_set_dedicated_bytes(ctx->agent,
                                 xl_has_dedicated_slots(ctx->kernel, first) ? large_bytes : 0);
    for (unsigned i = 0; i < calls; i++)
        prepare_call(ctx, &ctx->workspace->calls[i], i);
    enum xl_call_status status = xl_reference_prepare(ctx, calls, result);
    for (unsigned i = 0; i < calls && status == XL_STATUS_OK; i++)
        write_call(ctx, &ctx->workspace->calls[i], i);
    return status;
}

enum xl_call_status xl_make_call(const struct xl_context *ctx, const struct xl_case *c,
                                 struct xl_kernel_result *result, int *detail)
{
    ctx->workspace->calls[0].c = *c;
    *detail = 0;
    const enum xl_call_status status = xl_prepare_batch(ctx, 1, result);
    return status == XL_STATUS_OK
               ? xl_agent_run(ctx->agent, 1, !c->other_thread, ctx->call_limit_ms, detail)
               : status;
}

/* ---- Double buffering, and timed batches ---- */

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
