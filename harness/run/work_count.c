/* The work of a kernel: instructions that two calls execute, of which the second has twice as many
 * elements.
 * SPDX-License-Identifier: MIT
 *
 * What the second call executes more, divided by its elements more, is the cost of an element in
 * the steady state. The rest of the first call is the fixed part. The calls do not depend on the
 * run's seed, so equal code has equal counts in every run.
 */
#include "run/row_evidence.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "execute/agent_client.h"
#include "oracle/record.h"
#include "oracle/shape.h"
#include "oracle/strides.h"

enum {
    XL_WORK_VECTORS = 8, /* of the first call, full: two steps of a loop unrolled by four */
    XL_WORK_SEED = 1,
    XL_WORK_INPUTS = 8 /* tries */
};

/* The counts of a call, and for each instruction how much more often the second call ran it. */
struct counting {
    const struct xl_row_evidence *p;
    const struct xl_kernel_trace *m;
    uint64_t *counts;
    int64_t *more; /* NULL: not wanted */
    bool is_first; /* the agent has not called the kernel yet */
};

/* Makes one call, and counts what it executes. sign: of its part of `more`. False: it failed. */
static bool count_call(const struct counting *c, const struct xl_context *context, size_t n,
                       int sign, uint64_t *vector, uint64_t *other)
{
    const off_t from = lseek(c->p->log, 0, SEEK_END);
    struct xl_log_counts of = {.more = c->more, .sign = sign};
    int detail = 0;
    if (xl_execute_sample(context, n, 0, &detail) != XL_STATUS_OK)
        return false;
    xl_count_log(c->p, c->m, from, c->counts, &of);
    *vector = of.vector;
    *other = of.other;
    return true;
}

enum { XL_LOOP_MOST = 4096 /* instructions of one round, with those of loops inside it */ };

/* How often most instructions of a function ran more: the rounds of its loop. */
static int64_t rounds_of(const struct counting *c, const struct xl_disassembled_function *f)
{
    int64_t rounds = 0;
    size_t most = 0;
    for (size_t i = f->first; i < f->end; i++) {
        size_t same = 0;
        for (size_t k = f->first; k < f->end && c->more[i] > 0; k++)
            same += c->more[k] == c->more[i];
        if (same > most || (same == most && c->more[i] > rounds)) {
            most = same;
            rounds = c->more[i];
        }
    }
    return rounds;
}

/* The first instruction after i that runs another number of times in a round. */
static size_t run_end(const struct counting *c, const struct xl_disassembled_function *f, size_t i)
{
    const int64_t times = c->more[i];
    while (i < f->end && c->more[i] == times)
        i++;
    return i;
}

/* Writes one round of the loop in the function that executed most more. A loop inside it stands as
 * often as it ran in a round; a path that few rounds took is left out. */
static void write_round(const struct counting *c, const struct xl_disassembled_function *f,
                        struct xl_work_loop *loop)
{
    const struct xl_instruction *insns = c->p->code->disassembly.instructions;
    const int64_t rounds = rounds_of(c, f);
    struct xl_text text = {0};
    int64_t all = 0;
    for (size_t i = f->first, end; i < f->end && rounds > 0; i = end) {
        end = run_end(c, f, i);
        const int64_t times = (c->more[i] + rounds / 2) / rounds;
        if (times <= 0)
            continue;
        loop->executed += (uint64_t)c->more[i] * (end - i);
        all += times * (int64_t)(end - i);
        for (int64_t time = 0; time < times && all <= XL_LOOP_MOST; time++)
            for (size_t k = i; k < end; k++)
                xl_text_add(&text, "%s\t%s\n", insns[k].mnemonic, insns[k].operands);
    }
    loop->times = (uint64_t)rounds;
    loop->code = all <= XL_LOOP_MOST ? text.at : NULL;
    if (!loop->code)
        free(text.at);
}

static void find_loop(const struct counting *c, struct xl_work_loop *loop)
{
    const struct xl_disassembly *l = &c->p->code->disassembly;
    const struct xl_disassembled_function *found = NULL;
    int64_t most = 0;
    for (size_t f = 0; f < l->function_count; f++) {
        int64_t more = 0;
        for (size_t i = l->functions[f].first; i < l->functions[f].end; i++)
            more += c->more[i];
        if (more > most) {
            most = more;
            found = &l->functions[f];
        }
    }
    if (found)
        write_round(c, found, loop);
}

/* Whether the second call seems to have ended early, as a comparison does at the first difference:
 * it has not even one instruction more for each vector of elements. */
static bool ended_early(const struct xl_work *w, size_t lanes)
{
    const uint64_t first = w->vector + w->other, second = w->more_vector + w->more_other;
    return w->more_n > w->n && second < first + (w->more_n - w->n) / lanes;
}

/* Makes both calls with the inputs of one seed. */
static bool count_calls(const struct counting *c, struct xl_context *context, struct xl_work *w)
{
    if (c->more)
        memset(c->more, 0, c->p->code->disassembly.count * sizeof *c->more);
    return count_call(c, context, w->n, -1, &w->vector, &w->other) &&
           count_call(c, context, w->more_n, 1, &w->more_vector, &w->more_other);
}

static bool count_work(const struct counting *c, struct xl_work *w)
{
    const struct xl_kernel *kernel = c->m->kernel;
    const size_t lanes = xl_lanes_of_kernel(c->p, kernel, false);
    struct xl_context context = xl_trace_context(c->p, c->m);
    int detail = 0;
    w->n = xl_valid_n(kernel, xl_max_n(kernel, XL_WORK_VECTORS * lanes));
    w->more_n = xl_valid_n(kernel, xl_max_n(kernel, XL_WORK_VECTORS * lanes * 2));
    context.in_domain = kernel->function != NULL;
    context.is_prefix = true;
    /* The first call of a process may do more. */
    if (c->is_first && xl_execute_sample(&context, 1, 0, &detail) != XL_STATUS_OK)
        return false;
    for (uint64_t i = 0; i < XL_WORK_INPUTS; i++) {
        context.seed = XL_WORK_SEED + i;
        if (!count_calls(c, &context, w))
            return false;
        if (!ended_early(w, lanes))
            return true;
    }
    w->more_n = w->n; /* with all inputs: only the call as a whole can be counted */
    w->more_vector = w->vector;
    w->more_other = w->other;
    return true;
}

bool xl_work_count(const struct xl_row_evidence *p, const struct xl_kernel_trace *m, bool is_first,
                   uint64_t *counts, struct xl_work *work)
{
    struct counting c = {.p = p, .m = m, .counts = counts, .is_first = is_first};
    if (p->job->mode.kind == XL_MODE_WORK)
        c.more = xl_alloc(p->code->disassembly.count, sizeof *c.more);
    const bool done = count_work(&c, work);
    if (!done)
        *work = (struct xl_work){0};
    else if (c.more && work->more_n > work->n)
        find_loop(&c, &m->result->loop);
    free(c.more);
    return done;
}
