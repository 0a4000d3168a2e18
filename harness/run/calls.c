/* The calls of one kernel on one agent: laid out in the shared memory, made, and judged.
 * SPDX-License-Identifier: MIT
 */
#include "run/calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "checks.h"
#include "judge/compare.h"

/* What untouched memory of a slot holds. Not a NaN, not a small number, not the same in each byte
 * order of a word. */
enum { XL_CANARY = 0xa5 };
_Static_assert((int)XL_MAX_ARGS == (int)XL_CALL_ARGS, "a kernel's arguments are a call's");
_Static_assert((int)XL_MAX_BUFFER_BYTES + 64 <= (int)XL_LARGE_BYTES,
               "the largest buffer fits its slot at any offset");

/* One argument of one call. */
struct buffer {
    size_t slot_at, slot_bytes; /* its slot in the shared memory */
    size_t at;                  /* where its elements begin in the slot */
    size_t elements;
    uint8_t *data;  /* inputs: the elements, host order */
    uint64_t value; /* XL_ARG_COUNT and XL_ARG_VALUE */
};

struct planned {
    struct xl_case c;
    struct buffer buffers[XL_MAX_ARGS];
};

struct xl_bench {
    struct planned calls[XL_BATCH_CALLS];
    uint8_t small[XL_SMALL_SLOTS][XL_SMALL_BYTES];
    uint8_t large[XL_LARGE_SLOTS][XL_LARGE_BYTES];
    uint8_t expected[XL_LARGE_SLOTS]
                    [XL_LARGE_BYTES * 4]; /* 16-byte reference elements for 4-byte outputs */
    uint8_t flushed_expected[XL_LARGE_SLOTS][XL_LARGE_BYTES * 4];
    uint8_t flushed_input[XL_LARGE_SLOTS][XL_LARGE_BYTES];
};

struct xl_bench *xl_bench_new(void)
{
    return calloc(1, sizeof(struct xl_bench));
}

void xl_bench_free(struct xl_bench *b)
{
    free(b);
}

static bool is_buffer(const struct xl_arg *arg)
{
    return arg->kind == XL_ARG_IN || arg->kind == XL_ARG_OUT;
}

static bool fits_small(const struct xl_kernel *kernel, const struct xl_case *c)
{
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++) {
        size_t bytes = (xl_arg_elements(&kernel->args[i], c->n) + c->offset) *
                       xl_type_size(kernel->args[i].type);
        if (is_buffer(&kernel->args[i]) && bytes > XL_SMALL_BYTES)
            return false;
    }
    return true;
}

/* Where a buffer's elements begin in its slot. */
static size_t place(const struct xl_case *c, size_t size, size_t bytes, size_t slot_bytes)
{
    switch (c->place) {
    case XL_PLACE_END:
        return slot_bytes - bytes;
    case XL_PLACE_OFF:
        return c->offset * size;
    default:
        return 0;
    }
}

/* Lays out argument k of call number i: canaries all over its slot, then the input's elements in
 * the guest's order. */
static void lay_out_buffer(const struct xl_calls *run, struct planned *p, size_t i, size_t k,
                           bool small)
{
    const struct xl_arg *arg = &run->kernel->args[k];
    struct buffer *b = &p->buffers[k];
    size_t slot = small ? i * XL_SLOTS_PER_CALL + k : k;
    size_t size = xl_type_size(arg->type);
    b->slot_bytes = small ? XL_SMALL_BYTES : XL_LARGE_BYTES;
    b->slot_at = XL_PAGE + (small ? XL_SLOTS_AT + slot * XL_SMALL_STRIDE
                                  : XL_LARGE_AT + slot * XL_LARGE_STRIDE);
    b->elements = xl_arg_elements(arg, p->c.n);
    b->at = place(&p->c, size, b->elements * size, b->slot_bytes);
    b->data = small ? run->bench->small[slot] : run->bench->large[slot];
    uint8_t *memory = run->agent->memory + b->slot_at;
    memset(memory, XL_CANARY, b->slot_bytes);
    if (arg->kind == XL_ARG_IN) {
        xl_fill_input(run->kernel, k, &p->c, b->data);
        xl_copy_swapped(arg->type, memory + b->at, b->data, b->elements, run->agent->swap);
    }
}

static enum xl_return return_kind(enum xl_type type)
{
    if (xl_type_is_float(type))
        return type == XL_f32 ? XL_RETURN_F32 : XL_RETURN_F64;
    return xl_type_size(type) == 8 ? XL_RETURN_64 : XL_RETURN_32;
}

static void lay_out(const struct xl_calls *run, struct planned *p, size_t i, bool small)
{
    const struct xl_agent *a = run->agent;
    struct xl_call call = {.variant = run->variant};
    for (size_t k = 0; k < XL_MAX_ARGS && run->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &run->kernel->args[k];
        struct buffer *b = &p->buffers[k];
        *b = (struct buffer){0};
        if (is_buffer(arg)) {
            lay_out_buffer(run, p, i, k, small);
            call.pointers |= UINT64_C(1) << k;
            call.args[k] = b->slot_at + b->at;
        } else if (arg->kind == XL_ARG_COUNT) {
            call.args[k] = b->value = p->c.n;
        } else if (arg->kind == XL_ARG_VALUE) {
            xl_fill_input(run->kernel, k, &p->c, &b->value);
            call.args[k] = b->value;
            unsigned unused = 64 - 8 * (unsigned)xl_type_size(arg->type);
            if (xl_type_is_signed(arg->type)) /* the ABIs want it extended to the register */
                call.args[k] = (uint64_t)((int64_t)(b->value << unused) >> unused);
        } else if (arg->kind == XL_ARG_RESULT) {
            call.returns = return_kind(arg->type);
        }
    }
    struct xl_call *to = xl_agent_call(run->agent, (unsigned)i);
    *to = (struct xl_call){.variant = xl_agent_word(a, call.variant),
                           .returns = xl_agent_word(a, call.returns),
                           .pointers = xl_agent_word(a, call.pointers)};
    for (size_t k = 0; k < XL_CALL_ARGS; k++)
        to->args[k] = xl_agent_word(a, call.args[k]);
}

static struct xl_finding *new_finding(struct xl_kernel_result *result, const char *check,
                                      const struct planned *p, const struct buffer *b)
{
    if (xl_check_is_off(check))
        return NULL;
    result->outcome = XL_FAIL;
    result->differences++;
    if (result->finding_count == XL_MAX_FINDINGS)
        return NULL;
    struct xl_finding *f = &result->findings[result->finding_count++];
    *f = (struct xl_finding){.check = check, .has_call = p != NULL};
    if (p) {
        f->n = p->c.n;
        f->fill = xl_fill_name(p->c.fill);
        f->place = xl_place_name(p->c.place);
        f->alignment = 64;
    }
    /* A result stands in no buffer: the first argument's says how the data lay. */
    if (p && (!b || !b->slot_bytes))
        b = &p->buffers[0];
    if (b && b->slot_bytes) {
        size_t address = b->slot_at + b->at;
        f->alignment = address % 64 ? (unsigned)(address & -address) : 64;
    }
    return f;
}

enum { XL_NO_ELEMENT = -1 };

/* What went into element i: of each input with one element for each n, that element; of the others,
 * and for a result that all elements make, the first few. */
static void describe_inputs(const struct xl_kernel *kernel, const struct planned *p, long i,
                            char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const struct buffer *b = &p->buffers[k];
        int digits = 2 * (int)xl_type_size(arg->type);
        if (arg->kind == XL_ARG_VALUE)
            used += (size_t)snprintf(text + used, size - used, "%s%s=0x%0*llx", used ? " " : "",
                                     arg->name, digits, (unsigned long long)b->value);
        if (arg->kind != XL_ARG_IN)
            continue;
        bool just_one = arg->per_n == 1 && i >= 0 && (size_t)i < b->elements;
        size_t from = just_one ? (size_t)i : 0;
        size_t to = just_one ? from + 1 : b->elements < 6 ? b->elements : 6;
        for (size_t e = from; e < to && used + 80 < size; e++)
            used += (size_t)snprintf(text + used, size - used, "%s%s[%zu]=0x%0*llx",
                                     used ? " " : "", arg->name, e, digits,
                                     (unsigned long long)xl_bits_get(arg->type, b->data, e));
    }
}

static void add_value_finding(const struct xl_calls *run, const struct planned *p, size_t k,
                              size_t i, uint64_t got, double ulp, const void *expected,
                              struct xl_kernel_result *result)
{
    const struct xl_arg *arg = &run->kernel->args[k];
    struct xl_finding *f = new_finding(result, "value", p, &p->buffers[k]);
    if (!f)
        return;
    int digits = 2 * (int)xl_type_size(arg->type);
    size_t lanes = run->vl_bits ? run->vl_bits / 8 / xl_type_size(arg->type) : 1;
    f->has_element = 1;
    f->element = i;
    f->lane = i % lanes;
    f->ulp = ulp;
    snprintf(f->arg, sizeof f->arg, "%s", arg->name);
    snprintf(f->got, sizeof f->got, "0x%0*llx", digits, (unsigned long long)got);
    snprintf(f->expected, sizeof f->expected, "0x%0*llx", digits,
             (unsigned long long)xl_expected_bits(run->kernel, arg->type, expected, i));
    describe_inputs(run->kernel, p, arg->kind == XL_ARG_OUT ? (long)i : XL_NO_ELEMENT, f->inputs,
                    sizeof f->inputs);
    snprintf(f->message, sizeof f->message, "%s[%zu] is not what the reference says", arg->name, i);
}

/* Compares the elements of one output. flushed: what a flushing ISA may say instead, or NULL. */
static void judge_output(const struct xl_calls *run, const struct planned *p, size_t k,
                         const void *got_array, size_t elements, const void *expected,
                         const void *flushed, struct xl_kernel_result *result)
{
    enum xl_type type = run->kernel->args[k].type;
    for (size_t i = 0; i < elements; i++) {
        double ulp, other;
        uint64_t got = xl_bits_get(type, got_array, i);
        bool same = xl_judge_element(run->kernel, type, got, expected, i, &ulp);
        if (!same && flushed && xl_judge_element(run->kernel, type, got, flushed, i, &other)) {
            same = true;
            ulp = other;
        }
        if (!same && flushed && xl_flushed_before_rounding(run->kernel, type, got, flushed, i)) {
            same = true;
            ulp = 0;
        }
        if (!same)
            add_value_finding(run, p, k, i, got, ulp, expected, result);
        else if (ulp > result->max_ulp)
            result->max_ulp = ulp;
    }
    result->checked += elements;
}

/* Everything of a slot outside [from, to) must be as it was laid out: canaries, or the whole of an
 * input. */
static void check_untouched(const struct xl_calls *run, const struct planned *p, size_t k,
                            const uint8_t *was, size_t from, size_t to,
                            struct xl_kernel_result *result)
{
    const struct xl_arg *arg = &run->kernel->args[k];
    const struct buffer *b = &p->buffers[k];
    const uint8_t *is = run->agent->memory + b->slot_at;
    size_t end = b->at + b->elements * xl_type_size(arg->type);
    for (size_t i = 0; i < b->slot_bytes; i++) {
        if (i == from)
            i = to;
        if (i >= b->slot_bytes || is[i] == was[i])
            continue;
        bool inside = i >= b->at && i < end;
        struct xl_finding *f = new_finding(result, inside ? "input" : "overwrite", p, b);
        if (f && inside)
            snprintf(f->message, sizeof f->message, "the kernel changed its input %s, at byte %zu",
                     arg->name, i - b->at);
        else if (f && i >= end)
            snprintf(f->message, sizeof f->message,
                     "the kernel wrote past the end of %s, at byte +%zu", arg->name, i - end);
        else if (f)
            snprintf(f->message, sizeof f->message, "the kernel wrote before %s, at byte -%zu",
                     arg->name, b->at - i);
        return;
    }
}

static void check_memory(const struct xl_calls *run, const struct planned *p,
                         struct xl_kernel_result *result)
{
    static _Thread_local uint8_t was[XL_LARGE_BYTES];
    for (size_t k = 0; k < XL_MAX_ARGS && run->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &run->kernel->args[k];
        const struct buffer *b = &p->buffers[k];
        if (!is_buffer(arg))
            continue;
        size_t bytes = b->elements * xl_type_size(arg->type);
        memset(was, XL_CANARY, b->slot_bytes);
        if (arg->kind == XL_ARG_IN) {
            xl_copy_swapped(arg->type, was + b->at, b->data, b->elements, run->agent->swap);
            check_untouched(run, p, k, was, b->slot_bytes, b->slot_bytes, result);
        } else {
            check_untouched(run, p, k, was, b->at, b->at + bytes, result);
        }
    }
}

/* Calls the reference into `expected`, one row of it an argument. With `flush`, on inputs whose
 * subnormals are gone. */
static void refer(const struct xl_calls *run, const struct planned *p,
                  uint8_t (*expected)[XL_LARGE_BYTES * 4], bool flush)
{
    uintptr_t args[XL_MAX_ARGS] = {0};
    for (size_t k = 0; k < XL_MAX_ARGS && run->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &run->kernel->args[k];
        const struct buffer *b = &p->buffers[k];
        if (arg->kind == XL_ARG_COUNT || arg->kind == XL_ARG_VALUE) {
            args[k] = b->value;
        } else if (arg->kind != XL_ARG_IN) {
            args[k] = (uintptr_t)expected[k];
        } else if (!flush) {
            args[k] = (uintptr_t)b->data;
        } else {
            uint8_t *input = run->bench->flushed_input[k];
            memcpy(input, b->data, b->elements * xl_type_size(arg->type));
            xl_flush_subnormals(arg->type, input, b->elements);
            args[k] = (uintptr_t)input;
        }
    }
    xl_reference_call(run->kernel, args);
    for (size_t k = 0; flush && k < XL_MAX_ARGS && run->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &run->kernel->args[k];
        if (arg->kind == XL_ARG_OUT || arg->kind == XL_ARG_RESULT)
            xl_reference_flush(run->kernel, arg->type, (void *)args[k],
                               arg->kind == XL_ARG_OUT ? p->buffers[k].elements : 1);
    }
}

static void judge_call(const struct xl_calls *run, const struct planned *p, size_t i,
                       struct xl_kernel_result *result)
{
    static _Thread_local uint8_t got[XL_LARGE_BYTES];
    refer(run, p, run->bench->expected, false);
    if (run->flushes)
        refer(run, p, run->bench->flushed_expected, true);
    for (size_t k = 0; k < XL_MAX_ARGS && run->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &run->kernel->args[k];
        const struct buffer *b = &p->buffers[k];
        const void *flushed = run->flushes ? run->bench->flushed_expected[k] : NULL;
        if (arg->kind == XL_ARG_OUT) {
            xl_copy_swapped(arg->type, got, run->agent->memory + b->slot_at + b->at, b->elements,
                            run->agent->swap);
            judge_output(run, p, k, got, b->elements, run->bench->expected[k], flushed, result);
        } else if (arg->kind == XL_ARG_RESULT) {
            uint64_t bits =
                xl_agent_word(run->agent, xl_agent_call(run->agent, (unsigned)i)->result);
            xl_bits_set(arg->type, got, 0, bits);
            judge_output(run, p, k, got, 1, run->bench->expected[k], flushed, result);
        }
    }
    check_memory(run, p, result);
    result->calls++;
}

/* A finding for the call that the agent did not survive. */
static void add_end_finding(const struct xl_calls *run, const struct planned *p, enum xl_turn turn,
                            int detail, struct xl_kernel_result *result)
{
    static const char *const checks[] = {[XL_TURN_SIGNAL] = "crash",
                                         [XL_TURN_EXIT] = "exit",
                                         [XL_TURN_HANG] = "hang",
                                         [XL_TURN_GARBLED] = "protocol"};
    char said[300];
    struct xl_finding *f = new_finding(result, checks[turn], p, NULL);
    if (!f)
        return;
    xl_process_said(&run->agent->process, said, sizeof said);
    if (turn == XL_TURN_SIGNAL) {
        f->signal = detail;
        snprintf(f->message, sizeof f->message, "the kernel died of signal %d (%s)", detail,
                 strsignal(detail));
    } else if (turn == XL_TURN_EXIT) {
        snprintf(f->message, sizeof f->message,
                 "the guest exited with status %d during the call%s%s", detail, said[0] ? ": " : "",
                 said);
    } else if (turn == XL_TURN_HANG) {
        snprintf(f->message, sizeof f->message, "the call did not return within %d s",
                 run->call_limit_ms / 1000);
    } else {
        snprintf(f->message, sizeof f->message, "the agent answered something that is no answer");
    }
    describe_inputs(run->kernel, p, XL_NO_ELEMENT, f->inputs, sizeof f->inputs);
}

static enum xl_turn run_batch(const struct xl_calls *run, unsigned calls,
                              struct xl_kernel_result *result)
{
    int detail = 0;
    enum xl_turn turn = xl_agent_run(run->agent, calls, run->call_limit_ms, &detail);
    for (unsigned i = 0; i < calls; i++) {
        bool done = xl_agent_word(run->agent, xl_agent_call(run->agent, i)->done) == 1;
        if (done)
            judge_call(run, &run->bench->calls[i], i, result);
        else if (turn == XL_TURN_DONE)
            turn = XL_TURN_GARBLED; /* it says that all is done, and it is not */
    }
    if (turn == XL_TURN_GARBLED)
        xl_agent_stop(run->agent);
    if (turn != XL_TURN_DONE && turn != XL_TURN_INTERRUPTED)
        add_end_finding(run, &run->bench->calls[xl_agent_progress(run->agent)], turn, detail,
                        result);
    return turn;
}

static bool past(const struct timespec *deadline)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > deadline->tv_sec ||
           (now.tv_sec == deadline->tv_sec && now.tv_nsec > deadline->tv_nsec);
}

enum xl_turn xl_calls_run(const struct xl_calls *run, struct xl_kernel_result *result)
{
    size_t cases = xl_case_count(run->kernel, run->vl_bits, run->count);
    enum xl_turn turn = XL_TURN_DONE;
    unsigned batch = 0;
    for (size_t i = 0; i < cases && turn == XL_TURN_DONE; i++) {
        struct planned *p = &run->bench->calls[batch];
        p->c = xl_case_get(run->kernel, run->vl_bits, run->count, run->seed, i);
        bool small = fits_small(run->kernel, &p->c);
        if (!small && batch) { /* a large call is a batch of its own: send what is there, then lay
                                  it out first */
            turn = run_batch(run, batch, result);
            run->bench->calls[0].c = p->c;
            p = &run->bench->calls[0];
            batch = 0;
            if (turn != XL_TURN_DONE)
                break;
        }
        lay_out(run, p, batch++, small);
        if (batch == XL_BATCH_CALLS || !small || i + 1 == cases) {
            turn = run_batch(run, batch, result);
            batch = 0;
        }
        if (batch == 0 && past(run->deadline) && turn == XL_TURN_DONE && i + 1 < cases) {
            struct xl_finding *f = new_finding(result, "hang", NULL, NULL);
            if (f)
                snprintf(f->message, sizeof f->message,
                         "the row's time was used up after %llu calls",
                         (unsigned long long)result->calls);
            return XL_TURN_HANG;
        }
    }
    return turn;
}
