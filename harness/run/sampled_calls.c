/* What the parts of the evidence share: single calls of kernels on the traced agent, the part of
 * the log that they write, and cached traces.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "execute/agent_client.h"
#include "matrix/rows.h"
#include "oracle/record.h"
#include "oracle/shape.h"
#include "results/results.h"
#include "run/agent_start.h"
#include "run/row_evidence.h"

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

size_t xl_most_threshold(const struct xl_kernel *kernel)
{
    size_t most = 0;
    for (size_t i = 0; i < XL_MAX_THRESHOLDS; i++)
        if (kernel->sizes.thresholds[i] > most)
            most = kernel->sizes.thresholds[i];
    return most;
}

bool xl_depends_on_n(const struct xl_kernel *kernel)
{
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if (xl_arg_is_buffer(&kernel->args[i]) && kernel->args[i].per_n)
            return true;
    return false;
}

bool xl_writes_each_element(const struct xl_kernel *kernel)
{
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if (xl_arg_is_written(&kernel->args[i]) && kernel->args[i].per_n &&
            xl_length_of(kernel, i) < 0)
            return true;
    return false;
}

bool xl_names_by_lane(const struct xl_row_evidence *p, const struct xl_kernel *kernel)
{
    return xl_kernel_by_lane(kernel, p->job->row->isa->name) &&
           !xl_kernel_by_lane(kernel, XL_ALL_ISAS);
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
                               .seed = m->is_prefix ? xl_mix(p->job->seed, m->inputs)
                                                    : p->job->seed + m->inputs,
                               .call_limit_ms = trace_limit_ms(p->job),
                               .disabled_checks = p->job->disabled_checks,
                               .in_domain = m->in_domain,
                               .is_prefix = m->is_prefix,
                               .has_small_values = m->has_small_values};
}

enum xl_call_status xl_make_sampled_call(const struct xl_row_evidence *p,
                                         const struct xl_kernel_trace *m, size_t n,
                                         enum xl_sample which, int *detail)
{
    enum { PLACES = 1 << 16 };
    struct xl_context context = xl_trace_context(p, m);
    const uint64_t placed =
        which == XL_SAMPLE_LONG ? 1 + xl_draw(p, m->kernel, XL_DRAW_PLACE, PLACES) : UINT64_C(0);
    context.has_more_rows = which == XL_SAMPLE_TAIL;
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

void xl_count_log(const struct xl_row_evidence *p, const struct xl_kernel_trace *m, off_t from,
                  uint64_t *counts, struct xl_log_counts *of)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    struct xl_trace trace;
    xl_trace_begin(&trace, l, counts);
    xl_read_log(p, from, -1, &trace);
    of->vector = of->other = 0;
    for (size_t i = trace.low; i < trace.high; i++) {
        if (xl_family_counts(m->family, l->instructions[i].family))
            of->vector += counts[i];
        else
            of->other += counts[i];
        if (of->more)
            of->more[i] += of->sign * (int64_t)counts[i];
        counts[i] = 0;
    }
}

enum xl_start xl_start_logged(const struct xl_row_evidence *p, const char *cpu,
                              struct xl_error *err)
{
    xl_blocks_free(p->blocks);
    return xl_log_start(p->job, p->agent, cpu, XL_LOG_BLOCKS, p->log, err);
}

void xl_begin_blocks(struct xl_row_evidence *p, struct xl_blocks *blocks)
{
    *blocks = (struct xl_blocks){0};
    p->blocks = p->job->row->native ? NULL : blocks;
}

void xl_end_blocks(struct xl_row_evidence *p, struct xl_blocks *blocks)
{
    xl_agent_stop(p->agent);
    xl_blocks_free(blocks);
    p->blocks = NULL;
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

/* Cached traces. They depend only on the agent, the emulator, the CPU string and the sampled calls,
 * so they are kept in the build's directory `evidence` under a hash of these. */

/* Of the format of the files, of the texts in them, and of how evidence is found. */
enum { XL_PROOF_VERSION = 39 };

/* Adds the fields that few records have. */
static void add_rare_fields(struct xl_text *f, const struct xl_kernel *k)
{
    if (k->align)
        xl_text_add(f, "align %zu\n", k->align);
    for (size_t i = 0; i < XL_MAX_ARGS && k->args[i].kind; i++)
        if (k->args[i].rare.divide || k->args[i].rare.rows_divide ||
            xl_arg_is_wide_size(&k->args[i]))
            xl_text_add(f, "%zu: %zu %d %zu %" PRIx64 " %" PRIx64 "\n", i, k->args[i].rare.divide,
                        k->args[i].rare.ratio, k->args[i].rare.rows_divide, k->args[i].rare.least,
                        k->args[i].rare.most);
    for (size_t i = 0, n; (n = xl_listed_n(k, i)); i++)
        xl_text_add(f, "n %zu\n", n);
    for (size_t i = 0; i < XL_MAX_LISTED && k->sizes.rows[i]; i++)
        xl_text_add(f, "rows %zu\n", k->sizes.rows[i]);
    for (size_t i = 0; i < XL_MAX_NEEDS && k->needs[i].isa; i++)
        xl_text_add(f, "needs %s %s\n", k->needs[i].isa,
                    k->needs[i].features ? k->needs[i].features : "");
    for (size_t i = 0; i < XL_MAX_BLOCKS && k->sizes.blocks[i].n; i++)
        xl_text_add(f, "block %zu %zu\n", k->sizes.blocks[i].n, k->sizes.blocks[i].rows);
}

uint64_t xl_evidence_key(const struct xl_row_evidence *p, const char *cpu, unsigned vl_bits)
{
    struct xl_text f = {0};
    xl_text_add(&f, "%d %llx %llx %s %s %s %u %llu\n", XL_PROOF_VERSION,
                (unsigned long long)p->code->image.hash, (unsigned long long)p->code->families,
                p->job->qemu, cpu, p->job->row->isa->name, vl_bits,
                (unsigned long long)p->job->seed);
    for (size_t i = 0; i < p->count; i++) {
        const struct xl_kernel *k = p->traces[i].kernel;
        xl_text_add(&f, "%s %d %d%s %zu %zu %s\n", k->name, k->vector_steps, k->bitwise,
                    k->variant ? k->variant : "", k->sizes.least, k->sizes.multiple_of,
                    xl_kernel_needs(k, p->job->row->isa->name));
        for (size_t d = 0; d < XL_MAX_DISPATCH && k->dispatch[d].function; d++)
            xl_text_add(&f, "%s:%s\n", k->dispatch[d].needs ? k->dispatch[d].needs : "",
                        k->dispatch[d].function);
        for (size_t a = 0; a < XL_MAX_ARGS && k->args[a].kind; a++)
            xl_text_add(&f, "%d %d %zu %zu %a %a %d %d %zu %d %d %d%s\n", k->args[a].kind,
                        k->args[a].type, k->args[a].per_n, k->args[a].fixed, k->args[a].lo,
                        k->args[a].hi, k->args[a].across, k->args[a].down, k->args[a].more_rows,
                        k->args[a].in_elements, k->args[a].either_way, k->args[a].by_pointers,
                        k->args[a].kind == XL_ARG_STRIDE ? k->args[a].name : "");
        for (size_t s = 0; s < XL_MAX_SLACKS && k->slack[s].of; s++)
            xl_text_add(&f, "%s %zu\n", k->slack[s].of, k->slack[s].elements);
        add_rare_fields(&f, k);
    }
    uint64_t key = xl_hash(f.at, f.used);
    free(f.at);
    return key;
}

static char *cache_path(const struct xl_row_evidence *p, const char *name)
{
    return xl_join_path(p->job->build_directory, "evidence/%s", name);
}

static const char evidence_kind[] = "crosslane-evidence 1";

char *xl_evidence_read(const struct xl_row_evidence *p, const char *name, uint64_t key)
{
    char *path = cache_path(p, name), *key_text = xl_format("%016" PRIx64, key);
    size_t size;
    char *text = xl_cached_read(path, evidence_kind, key_text, &size);
    free(key_text);
    free(path);
    return text;
}

/* If it cannot be written, the next run traces again. */
void xl_evidence_write(const struct xl_row_evidence *p, const char *name, uint64_t key,
                       const char *text)
{
    char *path = cache_path(p, name), *key_text = xl_format("%016" PRIx64, key);
    xl_make_parents(path);
    xl_cached_write(path, evidence_kind, key_text, text, strlen(text));
    free(key_text);
    free(path);
}

/* The numbers of a trace, in the order of the file. */
#define XL_NUMBERS(M)                                                                              \
    &(M)->executed, &(M)->vector, &(M)->long_n, &(M)->scalar_n, &(M)->long_executed,               \
        &(M)->long_vector, &(M)->covered, &(M)->total, &(M)->has_choice, &(M)->dispatched,         \
        &(M)->steps, &(M)->nearest_steps, &(M)->nop_count, &(M)->nop_calls, &(M)->nop_only_moves,  \
        &(M)->nop_no_change, &(M)->nop_copies, &(M)->nop_more, &(M)->nop_same, &(M)->nop_arg,      \
        &(M)->nop_n, &(M)->nop_place, &(M)->full_n, &(M)->full_executed, &(M)->vector_more,        \
        &(M)->scalar_more, &(M)->max_vector_more, &(M)->wide_more, &(M)->access_excess,            \
        &(M)->arithmetic_more, &(M)->beyond_address, &(M)->has_plain_logic, &(M)->in_domain,       \
        &(M)->needed, &(M)->full_needed, &(M)->long_needed, &(M)->work.n, &(M)->work.vector,       \
        &(M)->work.other, &(M)->work.more_n, &(M)->work.more_vector, &(M)->work.more_other

/* Takes a line, which may be empty, off a text. */
static bool take_line(char **at, char *line, size_t size)
{
    const size_t length = strcspn(*at, "\n");
    const bool is = (*at)[length] == '\n' && length < size;
    snprintf(line, size, "%.*s", is ? (int)length : 0, *at);
    *at += is ? length + 1 : 0;
    return is;
}

bool xl_kernel_traces_read(struct xl_row_evidence *p, uint64_t key)
{
    char *text = xl_evidence_read(p, p->job->row->name, key), *at = text;
    bool all = text != NULL;
    for (size_t i = 0; i < p->count && all; i++) {
        struct xl_kernel_trace *m = &p->traces[i];
        uint64_t *const numbers[] = {XL_NUMBERS(m)};
        for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++)
            *numbers[n] = strtoull(at, &at, 10);
        all = *at == '\n';
        at++;
        all = all && take_line(&at, m->nearest_mnemonic, sizeof m->nearest_mnemonic) &&
              take_line(&at, m->undecoded, sizeof m->undecoded) &&
              take_line(&at, m->arithmetic, sizeof m->arithmetic) &&
              take_line(&at, m->estimates, sizeof m->estimates) &&
              take_line(&at, m->plain, sizeof m->plain) &&
              take_line(&at, m->functions_run, sizeof m->functions_run) &&
              take_line(&at, m->functions_counted, sizeof m->functions_counted) &&
              take_line(&at, m->dispatched_names, sizeof m->dispatched_names) &&
              take_line(&at, m->shared, sizeof m->shared);
    }
    free(text);
    return all;
}

void xl_kernel_traces_write(const struct xl_row_evidence *p, uint64_t key)
{
    struct xl_text text = {0};
    for (size_t i = 0; i < p->count; i++) {
        const struct xl_kernel_trace *m = &p->traces[i];
        const uint64_t *const numbers[] = {XL_NUMBERS(m)};
        for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++)
            xl_text_add(&text, "%s%" PRIu64, n ? " " : "", *numbers[n]);
        xl_text_add(&text, "\n%s\n%s\n%s\n%s\n%s\n%s\n%s\n%s\n%s\n", m->nearest_mnemonic,
                    m->undecoded, m->arithmetic, m->estimates, m->plain, m->functions_run,
                    m->functions_counted, m->dispatched_names, m->shared);
    }
    xl_evidence_write(p, p->job->row->name, key, text.at ? text.at : "");
    free(text.at);
}
