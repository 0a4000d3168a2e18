/* One finding shown again: its call made exactly as it was, and made smaller while it still fails.
 * SPDX-License-Identifier: MIT
 */
#include "repro/repro.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/signals.h"
#include "execute/findings.h"
#include "execute/reference_process.h"
#include "execute/verify.h"
#include "oracle/compare.h"
#include "oracle/strides.h"
#include "repro/other_calls.h"
#include "repro/shrink.h"
#include "results/case_json.h"

enum {
    XL_MOST_ATTEMPTS = 6000,
    XL_MOST_AFTER_OTHERS = 100, /* each begins a process */
    XL_MOST_HUNG = 12,
    XL_HANG_MS = 3000
};

/* What makes attempts. */
struct trying {
    const struct xl_row_job *job;
    const struct xl_context *ctx;
    xl_starter start;
    enum xl_check check;
    struct xl_finding finding; /* of the last one that failed */
    bool returned;             /* the last call did */
    unsigned hung;             /* each takes its time */
    struct xl_before before;   /* calls that are made first, by a fresh agent; none: it is not */
    const struct xl_case *c;   /* the call that they are before, while they are looked for */
};

static bool is_value(enum xl_check check)
{
    return check == XL_CHECK_value || check == XL_CHECK_alias;
}

/* Which of two a wrong value is depends on the place alone. */
static bool is_alike(enum xl_check a, enum xl_check b)
{
    return a == b || (is_value(a) && is_value(b));
}

/* Makes the calls that come before, whatever comes of them. */
static bool make_before(const struct trying *t)
{
    struct xl_kernel_result ignored = {.outcome = XL_PASS, .kernel = t->ctx->kernel->name};
    struct xl_error err;
    if (!t->before.count)
        return true;
    xl_agent_stop(t->ctx->agent);
    if (t->start(t->job, t->ctx->agent, &err) != XL_START_OK)
        return false;
    for (size_t i = 0; i < t->before.count; i++) {
        const struct xl_case c = xl_case_of(t->ctx, t->before.first + i);
        if (xl_interrupted || xl_execute_call(t->ctx, &c, &ignored) != XL_STATUS_OK)
            return false;
    }
    return true;
}

static bool fails(void *data, const struct xl_case *c)
{
    struct trying *t = data;
    struct xl_kernel_result result = {.outcome = XL_PASS, .kernel = t->ctx->kernel->name};
    struct xl_error err;
    if (!make_before(t))
        return false;
    if (xl_interrupted || t->hung > XL_MOST_HUNG ||
        (!t->ctx->agent->process.pid && t->start(t->job, t->ctx->agent, &err) != XL_START_OK))
        return false;
    const enum xl_call_status turn = xl_execute_call(t->ctx, c, &result);
    t->returned = turn == XL_STATUS_OK;
    t->hung += turn == XL_STATUS_TIMEOUT;
    for (unsigned i = 0; i < result.finding_count; i++)
        if (is_alike(result.findings[i].check, t->check)) {
            t->finding = result.findings[i];
            return true;
        }
    return false;
}

static bool fails_after(void *data, const struct xl_before *before)
{
    struct trying *t = data;
    t->before = *before;
    return fails(t, t->c);
}

/* Looks for calls before this one that make it fail. */
static bool find_before(struct trying *t, const struct xl_case *c)
{
    struct xl_before before;
    t->c = c;
    const bool is_found = xl_before_find(t->ctx, c, fails_after, t, &before);
    t->before = is_found ? before : (struct xl_before){.count = 0};
    return is_found && fails(t, c);
}

/* How far off element i may be. */
static double allowed(const struct xl_context *ctx, enum xl_type type, const void *expected,
                      size_t i, uint64_t bits)
{
    const struct xl_contract *contract = &ctx->kernel->contract;
    if (contract->kind == XL_BOUND)
        return ((const struct xl_bounded *)expected)[i].bound;
    return fmax(contract->ulp * (double)xl_ulp_of(type, xl_bits_value(type, bits)),
                contract->absolute);
}

static void capture_output(const struct trying *t, size_t k, struct xl_captured_arg *to)
{
    const struct xl_context *ctx = t->ctx;
    const struct xl_prepared_call *p = &ctx->workspace->calls[0];
    const void *expected = xl_expected(ctx->workspace, p, k);
    const enum xl_type type = to->arg->type;
    const bool is_near = ctx->kernel->contract.kind != XL_EXACT && xl_type_is_float(type);
    const size_t room = to->elements + 1;
    to->defined = to->elements;
    if (xl_arg_is_written(to->arg))
        xl_defined(ctx, p, k, &to->defined);
    to->expected = calloc(room, sizeof *to->expected);
    to->got = t->returned ? calloc(room, sizeof *to->got) : NULL;
    to->wrong = t->returned ? calloc(room, sizeof *to->wrong) : NULL;
    to->allowed = is_near ? calloc(room, sizeof *to->allowed) : NULL;
    for (size_t i = 0; i < to->elements && to->expected; i++) {
        to->expected[i] = xl_expected_bits(ctx->kernel, type, expected, i);
        if (to->allowed)
            to->allowed[i] = allowed(ctx, type, expected, i, to->expected[i]);
        if (to->got && to->wrong) {
            to->got[i] = xl_element_left(ctx, p, k, i);
            to->wrong[i] = !xl_element_is_right(ctx, p, k, i);
        }
    }
}

static void capture_passed(const struct xl_context *ctx, struct xl_passed *to)
{
    struct xl_agent *a = ctx->agent;
    const struct xl_call *call = xl_agent_call(a, 0);
    *to = (struct xl_passed){.count = xl_agent_word(a, call->arg_count),
                             .floating = xl_agent_word(a, call->floating),
                             .float_size = xl_agent_word(a, call->float_size),
                             .wide = xl_agent_word(a, call->wide),
                             .control = xl_agent_word(a, call->control)};
    for (size_t k = 0; k < XL_CALL_ARGS; k++)
        to->args[k] = xl_agent_word(a, call->args[k]);
}

/* Whether the call may leave anything in this byte of argument j's slot, or has left it as it was.
 */
static bool is_as_it_was(const struct xl_context *ctx, const struct xl_captured_call *s, size_t j,
                         const uint8_t *slot, size_t byte, bool *is_told)
{
    const struct xl_arg *arg = s->args[j].arg;
    const long i = xl_spot_element(&s->spots[j], arg->type, byte);
    if (xl_arg_is_written(arg)) {
        *is_told |= i >= 0 || xl_spot_is_slack(&s->spots[j], byte);
        return *is_told;
    }
    *is_told |= i >= 0;
    return i >= 0 && xl_spot_get(&s->spots[j], arg->type, slot, (size_t)i, ctx->agent->swap) ==
                         s->args[j].bits[i];
}

static void find_trespass(const struct xl_context *ctx, struct xl_captured_call *s, size_t owner)
{
    const struct xl_spot *spot = &s->spots[owner];
    const uint8_t *slot = ctx->agent->memory + spot->slot_at;
    for (size_t byte = 0; byte < spot->slot_bytes && s->trespass_at < 0; byte++) {
        bool is_told = false, is_right = false;
        for (size_t j = owner; j < s->arg_count; j++)
            if (xl_arg_is_buffer(s->args[j].arg) && s->spots[j].owner == owner)
                is_right |= is_as_it_was(ctx, s, j, slot, byte, &is_told);
        if (is_told ? is_right : slot[byte] == xl_slot_poison(s->args[owner].arg, &s->c))
            continue;
        s->trespass_at = (long)(spot->slot_at + byte);
        s->trespass = slot[byte];
    }
}

static void capture_trespass(const struct trying *t, struct xl_captured_call *s)
{
    const enum xl_check check = s->finding.check;
    s->trespass_at = -1;
    for (size_t k = 0; t->returned && k < s->arg_count; k++)
        if ((check == XL_CHECK_overwrite || check == XL_CHECK_input) &&
            xl_arg_is_buffer(s->args[k].arg) && s->spots[k].owner == k)
            find_trespass(t->ctx, s, k);
}

const char *xl_type_of_c(enum xl_type type)
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

/* The call that was made last. */
static void capture(const struct trying *t, const struct xl_case *c, struct xl_captured_call *to)
{
    const struct xl_context *ctx = t->ctx;
    const struct xl_prepared_call *p = &ctx->workspace->calls[0];
    *to = (struct xl_captured_call){.c = *c,
                                    .finding = t->finding,
                                    .flags = ctx->workspace->errand.flags[0],
                                    .flags_of_contract = ctx->kernel->contract.flags};
    memcpy(to->spots, p->spots, sizeof to->spots);
    memcpy(to->function, ctx->agent->variants[ctx->variant].function, sizeof to->function);
    capture_passed(ctx, &to->passed);
    for (size_t k = 0; k < XL_MAX_ARGS && ctx->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &ctx->kernel->args[k];
        const struct xl_buffer *b = &p->buffers[k];
        struct xl_captured_arg *a = &to->args[to->arg_count++];
        *a = (struct xl_captured_arg){.arg = arg,
                                      .elements = xl_arg_is_buffer(arg) ? b->elements : 1};
        if (arg->kind == XL_ARG_SIZE)
            a->size = (long)b->value;
        if (arg->kind == XL_ARG_STRIDE) { /* of rows that are near, as a file has them */
            a->size = xl_stride_value(ctx->kernel, k, &to->c);
            to->passed.args[k] = (uint64_t)a->size;
        }
        if (xl_arg_is_read(arg) || arg->kind == XL_ARG_VALUE)
            a->bits = calloc(a->elements + 1, sizeof *a->bits);
        for (size_t i = 0; a->bits && i < a->elements; i++)
            a->bits[i] = arg->kind == XL_ARG_VALUE ? b->value : xl_bits_get(arg->type, b->data, i);
        if (xl_arg_is_written(arg) || arg->kind == XL_ARG_RESULT)
            capture_output(t, k, a);
    }
    capture_trespass(t, to);
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

/* Equal lanes are a matter of how the call is filled; nothing of that can be left out. */
static bool can_shrink(enum xl_check check)
{
    return check != XL_CHECK_lanes;
}

static const struct xl_arg *output_of(const struct xl_kernel *kernel, const struct xl_finding *f)
{
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (strcmp(kernel->args[k].name, f->arg) == 0 && xl_arg_is_written(&kernel->args[k]))
            return &kernel->args[k];
    return NULL;
}

/* Makes the call that failed smaller, and captures what is left of it. */
static unsigned shrink(struct trying *t, const struct xl_case *c, const struct xl_finding *found,
                       struct xl_captured_call *to)
{
    const struct xl_context *ctx = t->ctx;
    struct xl_shrink s = {.kernel = ctx->kernel,
                          .fails = fails,
                          .data = t,
                          .output = found->has_element ? output_of(ctx->kernel, found) : NULL,
                          .element = found->has_element ? found->element : 0,
                          .most = t->before.count ? XL_MOST_AFTER_OTHERS : XL_MOST_ATTEMPTS};
    const uint8_t *inputs[XL_MAX_ARGS] = {NULL};
    for (size_t k = 0; k < XL_MAX_ARGS && ctx->kernel->args[k].kind; k++) {
        const struct xl_buffer *b = &ctx->workspace->calls[0].buffers[k];
        inputs[k] =
            ctx->kernel->args[k].kind == XL_ARG_VALUE ? (const uint8_t *)&b->value : b->data;
    }
    const bool is_begun = can_shrink(found->check) && xl_shrink_begin(&s, c, inputs);
    if (is_begun)
        xl_shrink_run(&s);
    /* What failed last need not fail the next time. */
    const struct xl_case *last = is_begun && fails(t, &s.c) ? &s.c : c;
    if (last == &s.c || fails(t, c))
        capture(t, last, to);
    to->c.explicit_inputs = NULL;
    xl_shrink_free(&s);
    return s.attempts;
}

/* The call of a finding that shows only beside others: as it is laid out. */
static void show_beside(struct xl_repro *repro, struct trying *t, const struct xl_case *c)
{
    struct xl_captured_call found, none = {.arg_count = 0};
    const struct xl_showing s = {.job = t->job,
                                 .ctx = t->ctx,
                                 .as_found = &found,
                                 .shrunk = &none,
                                 .before = &t->before,
                                 .is_beside = true};
    snprintf(t->finding.message, sizeof t->finding.message, "%s",
             xl_json_text(repro->wanted->finding, "message"));
    t->finding.check = repro->wanted->check;
    capture(t, c, &found);
    repro->show(repro->data, &s);
    release(&found);
}

/* The one call that must come before, as it was made. */
static void capture_before(struct trying *t, struct xl_captured_call *to)
{
    if (t->before.count != 1)
        return;
    const struct xl_case c = xl_case_of(t->ctx, t->before.first);
    const struct xl_finding finding = t->finding;
    t->finding = (struct xl_finding){.check = finding.check, .alignment = finding.alignment};
    if (make_before(t))
        capture(t, &c, to);
    t->finding = finding;
}

bool xl_repro_kernel(struct xl_repro *repro, const struct xl_row_job *job,
                     const struct xl_context *ctx, xl_starter start,
                     struct xl_kernel_result *result)
{
    const struct xl_finding_ref *w = repro->wanted;
    struct trying t = {.job = job, .ctx = ctx, .start = start, .check = w->check};
    struct xl_captured_call found, shrunk = {.arg_count = 0}, before = {.arg_count = 0};
    struct xl_case c = w->c;
    struct xl_error err;
    if (*xl_json_text(w->finding, "after")) /* what comes before is told there: all is made again */
        return false;
    c.baseline = ctx->baseline;
    const bool is_possible = w->has_case && xl_case_fits(ctx->kernel, &c) &&
                             (c.fill != XL_FILL_KNOWN || (c.baseline && c.baseline->count));
    repro->is_shown = is_possible && fails(&t, &c);
    if (!repro->is_shown && is_possible && !xl_needs_other_calls(w->check))
        repro->is_shown = repro->is_after = find_before(&t, &c);
    if (!repro->is_shown && is_possible && t.returned && xl_needs_other_calls(w->check) &&
        repro->show)
        show_beside(repro, &t, &c);
    if (!repro->is_shown) {
        xl_agent_stop(ctx->agent); /* all calls are made next, the first of them first */
        start(job, ctx->agent, &err);
        return false;
    }
    capture(&t, &c, &found);
    /* Each attempt that hangs takes all of its time. */
    struct xl_context brief = *ctx;
    brief.call_limit_ms = ctx->call_limit_ms < XL_HANG_MS ? ctx->call_limit_ms : XL_HANG_MS;
    if (w->check == XL_CHECK_hang)
        t.ctx = &brief;
    struct xl_showing s = {.job = job,
                           .ctx = ctx,
                           .as_found = &found,
                           .shrunk = &shrunk,
                           .before = &t.before,
                           .call_before = t.before.count == 1 ? &before : NULL};
    s.attempts = shrink(&t, &c, &found.finding, &shrunk);
    capture_before(&t, &before);
    xl_agent_stop(ctx->agent);
    result->outcome = XL_FAIL;
    result->findings[result->finding_count++] = found.finding;
    result->differences++;
    if (repro->show)
        repro->show(repro->data, &s);
    release(&found);
    release(&shrunk);
    release(&before);
    return true;
}

/* A call that fails as a person reads it: what went in, what came out, what should have. */

enum { XL_SHOWN_ELEMENTS = 24, XL_SHOWN_WRONG = 8 };

void xl_print_number(enum xl_type type, uint64_t bits, char *text, size_t size)
{
    const unsigned unused = 64 - 8 * (unsigned)xl_type_size(type);
    if (type == XL_f32)
        snprintf(text, size, "%.9g", xl_bits_value(type, bits));
    else if (type == XL_f64)
        snprintf(text, size, "%.17g", xl_bits_value(type, bits));
    else if (xl_type_is_signed(type))
        snprintf(text, size, "%" PRId64, (int64_t)(bits << unused) >> unused);
    else
        snprintf(text, size, "%" PRIu64, bits);
}

static void print_bits(FILE *f, enum xl_type type, uint64_t bits)
{
    char number[40];
    xl_print_number(type, bits, number, sizeof number);
    fprintf(f, "%s (0x%0*" PRIx64 ")", number, 2 * (int)xl_type_size(type), bits);
}

static void print_input(FILE *f, const struct xl_captured_arg *a)
{
    bool is_same = true;
    for (size_t i = 1; i < a->elements; i++)
        is_same &= a->bits[i] == a->bits[0];
    fprintf(f, "  %-9s  ", a->arg->name);
    if (a->elements > 1 && is_same)
        fprintf(f, "%zu times ", a->elements);
    const size_t most = is_same && a->elements ? 1 : a->elements;
    for (size_t i = 0; i < most && i < XL_SHOWN_ELEMENTS; i++) {
        if (i)
            fputs(", ", f);
        print_bits(f, a->arg->type, a->bits[i]);
    }
    if (most > XL_SHOWN_ELEMENTS)
        fprintf(f, " and %zu more", most - XL_SHOWN_ELEMENTS);
    fputc('\n', f);
}

static void print_wrong(FILE *f, const struct xl_captured_arg *a)
{
    size_t wrong = 0;
    for (size_t i = 0; a->wrong && i < a->elements; i++) {
        if (!a->wrong[i] || wrong++ >= XL_SHOWN_WRONG)
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
    if (wrong > XL_SHOWN_WRONG)
        fprintf(f, "  and %zu more of %s\n", wrong - XL_SHOWN_WRONG, a->arg->name);
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
