/* Single calls of kernels on the traced agent, and the part of the log that they write.
 * SPDX-License-Identifier: MIT
 */
#include "run/evidence.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "matrix/rows.h"
#include "oracle/record.h"
#include "results/results.h"

const char *xl_symbol_of(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return p->code->image.variants[m->variant].symbol;
}

size_t xl_lanes_of_kernel(const struct xl_row_evidence *p, const struct xl_kernel *kernel,
                          bool widest)
{
    size_t size = 0;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++) {
        const struct xl_arg *arg = &kernel->args[i];
        size_t this = xl_type_size(arg->type);
        if (xl_arg_is_buffer(arg) && (!size || (widest ? this > size : this < size)))
            size = this;
    }
    size_t lanes = p->row->vl_bits / 8 / (size ? size : 4);
    return lanes ? lanes : 1;
}

size_t xl_draw(const struct xl_row_evidence *p, const struct xl_kernel *kernel, enum xl_draw which,
               size_t below)
{
    const uint64_t name = xl_hash(kernel->name, strlen(kernel->name));
    return xl_mix(xl_mix(p->job->seed, name), which) % below;
}

size_t xl_sampled_n(const struct xl_row_evidence *p, const struct xl_kernel *kernel)
{
    enum { VECTORS = 8, SHORTENED_VECTORS = 4, MORE = 4 };
    return ((xl_row_is_shortened(p->job->row) ? SHORTENED_VECTORS : VECTORS) +
            xl_draw(p, kernel, XL_DRAW_FULL, MORE)) *
           xl_lanes_of_kernel(p, kernel, false);
}

bool xl_depends_on_n(const struct xl_kernel *kernel)
{
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if (xl_arg_is_buffer(&kernel->args[i]) && kernel->args[i].per_n)
            return true;
    return false;
}

const char *xl_by_lane_reason(const struct xl_row_evidence *p, const struct xl_kernel *kernel)
{
    const struct xl_isa *isa = p->job->row->isa;
    for (size_t k = 0; isa->missing_type && k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if ((strcmp(isa->missing_type, "f32") == 0 && kernel->args[k].type == XL_f32) ||
            (strcmp(isa->missing_type, "f64") == 0 && kernel->args[k].type == XL_f64))
            return "the ISA has no vectors of these floats";
    return xl_kernel_by_lane(kernel, isa->name);
}

/* Natively each instruction is a step of ptrace, and on the control CPU a line of the log. A full
 * log ends the call before: a busy machine needs more than 30 s for its 256 MiB. */
static int trace_limit_ms(const struct xl_row_job *job)
{
    enum { LIMIT_MS = 90000 };
    return job->call_limit_ms > LIMIT_MS ? job->call_limit_ms : LIMIT_MS;
}

struct xl_context xl_trace_context(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return (struct xl_context){.agent = p->agent,
                               .workspace = p->workspace,
                               .kernel = m->kernel,
                               .variant = m->agents_number,
                               .state = p->job->row->arch->state,
                               .vl_bits = p->row->vl_bits,
                               .seed = p->job->seed + m->inputs,
                               .call_limit_ms = trace_limit_ms(p->job),
                               .disabled_checks = p->job->disabled_checks,
                               .in_domain = m->in_domain};
}

enum xl_call_status xl_make_sampled_call(const struct xl_row_evidence *p,
                                         const struct xl_kernel_trace *m, size_t n, bool is_placed,
                                         int *detail)
{
    enum { PLACES = 1 << 16 };
    const struct xl_context context = xl_trace_context(p, m);
    const uint64_t placed =
        is_placed ? 1 + xl_draw(p, m->kernel, XL_DRAW_PLACE, PLACES) : UINT64_C(0);
    return xl_execute_sample(&context, n, placed, detail);
}

enum xl_call_status xl_make_earlier_calls(const struct xl_row_evidence *p,
                                          const struct xl_kernel_trace *m, int *detail)
{
    enum { CALLS = 5, MORE = 8 };
    const struct xl_context context = xl_trace_context(p, m);
    return xl_execute_short_calls(&context,
                                  CALLS + (unsigned)xl_draw(p, m->kernel, XL_DRAW_BEFORE, MORE),
                                  xl_lanes_of_kernel(p, m->kernel, false), detail);
}

/* Returns the offset of what it did not read. */
static off_t feed_log(int log, off_t from, off_t to, struct xl_trace *trace)
{
    char buffer[1 << 16];
    for (;;) {
        size_t size = sizeof buffer;
        if (to >= 0 && (off_t)size > to - from)
            size = (size_t)(to - from);
        ssize_t got = size ? pread(log, buffer, size, from) : 0;
        if (got <= 0)
            return from;
        xl_trace_feed(trace, buffer, (size_t)got);
        from += got;
    }
}

void xl_read_log(const struct xl_row_evidence *p, off_t from, off_t to, struct xl_trace *trace)
{
    trace->blocks = p->blocks;
    if (p->blocks && p->blocks->read < from) {
        struct xl_trace before = {.blocks = p->blocks};
        feed_log(p->log, p->blocks->read, from, &before);
    }
    from = feed_log(p->log, from, to, trace);
    if (p->blocks)
        p->blocks->read = from;
}

void xl_fail_evidence(const struct xl_row_evidence *p, struct xl_kernel_result *k, const char *why)
{
    if (!xl_check_is_disabled(p->job->disabled_checks, XL_CHECK_evidence))
        xl_result_add_finding_for(k, XL_CHECK_evidence, why);
}

void xl_describe_failed_call(const struct xl_row_evidence *p, enum xl_call_status status,
                             int detail, const char *during, char *text, size_t size)
{
    if (status == XL_STATUS_SIGNAL && detail == SIGXFSZ)
        snprintf(text, size, "its trace is longer than %u MiB", p->agent->process.file_mib);
    else if (status == XL_STATUS_SIGNAL)
        snprintf(text, size, "%s crashed with signal %d (%s)", during, detail, strsignal(detail));
    else if (status == XL_STATUS_NO_REFERENCE)
        snprintf(text, size, "the inputs of %s could not be prepared", during);
    else
        snprintf(text, size, "%s did not return within %d s", during,
                 trace_limit_ms(p->job) / 1000);
}
