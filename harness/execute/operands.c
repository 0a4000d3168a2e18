/* Which input elements a wrong result depends on, for kernels whose results have more than their
 * own; and whether it is the result of fewer.
 * SPDX-License-Identifier: MIT
 *
 * Replaces ranges of elements by other elements of the same buffer, which the domain allows, and
 * calls the reference. Ranges that change the result are halved.
 */
#include "execute/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "oracle/compare.h"

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

/* Calls the reference of the prepared call. Returns false if it did not return. */
static bool expect(struct search *s, uint64_t *expected)
{
    enum xl_call_status status;
    s->probes++;
    xl_reference_submit(s->ctx, 1);
    if (xl_reference_wait(s->ctx, &status, NULL) != 1)
        return false;
    *expected = xl_expected_bits(s->ctx->kernel, s->ctx->kernel->args[s->output].type,
                                 xl_expected(s->ctx->workspace, s->p, s->output), s->element);
    return true;
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

void xl_find_operands(const struct xl_context *ctx, struct xl_kernel_result *result)
{
    const struct xl_kernel *kernel = ctx->kernel;
    const bool can_search = !kernel->elementwise && !kernel->prepare && !kernel->function;
    for (unsigned i = 0; i < result->finding_count && can_search; i++) {
        struct xl_finding *f = &result->findings[i];
        const bool is_value = f->check == XL_CHECK_value || f->check == XL_CHECK_alias;
        const long k = is_value && f->has_element ? xl_arg_find(kernel, f->arg) : -1;
        if (k < 0)
            continue;
        find_operands(ctx, (size_t)k, f);
        if (is_single(&kernel->args[k]))
            find_prefix(ctx, (size_t)k, f);
    }
}
