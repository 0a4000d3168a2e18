/* The traced run: two short calls of each kernel and a long one, with each executed instruction
 * counted.
 * SPDX-License-Identifier: MIT
 */
#include "run/row_evidence.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/signals.h"
#include "base/text.h"
#include "execute/agent_client.h"
#include "execute/calls.h"
#include "matrix/rows.h"
#include "oracle/inputs.h"
#include "oracle/record.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "run/agent_start.h"

enum {
    XL_SAMPLE_TAIL_N = 3, /* elements past one vector in the second sampled call */
    /* The long call has so many times the elements of the first, ... */
    XL_SAMPLE_LONG_TIMES = 6,
    XL_LEAST_LONG_TIMES = 3,     /* ... or fewer, down to this, ... */
    XL_SHORTENED_LONG_TIMES = 2, /* ... or to this on a shortened row, ... */
    XL_LONG_INSNS = 1000,        /* ... to execute little more than this. */
    XL_LONGEST_INSNS = 100000,   /* in a longer call: part of a second, and of the log */
    XL_LONGEST_STEPS = 10000,    /* likewise, by ptrace */
    XL_LONG_THRESHOLDS = 8,      /* of a kernel's threshold, if a shorter call had a scalar loop */
    XL_LONGER_TIMES = 4          /* from one long call to the next, of a kernel that would fail */
};

/* The traced agent. */
struct tracing {
    struct xl_row_evidence *p;
    struct xl_sampled samples[XL_SAMPLES]; /* of one kernel */
    off_t read;                            /* how far the log was read */
    bool *is_wanted; /* a page: natively, whether calls are stepped; NULL: they always are */
    bool is_fresh;   /* this agent has not yet called the kernel */
    bool was_started;
    bool was_lost;            /* the way to an agent elsewhere, too often */
    bool needs_no_arithmetic; /* results of some call: a constant, or a copy */
    size_t least_long_n;      /* of the long call; 0: any */
    char *text;               /* what went wrong */
    size_t size;
};

static off_t log_size(const struct xl_row_evidence *p)
{
    struct stat s;
    return fstat(p->log, &s) == 0 ? s.st_size : 0;
}

static off_t log_limit(const struct xl_row_evidence *p)
{
    return (off_t)p->agent->process.file_mib << 20;
}

bool xl_is_traced(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return !p->job->row->native || m->is_stepped;
}

static enum xl_start start_native(const struct tracing *t, struct xl_error *err)
{
    const struct xl_row_evidence *p = t->p;
    uint64_t *entries = xl_alloc(p->count, sizeof *entries);
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++)
        if (xl_is_traced(p, &p->traces[i]))
            entries[count++] = p->code->image.variants[p->traces[i].variant].entry;
    const enum xl_start start =
        xl_follow_start(p->job, p->agent, entries, count, p->log, t->is_wanted, err);
    free(entries);
    return start;
}

/* Starts the traced agent, and the log with it. */
static bool start_traced(struct tracing *t)
{
    const struct xl_row_evidence *p = t->p;
    struct xl_error err;
    xl_agent_stop(p->agent);
    t->read = 0;
    t->is_fresh = true;
    if ((p->job->row->native ? start_native(t, &err)
                             : xl_start_logged(p, p->job->row->qemu_cpu, &err)) == XL_START_OK)
        return t->was_started = true;
    snprintf(t->text, t->size, "%.400s", err.text);
    return false;
}

static void clear(struct xl_sampled *s, const struct xl_disassembly *l)
{
    memset(s->counts + s->trace.low, 0, (s->trace.high - s->trace.low) * sizeof *s->counts);
    xl_trace_begin(&s->trace, l, s->counts);
    s->n = 0;
}

static void want_steps(const struct tracing *t, bool is_wanted)
{
    if (t->is_wanted)
        *t->is_wanted = is_wanted;
    xl_agent_step(t->p->agent, is_wanted);
}

/* Makes a call that is not the first of the kernel in this agent. */
static enum xl_call_status make_later_call(struct tracing *t, const struct xl_kernel_trace *m,
                                           enum xl_sample call, size_t n, int *detail)
{
    want_steps(t, false);
    enum xl_call_status status =
        t->is_fresh ? xl_make_earlier_calls(t->p, m, detail) : XL_STATUS_OK;
    want_steps(t, true);
    t->is_fresh = false;
    t->read = log_size(t->p);
    return status == XL_STATUS_OK ? xl_make_sampled_call(t->p, m, n, call, detail) : status;
}

/* Makes a call, and reads its part of the log. If the log is too small, restarts it for this call.
 */
static enum xl_call_status make_call(struct tracing *t, const struct xl_kernel_trace *m,
                                     enum xl_sample call, size_t n)
{
    struct xl_sampled *s = &t->samples[call];
    int detail = 0;
    clear(s, &t->p->code->disassembly);
    if (t->read > log_limit(t->p) / 2 && !start_traced(t))
        return XL_STATUS_EXIT;
    const bool had_others = t->read || t->is_fresh;
    enum xl_call_status status = make_later_call(t, m, call, n, &detail);
    if (status == XL_STATUS_SIGNAL && detail == SIGXFSZ &&
        had_others) { /* earlier calls may have filled the log */
        if (!start_traced(t))
            return XL_STATUS_EXIT;
        t->is_fresh = false;
        status = make_later_call(t, m, call, n, &detail);
    }
    if (status != XL_STATUS_OK) {
        xl_describe_failed_call(t->p, status, detail, xl_symbol_of(t->p, m), t->text, t->size);
        return status;
    }
    const struct xl_context context = xl_trace_context(t->p, m);
    t->needs_no_arithmetic |= call != XL_SAMPLE_TAIL && xl_outputs_need_no_arithmetic(&context);
    off_t end = log_size(t->p);
    xl_read_log(t->p, t->read, end, &s->trace);
    t->read = end;
    s->n = xl_valid_n(m->kernel, n);
    return status;
}

static uint64_t vectors_in(const struct tracing *t, const struct xl_kernel_trace *m,
                           enum xl_sample call)
{
    const struct xl_sampled *s = &t->samples[call];
    const struct xl_agent_code *code = t->p->code;
    uint64_t vectors = 0;
    for (size_t i = s->trace.low; i < s->trace.high; i++) {
        const struct xl_instruction *insn = &code->disassembly.instructions[i];
        if (s->counts[i] && xl_family_counts(m->family, insn->family) &&
            xl_reachable_may_have(&code->reachable, &code->image, &code->disassembly,
                                  (size_t)m->variant, insn->function))
            vectors += s->counts[i];
    }
    return vectors;
}

/* Whether a call that is much longer than the first would fill the log. */
static bool is_expensive(const struct tracing *t)
{
    return t->samples[XL_SAMPLE_FULL].trace.executed > XL_LONGEST_INSNS;
}

/* The largest n up to this one with whole vectors that executes about `insns` instructions, as
 * estimated from the first call. 0: not larger than the first. */
static size_t longer_n(const struct tracing *t, const struct xl_kernel_trace *m, size_t n,
                       uint64_t insns)
{
    const struct xl_sampled *first = &t->samples[XL_SAMPLE_FULL];
    size_t lanes = xl_lanes_of_kernel(t->p, m->kernel, false);
    size_t times = insns / (first->trace.executed + 1);
    const size_t least = xl_row_is_shortened(t->p->job->row) || is_expensive(t)
                             ? XL_SHORTENED_LONG_TIMES
                             : XL_LEAST_LONG_TIMES;
    times = times > least ? times : least;
    if (n > times * first->n)
        n = times * first->n;
    n = xl_valid_n(m->kernel, xl_max_n(m->kernel, n) / lanes * lanes);
    return n > first->n ? n : 0;
}

/* Adds a random number of vectors and elements, if the record allows it. */
static size_t uneven_n(const struct tracing *t, const struct xl_kernel_trace *m, size_t n)
{
    enum { VECTORS_MORE = 4 };
    const struct xl_kernel *kernel = m->kernel;
    const size_t lanes = xl_lanes_of_kernel(t->p, kernel, false),
                 rest = lanes > 1 ? 1 + xl_draw(t->p, kernel, XL_DRAW_REST, lanes - 1) : 0,
                 more = is_expensive(t) ? 0 : xl_draw(t->p, kernel, XL_DRAW_VECTORS, VECTORS_MORE);
    const size_t larger = n + more * lanes + rest, fitting = xl_max_n(kernel, larger);
    return xl_valid_n(kernel, fitting == larger ? larger : n - lanes + rest);
}

/* Whether its record says that no vectors compute, and the first calls had none. */
static bool is_without_vectors(const struct tracing *t, const struct xl_kernel_trace *m)
{
    return xl_by_lane_reason(t->p, m->kernel) && !vectors_in(t, m, XL_SAMPLE_FULL) &&
           !vectors_in(t, m, XL_SAMPLE_TAIL);
}

/* Makes the long call. If it executes no vector instruction, though the record promises vectors,
 * makes longer ones as far as memory and log allow: code may have a threshold. */
static bool make_long_calls(struct tracing *t, struct xl_kernel_trace *m)
{
    size_t n = longer_n(t, m, XL_SAMPLE_LONG_TIMES * t->samples[XL_SAMPLE_FULL].n, XL_LONG_INSNS);
    if (n && n < t->least_long_n)
        n = xl_valid_n(m->kernel, xl_max_n(m->kernel, t->least_long_n));
    n = n ? uneven_n(t, m, n) : 0;
    for (size_t last = 0; n > last;) {
        if (make_call(t, m, XL_SAMPLE_LONG, n) != XL_STATUS_OK) /* it took too long */
            return !xl_interrupted && start_traced(t) &&
                   (!last || make_call(t, m, XL_SAMPLE_LONG, last) == XL_STATUS_OK);
        if (vectors_in(t, m, XL_SAMPLE_LONG) || m->kernel->bitwise || m->family == XL_FAMILY_none ||
            is_without_vectors(t, m))
            break;
        m->scalar_n = last = n;
        n = longer_n(t, m, XL_LONGER_TIMES * n,
                     t->p->job->row->native ? XL_LONGEST_STEPS : XL_LONGEST_INSNS);
        n = n ? uneven_n(t, m, n) : 0;
    }
    return true;
}

/* Notes an executed instruction that the disassembly lacks: it would not count. */
static void check_complete(const struct tracing *t, struct xl_kernel_trace *m)
{
    for (int call = 0; call < XL_SAMPLES; call++) {
        const struct xl_trace *trace = &t->samples[call].trace;
        if (trace->elsewhere && xl_log_has(t->p->code, trace->last_elsewhere))
            snprintf(m->undecoded, sizeof m->undecoded, "0x%llx",
                     (unsigned long long)trace->last_elsewhere);
    }
}

/* False with what went wrong. */
static bool sample_kernel(struct tracing *t, struct xl_kernel_trace *m)
{
    size_t lanes = xl_lanes_of_kernel(t->p, m->kernel, false);
    t->is_fresh = true;
    t->needs_no_arithmetic = false;
    clear(&t->samples[XL_SAMPLE_LONG], &t->p->code->disassembly);
    if (make_call(t, m, XL_SAMPLE_FULL, xl_sampled_n(t->p, m->kernel)) != XL_STATUS_OK ||
        make_call(t, m, XL_SAMPLE_TAIL, lanes + XL_SAMPLE_TAIL_N) != XL_STATUS_OK)
        return false;
    if (xl_depends_on_n(m->kernel) && !make_long_calls(t, m))
        return false;
    check_complete(t, m);
    xl_trace_sum(t->p, m, t->samples);
    xl_growth_sum_up(t->p, m, t->samples);
    return true;
}

/* The kernel as it was before any sampled call. */
static struct xl_kernel_trace untraced(const struct xl_kernel_trace *m)
{
    return (struct xl_kernel_trace){.result = m->result,
                                    .kernel = m->kernel,
                                    .agents_number = m->agents_number,
                                    .variant = m->variant,
                                    .family = m->family,
                                    .is_stepped = m->is_stepped,
                                    .has_code = m->has_code,
                                    .implementation = m->implementation,
                                    .vectors = {.at = m->vectors.at, .room = m->vectors.room}};
}

/* Whether the scalar loop may be for arguments outside the function's domain: a vector library
 * calls the scalar function for each of them. */
static bool may_be_outside(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return m->kernel->function && xl_growth_is_scalar(m) && !xl_by_lane_reason(p, m->kernel);
}

/* Whether the scalar loop may be for the rest of a block: code with a threshold often processes
 * blocks of that size. */
static bool may_be_rest(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return m->long_n < XL_LONG_THRESHOLDS * xl_most_threshold(m->kernel) &&
           xl_growth_is_scalar(m) && !xl_by_lane_reason(p, m->kernel);
}

/* Samples again without arguments outside the domain, or with a long call of many blocks. If that
 * has the scalar loop too, the first trace stays. */
static bool trace_without_rest(struct tracing *t, struct xl_kernel_trace *m)
{
    const struct xl_kernel_trace first = *m;
    *m = untraced(m);
    m->vectors = (struct xl_numbers){0};
    m->inputs = first.inputs;
    m->has_small_values = first.has_small_values;
    m->in_domain = may_be_outside(t->p, &first);
    t->least_long_n = XL_LONG_THRESHOLDS * xl_most_threshold(m->kernel);
    const bool done = sample_kernel(t, m);
    t->least_long_n = 0;
    struct xl_numbers unused = first.vectors;
    if (!done || xl_growth_is_scalar(m)) {
        unused = m->vectors;
        *m = first;
    }
    free(unused.at);
    return done;
}

/* Whether the results are the same in all elements, such as the zeros of a shift by too much, or a
 * copy, such as the quotients by 1: other arguments by value may show more. */
static bool is_without_arithmetic(const struct tracing *t, const struct xl_kernel_trace *m)
{
    return t->needs_no_arithmetic && m->family != XL_FAMILY_none && !m->kernel->bitwise &&
           xl_count_args(m->kernel, xl_arg_is_value) > 0;
}

/* A comparison returns at the first difference. Its counts say nothing if that is early, so it gets
 * other inputs. So does what stores a constant or a copy, at last small values. */
static bool trace_kernel(struct tracing *t, struct xl_kernel_trace *m)
{
    enum { INPUTS = 8, MORE_INPUTS = 24, SMALL_FROM = 4 };
    bool done = sample_kernel(t, m);
    for (unsigned i = 1; done && ((i < INPUTS && xl_growth_ended_early(t->p, m)) ||
                                  (i < MORE_INPUTS && is_without_arithmetic(t, m)));
         i++) {
        const bool has_small_values = i >= SMALL_FROM && i % 2 && is_without_arithmetic(t, m);
        *m = untraced(m);
        m->inputs = i;
        m->has_small_values = has_small_values;
        done = sample_kernel(t, m);
    }
    return done && (may_be_outside(t->p, m) || may_be_rest(t->p, m)) ? trace_without_rest(t, m)
                                                                     : done;
}

/* Whether a check needs the work: `work` has baselines of -O2, `lengths` compares rows of one ISA
 * whose vectors differ in length. Nobody ships code of -O0, which executes several times as much.
 */
static bool is_work_needed(const struct xl_row_evidence *p)
{
    const char *opt = p->job->row->opt;
    const bool has_lengths = p->family == XL_FAMILY_sve || p->family == XL_FAMILY_rvv;
    if (p->job->row->native)
        return false;
    return p->job->mode.kind == XL_MODE_WORK || strcmp(opt, "O2") == 0 ||
           (has_lengths && strcmp(opt, "O0") != 0);
}

/* A kernel whose work cannot be counted has none. False: the agent does not start again. */
static bool count_work(struct tracing *t, struct xl_kernel_trace *m)
{
    uint64_t *counts = t->samples[XL_SAMPLE_FULL].counts;
    clear(&t->samples[XL_SAMPLE_FULL], &t->p->code->disassembly);
    if (!is_work_needed(t->p))
        return true;
    if (t->read > log_limit(t->p) / 2 && !start_traced(t))
        return false;
    const bool done = xl_work_count(t->p, m, t->is_fresh, counts, &m->work);
    t->read = log_size(t->p);
    return done || xl_interrupted || start_traced(t);
}

int xl_work_trace(struct xl_row_evidence *p, char *text, size_t size)
{
    struct tracing t = {.p = p, .text = text, .size = size};
    struct xl_blocks blocks;
    t.samples[XL_SAMPLE_FULL].counts = xl_alloc(p->code->disassembly.count, sizeof(uint64_t));
    xl_begin_blocks(p, &blocks);
    bool done = start_traced(&t);
    for (size_t i = 0; done && i < p->count && !xl_interrupted; i++) {
        t.is_fresh = true;
        done = count_work(&t, &p->traces[i]);
    }
    xl_end_blocks(p, &blocks);
    free(t.samples[XL_SAMPLE_FULL].counts);
    return done ? 0 : -1;
}

static void alloc_counts(struct tracing *t)
{
    void *page =
        mmap(NULL, sizeof *t->is_wanted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    t->is_wanted = page == MAP_FAILED ? NULL : page;
    for (int call = 0; call < XL_SAMPLES; call++)
        t->samples[call].counts = xl_alloc(t->p->code->disassembly.count, sizeof(uint64_t));
}

static void free_counts(struct tracing *t)
{
    if (t->is_wanted)
        munmap(t->is_wanted, sizeof *t->is_wanted);
    for (int call = 0; call < XL_SAMPLES; call++)
        free(t->samples[call].counts);
}

/* Traces a kernel, again if the way to an agent elsewhere was lost. False: it could not, or that
 * way was lost too often. */
static bool trace_reachable(struct tracing *t, struct xl_kernel_trace *m)
{
    struct xl_error err;
    bool done = trace_kernel(t, m);
    for (unsigned lost = 1; !done && xl_agent_was_lost(t->p->agent) && !xl_interrupted; lost++) {
        t->was_lost = lost == XL_LOST_MOST;
        if (t->was_lost)
            break;
        *m = untraced(m);
        xl_agent_stop(t->p->agent);
        done = xl_plain_start(t->p->job, t->p->agent, &err) == XL_START_OK && start_traced(t) &&
               trace_kernel(t, m);
    }
    return done;
}

int xl_trace_row(struct xl_row_evidence *p, char *text, size_t size)
{
    struct tracing t = {.p = p, .text = text, .size = size};
    struct xl_blocks blocks;
    alloc_counts(&t);
    xl_begin_blocks(p, &blocks);
    bool done = start_traced(&t);
    for (size_t i = 0; done && i < p->count; i++)
        done = !xl_is_traced(p, &p->traces[i]) ||
               (trace_reachable(&t, &p->traces[i]) && count_work(&t, &p->traces[i]));
    xl_end_blocks(p, &blocks);
    free_counts(&t);
    return done ? 0 : t.was_started && !t.was_lost ? -1 : 1;
}

bool xl_trace_with_inputs(struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                          unsigned inputs, struct xl_kernel_trace *other)
{
    char text[XL_TEXT];
    struct tracing t = {.p = p, .text = text, .size = sizeof text};
    struct xl_blocks blocks;
    *other = untraced(m);
    other->vectors = (struct xl_numbers){0};
    other->inputs = inputs;
    other->is_prefix = true;
    other->in_domain = m->in_domain;
    other->has_small_values = m->has_small_values;
    alloc_counts(&t);
    xl_begin_blocks(p, &blocks);
    const bool done = start_traced(&t) && sample_kernel(&t, other);
    xl_end_blocks(p, &blocks);
    free_counts(&t);
    return done;
}
