/* Verifies a call: its outputs, the memory around them, its inputs, and CPU state.
 * SPDX-License-Identifier: MIT
 */
#include "execute/wrong_values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "oracle/compare.h"
#include "oracle/record.h"
#include "oracle/strides.h"
#include "results/baselines.h"

/* Keeps the worst error of each part of the axis. */
static void keep_on_axis(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                         double ulp, struct xl_kernel_result *result)
{
    const size_t k = xl_axis_operand(ctx->kernel);
    if (k == XL_MAX_ARGS)
        return;
    for (size_t n = 0; n < XL_AXIS && !result->has_axis; n++)
        result->axis[n] = -1;
    result->has_axis = true;
    const enum xl_type type = ctx->kernel->args[k].type;
    const double x = xl_bits_value(type, xl_bits_get(type, p->buffers[k].data, i));
    if (isnan(x))
        return;
    float *worst = &result->axis[xl_plot_bin(type, x, XL_AXIS)];
    *worst = fmaxf(*worst, (float)ulp);
}

void xl_keep_error(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                   double ulp, struct xl_kernel_result *result)
{
    if (p->c.fill == XL_FILL_KNOWN && ctx->has_row_baseline && i % p->c.baseline->count == 0 &&
        ulp > result->baseline_ulp)
        result->baseline_ulp = ulp;
    if (ctx->plot)
        xl_plot_add(ctx->plot, xl_bits_get(ctx->kernel->args[0].type, p->buffers[0].data, i), ulp);
    bool has_inputs =
        ctx->kernel->contract.kind == XL_ULP && (ctx->kernel->elementwise || ctx->kernel->function);
    if (has_inputs)
        keep_on_axis(ctx, p, i, ulp, result);
    if (ulp <= result->max_ulp && (result->has_worst || !has_inputs))
        return;
    result->max_ulp = ulp;
    result->has_worst = has_inputs;
    result->operands = 0;
    for (size_t k = 0; has_inputs && ctx->kernel->args[k].kind; k++)
        if (ctx->kernel->args[k].kind == XL_ARG_IN && xl_arg_is_strip(&ctx->kernel->args[k]) &&
            result->operands < XL_MAX_ARITY)
            result->worst_inputs[result->operands++] =
                xl_bits_get(ctx->kernel->args[k].type, p->buffers[k].data, i);
}

/* Adds an output to the digest, and keeps its bits if they must be the same on every row. */
static void keep_bits(const struct xl_context *ctx, const struct xl_prepared_call *p,
                      enum xl_type type, const void *got, size_t elements,
                      struct xl_kernel_result *result)
{
    result->digest = xl_digest_on(result->digest, type, got, elements);
    if (!ctx->kernel->contract.reproducible || !p->c.common || !xl_honors_fp_control(ctx) ||
        result->bits_count == XL_MAX_BITS)
        return;
    struct xl_bits *bits = &result->bits[result->bits_count++];
    *bits = (struct xl_bits){.fill = xl_fill_name(p->c.fill),
                             .n = p->c.n,
                             .digest = xl_digest_on(0, type, got, elements)};
}

struct xl_output_check xl_output_check(const struct xl_context *ctx,
                                       const struct xl_prepared_call *p, size_t k)
{
    struct xl_output_check o = {.kernel = ctx->kernel,
                                .output = k,
                                .function = xl_function_of(ctx->kernel, k),
                                .exact.elements = xl_expected(ctx->workspace, p, k)};
    if (xl_call_flushes(ctx, &p->c))
        o.flushed.elements = xl_flushed_expected(ctx->workspace, p, k);
    for (size_t j = 0; o.function && j < XL_MAX_ARGS; j++) {
        o.exact.inputs[j] = (uintptr_t)p->buffers[j].data;
        if (ctx->flushes)
            o.flushed.inputs[j] = (uintptr_t)xl_flushed_input(ctx->workspace, p, j);
    }
    return o;
}

static bool is_right(const void *output, size_t i)
{
    return xl_compared_is_right(output, i);
}

/* Contracts with XL_BOUND or .off_by: also the absolute error, and the allowed one. */
static struct xl_finding *add_difference(const struct xl_context *ctx,
                                         const struct xl_prepared_call *p,
                                         const struct xl_output_check *o, size_t i, uint64_t got,
                                         const struct xl_verdict *v,
                                         struct xl_kernel_result *result)
{
    enum xl_type type = ctx->kernel->args[o->output].type;
    struct xl_finding *f =
        xl_add_value_finding(ctx, p, o->output, i, got, v->ulp, v->expected, result);
    if (!f || !xl_has_bound(ctx->kernel, type))
        return f;
    const struct xl_bounded right = xl_bound_of(ctx->kernel, type, o->exact.elements, i);
    f->has_bound = true;
    f->error = (double)fabsl((long double)xl_bits_value(type, got) - right.value);
    f->bound = right.bound;
    return f;
}

static void compare_output(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                           const void *got_array, size_t elements, struct xl_kernel_result *result)
{
    enum xl_type type = ctx->kernel->args[k].type;
    const struct xl_output_check check = xl_output_check(ctx, p, k);
    const size_t row = p->buffers[k].row_bytes / xl_type_size(type);
    const struct xl_compared output = {.p = p,
                                       .check = &check,
                                       .type = type,
                                       .got = got_array,
                                       .elements = elements,
                                       .row = row ? row : elements,
                                       .lanes = xl_lane_count(ctx, type)};
    size_t wrong = 0;
    bool all_same = ctx->kernel->contract.kind == XL_EXACT &&
                    memcmp(got_array, check.exact.elements, elements * xl_type_size(type)) == 0;
    for (size_t i = 0; i < elements && !all_same; i++) {
        uint64_t got = xl_bits_get(type, got_array, i);
        /* The error at a known input is measured exactly, even if it is not the worst. */
        double worst = p->c.fill == XL_FILL_KNOWN ? 0 : result->max_ulp;
        const struct xl_verdict v = xl_compare_element(&check, i, got, worst);
        if (check.function)
            result->by_precision[v.precision]++;
        struct xl_finding *f = v.right ? NULL : add_difference(ctx, p, &check, i, got, &v, result);
        if (!v.right)
            xl_share_wrong_value(&output, i, got, v.expected, &result->shared[k]);
        wrong += !v.right;
        if (f) {
            xl_describe_lanes(ctx, type, i, elements, row, is_right, &output, f);
            xl_describe_wrong_values(&output, i, f);
        }
        xl_keep_error(ctx, p, i, v.ulp, result);
    }
    result->checked += elements;
    if (wrong)
        xl_describe_more_wrong_values(&output, wrong, result);
}

static void add_memory_finding(const struct xl_context *ctx, const struct xl_prepared_call *p,
                               const struct xl_overwrite *found, struct xl_kernel_result *result)
{
    const char *name = ctx->kernel->args[found->arg].name;
    const size_t slack =
        xl_arg_is_written(&ctx->kernel->args[found->arg]) ? p->buffers[found->arg].slack : 0;
    char allowed[48] = "";
    if (slack)
        snprintf(allowed, sizeof allowed, " (allowed up to +%zu)", slack - 1);
    const struct xl_buffer *b = &p->buffers[found->arg];
    if (found->inside)
        xl_add_finding(ctx, result, XL_CHECK_input, p, b, "input %s modified at byte %ld", name,
                       found->offset);
    else if (found->gap)
        xl_add_finding(ctx, result, XL_CHECK_overwrite, p, b,
                       "the kernel wrote between the rows of %s, at byte +%ld past the end of row "
                       "%zu%s",
                       name, found->offset, found->gap - 1, allowed);
    else if (found->offset >= 0)
        xl_add_finding(ctx, result, XL_CHECK_overwrite, p, b,
                       "the kernel wrote past the end of %s, at byte +%ld%s", name, found->offset,
                       allowed);
    else
        xl_add_finding(ctx, result, XL_CHECK_overwrite, p, b,
                       "the kernel wrote before %s, at byte %ld", name, found->offset);
}

/* Reports changed row pointers, which belong to the caller. */
static void check_row_pointers(const struct xl_context *ctx, const struct xl_prepared_call *p,
                               size_t i, struct xl_kernel_result *result)
{
    const uint64_t changed =
        xl_agent_word(ctx->agent, xl_agent_call(ctx->agent, (unsigned)i)->tables_changed);
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        if (changed >> k & 1)
            xl_add_finding(ctx, result, XL_CHECK_input, p, &p->buffers[k],
                           "row pointers of %s modified", ctx->kernel->args[k].name);
}

/* Reports changes outside the outputs. */
static void check_memory(const struct xl_context *ctx, const struct xl_prepared_call *p,
                         struct xl_kernel_result *result)
{
    const uint8_t *inputs[XL_MAX_ARGS] = {NULL};
    for (size_t k = 0; ctx->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &ctx->kernel->args[k];
        const struct xl_buffer *b = &p->buffers[k];
        if (arg->kind != XL_ARG_IN)
            continue;
        inputs[k] = b->data;
        if (ctx->agent->swap) {
            uint8_t *swapped = ctx->workspace->swapped + k * ctx->workspace->slot_bytes;
            inputs[k] = swapped;
            xl_copy_swapped(arg->type, swapped, b->data, b->elements, true);
        }
    }
    for (size_t k = 0; ctx->kernel->args[k].kind; k++) {
        struct xl_overwrite found;
        const uint8_t *is = ctx->agent->memory + p->buffers[k].slot_at;
        if (p->buffers[k].slot_bytes && p->buffers[k].owner == k &&
            xl_find_overwrite(ctx->kernel, &p->c, p->buffers, k, is, inputs,
                              ctx->workspace->expected_slot, &found))
            add_memory_finding(ctx, p, &found, result);
    }
}

/* The number of elements of output k to compare. */
static size_t count_defined(const struct xl_context *ctx, const struct xl_prepared_call *p,
                            size_t k, struct xl_kernel_result *result)
{
    size_t count;
    if (xl_defined_elements(ctx, p, k, &count))
        return count;
    xl_add_finding(ctx, result, XL_CHECK_reference, p, NULL,
                   "reference length of %s exceeds %zu element%s", ctx->kernel->args[k].name, count,
                   xl_s(count));
    return 0;
}

/* Lanes with equal inputs must have equal bits, or both be NaN. Only checked if the reference
 * allows more than one result. */
static void check_lanes(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                        const void *got, size_t elements, struct xl_kernel_result *result)
{
    const struct xl_arg *arg = &ctx->kernel->args[k];
    if (!ctx->kernel->elementwise || !xl_rounding_is_free(ctx->kernel))
        return;
    for (size_t i = 0; i < elements; i++) {
        size_t equal = xl_case_same_inputs(&p->c, i);
        uint64_t is = xl_bits_get(arg->type, got, i), other = xl_bits_get(arg->type, got, equal);
        if (is == other ||
            (isnan(xl_bits_value(arg->type, is)) && isnan(xl_bits_value(arg->type, other))))
            continue;
        struct xl_finding *f =
            xl_add_finding(ctx, result, XL_CHECK_lanes, p, &p->buffers[k],
                           "%s[%zu] and %s[%zu] differ although their inputs are the same",
                           arg->name, i, arg->name, equal);
        if (!f)
            return;
        xl_describe_element(ctx, arg, i, is, other, f);
        xl_describe_inputs(ctx->kernel, p, (long)i, f->inputs, sizeof f->inputs);
        return;
    }
}

/* ELFv2 3.4.1, st_other: with 1 in the three highest bits, a function does not keep r2. Code for
 * POWER10 is like that. Without a symbol, r2 may change. */
static bool may_change_r2(const struct xl_context *ctx)
{
    const struct xl_agent_variant *v = &ctx->agent->variants[ctx->variant];
    const struct xl_image *image = ctx->code ? &ctx->code->image : NULL;
    const long variant =
        image ? xl_image_variant(image, v->kernel, v->isa, v->function[0] ? v->function : NULL)
              : XL_OWNER_NONE;
    const struct xl_image_function *f =
        variant < 0 ? NULL : xl_image_function(image, image->variants[variant].entry);
    return !f || f->st_other >> 5 == 1;
}

/* Removes registers that this function may change. Some of them are noted. */
static uint64_t without_allowed(const struct xl_context *ctx, uint64_t changed,
                                struct xl_kernel_result *result)
{
    for (unsigned i = 0; i < XL_MAX_KEPT && ctx->state->names[i]; i++) {
        const char *name = ctx->state->names[i];
        bool is_noted = false;
        if ((changed >> i & 1) == 0)
            continue;
        const char *rule = xl_unasked_rule(ctx->kernel, name, &is_noted);
        if (rule || (strcmp(name, "r2") == 0 && may_change_r2(ctx)))
            changed &= ~(UINT64_C(1) << i);
        if (rule && is_noted)
            snprintf(result->unasked, sizeof result->unasked, "%s", rule);
    }
    return changed;
}

/* "the direction flag", "its caller's stack"; others are names of registers. */
static bool is_phrase(const char *name)
{
    return strncmp(name, "the ", 4) == 0 || strncmp(name, "its ", 4) == 0;
}

static void check_registers(const struct xl_context *ctx, const struct xl_prepared_call *p,
                            uint64_t changed, struct xl_kernel_result *result)
{
    char names[200] = "";
    const char *last = "";
    bool has_register = false;
    changed = without_allowed(ctx, changed, result);
    if (!changed)
        return;
    for (unsigned i = 0; i < XL_MAX_KEPT; i++) {
        const char *name = ctx->state->names[i] ? ctx->state->names[i] : "the state";
        if ((changed >> i & 1) == 0 || strcmp(name, last) == 0)
            continue;
        const bool is_register = !is_phrase(name);
        xl_append(names, sizeof names, "%s%s%s", *names ? ", " : "",
                  is_register && !has_register ? "callee-saved " : "", name);
        has_register |= is_register;
        last = name;
    }
    xl_add_finding(ctx, result, XL_CHECK_state, p, NULL, "%s changed", names);
}

static void check_control(const struct xl_context *ctx, const struct xl_prepared_call *p,
                          uint64_t before, uint64_t after, struct xl_kernel_result *result)
{
    const struct xl_state *s = ctx->state;
    if (((before ^ after) & s->kept) == 0)
        return;
    xl_add_finding(ctx, result, XL_CHECK_state, p, NULL,
                   "floating-point control changed: %s 0x%08llx before, 0x%08llx after%s",
                   s->control, (unsigned long long)(before & s->kept),
                   (unsigned long long)(after & s->kept), xl_rounding_words(p->c.rounding));
}

static void flag_words(int flags, char *text, size_t size)
{
    static const char *const names[XL_IEEE_FLAGS] = {"invalid", "divide by zero", "overflow",
                                                     "underflow", "inexact"};
    snprintf(text, size, "%s", flags ? "" : "nothing");
    for (unsigned i = 0; i < XL_IEEE_FLAGS; i++)
        if (flags >> i & 1)
            xl_append(text, size, "%s%s", *text ? ", " : "", names[i]);
}

/* C11 7.6: a function must not clear exception flags of its caller. It may clear saturation flags,
 * which C11 does not mention: AAPCS64 6.1.2, AAPCS32 6.1.2.1 (QC), ELFv2 2.2.1.1
 * (SAT), RISC-V psABI (vxsat). */
static void check_cleared(const struct xl_context *ctx, const struct xl_prepared_call *p,
                          uint64_t before, uint64_t after, struct xl_kernel_result *result)
{
    const struct xl_state *s = ctx->state;
    char words[80];
    int cleared = 0;
    for (unsigned k = 0; k < XL_IEEE_FLAGS; k++)
        cleared |= (before & s->flags[k]) && !(after & s->flags[k]) ? 1 << k : 0;
    if (!cleared)
        return;
    flag_words(cleared, words, sizeof words);
    xl_add_finding(ctx, result, XL_CHECK_state, p, NULL,
                   "exception flags of the caller cleared: %s (%s 0x%08llx before, 0x%08llx "
                   "after); a function that clears flags must restore them (fegetexceptflag, "
                   "feupdateenv)",
                   words, s->control, (unsigned long long)before, (unsigned long long)after);
}

/* Checks a result that is narrower than its register, if the ABI makes the function extend it. */
static void check_extension(const struct xl_context *ctx, const struct xl_prepared_call *p,
                            uint64_t is, struct xl_kernel_result *result)
{
    enum xl_arg_extension extension = ctx->state->arg_extension;
    const struct xl_arg *arg = ctx->kernel->args;
    while (arg < ctx->kernel->args + XL_MAX_ARGS - 1 && arg->kind != XL_ARG_RESULT)
        arg++;
    if (arg->kind != XL_ARG_RESULT || xl_type_is_float(arg->type) ||
        xl_type_size(arg->type) == sizeof is || extension == XL_EXTEND_UNDEFINED ||
        extension == XL_EXTEND_UNDEFINED_32)
        return;
    uint64_t extended = xl_extend_argument(ctx->state, arg->type, is);
    if (is != extended)
        xl_add_finding(ctx, result, XL_CHECK_state, p, NULL,
                       "result not extended per ABI: 0x%llx, not 0x%llx", (unsigned long long)is,
                       (unsigned long long)extended);
}

void xl_check_state(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                    struct xl_kernel_result *result)
{
    const struct xl_call *call = xl_agent_call(ctx->agent, (unsigned)i);
    check_registers(ctx, p, xl_agent_word(ctx->agent, call->changed), result);
    const uint64_t before = xl_agent_word(ctx->agent, call->control_before),
                   after = xl_agent_word(ctx->agent, call->control_after);
    check_control(ctx, p, before, after, result);
    check_cleared(ctx, p, before, after, result);
    check_extension(ctx, p, xl_agent_word(ctx->agent, call->result), result);
}

/* Compares the flags of the contract. */
static void check_flags(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                        int expected, struct xl_kernel_result *result)
{
    char got_words[80], expected_words[80];
    uint64_t control =
        xl_agent_word(ctx->agent, xl_agent_call(ctx->agent, (unsigned)i)->control_after);
    int got = 0;
    for (unsigned k = 0; k < XL_IEEE_FLAGS; k++)
        got |= control & ctx->state->flags[k] ? 1 << k : 0;
    got &= ctx->kernel->contract.flags;
    if (got == expected || p->c.flags_preset || !xl_honors_fp_control(ctx))
        return;
    flag_words(got, got_words, sizeof got_words);
    flag_words(expected, expected_words, sizeof expected_words);
    struct xl_finding *f = xl_add_finding(ctx, result, XL_CHECK_flags, p, NULL,
                                          "FP exceptions: raised %s; reference %s%s", got_words,
                                          expected_words, xl_rounding_words(p->c.rounding));
    if (f)
        xl_describe_inputs(ctx->kernel, p, XL_NO_ELEMENT, f->inputs, sizeof f->inputs);
}

void xl_verify_call(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                    struct xl_kernel_result *result)
{
    uint8_t *got = ctx->workspace->output;
    for (size_t k = 0; ctx->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &ctx->kernel->args[k];
        const struct xl_buffer *b = &p->buffers[k];
        if (xl_arg_is_written(arg)) {
            const size_t defined = count_defined(ctx, p, k, result);
            xl_buffer_read(b, arg->type, got, ctx->agent->memory + b->slot_at, ctx->agent->swap);
            compare_output(ctx, p, k, got, defined, result);
            check_lanes(ctx, p, k, got, defined, result);
            keep_bits(ctx, p, arg->type, got, defined, result);
        } else if (arg->kind == XL_ARG_RESULT) {
            uint64_t bits =
                xl_agent_word(ctx->agent, xl_agent_call(ctx->agent, (unsigned)i)->result);
            xl_bits_set(arg->type, got, 0, bits);
            compare_output(ctx, p, k, got, 1, result);
            keep_bits(ctx, p, arg->type, got, 1, result);
        }
    }
    check_memory(ctx, p, result);
    check_row_pointers(ctx, p, i, result);
    xl_check_state(ctx, p, i, result);
    check_flags(ctx, p, i, ctx->workspace->request.flags[i], result);
    result->calls++;
}

enum { XL_RESULT_BYTES = 8 };

size_t xl_outputs_bytes(const struct xl_kernel *kernel, const struct xl_case *c)
{
    size_t bytes = 0;
    for (size_t k = 0; kernel->args[k].kind; k++)
        bytes += xl_arg_is_written(&kernel->args[k])
                     ? xl_arg_elements(&kernel->args[k], c) * xl_type_size(kernel->args[k].type)
                 : kernel->args[k].kind == XL_ARG_RESULT ? XL_RESULT_BYTES
                                                         : 0;
    return bytes;
}

/* Without the upper bits of the register. */
static uint64_t result_of(const struct xl_context *ctx, const struct xl_arg *arg)
{
    const uint64_t bits = xl_agent_word(ctx->agent, xl_agent_call(ctx->agent, 0)->result);
    return arg->is_size ? bits : bits & xl_type_mask(arg->type);
}

enum xl_call_status xl_call_outputs(const struct xl_context *ctx, const struct xl_case *c,
                                    uint8_t *outputs)
{
    const struct xl_kernel *kernel = ctx->kernel;
    const struct xl_prepared_call *p = &ctx->workspace->calls[0];
    int detail;
    const enum xl_call_status status = xl_make_call(ctx, c, NULL, &detail);
    for (size_t k = 0; status == XL_STATUS_OK && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const struct xl_buffer *b = &p->buffers[k];
        if (xl_arg_is_written(arg)) {
            xl_buffer_read(&p->buffers[k], arg->type, outputs, ctx->agent->memory + b->slot_at,
                           ctx->agent->swap);
            outputs += b->elements * xl_type_size(arg->type);
        } else if (arg->kind == XL_ARG_RESULT) {
            const uint64_t result = result_of(ctx, arg);
            memcpy(outputs, &result, XL_RESULT_BYTES);
            outputs += XL_RESULT_BYTES;
        }
    }
    return status;
}

static const struct xl_call *call_of(const struct xl_context *ctx, const struct xl_prepared_call *p)
{
    return xl_agent_call(ctx->agent, (unsigned)(p - ctx->workspace->calls));
}

static size_t at_most(uint64_t length, const struct xl_buffer *b)
{
    return length < b->elements ? (size_t)length : b->elements;
}

size_t xl_defined_by_call(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k)
{
    const long length = xl_length_of(ctx->kernel, k);
    if (length < 0)
        return p->buffers[k].elements;
    return at_most(
        xl_length_in(&ctx->kernel->args[length], xl_output_bits(ctx, p, (size_t)length, 0)),
        &p->buffers[k]);
}

bool xl_defined_elements(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                         size_t *count)
{
    const long l = xl_length_of(ctx->kernel, k);
    *count = p->buffers[k].elements;
    if (l < 0)
        return true;
    const struct xl_arg *arg = &ctx->kernel->args[l];
    const uint64_t got = xl_output_bits(ctx, p, (size_t)l, 0);
    uint64_t bits = xl_bits_get(arg->type, xl_expected(ctx->workspace, p, (size_t)l), 0);
    if (xl_call_flushes(ctx, &p->c) &&
        got == xl_bits_get(arg->type, xl_flushed_expected(ctx->workspace, p, (size_t)l), 0))
        bits = got;
    *count = at_most(xl_length_in(arg, bits), &p->buffers[k]);
    return xl_length_in(arg, bits) <= p->buffers[k].elements;
}

uint64_t xl_output_bits(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                        size_t i)
{
    enum xl_type type = ctx->kernel->args[k].type;
    const struct xl_buffer *b = &p->buffers[k];
    uint8_t one[8];
    if (ctx->kernel->args[k].kind == XL_ARG_RESULT)
        xl_bits_set(type, one, 0, xl_agent_word(ctx->agent, call_of(ctx, p)->result));
    else
        return xl_buffer_get(&p->buffers[k], type, ctx->agent->memory + b->slot_at, i,
                             ctx->agent->swap);
    return xl_bits_get(type, one, 0);
}

/* Whether all elements of an output have one value. */
static bool is_constant(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k)
{
    size_t i = 1;
    while (i < p->buffers[k].elements &&
           xl_output_bits(ctx, p, k, i) == xl_output_bits(ctx, p, k, 0))
        i++;
    return i >= p->buffers[k].elements;
}

/* Whether an output is a copy of this argument. */
static bool is_copy(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                    size_t of)
{
    const struct xl_arg *args = ctx->kernel->args;
    const struct xl_buffer *from = &p->buffers[of];
    size_t i = 0;
    if (args[of].kind != XL_ARG_IN || args[of].type != args[k].type ||
        from->elements != p->buffers[k].elements)
        return false;
    while (i < from->elements &&
           xl_output_bits(ctx, p, k, i) == xl_buffer_get(from, args[of].type,
                                                         ctx->agent->memory + from->slot_at, i,
                                                         ctx->agent->swap))
        i++;
    return i == from->elements;
}

bool xl_outputs_need_no_arithmetic(const struct xl_context *ctx)
{
    const struct xl_kernel *kernel = ctx->kernel;
    const struct xl_prepared_call *p = &ctx->workspace->calls[0];
    bool need_none = false;
    for (size_t k = 0; kernel->args[k].kind; k++) {
        if (!xl_arg_is_written(&kernel->args[k]) || !kernel->args[k].per_n)
            continue;
        need_none = is_constant(ctx, p, k);
        for (size_t of = 0; kernel->args[of].kind && !need_none; of++)
            need_none = is_copy(ctx, p, k, of);
        if (!need_none)
            return false;
    }
    return need_none;
}

bool xl_element_is_right(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                         size_t i)
{
    const struct xl_output_check check = xl_output_check(ctx, p, k);
    size_t defined;
    xl_defined_elements(ctx, p, k, &defined);
    return (xl_length_of(ctx->kernel, k) >= 0 && i >= defined) ||
           xl_compare_element(&check, i, xl_output_bits(ctx, p, k, i), 0).right;
}
