/* Diagnoses wrong elements: whether they depend on other lanes, on earlier calls, or on touching
 * buffers; and on which input elements.
 * SPDX-License-Identifier: MIT
 */
#include "execute/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/signals.h"
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

/* Calls the reference of the prepared call, for element i of argument k. Returns false if it did
 * not return. */
static bool call_reference(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                           size_t i, uint64_t *expected)
{
    enum xl_call_status status;
    xl_reference_submit(ctx, 1);
    if (xl_reference_wait(ctx, &status, NULL) != 1)
        return false;
    *expected = xl_expected_bits(ctx->kernel, ctx->kernel->args[k].type,
                                 xl_expected(ctx->workspace, p, k), i);
    return true;
}

static bool expect_again(struct wrong_element *l)
{
    return call_reference(l->ctx, l->p, l->k, l->i, &l->expected);
}

/* Makes the call of prepare_attempt. */
static enum attempt attempt(struct wrong_element *l, size_t from, size_t to)
{
    const struct xl_context *ctx = l->ctx;
    int detail = 0;
    prepare_attempt(l, from, to);
    if (xl_agent_run(ctx->agent, 1, 1, ctx->call_limit_ms, &detail) != XL_STATUS_OK ||
        xl_agent_word(ctx->agent, xl_agent_call(ctx->agent, 0)->done) != 1 || !expect_again(l))
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
        if (!expect_again(&probe))
            return false;
        uint64_t expected = probe.expected;
        prepare_attempt(&probe, 0, 0);
        if (!expect_again(&probe) || probe.expected != expected)
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

enum xl_call_status xl_check_lane_isolation(const struct xl_context *ctx,
                                            struct xl_kernel_result *result)
{
    struct wrong_element l = {.ctx = ctx, .p = &ctx->workspace->calls[0]};
    for (unsigned i = 0; i < result->finding_count && can_isolate(ctx->kernel) && !xl_interrupted;
         i++) {
        struct xl_finding *f = &result->findings[i];
        if (f->check != XL_CHECK_value || !f->has_element || f->n < 2)
            continue;
        const long k = xl_arg_find(ctx->kernel, f->arg);
        l.c = &f->c;
        l.k = (size_t)k;
        l.i = f->element;
        if (k >= 0 && xl_arg_is_written(&ctx->kernel->args[l.k]) &&
            is_strip(&ctx->kernel->args[l.k]) && is_elementwise(&l) && !isolate_element(&l, f))
            return XL_STATUS_OK;
    }
    return XL_STATUS_OK;
}

static size_t elements_of(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k)
{
    const struct xl_arg *arg = &ctx->kernel->args[k];
    return xl_arg_is_written(arg) ? p->buffers[k].elements : arg->kind == XL_ARG_RESULT;
}

/* Makes one call, of this case. */
static bool make_call(const struct xl_context *ctx, const struct xl_case *c)
{
    int detail;
    return xl_make_call(ctx, c, NULL, &detail) == XL_STATUS_OK &&
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

enum xl_call_status xl_check_alias_cause(const struct xl_context *ctx,
                                         struct xl_kernel_result *result)
{
    if (!result->failed_checks[XL_CHECK_alias] || !result->failed_checks[XL_CHECK_value])
        return XL_STATUS_OK;
    const size_t cases = xl_cases_of(ctx);
    for (size_t i = 0; i < cases && !xl_interrupted; i++) {
        struct xl_case c = xl_case_of(ctx, i);
        if (xl_placement_is_alias(c.placement) && !xl_case_is_off(ctx, &c) &&
            alias_causes_error(ctx, &c) && !xl_interrupted)
            return XL_STATUS_OK;
    }
    result->failed_checks[XL_CHECK_alias] = false;
    for (unsigned i = 0; i < result->finding_count; i++)
        if (result->findings[i].check == XL_CHECK_alias)
            result->findings[i].check = XL_CHECK_value;
    return XL_STATUS_OK;
}

/* ---- Which input elements a wrong result depends on, for kernels whose results have more than
 * their own; and whether it is the result of fewer.
 *
 * Replaces ranges of elements by other elements of the same buffer, which the domain allows, and
 * calls the reference. Ranges that change the result are halved ---- */

enum {
    XL_MOST_OPERANDS = 6, /* of one argument; a result of more is a sum, or the like */
    XL_MOST_PROBES = 300, /* calls of the reference */
    XL_TRIED_DONORS = 64  /* elements that may differ from the replaced one */
};

struct search {
    const struct xl_context *ctx;
    struct xl_prepared_call *p;
    size_t output, element, argument;
    uint64_t expected;
    unsigned probes;
    size_t found[XL_MOST_OPERANDS], count;
};

static bool expect(struct search *s, uint64_t *expected)
{
    s->probes++;
    return call_reference(s->ctx, s->p, s->output, s->element, expected);
}

/* An element of the buffer that differs from element e. */
static uint64_t other_value(enum xl_type type, const struct xl_buffer *b, size_t e)
{
    const uint64_t own = xl_bits_get(type, b->data, e);
    uint64_t other = own;
    for (size_t d = 1; d < b->elements && d <= XL_TRIED_DONORS && other == own; d++)
        other = xl_bits_get(type, b->data, (e + d * 17) % b->elements);
    return other;
}

/* Whether the result changes with the elements from `from` to `to`. Returns -1 if that cannot be
 * known. */
static int depends_on(struct search *s, size_t from, size_t to)
{
    const struct xl_buffer *b = &s->p->buffers[s->argument];
    const enum xl_type type = s->ctx->kernel->args[s->argument].type;
    const size_t size = xl_type_size(type), bytes = (to - from) * size;
    uint64_t expected;
    if (s->probes >= XL_MOST_PROBES)
        return -1;
    uint8_t *saved = s->ctx->workspace->output;
    memcpy(saved, b->data + from * size, bytes);
    uint8_t *changed = saved + bytes;
    for (size_t e = from; e < to; e++)
        xl_bits_set(type, changed, e - from, other_value(type, b, e));
    memcpy(b->data + from * size, changed, bytes);
    const bool has_returned = expect(s, &expected);
    memcpy(b->data + from * size, saved, bytes);
    return !has_returned ? -1 : expected != s->expected;
}

/* Adds the elements of the range that the result depends on. Returns false if there are too many,
 * or they cannot be known. */
static bool search(struct search *s, size_t from, size_t to)
{
    const int depends = from < to ? depends_on(s, from, to) : 0;
    if (depends <= 0)
        return depends == 0;
    if (to - from == 1) {
        if (s->count == XL_MOST_OPERANDS)
            return false;
        s->found[s->count++] = from;
        return true;
    }
    const size_t middle = from + (to - from) / 2;
    return search(s, from, middle) && search(s, middle, to);
}

static void find_operands(const struct xl_context *ctx, size_t output, struct xl_finding *f)
{
    const struct xl_kernel *kernel = ctx->kernel;
    struct search s = {
        .ctx = ctx, .p = &ctx->workspace->calls[0], .output = output, .element = f->element};
    char text[sizeof f->inputs] = "";
    bool is_known = true, has_any = false;
    s.p->c = f->c;
    if (xl_prepare_batch(ctx, 1, NULL) != XL_STATUS_OK || !expect(&s, &s.expected))
        return;
    for (size_t k = 0; kernel->args[k].kind && is_known; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const struct xl_buffer *b = &s.p->buffers[k];
        const int digits = 2 * (int)xl_type_size(arg->type);
        if (arg->kind == XL_ARG_VALUE)
            xl_append(text, sizeof text, "%s%s=0x%0*llx", *text ? " " : "", arg->name, digits,
                      (unsigned long long)b->value);
        if (!xl_arg_is_read(arg))
            continue;
        s.argument = k;
        s.count = 0;
        is_known = b->elements * xl_type_size(arg->type) * 2 <= ctx->workspace->slot_bytes &&
                   search(&s, 0, b->elements);
        for (size_t i = 0; i < s.count && is_known; i++)
            xl_append(text, sizeof text, "%s%s[%zu]=0x%0*llx", *text ? " " : "", arg->name,
                      s.found[i], digits,
                      (unsigned long long)xl_bits_get(arg->type, b->data, s.found[i]));
        has_any |= s.count != 0;
    }
    if (is_known && has_any)
        snprintf(f->inputs, sizeof f->inputs, "%s", text);
}

/* The number of the argument that is n, or XL_MAX_ARGS. */
static size_t count_of(const struct xl_kernel *kernel)
{
    size_t k = 0;
    while (kernel->args[k].kind && kernel->args[k].kind != XL_ARG_COUNT)
        k++;
    return kernel->args[k].kind ? k : XL_MAX_ARGS;
}

/* Whether most elements of an input are the same: then other elements may give the same result. */
static bool has_usual_elements(const struct xl_kernel *kernel, const struct xl_prepared_call *p)
{
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_buffer *b = &p->buffers[k];
        uint64_t usual;
        if (xl_arg_is_read(&kernel->args[k]) &&
            xl_has_usual(b->elements,
                         xl_unusual_elements(kernel->args[k].type, b->data, b->elements, &usual)))
            return true;
    }
    return false;
}

/* A single result of many elements: states if it is that of the first ones only. Tries one element
 * less, and whole vectors, also of unrolled loops. */
static void find_prefix(const struct xl_context *ctx, size_t output, struct xl_finding *f)
{
    enum { XL_UNROLLED = 8 }; /* vectors */
    const struct xl_kernel *kernel = ctx->kernel;
    const size_t count = count_of(kernel), lanes = f->c.lanes;
    const uint64_t got = strtoull(f->got, NULL, 16);
    struct search s = {.ctx = ctx, .p = &ctx->workspace->calls[0], .output = output};
    s.p->c = f->c;
    if (count == XL_MAX_ARGS || !lanes || !f->c.n || xl_type_size(kernel->args[output].type) < 2 ||
        xl_prepare_batch(ctx, 1, NULL) != XL_STATUS_OK || has_usual_elements(kernel, s.p))
        return;
    for (size_t step = 0; step <= XL_UNROLLED; step = step ? 2 * step : 1) {
        const size_t n = !step ? f->c.n - 1 : f->c.n - f->c.n % (step * lanes);
        s.p->buffers[count].value = n;
        if (n >= f->c.n || !expect(&s, &s.expected) || s.expected != got)
            continue;
        snprintf(f->differs, sizeof f->differs,
                 "got is the result of the first %zu of %zu elements", n, f->c.n);
        return;
    }
}

static bool is_single(const struct xl_arg *arg)
{
    return arg->kind == XL_ARG_RESULT || (arg->kind == XL_ARG_OUT && !arg->per_n);
}

enum xl_call_status xl_find_operands(const struct xl_context *ctx, struct xl_kernel_result *result)
{
    const struct xl_kernel *kernel = ctx->kernel;
    const bool can_search = !kernel->elementwise && !kernel->prepare && !kernel->function;
    for (unsigned i = 0; i < result->finding_count && can_search && !xl_interrupted; i++) {
        struct xl_finding *f = &result->findings[i];
        const bool is_value = f->check == XL_CHECK_value || f->check == XL_CHECK_alias;
        const long k = is_value && f->has_element ? xl_arg_find(kernel, f->arg) : -1;
        if (k < 0)
            continue;
        find_operands(ctx, (size_t)k, f);
        if (is_single(&kernel->args[k]))
            find_prefix(ctx, (size_t)k, f);
    }
    return XL_STATUS_OK;
}
