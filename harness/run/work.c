/* The work of a kernel: instructions that two calls execute, of which the second has twice as many
 * elements.
 * SPDX-License-Identifier: MIT
 *
 * What the second call executes more, divided by its elements more, is the cost of an element in
 * the steady state. The rest of the first call is the fixed part. The calls do not depend on the
 * run's seed, so equal code has equal counts in every run.
 */
#include "run/evidence.h"

#include <string.h>
#include <unistd.h>

#include "execute/agent_client.h"
#include "oracle/record.h"
#include "oracle/shape.h"
#include "oracle/strides.h"

enum {
    XL_WORK_VECTORS = 8, /* of the first call, full: two steps of a loop unrolled by four */
    XL_WORK_SEED = 1,
    XL_WORK_INPUTS = 8 /* tries */
};

/* Makes one call, and counts what it executes. False: it failed, or its log was cut off. */
static bool count_call(const struct xl_evidence *p, const struct xl_kernel_trace *m,
                       const struct xl_context *context, size_t n, uint64_t *counts,
                       uint64_t *vector, uint64_t *other)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    const off_t from = lseek(p->log, 0, SEEK_END);
    struct xl_trace trace;
    int detail = 0;
    if (xl_execute_sample(context, n, 0, &detail) != XL_STATUS_OK)
        return false;
    xl_trace_begin(&trace, l, counts);
    xl_read_log(p, from, -1, &trace);
    *vector = *other = 0;
    for (size_t i = trace.low; i < trace.high; i++) {
        if (xl_family_counts(m->family, l->instructions[i].family))
            *vector += counts[i];
        else
            *other += counts[i];
        counts[i] = 0;
    }
    return true;
}

/* Whether the second call seems to have ended early, as a comparison does at the first difference:
 * it has not even one instruction more for each vector of elements. */
static bool ended_early(const struct xl_work *w, size_t lanes)
{
    const uint64_t first = w->vector + w->other, second = w->more_vector + w->more_other;
    return w->more_n > w->n && second < first + (w->more_n - w->n) / lanes;
}

bool xl_work_count(const struct xl_evidence *p, const struct xl_kernel_trace *m, uint64_t *counts,
                   struct xl_work *work)
{
    const struct xl_kernel *kernel = m->kernel;
    const size_t lanes = xl_lanes_of_kernel(p, kernel, false),
                 n = xl_valid_n(kernel, xl_max_n(kernel, XL_WORK_VECTORS * lanes)),
                 more = xl_valid_n(kernel, xl_max_n(kernel, 2 * XL_WORK_VECTORS * lanes));
    struct xl_context context = xl_trace_context(p, m);
    struct xl_work w = {.n = n, .more_n = more};
    context.in_domain = kernel->function != NULL;
    context.is_prefix = true;
    int detail = 0;
    *work = (struct xl_work){0};
    for (uint64_t i = 0; i < XL_WORK_INPUTS; i++) {
        context.seed = XL_WORK_SEED + i;
        /* The first call of a process may do more. */
        if (!i && xl_execute_sample(&context, 1, 0, &detail) != XL_STATUS_OK)
            return false;
        if (!count_call(p, m, &context, n, counts, &w.vector, &w.other) ||
            !count_call(p, m, &context, more, counts, &w.more_vector, &w.more_other))
            return false;
        if (!ended_early(&w, lanes))
            break;
    }
    if (ended_early(&w, lanes)) { /* with all inputs: only the call as a whole can be counted */
        w.more_n = w.n;
        w.more_vector = w.vector;
        w.more_other = w.other;
    }
    *work = w;
    return true;
}
