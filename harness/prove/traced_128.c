/* What kernels execute on a CPU with the shortest vectors, where code asks how long they are: code
 * that takes 128 bits of longer ones executes the same there.
 * SPDX-License-Identifier: MIT
 */
#include "prove/traced_128.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/stop.h"
#include "call/offers.h"
#include "judge/sizes.h"
#include "prove/growth.h"
#include "prove/kept.h"
#include "prove/log.h"
#include "prove/sample.h"

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
static bool may_be_narrow(const struct xl_proving *p, const struct xl_measure *m)
{
    return m->family == p->family && !m->kernel->narrow && !xl_kernel_is_dispatched(m->kernel) &&
           m->long_n > m->full_n &&
           xl_growth_rate(p, m) >= XL_LEAST_INSTRUCTIONS * (double)p->row->vl_bits / XL_NARROW_BITS;
}

/* The vector instructions of a call; false: it did not end well. */
static bool count_vectors(const struct xl_proving *p, const struct xl_measure *m, size_t n,
                          bool is_placed, uint64_t *counts, uint64_t *vectors)
{
    const struct xl_listing *l = &p->code->listing;
    const off_t from = lseek(p->log, 0, SEEK_END);
    struct xl_trace trace;
    int detail = 0;
    if (xl_sample(p, m, n, is_placed, &detail) != XL_TURN_DONE)
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
static bool measure_between(const struct xl_proving *p, struct xl_measure *m, size_t few,
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
static bool measure(const struct xl_proving *p, struct xl_measure *m, uint64_t *counts)
{
    const size_t wide = xl_lanes_of_kernel(p, m->kernel, false) * XL_NARROW_BITS / p->row->vl_bits,
                 lanes = wide ? wide : 1, few = xl_allowed_n(m->kernel, XL_SHORT_VECTORS * lanes),
                 many = xl_allowed_n(m->kernel, XL_MORE_VECTORS * lanes);
    if (!measure_between(p, m, few, many, counts))
        return false;
    return !xl_growth_is_narrow(p, m) || measure_between(p, m, m->full_n, m->long_n, counts);
}

static bool start(const struct xl_proving *p, const char *cpu)
{
    struct xl_error err;
    xl_agent_stop(p->agent);
    if (xl_log_start(p->job, p->agent, cpu, p->log, &err) != XL_START_OK)
        return false;
    const struct xl_agent_isa *isa = xl_agent_isa(p->agent, p->job->row->isa->name);
    return isa && isa->vl_bits == XL_NARROW_BITS;
}

static void measure_all(struct xl_proving *p, const char *cpu)
{
    uint64_t *counts = calloc(p->code->listing.count + 1, sizeof *counts);
    bool goes_on = counts && start(p, cpu);
    for (size_t i = 0; i < p->count && goes_on && !xl_interrupted; i++)
        if (may_be_narrow(p, &p->measures[i]) && !measure(p, &p->measures[i], counts))
            goes_on = start(p, cpu); /* what is not known is not judged */
    free(counts);
    xl_agent_stop(p->agent);
}

static void keep(const struct xl_proving *p, const char *name, uint64_t key)
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

static bool read_kept(struct xl_proving *p, const char *name, uint64_t key)
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

void xl_narrow_measure(struct xl_proving *p)
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
