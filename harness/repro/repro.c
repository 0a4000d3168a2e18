/* Reproduces one finding: makes its call again exactly as it was, then reduces it.
 * SPDX-License-Identifier: MIT
 */
#include "repro/reproduction.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/signals.h"
#include "execute/context.h"
#include "oracle/compare.h"
#include "oracle/strides.h"
#include "results/results_json.h"
#include "run/row_run.h"

enum {
    XL_MAX_ATTEMPTS = 6000,
    /* With earlier calls, each attempt starts a new agent. */
    XL_MAX_ATTEMPTS_WITH_EARLIER = 100,
    XL_MAX_HANGS = 12,
    XL_HANG_MS = 3000
};

/* What makes a call again, and how the last attempt ended. */
struct attempt {
    const struct xl_row_job *job;
    const struct xl_context *ctx;
    enum xl_check check;
    /* The finding of the last attempt that failed. */
    struct xl_finding finding;
    /* The last call returned. */
    bool returned;
    unsigned hangs;
    /* Calls that are made first, on a new agent. Count 0: the agent stays. */
    struct xl_earlier_calls earlier;
};

static bool is_value(enum xl_check check)
{
    return check == XL_CHECK_value || check == XL_CHECK_alias;
}

/* A wrong value counts as `value` or as `alias`, which depends on the placement only. */
static bool is_same_check(enum xl_check a, enum xl_check b)
{
    return a == b || (is_value(a) && is_value(b));
}

bool xl_needs_other_calls(enum xl_check check)
{
    return check == XL_CHECK_threads || check == XL_CHECK_repeat || check == XL_CHECK_signals;
}

/* Makes the earlier calls on a new agent, whatever their results are. */
static bool make_earlier_calls(const struct attempt *t)
{
    struct xl_kernel_result ignored = {.outcome = XL_PASS, .kernel = t->ctx->kernel->name};
    struct xl_error err;
    if (!t->earlier.count)
        return true;
    xl_agent_stop(t->ctx->agent);
    if (xl_row_start_agent(t->job, t->ctx->agent, &err) != XL_START_OK)
        return false;
    for (size_t i = 0; i < t->earlier.count; i++) {
        const struct xl_case c = xl_case_of(t->ctx, t->earlier.first + i);
        if (xl_interrupted || xl_execute_call(t->ctx, &c, &ignored) != XL_STATUS_OK)
            return false;
    }
    return true;
}

static bool fails(void *data, const struct xl_case *c)
{
    struct attempt *t = data;
    struct xl_kernel_result result = {.outcome = XL_PASS, .kernel = t->ctx->kernel->name};
    struct xl_error err;
    if (!make_earlier_calls(t))
        return false;
    if (xl_interrupted || t->hangs > XL_MAX_HANGS ||
        (!t->ctx->agent->process.pid &&
         xl_row_start_agent(t->job, t->ctx->agent, &err) != XL_START_OK))
        return false;
    const enum xl_call_status status = xl_execute_call(t->ctx, c, &result);
    t->returned = status == XL_STATUS_OK;
    t->hangs += status == XL_STATUS_TIMEOUT;
    for (unsigned i = 0; i < result.finding_count; i++)
        if (is_same_check(result.findings[i].check, t->check)) {
            t->finding = result.findings[i];
            return true;
        }
    return false;
}

static bool is_same_case(const struct xl_case *a, const struct xl_case *b)
{
    return a->n == b->n && a->fill == b->fill && a->placement == b->placement &&
           a->round == b->round && a->offset == b->offset && a->rounding == b->rounding &&
           a->rows == b->rows && a->depth == b->depth && a->seed == b->seed;
}

/* The number of the case. `cases` if it is none of them: it is called after them. */
static size_t case_number(const struct xl_context *ctx, const struct xl_case *c, size_t cases)
{
    for (size_t i = 0; i < cases; i++) {
        const struct xl_case other = xl_case_of(ctx, i);
        if (is_same_case(&other, c))
            return i;
    }
    return cases;
}

/* Whether the call fails after `count` cases from `first` on. If it does, keeps them in *found. */
static bool fails_after(struct attempt *t, const struct xl_case *c, size_t first, size_t count,
                        struct xl_earlier_calls *found)
{
    t->earlier = (struct xl_earlier_calls){.first = first, .count = count, .of = found->of};
    if (!count || !fails(t, c))
        return false;
    *found = t->earlier;
    return true;
}

/* The fewest of `count` cases after which the call fails: those before case `end`, or, if it is 0,
 * those from the first one on. */
static size_t fewest_earlier_calls(struct attempt *t, const struct xl_case *c, size_t end,
                                   size_t count, struct xl_earlier_calls *found)
{
    size_t passing = 0;
    while (count - passing > 1) {
        const size_t middle = passing + (count - passing) / 2;
        if (fails_after(t, c, end ? end - middle : 0, middle, found))
            count = middle;
        else
            passing = middle;
    }
    return count;
}

/* Finds the fewest earlier cases after which a fresh agent fails this call. */
static bool find_earlier_calls(struct attempt *t, const struct xl_case *c)
{
    struct xl_earlier_calls found = {
        .of = xl_case_count(t->ctx->kernel, t->ctx->vl_bits, t->ctx->count)};
    const size_t number = case_number(t->ctx, c, found.of);
    if (number && !fails_after(t, c, 0, 1, &found) && !fails_after(t, c, number - 1, 1, &found) &&
        fails_after(t, c, 0, number, &found)) {
        const size_t end = fewest_earlier_calls(t, c, 0, number, &found);
        fewest_earlier_calls(t, c, end, end, &found);
    }
    t->earlier = found;
    return found.count && fails(t, c);
}

/* The error that the contract allows in element i. */
static double allowed_error(const struct xl_context *ctx, enum xl_type type, const void *expected,
                            size_t i, uint64_t bits)
{
    const struct xl_contract *contract = &ctx->kernel->contract;
    if (contract->kind == XL_BOUND)
        return ((const struct xl_bounded *)expected)[i].bound;
    return fmax(contract->ulp * (double)xl_ulp_of(type, xl_bits_value(type, bits)),
                contract->absolute);
}

static void capture_output(const struct attempt *t, size_t k, struct xl_captured_arg *to)
{
    const struct xl_context *ctx = t->ctx;
    const struct xl_prepared_call *p = &ctx->workspace->calls[0];
    const void *expected = xl_expected(ctx->workspace, p, k);
    const enum xl_type type = to->arg->type;
    const bool has_bound = ctx->kernel->contract.kind != XL_EXACT && xl_type_is_float(type);
    const size_t room = to->elements + 1;
    to->defined = to->elements;
    if (xl_arg_is_written(to->arg))
        xl_defined_elements(ctx, p, k, &to->defined);
    to->expected = xl_alloc(room, sizeof *to->expected);
    to->got = t->returned ? xl_alloc(room, sizeof *to->got) : NULL;
    to->wrong = t->returned ? xl_alloc(room, sizeof *to->wrong) : NULL;
    to->allowed = has_bound ? xl_alloc(room, sizeof *to->allowed) : NULL;
    for (size_t i = 0; i < to->elements; i++) {
        to->expected[i] = xl_expected_bits(ctx->kernel, type, expected, i);
        if (to->allowed)
            to->allowed[i] = allowed_error(ctx, type, expected, i, to->expected[i]);
        if (to->got) {
            to->got[i] = xl_output_bits(ctx, p, k, i);
            to->wrong[i] = !xl_element_is_right(ctx, p, k, i);
        }
    }
}

static void capture_passed(const struct xl_context *ctx, struct xl_passed_args *to)
{
    struct xl_agent *a = ctx->agent;
    const struct xl_call *call = xl_agent_call(a, 0);
    *to = (struct xl_passed_args){.count = xl_agent_word(a, call->arg_count),
                                  .floating = xl_agent_word(a, call->floating),
                                  .float_size = xl_agent_word(a, call->float_size),
                                  .wide = xl_agent_word(a, call->wide),
                                  .ms_abi = xl_agent_word(a, call->ms_abi),
                                  .control = xl_agent_word(a, call->control)};
    for (size_t k = 0; k < XL_CALL_ARGS; k++)
        to->args[k] = xl_agent_word(a, call->args[k]);
}

/* Whether this byte of argument j's slot is right: the call may write it, or has not changed it.
 * *is_element: it is in an element of argument j, or in a byte that the call may write. */
static bool is_byte_right(const struct xl_context *ctx, const struct xl_captured_call *s, size_t j,
                          const uint8_t *slot, size_t byte, bool *is_element)
{
    const struct xl_arg *arg = s->args[j].arg;
    const long i = xl_buffer_element(&s->buffers[j], arg->type, byte);
    if (xl_arg_is_written(arg)) {
        *is_element |= i >= 0 || xl_buffer_is_slack(&s->buffers[j], byte);
        return *is_element;
    }
    *is_element |= i >= 0;
    return i >= 0 && xl_buffer_get(&s->buffers[j], arg->type, slot, (size_t)i, ctx->agent->swap) ==
                         s->args[j].bits[i];
}

static void find_overwrite(const struct xl_context *ctx, struct xl_captured_call *s, size_t owner)
{
    const struct xl_buffer *buffer = &s->buffers[owner];
    const uint8_t *slot = ctx->agent->memory + buffer->slot_at;
    for (size_t byte = 0; byte < buffer->slot_bytes && s->overwrite_at < 0; byte++) {
        bool is_element = false, is_right = false;
        for (size_t j = owner; j < s->arg_count; j++)
            if (xl_arg_is_buffer(s->args[j].arg) && s->buffers[j].owner == owner)
                is_right |= is_byte_right(ctx, s, j, slot, byte, &is_element);
        if (is_element ? is_right : slot[byte] == xl_slot_poison(s->args[owner].arg, &s->c))
            continue;
        s->overwrite_at = (long)(buffer->slot_at + byte);
        s->overwritten = slot[byte];
    }
}

static void capture_overwrite(const struct attempt *t, struct xl_captured_call *s)
{
    const enum xl_check check = s->finding.check;
    s->overwrite_at = -1;
    for (size_t k = 0; t->returned && k < s->arg_count; k++)
        if ((check == XL_CHECK_overwrite || check == XL_CHECK_input) &&
            xl_arg_is_buffer(s->args[k].arg) && s->buffers[k].owner == k)
            find_overwrite(t->ctx, s, k);
}

const char *xl_c_type_name(enum xl_type type)
{
    static const char *const names[XL_TYPES] = {
        [XL_f32] = "float",    [XL_f64] = "double",  [XL_i8] = "int8_t",  [XL_i16] = "int16_t",
        [XL_i32] = "int32_t",  [XL_i64] = "int64_t", [XL_u8] = "uint8_t", [XL_u16] = "uint16_t",
        [XL_u32] = "uint32_t", [XL_u64] = "uint64_t"};
    return names[type];
}

void xl_captured_symbol(const struct xl_captured_call *s, const char *kernel, const char *isa,
                        char *text, size_t size)
{
    if (s->function[0] && strcmp(isa, "scalar") != 0)
        snprintf(text, size, "%s", s->function);
    else
        snprintf(text, size, "%s__%s", kernel, isa);
}

/* Copies the call that was made last. */
static void capture(const struct attempt *t, const struct xl_case *c, struct xl_captured_call *to)
{
    const struct xl_context *ctx = t->ctx;
    const struct xl_prepared_call *p = &ctx->workspace->calls[0];
    *to = (struct xl_captured_call){.c = *c,
                                    .finding = t->finding,
                                    .flags = ctx->workspace->request.flags[0],
                                    .flags_of_contract = ctx->kernel->contract.flags};
    memcpy(to->buffers, p->buffers, sizeof to->buffers);
    memcpy(to->function, ctx->agent->variants[ctx->variant].function, sizeof to->function);
    capture_passed(ctx, &to->passed);
    for (size_t k = 0; ctx->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &ctx->kernel->args[k];
        const struct xl_buffer *b = &p->buffers[k];
        struct xl_captured_arg *a = &to->args[to->arg_count++];
        *a = (struct xl_captured_arg){.arg = arg,
                                      .elements = xl_arg_is_buffer(arg) ? b->elements : 1};
        if (arg->kind == XL_ARG_SIZE)
            a->size = (long)b->value;
        if (arg->kind == XL_ARG_STRIDE) { /* not of mappings far apart: the program has none */
            a->size = xl_stride_value(ctx->kernel, k, &to->c);
            to->passed.args[k] = (uint64_t)a->size;
        }
        if (xl_arg_is_read(arg) || arg->kind == XL_ARG_VALUE)
            a->bits = xl_alloc(a->elements + 1, sizeof *a->bits);
        for (size_t i = 0; a->bits && i < a->elements; i++)
            a->bits[i] = arg->kind == XL_ARG_VALUE ? b->value : xl_bits_get(arg->type, b->data, i);
        if (xl_arg_is_written(arg) || arg->kind == XL_ARG_RESULT)
            capture_output(t, k, a);
    }
    capture_overwrite(t, to);
}

static void release(struct xl_captured_call *s)
{
    for (size_t k = 0; k < s->arg_count; k++) {
        free(s->args[k].bits);
        free(s->args[k].got);
        free(s->args[k].expected);
        free(s->args[k].allowed);
        free(s->args[k].wrong);
    }
}

/* Equal lanes depend on how the whole call is filled. */
static bool can_reduce(enum xl_check check)
{
    return check != XL_CHECK_lanes;
}

static const struct xl_arg *output_of(const struct xl_kernel *kernel, const struct xl_finding *f)
{
    const long k = xl_arg_find(kernel, f->arg);
    return k >= 0 && xl_arg_is_written(&kernel->args[k]) ? &kernel->args[k] : NULL;
}

/* Reduces the call that failed, and captures the result. Returns the number of attempts. */
static unsigned reduce(struct attempt *t, const struct xl_case *c, const struct xl_finding *found,
                       struct xl_captured_call *to)
{
    const struct xl_context *ctx = t->ctx;
    struct xl_shrink s = {.kernel = ctx->kernel,
                          .fails = fails,
                          .data = t,
                          .output = found->has_element ? output_of(ctx->kernel, found) : NULL,
                          .element = found->has_element ? found->element : 0,
                          .max_attempts =
                              t->earlier.count ? XL_MAX_ATTEMPTS_WITH_EARLIER : XL_MAX_ATTEMPTS};
    const uint8_t *inputs[XL_MAX_ARGS] = {NULL};
    uint64_t values[XL_MAX_ARGS];
    for (size_t k = 0; ctx->kernel->args[k].kind; k++) {
        const struct xl_buffer *b = &ctx->workspace->calls[0].buffers[k];
        const bool is_value = ctx->kernel->args[k].kind == XL_ARG_VALUE;
        inputs[k] = is_value ? (const uint8_t *)&values[k] : b->data;
        if (is_value)
            xl_bits_set(ctx->kernel->args[k].type, &values[k], 0, b->value);
    }
    const bool is_reducible = can_reduce(found->check);
    if (is_reducible) {
        xl_shrink_begin(&s, c, inputs);
        xl_shrink_run(&s);
    }
    /* A call that is reproducible only by chance may pass now. */
    const struct xl_case *last = is_reducible && fails(t, &s.c) ? &s.c : c;
    if (last == &s.c || fails(t, c))
        capture(t, last, to);
    to->c.explicit_inputs = NULL;
    xl_shrink_free(&s);
    return s.attempts;
}

/* Reports the call of a finding that only other calls or signals cause. */
static void report_dependent(struct xl_repro *repro, struct attempt *t, const struct xl_case *c)
{
    struct xl_captured_call found, none = {.arg_count = 0};
    const struct xl_reproduction s = {.job = t->job,
                                      .ctx = t->ctx,
                                      .original = &found,
                                      .reduced = &none,
                                      .earlier_calls = &t->earlier,
                                      .needs_other_calls = true};
    snprintf(t->finding.message, sizeof t->finding.message, "%s",
             xl_key_text(repro->ref->finding, XL_KEY_finding_message));
    t->finding.check = repro->ref->check;
    capture(t, c, &found);
    repro->report(repro->data, &s);
    release(&found);
}

/* The earlier call, if exactly one is needed. */
static void capture_earlier_call(struct attempt *t, struct xl_captured_call *to)
{
    if (t->earlier.count != 1)
        return;
    const struct xl_case c = xl_case_of(t->ctx, t->earlier.first);
    const struct xl_finding finding = t->finding;
    t->finding = (struct xl_finding){.check = finding.check, .alignment = finding.alignment};
    if (make_earlier_calls(t))
        capture(t, &c, to);
    t->finding = finding;
}

bool xl_repro_kernel(void *data, const struct xl_row_job *job, const struct xl_context *ctx,
                     struct xl_kernel_result *result)
{
    struct xl_repro *repro = data;
    const struct xl_finding_ref *ref = repro->ref;
    struct attempt t = {.job = job, .ctx = ctx, .check = ref->check};
    struct xl_captured_call found, reduced = {.arg_count = 0}, earlier = {.arg_count = 0};
    struct xl_case c = ref->c;
    struct xl_error err;
    if (*xl_key_text(ref->finding,
                     XL_KEY_finding_after)) /* after calls of another kernel: repeat all */
        return false;
    c.baseline = ctx->baseline;
    const bool is_possible = ref->has_case && xl_case_fits(ctx->kernel, &c) &&
                             (c.fill != XL_FILL_KNOWN || (c.baseline && c.baseline->count));
    repro->is_reproduced = is_possible && fails(&t, &c);
    if (!repro->is_reproduced && is_possible && !xl_needs_other_calls(ref->check))
        repro->is_reproduced = repro->needs_earlier_calls = find_earlier_calls(&t, &c);
    if (!repro->is_reproduced && is_possible && t.returned && xl_needs_other_calls(ref->check) &&
        repro->report)
        report_dependent(repro, &t, &c);
    if (!repro->is_reproduced) {
        xl_agent_stop(ctx->agent); /* the caller makes all calls, on a new agent */
        xl_row_start_agent(job, ctx->agent, &err);
        return false;
    }
    capture(&t, &c, &found);
    /* Each attempt that hangs takes the whole limit. */
    struct xl_context limited = *ctx;
    limited.call_limit_ms = ctx->call_limit_ms < XL_HANG_MS ? ctx->call_limit_ms : XL_HANG_MS;
    if (ref->check == XL_CHECK_hang)
        t.ctx = &limited;
    struct xl_reproduction s = {.job = job,
                                .ctx = ctx,
                                .original = &found,
                                .reduced = &reduced,
                                .earlier_calls = &t.earlier,
                                .earlier_call = t.earlier.count == 1 ? &earlier : NULL};
    s.attempts = reduce(&t, &c, &found.finding, &reduced);
    capture_earlier_call(&t, &earlier);
    xl_agent_stop(ctx->agent);
    result->outcome = XL_FAIL;
    result->findings[result->finding_count++] = found.finding;
    result->differences++;
    if (repro->report)
        repro->report(repro->data, &s);
    release(&found);
    release(&reduced);
    release(&earlier);
    return true;
}

void xl_earlier_calls_describe(const struct xl_context *ctx, const struct xl_earlier_calls *calls,
                               char *text, size_t size)
{
    const struct xl_case c = xl_case_of(ctx, calls->first);
    if (calls->count == 1)
        snprintf(text, size, "call %zu of %zu (n = %zu, fill %s, buffers at %s)", calls->first + 1,
                 calls->of, c.n, xl_fill_name(c.fill), xl_placement_name(c.placement));
    else
        snprintf(text, size, "calls %zu to %zu of %zu", calls->first + 1,
                 calls->first + calls->count, calls->of);
}

enum { XL_PRINTED_ELEMENTS = 24, XL_PRINTED_WRONG = 8 };

static void print_bits(FILE *f, enum xl_type type, uint64_t bits)
{
    char number[40];
    xl_print_number(type, bits, number, sizeof number);
    fprintf(f, "%s (0x%0*" PRIx64 ")", number, 2 * (int)xl_type_size(type), bits);
}

/* Bits that the number shows need no repetition. */
static void print_short(FILE *f, enum xl_type type, uint64_t bits)
{
    if (bits && (xl_type_is_float(type) || bits > 9))
        print_bits(f, type, bits);
    else
        fprintf(f, "%d", (int)bits);
}

/* ", except a[256] = 1, a[300..303] = 2" */
static void print_unusual(FILE *f, const struct xl_captured_arg *a, uint64_t usual)
{
    const char *between = ", except ";
    size_t runs = 0, left = 0;
    for (size_t i = 0, end; i < a->elements; i = end) {
        for (end = i + 1; end < a->elements && a->bits[end] == a->bits[i];)
            end++;
        if (a->bits[i] == usual)
            continue;
        if (runs++ >= XL_PRINTED_WRONG) {
            left += end - i;
            continue;
        }
        fprintf(f, "%s%s[%zu", between, a->arg->name, i);
        fprintf(f, end > i + 1 ? "..%zu] = " : "] = ", end - 1);
        print_short(f, a->arg->type, a->bits[i]);
        between = ", ";
    }
    if (left)
        fprintf(f, " and %zu more", left);
}

static void print_input(FILE *f, const struct xl_captured_arg *a)
{
    uint64_t usual = 0;
    const size_t others = xl_unusual_elements(XL_u64, a->bits, a->elements, &usual);
    fprintf(f, "  %s: ", a->arg->name);
    if (a->elements > 1 && !others) {
        fprintf(f, "%zu times ", a->elements);
        print_bits(f, a->arg->type, usual);
    } else if (xl_has_usual(a->elements, others)) {
        print_short(f, a->arg->type, usual);
        print_unusual(f, a, usual);
    } else {
        for (size_t i = 0; i < a->elements && i < XL_PRINTED_ELEMENTS; i++) {
            if (i)
                fputs(", ", f);
            print_bits(f, a->arg->type, a->bits[i]);
        }
        if (a->elements > XL_PRINTED_ELEMENTS)
            fprintf(f, " and %zu more", a->elements - XL_PRINTED_ELEMENTS);
    }
    fputc('\n', f);
}

static void print_wrong(FILE *f, const struct xl_captured_arg *a)
{
    size_t wrong = 0;
    for (size_t i = 0; a->wrong && i < a->elements; i++) {
        if (!a->wrong[i] || wrong++ >= XL_PRINTED_WRONG)
            continue;
        fprintf(f, "  %s[%zu]: got ", a->arg->name, i);
        print_bits(f, a->arg->type, a->got[i]);
        fputs(", expected ", f);
        print_bits(f, a->arg->type, a->expected[i]);
        if (a->allowed)
            fprintf(f, ", off by %.3g, allowed %.3g",
                    fabs(xl_bits_value(a->arg->type, a->got[i]) -
                         xl_bits_value(a->arg->type, a->expected[i])),
                    a->allowed[i]);
        fputc('\n', f);
    }
    if (wrong > XL_PRINTED_WRONG)
        fprintf(f, "  and %zu more of %s\n", wrong - XL_PRINTED_WRONG, a->arg->name);
}

void xl_print_call(FILE *f, const char *title, const struct xl_captured_call *s)
{
    fprintf(f, "%s: n = %zu%s%s, buffers at %s, alignment %u%s\n", title, s->c.n,
            s->finding.sizes[0] ? ", " : "", s->finding.sizes, xl_placement_name(s->c.placement),
            s->finding.alignment, xl_rounding_words(s->c.rounding));
    if (*s->finding.message)
        fprintf(f, "  %s: %s\n", xl_check_name(s->finding.check), s->finding.message);
    for (size_t k = 0; k < s->arg_count; k++)
        if (s->args[k].bits)
            print_input(f, &s->args[k]);
    for (size_t k = 0; k < s->arg_count; k++)
        print_wrong(f, &s->args[k]);
}
