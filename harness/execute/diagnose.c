/* Diagnoses wrong elements: whether they depend on other lanes, on earlier calls, or on touching
 * buffers.
 * SPDX-License-Identifier: MIT
 */
#include "execute/context.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "oracle/compare.h"
#include "oracle/strides.h"

enum { XL_PRINTED_LANES = 16 };

/* Element i of argument k was wrong in a call of this case. */
struct wrong_element {
    const struct xl_context *ctx;
    struct xl_prepared_call *p;
    const struct xl_case *c;
    size_t k, i;
    /* In the last attempt. */
    uint64_t expected;
};

enum attempt { WRONG, RIGHT, AGENT_GONE };

/* One element for each n. */
static bool is_strip(const struct xl_arg *arg)
{
    return xl_arg_is_strip(arg) && !xl_arg_has_shape(arg);
}

/* Prepares the call with the inputs of element i in all elements, except those from `from` to `to`.
 */
static void prepare_attempt(const struct wrong_element *l, size_t from, size_t to)
{
    const struct xl_kernel *kernel = l->ctx->kernel;
    l->p->c = *l->c;
    xl_prepare_batch(l->ctx, 1, NULL); /* cannot fail: no .prepare, see can_isolate */
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const struct xl_buffer *b = &l->p->buffers[k];
        uint64_t bits = 0;
        if (xl_arg_is_read(arg) && is_strip(arg))
            bits = xl_bits_get(arg->type, b->data, l->i);
        for (size_t e = 0; e < b->elements && xl_arg_is_read(arg) && is_strip(arg); e++)
            if (e < from || e >= to)
                xl_bits_set(arg->type, b->data, e, bits);
        if (xl_arg_is_buffer(arg))
            xl_reset_buffer(l->ctx, l->p, k);
    }
}

static bool is_right(const struct wrong_element *l, size_t e)
{
    return xl_element_is_right(l->ctx, l->p, l->k, e);
}

/* Calls the reference of the prepared call. Returns false if it did not return. */
static bool call_reference(struct wrong_element *l)
{
    const struct xl_context *ctx = l->ctx;
    enum xl_call_status status;
    xl_reference_submit(ctx, 1);
    if (xl_reference_wait(ctx, &status, NULL) != 1)
        return false;
    l->expected = xl_expected_bits(ctx->kernel, ctx->kernel->args[l->k].type,
                                   xl_expected(ctx->workspace, l->p, l->k), l->i);
    return true;
}

/* Makes the call of prepare_attempt. */
static enum attempt attempt(struct wrong_element *l, size_t from, size_t to)
{
    const struct xl_context *ctx = l->ctx;
    int detail = 0;
    prepare_attempt(l, from, to);
    if (xl_agent_run(ctx->agent, 1, 1, ctx->call_limit_ms, &detail) != XL_STATUS_OK ||
        xl_agent_word(ctx->agent, xl_agent_call(ctx->agent, 0)->done) != 1 || !call_reference(l))
        return AGENT_GONE;
    return is_right(l, l->i) ? RIGHT : WRONG;
}

/* Whether in the reference, element i depends only on element i of each input. Tests the first,
 * middle and last element with random inputs. */
static bool is_elementwise(const struct wrong_element *l)
{
    struct xl_case c = *l->c;
    struct wrong_element probe = *l;
    probe.c = &c;
    c.fill = XL_FILL_DOMAIN;
    for (size_t third = 0; third < 3; third++) {
        probe.i = third * (c.n - 1) / 2;
        prepare_attempt(&probe, 0, c.n);
        if (!call_reference(&probe))
            return false;
        uint64_t expected = probe.expected;
        prepare_attempt(&probe, 0, 0);
        if (!call_reference(&probe) || probe.expected != expected)
            return false;
    }
    return true;
}

/* Halves the range of elements that make it wrong, as long as one half does. */
static enum attempt bisect(struct wrong_element *l, size_t *from, size_t *to)
{
    while (*to - *from > 1) {
        size_t middle = *from + (*to - *from) / 2;
        enum attempt second = attempt(l, middle, *to);
        enum attempt first = second == RIGHT ? attempt(l, *from, middle) : second;
        if (first == AGENT_GONE)
            return AGENT_GONE;
        if (second == WRONG)
            *from = middle;
        else if (first == WRONG)
            *to = middle;
        else
            break;
    }
    return WRONG;
}

/* The elements of the vector of element i. */
static void vector_of(const struct wrong_element *l, size_t *from, size_t *to)
{
    size_t lanes = xl_lane_count(l->ctx, l->ctx->kernel->args[l->k].type);
    *from = l->i - l->i % lanes;
    *to = *from + lanes < l->c->n ? *from + lanes : l->c->n;
}

/* After an attempt with equal lanes that is wrong. */
static void describe_wrong(const struct wrong_element *l, struct xl_finding *f)
{
    size_t from, to, wrong = 0;
    vector_of(l, &from, &to);
    for (size_t e = from; e < to; e++)
        wrong += !is_right(l, e);
    snprintf(f->alone, sizeof f->alone, "wrong with equal lanes%s",
             wrong == 1 && to - from > 1 ? ", in no other lane of its vector" : "");
}

/* "a[0..3]=0x1 0x2 0x3 0x4 b[0..3]=...". Of a long vector, the lanes near the element. */
static void describe_vector(const struct wrong_element *l, struct xl_finding *f)
{
    const struct xl_kernel *kernel = l->ctx->kernel;
    const size_t size = sizeof f->vector;
    size_t from, to;
    vector_of(l, &from, &to);
    if (l->i - from > XL_PRINTED_LANES / 2 && to - from > XL_PRINTED_LANES)
        from = l->i - XL_PRINTED_LANES / 2;
    if (to - from > XL_PRINTED_LANES)
        to = from + XL_PRINTED_LANES;
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        if (!xl_arg_is_read(arg) || !is_strip(arg))
            continue;
        xl_append(f->vector, size, "%s%s[%zu..%zu]=", *f->vector ? " " : "", arg->name, from,
                  to - 1);
        for (size_t e = from; e < to; e++)
            xl_append(f->vector, size, "%s0x%0*llx", e > from ? " " : "",
                      2 * (int)xl_type_size(arg->type),
                      (unsigned long long)xl_bits_get(arg->type, l->p->buffers[k].data, e));
    }
}

/* It is right with equal lanes, and wrong with the original elements from `from` to `to`. */
static void describe_dependence(struct wrong_element *l, size_t from, size_t to,
                                struct xl_finding *f)
{
    const char *begin = "correct with equal lanes; depends on others";
    size_t first, end;
    char inputs[300];
    vector_of(l, &first, &end);
    prepare_attempt(l, 0, l->c->n);
    describe_vector(l, f);
    xl_describe_inputs(l->ctx->kernel, l->p, (long)from, inputs, sizeof inputs);
    if (to - from > 1)
        snprintf(f->alone, sizeof f->alone, "%s, such as elements %zu to %zu", begin, from, to - 1);
    else if (from >= first && from < end)
        snprintf(f->alone, sizeof f->alone, "%s, such as lane %zu (%s)", begin, from - first,
                 inputs);
    else
        snprintf(f->alone, sizeof f->alone, "%s, such as element %zu of another vector (%s)", begin,
                 from, inputs);
}

/* Returns false if the agent is gone. */
static bool isolate_element(struct wrong_element *l, struct xl_finding *f)
{
    size_t from = 0, to = l->c->n;
    enum attempt again = attempt(l, 0, l->c->n);
    enum attempt alone = again == WRONG ? attempt(l, 0, 0) : again;
    if (alone == AGENT_GONE)
        return false;
    if (again == RIGHT)
        snprintf(f->alone, sizeof f->alone, "correct when repeated: needs earlier calls");
    else if (alone == WRONG)
        describe_wrong(l, f);
    else if (bisect(l, &from, &to) == AGENT_GONE)
        return false;
    else
        describe_dependence(l, from, to, f);
    return true;
}

/* Whether each input has one element for each n, or a number of elements that does not depend on n.
 */
static bool can_isolate(const struct xl_kernel *kernel)
{
    for (size_t k = 0; kernel->args[k].kind; k++)
        if (xl_arg_is_read(&kernel->args[k]) &&
            (kernel->args[k].per_n || xl_arg_has_shape(&kernel->args[k])) &&
            !is_strip(&kernel->args[k]))
            return false;
    return !kernel->prepare && !kernel->lengths[0].of;
}

void xl_check_lane_isolation(const struct xl_context *ctx, struct xl_kernel_result *result)
{
    struct wrong_element l = {.ctx = ctx, .p = &ctx->workspace->calls[0]};
    for (unsigned i = 0; i < result->finding_count && can_isolate(ctx->kernel); i++) {
        struct xl_finding *f = &result->findings[i];
        if (f->check != XL_CHECK_value || !f->has_element || f->n < 2)
            continue;
        const long k = xl_arg_find(ctx->kernel, f->arg);
        l.c = &f->c;
        l.k = (size_t)k;
        l.i = f->element;
        if (k >= 0 && xl_arg_is_written(&ctx->kernel->args[l.k]) &&
            is_strip(&ctx->kernel->args[l.k]) && is_elementwise(&l) && !isolate_element(&l, f))
            return;
    }
}

static size_t elements_of(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k)
{
    const struct xl_arg *arg = &ctx->kernel->args[k];
    return xl_arg_is_written(arg) ? p->buffers[k].elements : arg->kind == XL_ARG_RESULT;
}

/* Makes one call, of this case. */
static bool make_call(const struct xl_context *ctx, const struct xl_case *c)
{
    int detail = 0;
    ctx->workspace->calls[0].c = *c;
    return xl_prepare_batch(ctx, 1, NULL) == XL_STATUS_OK &&
           xl_agent_run(ctx->agent, 1, 1, ctx->call_limit_ms, &detail) == XL_STATUS_OK &&
           xl_agent_word(ctx->agent, xl_agent_call(ctx->agent, 0)->done) == 1;
}

static uint8_t *saved_output(const struct xl_context *ctx, size_t k)
{
    return ctx->workspace->saved_outputs + k * ctx->workspace->slot_bytes;
}

static void save_all_outputs(const struct xl_context *ctx)
{
    struct xl_workspace *w = ctx->workspace;
    const struct xl_prepared_call *p = &w->calls[0];
    for (size_t k = 0; ctx->kernel->args[k].kind; k++)
        for (size_t i = 0; i < elements_of(ctx, p, k); i++)
            xl_bits_set(ctx->kernel->args[k].type, saved_output(ctx, k), i,
                        xl_output_bits(ctx, p, k, i));
}

/* Whether a wrong element differs from the call with separate buffers. */
static bool has_new_error(const struct xl_context *ctx)
{
    struct xl_workspace *w = ctx->workspace;
    const struct xl_prepared_call *p = &w->calls[0];
    for (size_t k = 0; ctx->kernel->args[k].kind; k++)
        for (size_t i = 0; i < elements_of(ctx, p, k); i++)
            if (xl_output_bits(ctx, p, k, i) !=
                    xl_bits_get(ctx->kernel->args[k].type, saved_output(ctx, k), i) &&
                !xl_element_is_right(ctx, p, k, i))
                return true;
    return false;
}

/* Whether touching buffers cause an error in this case. True if that is unknown. */
static bool alias_causes_error(const struct xl_context *ctx, const struct xl_case *c)
{
    struct xl_case separate = *c;
    enum xl_call_status status;
    separate.placement = XL_PLACEMENT_END;
    if (!make_call(ctx, &separate))
        return true;
    save_all_outputs(ctx);
    if (!make_call(ctx, c))
        return true;
    xl_reference_submit(ctx, 1);
    return xl_reference_wait(ctx, &status, NULL) != 1 || has_new_error(ctx);
}

void xl_check_alias_cause(const struct xl_context *ctx, size_t cases,
                          struct xl_kernel_result *result)
{
    if (!result->failed_checks[XL_CHECK_alias] || !result->failed_checks[XL_CHECK_value])
        return;
    for (size_t i = 0; i < cases; i++) {
        struct xl_case c = xl_case_of(ctx, i);
        if (xl_placement_is_alias(c.placement) && !xl_case_is_off(ctx, &c) &&
            alias_causes_error(ctx, &c))
            return;
    }
    result->failed_checks[XL_CHECK_alias] = false;
    for (unsigned i = 0; i < result->finding_count; i++)
        if (result->findings[i].check == XL_CHECK_alias)
            result->findings[i].check = XL_CHECK_value;
}
