/* The traced run: a few short calls of each kernel and a longer one, with each executed instruction
 * counted.
 * SPDX-License-Identifier: MIT
 */
#include "run/evidence.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/signals.h"
#include "execute/agent_client.h"
#include "matrix/rows.h"
#include "oracle/inputs.h"
#include "oracle/record.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "run/agent_start.h"

enum {
    XL_SAMPLE_TAIL_N = 3,      /* elements past one vector in the second sampled call */
    XL_SAMPLE_LONG_TIMES = 6,  /* as many elements as in the first, in the long one; ... */
    XL_LEAST_LONG_TIMES = 3,   /* ... fewer, down to this, ... */
    XL_BRIEF_LONG_TIMES = 2,   /* ... or to this, on a row that is brief, ... */
    XL_LONG_INSNS = 1000,      /* ... so that it exceeds this by as little as may be */
    XL_LONGEST_INSNS = 100000, /* that a longer one may: in part of a second, and of the log */
    XL_LONGEST_STEPS = 10000,  /* likewise, by ptrace */
    XL_LONGER_TIMES = 4        /* from one long call to the next, of a kernel that would fail */
};

/* The traced agent. */
struct tracing {
    struct xl_evidence *p;
    struct xl_sampled samples[XL_SAMPLES]; /* of one kernel */
    off_t read;                            /* of the log, by now */
    bool is_fresh;                         /* this agent has not called the kernel */
    bool was_started;
    char *text; /* what went wrong */
    size_t size;
};

static off_t log_size(const struct xl_evidence *p)
{
    struct stat s;
    return fstat(p->log, &s) == 0 ? s.st_size : 0;
}

static off_t log_limit(const struct xl_evidence *p)
{
    return (off_t)p->agent->process.file_mib << 20;
}

bool xl_is_traced(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    return !p->job->row->native || m->stepped;
}

static enum xl_start start_native(const struct xl_evidence *p, struct xl_error *err)
{
    uint64_t *entries = xl_alloc(p->count, sizeof *entries);
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++)
        if (xl_is_traced(p, &p->measures[i]))
            entries[count++] = p->code->image.variants[p->measures[i].variant].entry;
    const enum xl_start start = xl_follow_start(p->job, p->agent, entries, count, p->log, err);
    free(entries);
    return start;
}

/* What logs begins anew when it starts. */
static bool start(struct tracing *t)
{
    const struct xl_evidence *p = t->p;
    struct xl_error err;
    xl_agent_stop(p->agent);
    t->read = 0;
    t->is_fresh = true;
    if ((p->job->row->native
             ? start_native(p, &err)
             : xl_log_start(p->job, p->agent, p->job->row->qemu_cpu, p->log, &err)) == XL_START_OK)
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

/* Makes a call in an agent that has made some of the kernel before: none is its first. */
static enum xl_call_status make_later_call(struct tracing *t, const struct xl_kernel_trace *m,
                                           enum xl_sample call, size_t n, int *detail)
{
    enum xl_call_status turn = t->is_fresh ? xl_sample_before(t->p, m, detail) : XL_STATUS_OK;
    t->is_fresh = false;
    t->read = log_size(t->p);
    return turn == XL_STATUS_OK ? xl_sample(t->p, m, n, call == XL_SAMPLE_LONG, detail) : turn;
}

/* Makes a call, and reads what it logged. A call has all of the log's limit to itself if it needs
 * that. */
static enum xl_call_status make_call(struct tracing *t, const struct xl_kernel_trace *m,
                                     enum xl_sample call, size_t n)
{
    struct xl_sampled *s = &t->samples[call];
    int detail = 0;
    clear(s, &t->p->code->disassembly);
    if (t->read > log_limit(t->p) / 2 && !start(t))
        return XL_STATUS_EXIT;
    const bool had_others = t->read || t->is_fresh;
    enum xl_call_status turn = make_later_call(t, m, call, n, &detail);
    if (turn == XL_STATUS_SIGNAL && detail == SIGXFSZ && had_others) { /* they may have filled it */
        if (!start(t))
            return XL_STATUS_EXIT;
        t->is_fresh = false;
        turn = make_later_call(t, m, call, n, &detail);
    }
    if (turn != XL_STATUS_OK) {
        xl_explain_turn(t->p, turn, detail, xl_symbol_of(t->p, m), t->text, t->size);
        return turn;
    }
    off_t end = log_size(t->p);
    xl_read_log(t->p, t->read, end, &s->trace);
    t->read = end;
    s->n = xl_valid_n(m->kernel, n);
    return turn;
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

/* The largest n up to this with whole vectors; what it may execute is judged by what the first call
 * did. 0: none that is longer than that. */
static size_t longer_n(const struct tracing *t, const struct xl_kernel_trace *m, size_t n,
                       uint64_t insns)
{
    const struct xl_sampled *first = &t->samples[XL_SAMPLE_FULL];
    size_t lanes = xl_lanes_of_kernel(t->p, m->kernel, false);
    size_t times = insns / (first->trace.executed + 1);
    const size_t least =
        xl_row_is_shortened(t->p->job->row) ? XL_BRIEF_LONG_TIMES : XL_LEAST_LONG_TIMES;
    times = times > least ? times : least;
    if (n > times * first->n)
        n = times * first->n;
    n = xl_valid_n(m->kernel, xl_max_n(m->kernel, n) / lanes * lanes);
    return n > first->n ? n : 0;
}

/* With some vectors more and a rest, as they are drawn, where the record allows that. */
static size_t uneven_n(const struct tracing *t, const struct xl_kernel_trace *m, size_t n)
{
    enum { VECTORS_MORE = 4 };
    const struct xl_kernel *kernel = m->kernel;
    const size_t lanes = xl_lanes_of_kernel(t->p, kernel, false),
                 rest = lanes > 1 ? 1 + xl_drawn(t->p, kernel, XL_DRAWN_REST, lanes - 1) : 0,
                 more = xl_drawn(t->p, kernel, XL_DRAWN_VECTORS, VECTORS_MORE);
    const size_t wanted = n + more * lanes + rest, fitting = xl_max_n(kernel, wanted);
    return xl_valid_n(kernel, fitting == wanted ? wanted : n - lanes + rest);
}

/* One call with more elements; and where no vector instruction was executed in it, others with
 * more, as far as memory and log have room: code may have a threshold. */
static bool make_long_calls(struct tracing *t, const struct xl_kernel_trace *m)
{
    size_t n = longer_n(t, m, XL_SAMPLE_LONG_TIMES * t->samples[XL_SAMPLE_FULL].n, XL_LONG_INSNS);
    n = n ? uneven_n(t, m, n) : 0;
    for (size_t last = 0; n > last;) {
        if (make_call(t, m, XL_SAMPLE_LONG, n) != XL_STATUS_OK) /* it took too long */
            return !xl_interrupted && start(t) &&
                   (!last || make_call(t, m, XL_SAMPLE_LONG, last) == XL_STATUS_OK);
        if (vectors_in(t, m, XL_SAMPLE_LONG) || m->kernel->bitwise || m->family == XL_FAMILY_none)
            break;
        last = n;
        n = longer_n(t, m, XL_LONGER_TIMES * n,
                     t->p->job->row->native ? XL_LONGEST_STEPS : XL_LONGEST_INSNS);
        n = n ? uneven_n(t, m, n) : 0;
    }
    return true;
}

/* An instruction of a kernel that the disassembly does not have would be counted nowhere. */
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
static bool trace_kernel(struct tracing *t, struct xl_kernel_trace *m)
{
    size_t lanes = xl_lanes_of_kernel(t->p, m->kernel, false);
    t->is_fresh = true;
    clear(&t->samples[XL_SAMPLE_LONG], &t->p->code->disassembly);
    if (make_call(t, m, XL_SAMPLE_FULL, xl_sample_n(t->p, m->kernel)) != XL_STATUS_OK ||
        make_call(t, m, XL_SAMPLE_TAIL, lanes + XL_SAMPLE_TAIL_N) != XL_STATUS_OK)
        return false;
    if (xl_depends_on_n(m->kernel) && !make_long_calls(t, m))
        return false;
    check_complete(t, m);
    if (!xl_sum_up(t->p, m, t->samples)) {
        xl_growth_sum_up(t->p, m, t->samples);
        return true;
    }
    snprintf(t->text, t->size, "out of memory");
    return false;
}

int xl_trace_row(struct xl_evidence *p, char *text, size_t size)
{
    struct tracing t = {.p = p, .text = text, .size = size};
    bool done = true;
    for (int call = 0; call < XL_SAMPLES; call++) {
        t.samples[call].counts = calloc(p->code->disassembly.count, sizeof(uint64_t));
        done = done && t.samples[call].counts;
    }
    if (!done)
        snprintf(text, size, "out of memory");
    done = done && start(&t);
    for (size_t i = 0; done && i < p->count; i++)
        done = !xl_is_traced(p, &p->measures[i]) || trace_kernel(&t, &p->measures[i]);
    xl_agent_stop(p->agent);
    for (int call = 0; call < XL_SAMPLES; call++)
        free(t.samples[call].counts);
    return done ? 0 : t.was_started ? -1 : 1;
}

/* What kernels execute on a CPU with the shortest vectors, where code asks how long they are: code
 * that takes 128 bits of longer ones executes the same there. */

enum {
    XL_SHORT_VECTORS = 8, /* of 128 bits, in the first of two calls, and in the second */
    XL_MORE_VECTORS = 24,
    XL_LEAST_INSTRUCTIONS = 2 /* that code executes for each vector, be it of 128 bits only */
};

/* The row's CPU with vectors of 128 bits, the same for rows that differ in nothing else. Returns
 * whether there is one. */
static bool narrow_cpu(const struct xl_row *row, char *cpu, size_t size)
{
    const char *of = row->qemu_cpu, *length = strstr(of, "vlen=");
    const enum xl_family family = xl_family_find(row->isa->family);
    if (family == XL_FAMILY_rvv && length)
        snprintf(cpu, size, "%.*svlen=%d%s", (int)(length - of), of, XL_NARROW_BITS,
                 length + strcspn(length, ","));
    else if (family == XL_FAMILY_sve)
        snprintf(cpu, size, "%.*s,sve-default-vector-length=%d", (int)strcspn(of, ","), of,
                 XL_NARROW_BITS / 8);
    return family == XL_FAMILY_rvv ? length != NULL : family == XL_FAMILY_sve;
}

/* Code that takes 128 bits of each vector executes at least so many vector instructions for a full
 * one. What executes fewer needs no second look, nor what is dispatched by the CPU, or says why. */
static bool may_be_narrow(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    return m->family == p->family && !m->kernel->narrow && !xl_kernel_is_dispatched(m->kernel) &&
           m->long_n > m->full_n &&
           xl_growth_rate(p, m) >= XL_LEAST_INSTRUCTIONS * (double)p->row->vl_bits / XL_NARROW_BITS;
}

/* The vector instructions of a call; false: it did not end well. */
static bool count_vectors(const struct xl_evidence *p, const struct xl_kernel_trace *m, size_t n,
                          bool is_placed, uint64_t *counts, uint64_t *vectors)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    const off_t from = lseek(p->log, 0, SEEK_END);
    struct xl_trace trace;
    int detail = 0;
    if (xl_sample(p, m, n, is_placed, &detail) != XL_STATUS_OK)
        return false;
    xl_trace_begin(&trace, l, counts);
    xl_read_log(p, from, -1, &trace);
    *vectors = 0;
    for (size_t i = trace.low; i < trace.high; i++) {
        if (xl_family_counts(m->family, l->instructions[i].family))
            *vectors += counts[i];
        counts[i] = 0;
    }
    return true;
}

/* What a call with more elements executes more than one with fewer. */
static bool measure_between(const struct xl_evidence *p, struct xl_kernel_trace *m, size_t few,
                            size_t many, uint64_t *counts)
{
    uint64_t short_vectors, long_vectors;
    m->narrow_n = m->narrow_vector = 0;
    if (many <= few)
        return true;
    if (!count_vectors(p, m, few, false, counts, &short_vectors) ||
        !count_vectors(p, m, many, many == m->long_n, counts, &long_vectors))
        return false;
    if (long_vectors > short_vectors) {
        m->narrow_n = many - few;
        m->narrow_vector = long_vectors - short_vectors;
    }
    return true;
}

/* With few elements; and where that looks wrong, with the row's own calls, whose inputs are the
 * same: code may come back early, or take its elements in blocks. */
static bool measure(const struct xl_evidence *p, struct xl_kernel_trace *m, uint64_t *counts)
{
    const size_t wide = xl_lanes_of_kernel(p, m->kernel, false) * XL_NARROW_BITS / p->row->vl_bits,
                 lanes = wide ? wide : 1, few = xl_valid_n(m->kernel, XL_SHORT_VECTORS * lanes),
                 many = xl_valid_n(m->kernel, XL_MORE_VECTORS * lanes);
    if (!measure_between(p, m, few, many, counts))
        return false;
    return !xl_growth_is_narrow(p, m) || measure_between(p, m, m->full_n, m->long_n, counts);
}

static bool start_at_128(const struct xl_evidence *p, const char *cpu)
{
    struct xl_error err;
    xl_agent_stop(p->agent);
    if (xl_log_start(p->job, p->agent, cpu, p->log, &err) != XL_START_OK)
        return false;
    const struct xl_agent_isa *isa = xl_agent_isa(p->agent, p->job->row->isa->name);
    return isa && isa->vl_bits == XL_NARROW_BITS;
}

static void measure_all(struct xl_evidence *p, const char *cpu)
{
    uint64_t *counts = calloc(p->code->disassembly.count + 1, sizeof *counts);
    bool goes_on = counts && start_at_128(p, cpu);
    for (size_t i = 0; i < p->count && goes_on && !xl_interrupted; i++)
        if (may_be_narrow(p, &p->measures[i]) && !measure(p, &p->measures[i], counts))
            goes_on = start_at_128(p, cpu); /* what is not known is not judged */
    free(counts);
    xl_agent_stop(p->agent);
}

static void keep(const struct xl_evidence *p, const char *name, uint64_t key)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    for (size_t i = 0; i < p->count && f; i++)
        fprintf(f, "%" PRIu64 " %" PRIu64 "\n", p->measures[i].narrow_n,
                p->measures[i].narrow_vector);
    if (!f)
        return;
    fclose(f);
    xl_keep(p, name, key, text);
    free(text);
}

static bool read_kept(struct xl_evidence *p, const char *name, uint64_t key)
{
    FILE *f = xl_open_kept(p, name, key);
    bool all = f != NULL;
    for (size_t i = 0; i < p->count && all; i++)
        all = fscanf(f, "%" SCNu64 " %" SCNu64, &p->measures[i].narrow_n,
                     &p->measures[i].narrow_vector) == 2;
    if (f)
        fclose(f);
    return all;
}

void xl_kernel_trace_128(struct xl_evidence *p)
{
    char cpu[256], name[128];
    size_t wanted = 0;
    if (p->row->vl_bits <= XL_NARROW_BITS || !narrow_cpu(p->job->row, cpu, sizeof cpu))
        return;
    for (size_t i = 0; i < p->count; i++)
        wanted += may_be_narrow(p, &p->measures[i]);
    snprintf(name, sizeof name, "narrow-%s", p->job->row->name);
    const uint64_t key = xl_key_of(p, cpu, XL_NARROW_BITS);
    if (!wanted || read_kept(p, name, key))
        return;
    measure_all(p, cpu);
    if (!xl_interrupted)
        keep(p, name, key);
}
