/* Kernels on a CPU with shorter vectors. Code that uses only 128 bits of longer vectors executes as
 * much there. So does code that is compiled for one vector length: its results are wrong there,
 * unless half of each vector is all that it uses.
 * SPDX-License-Identifier: MIT
 */
#include "run/row_evidence.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/signals.h"
#include "base/text.h"
#include "execute/agent_client.h"
#include "execute/calls.h"
#include "matrix/rows.h"
#include "oracle/record.h"
#include "run/agent_start.h"

enum {
    XL_SHORT_VECTORS = 8,     /* of that CPU, in the first of two calls */
    XL_MORE_VECTORS = 24,     /* in the second */
    XL_LEAST_INSTRUCTIONS = 2 /* for each vector, even of 128 bits */
};

/* Writes the row's CPU string with vectors of so many bits; rows that differ only in their vector
 * length have the same. False: there is none. */
static bool narrow_cpu(const struct xl_row *row, unsigned bits, char *cpu, size_t size)
{
    const char *of = row->qemu_cpu, *length = strstr(of, "vlen=");
    const enum xl_family family = xl_family_find(row->isa->family);
    if (family == XL_FAMILY_rvv && length)
        snprintf(cpu, size, "%.*svlen=%u%s", (int)(length - of), of, bits,
                 length + strcspn(length, ","));
    else if (family == XL_FAMILY_sve)
        snprintf(cpu, size, "%.*s,sve-default-vector-length=%u", (int)strcspn(of, ","), of,
                 bits / 8);
    return family == XL_FAMILY_rvv ? length != NULL : family == XL_FAMILY_sve;
}

/* Whether the kernel executes as many vector instructions for a full vector as code that uses that
 * part of it. Dispatchers and kernels with .narrow are not measured. */
static bool may_be_narrow(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return m->family == p->family && !m->kernel->narrow && !xl_kernel_is_dispatched(m->kernel) &&
           m->long_n > m->full_n &&
           xl_growth_rate(p, m) >=
               XL_LEAST_INSTRUCTIONS * (double)p->row->vl_bits / xl_narrow_bits(p);
}

/* Counts the vector instructions of a call; false: the call failed. */
static bool count_vectors(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                          size_t n, bool is_placed, uint64_t *counts, uint64_t *vectors)
{
    const off_t from = lseek(p->log, 0, SEEK_END);
    struct xl_log_counts of = {.more = NULL};
    int detail = 0;
    if (xl_make_sampled_call(p, m, n, is_placed ? XL_SAMPLE_LONG : XL_SAMPLE_FULL, &detail) !=
        XL_STATUS_OK)
        return false;
    xl_count_log(p, m, from, counts, &of);
    *vectors = of.vector;
    return true;
}

/* Measures how much more a call with many elements executes than one with few. */
static bool measure_between(const struct xl_row_evidence *p, struct xl_kernel_trace *m, size_t few,
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

/* Code for one vector length is not narrow if its results are wrong on a CPU with half of it. */
static bool try_results(const struct xl_row_evidence *p, struct xl_kernel_trace *m)
{
    const struct xl_context context = xl_trace_context(p, m);
    struct xl_kernel_result *result = xl_alloc(1, sizeof *result);
    *result = (struct xl_kernel_result){.outcome = XL_PASS, .kernel = m->kernel->name};
    const enum xl_call_status status = xl_execute_few_calls(&context, result);
    if (status != XL_STATUS_OK || result->outcome != XL_PASS)
        m->narrow_n = m->narrow_vector = 0;
    free(result);
    return status == XL_STATUS_OK;
}

/* Whether its inputs may decide how far it goes, and so what it executes. */
static bool may_go_nowhere(const struct xl_kernel *kernel)
{
    return kernel->prepare || !xl_writes_each_element(kernel);
}

/* Measures with few elements. If that looks wrong, measures the row's own calls: code may return
 * early, or process its elements in blocks. If inputs decide how far it goes, only these tell: both
 * CPUs go equally far with them. */
static bool measure(const struct xl_row_evidence *p, struct xl_kernel_trace *m, uint64_t *counts)
{
    const size_t wide =
                     xl_lanes_of_kernel(p, m->kernel, false) * xl_narrow_bits(p) / p->row->vl_bits,
                 lanes = wide ? wide : 1, few = xl_valid_n(m->kernel, XL_SHORT_VECTORS * lanes),
                 many = xl_valid_n(m->kernel, XL_MORE_VECTORS * lanes);
    const bool is_of_few = p->job->row->kernels_bits || !may_go_nowhere(m->kernel);
    if (is_of_few && !measure_between(p, m, few, many, counts))
        return false;
    if (is_of_few && !xl_growth_is_narrow(p, m))
        return true;
    return p->job->row->kernels_bits ? try_results(p, m)
                                     : measure_between(p, m, m->full_n, m->long_n, counts);
}

static bool start_narrow(const struct xl_row_evidence *p, const char *cpu)
{
    struct xl_error err;
    xl_agent_stop(p->agent);
    if (xl_start_logged(p, cpu, &err) != XL_START_OK)
        return false;
    const struct xl_agent_isa *isa = xl_agent_isa(p->agent, p->job->row->isa->name);
    return isa && isa->vl_bits == xl_narrow_bits(p);
}

static void measure_all(struct xl_row_evidence *p, const char *cpu)
{
    uint64_t *counts = xl_alloc(p->code->disassembly.count, sizeof *counts);
    struct xl_blocks blocks;
    xl_begin_blocks(p, &blocks);
    bool goes_on = start_narrow(p, cpu);
    for (size_t i = 0; i < p->count && goes_on && !xl_interrupted; i++)
        if (may_be_narrow(p, &p->traces[i]) && !measure(p, &p->traces[i], counts))
            goes_on = start_narrow(p, cpu); /* what is unknown does not fail */
    free(counts);
    xl_end_blocks(p, &blocks);
}

/* The same with other inputs, on both CPUs. What ends early with these says nothing. */
static bool is_narrow_with(struct xl_row_evidence *p, const char *cpu,
                           const struct xl_kernel_trace *m, unsigned inputs, uint64_t *counts)
{
    struct xl_kernel_trace other;
    struct xl_blocks blocks;
    bool goes_on = xl_trace_with_inputs(p, m, inputs, &other);
    xl_begin_blocks(p, &blocks);
    goes_on = goes_on && start_narrow(p, cpu) && measure(p, &other, counts);
    xl_end_blocks(p, &blocks);
    free(other.vectors.at);
    return !goes_on || !other.vector_more || !other.narrow_vector || xl_growth_is_narrow(p, &other);
}

/* Forgets what only some inputs show. */
static void measure_again(struct xl_row_evidence *p, const char *cpu)
{
    enum { MORE_INPUTS = 6 };
    uint64_t *counts = xl_alloc(p->code->disassembly.count, sizeof *counts);
    for (size_t i = 0; i < p->count; i++) {
        struct xl_kernel_trace *m = &p->traces[i];
        for (unsigned more = 1; more <= MORE_INPUTS && may_go_nowhere(m->kernel) &&
                                xl_growth_is_narrow(p, m) && !xl_interrupted;
             more++)
            if (!is_narrow_with(p, cpu, m, m->inputs + more, counts))
                m->narrow_n = m->narrow_vector = 0;
    }
    free(counts);
}

static void write_narrow(const struct xl_row_evidence *p, const char *name, uint64_t key)
{
    struct xl_text text = {0};
    for (size_t i = 0; i < p->count; i++)
        xl_text_add(&text, "%" PRIu64 " %" PRIu64 "\n", p->traces[i].narrow_n,
                    p->traces[i].narrow_vector);
    xl_evidence_write(p, name, key, text.at ? text.at : "");
    free(text.at);
}

static bool read_narrow(struct xl_row_evidence *p, const char *name, uint64_t key)
{
    char *text = xl_evidence_read(p, name, key), *at = text;
    for (size_t i = 0; text && i < p->count; i++) {
        p->traces[i].narrow_n = strtoull(at, &at, 10);
        p->traces[i].narrow_vector = strtoull(at, &at, 10);
    }
    const bool is_cached = text != NULL;
    free(text);
    return is_cached;
}

void xl_trace_narrow(struct xl_row_evidence *p)
{
    char cpu[256], name[128];
    size_t count = 0;
    if (p->row->vl_bits <= XL_NARROW_BITS ||
        !narrow_cpu(p->job->row, xl_narrow_bits(p), cpu, sizeof cpu))
        return;
    for (size_t i = 0; i < p->count; i++)
        count += may_be_narrow(p, &p->traces[i]);
    snprintf(name, sizeof name, "narrow-%s", p->job->row->name);
    const uint64_t key = xl_evidence_key(p, cpu, xl_narrow_bits(p));
    if (!count || read_narrow(p, name, key))
        return;
    measure_all(p, cpu);
    measure_again(p, cpu);
    if (!xl_interrupted)
        write_narrow(p, name, key);
}
