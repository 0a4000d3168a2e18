/* The evidence that a row's ISA executed: the verdict on each kernel.
 * SPDX-License-Identifier: MIT
 */
#include "run/row_evidence.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/signals.h"
#include "base/text.h"
#include "execute/agent_client.h"
#include "oracle/record.h"
#include "results/results.h"

/* The family whose vector instructions prove a kernel: of the row's ISA, or of the ISA of the
 * implementation that it must dispatch to. */
static enum xl_family family_of(const struct xl_row_evidence *p, const struct xl_kernel *kernel,
                                const struct xl_implementation *implementation)
{
    const char *needs = implementation && implementation->needs ? implementation->needs : "";
    const char *arch = p->job->row->arch->name;
    if (!xl_kernel_is_dispatched(kernel))
        return p->family;
    for (size_t length; *(needs += strspn(needs, " ")); needs += length) {
        char name[XL_NAME_MAX];
        length = strcspn(needs, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, needs);
        const struct xl_isa *isa = xl_isa_find(arch, name);
        if (isa)
            return xl_family_find(isa->family);
    }
    return XL_FAMILY_none;
}

/* Lists the kernels that passed: in this run, or those with a cached result. A kernel without a
 * symbol cannot be traced. */
static void list_kernels(struct xl_row_evidence *p, bool cached)
{
    const char *isa = p->job->row->isa->name;
    for (size_t i = 0; i < p->row->kernel_count; i++) {
        struct xl_kernel_result *k = &p->row->kernels[i];
        const char *function = xl_kernel_function(k->record);
        long variant = xl_image_variant(&p->code->image, k->kernel, isa, function);
        const struct xl_implementation *implementation = xl_implementation_for(p->agent, k->record);
        char text[XL_TEXT];
        if (k->outcome != XL_PASS || (k->cached[0] != '\0') != cached)
            continue;
        if (p->family == XL_FAMILY_none && !xl_kernel_is_dispatched(k->record))
            continue; /* scalar code needs no evidence */
        if (cached && variant < 0)
            continue; /* it ran in an agent of another build */
        if (variant < 0) {
            snprintf(text, sizeof text, "no code for %s in the agent: no symbol %s__%s%s%s", isa,
                     k->kernel, isa, function ? "__" : "", function ? function : "");
            xl_fail_evidence(p, k, text);
            continue;
        }
        p->traces[p->count++] = (struct xl_kernel_trace){
            .result = k,
            .kernel = k->record,
            .agents_number = (size_t)xl_agent_variant(p->agent, k->kernel, isa, function),
            .variant = variant,
            .family = family_of(p, k->record, implementation),
            .implementation = implementation,
            .executed = k->insns_covered,
            .long_n = k->traced_n,
            .vector = k->vector_insns};
    }
}

/* Whether a kernel that may be bit operations only executed nothing else. */
static bool is_bitwise(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return m->executed && m->kernel->bitwise &&
           ((!m->vector && !m->long_vector) || xl_growth_is_of_bits(p, m));
}

/* "`xvxor.v`, `xvori.b`" */
static void describe_plain(const struct xl_kernel_trace *m, char *text, size_t size)
{
    snprintf(text, size, "in vector registers only loads%s ran (",
             m->has_plain_logic ? ", stores and logic" : " and stores");
    for (const char *at = m->plain; *at;) {
        const size_t length = strcspn(at, ",");
        xl_append(text, size, "%s`%.*s`", at == m->plain ? "" : ", ", (int)length, at);
        at += length + strspn(at + length, ", ");
    }
    xl_append(text, size,
              "), which scalar code has too; if that is all it does, say `.bitwise = 1`");
}

/* Whether it has no vectors on this ISA, and its record says so of this ISA. */
static bool is_without_vectors(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return m->family != XL_FAMILY_none && m->executed && !m->vector && !m->long_vector &&
           xl_names_by_lane(p, m->kernel);
}

/* What is wrong with a kernel; false: nothing. */
static bool find_defect(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                        char *text, size_t size)
{
    const char *symbol = xl_symbol_of(p, m), *family = xl_family_name(m->family);
    const bool needs_vectors = m->family != XL_FAMILY_none;
    if ((is_bitwise(p, m) || is_without_vectors(p, m)) && !m->undecoded[0])
        return false;
    if (!m->executed)
        snprintf(text, size, "%s was never executed", symbol);
    else if (m->undecoded[0])
        snprintf(text, size,
                 "no instruction at %s in the disassembly: it was executed and cannot be decoded",
                 m->undecoded);
    else if (needs_vectors && m->plain[0] &&
             ((!m->vector && !m->long_vector) || xl_growth_is_of_logic(p, m)))
        describe_plain(m, text, size);
    else if (needs_vectors && m->long_n && !m->long_vector)
        snprintf(text, size, "no %s instruction in %s computes at n = %llu (%llu others ran)%s",
                 family, symbol, (unsigned long long)m->long_n,
                 (unsigned long long)m->long_executed,
                 m->vector ? ": it uses vectors for small n only" : "");
    else if (needs_vectors && !m->vector && !m->long_vector)
        snprintf(text, size, "no %s instruction in %s computes (%llu others ran)", family, symbol,
                 (unsigned long long)m->executed);
    else if (needs_vectors && m->scalar_n && m->long_vector && !xl_most_threshold(m->kernel))
        snprintf(
            text, size,
            "no %s instruction in %s computes up to n = %llu, only at n = %llu: most calls are "
            "scalar; if it is intended, list the n in .thresholds",
            family, symbol, (unsigned long long)m->scalar_n, (unsigned long long)m->long_n);
    else if (m->steps != m->nearest_steps)
        snprintf(
            text, size,
            "no %s instruction ran once for each of %llu vectors of %s; nearest: %s, %llu times",
            family, (unsigned long long)m->steps, p->job->row->isa->name, m->nearest_mnemonic,
            (unsigned long long)m->nearest_steps);
    else
        return needs_vectors &&
               (xl_growth_find_defect(p, m, text, size) || xl_nops_find_defect(p, m, text, size));
    return true;
}

/* Notes how the kernel was proven. */
static void note_how_proven(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                            struct xl_kernel_result *k)
{
    k->proof[0] = '\0';
    if (!m->vector && m->long_vector)
        snprintf(k->proof, sizeof k->proof, "no vectors with n = %zu, vectors with n = %llu",
                 xl_sampled_n(p, m->kernel), (unsigned long long)m->long_n);
    else if (!m->long_n && xl_depends_on_n(m->kernel))
        snprintf(k->proof, sizeof k->proof, "traced with few elements only");
    if (is_without_vectors(p, m))
        xl_append(k->proof, sizeof k->proof, "no vectors, values only: %.100s",
                  xl_by_lane_reason(p, m->kernel));
    else if (xl_by_lane_reason(p, m->kernel) && xl_computes_by_lane(m))
        xl_append(k->proof, sizeof k->proof, "%slane by lane: %.100s", *k->proof ? "; " : "",
                  xl_by_lane_reason(p, m->kernel));
    if (m->kernel->narrow && p->row->vl_bits > XL_NARROW_BITS)
        xl_append(k->proof, sizeof k->proof, "%snot wider than 128 bits: %s", *k->proof ? "; " : "",
                  m->kernel->narrow);
    if (m->kernel->needs_unused && !xl_needs_are_shown(p, m, true))
        xl_append(k->proof, sizeof k->proof, "%snone of its .needs: %.100s", *k->proof ? "; " : "",
                  m->kernel->needs_unused);
    if (m->in_domain)
        xl_append(k->proof, sizeof k->proof,
                  "%svectors for arguments of the function's domain, a scalar loop for others",
                  *k->proof ? "; " : "");
    if (m->nop_copies)
        xl_append(k->proof, sizeof k->proof, "%sits vectors copy: other instructions show nothing",
                  *k->proof ? "; " : "");
    if (m->shared[0])
        xl_append(k->proof, sizeof k->proof, "%svectors in %s", *k->proof ? "; " : "", m->shared);
}

/* What is wrong with the implementation that a dispatcher called; false: nothing. */
static bool find_dispatch_defect(const struct xl_kernel_trace *m, char *text, size_t size)
{
    const struct xl_implementation *of = m->implementation;
    if (!xl_kernel_is_dispatched(m->kernel))
        return false;
    if (!of)
        snprintf(text, size, "no entry of .dispatch is for this CPU; called %.300s",
                 m->dispatched_names[0] ? m->dispatched_names : m->functions_counted);
    else if (!(m->dispatched >> (of - m->kernel->dispatch) & 1))
        snprintf(text, size, "CPU with %.100s: dispatcher must call %.100s, called %s%.200s",
                 of->needs && *of->needs ? of->needs : "no feature of .dispatch", of->function,
                 m->dispatched_names[0] ? "" : "none of .dispatch: ",
                 m->dispatched_names[0] ? m->dispatched_names : m->functions_counted);
    else
        return false;
    return true;
}

static void conclude(const struct xl_row_evidence *p, struct xl_kernel_trace *m)
{
    char text[XL_TEXT], counted[XL_TEXT];
    struct xl_kernel_result *k = m->result;
    k->was_traced = 1;
    k->traced_n = m->long_n;
    k->vector_insns = m->vector + m->long_vector;
    k->insns_covered = m->covered;
    k->insns_total = m->total;
    k->work = m->work;
    note_how_proven(p, m, k);
    snprintf(k->estimates, sizeof k->estimates, "%s", m->estimates);
    snprintf(k->dispatched, sizeof k->dispatched, "%s", m->dispatched_names);
    if (find_dispatch_defect(m, text, sizeof text)) { /* its instructions do not matter then */
        if (!xl_check_is_disabled(p->job->disabled_checks, XL_CHECK_dispatch))
            xl_result_add_finding_for(k, XL_CHECK_dispatch, text);
        return;
    }
    if (!find_defect(p, m, text, sizeof text)) {
        if (xl_beyond_isa_find_defect(p, m, text, sizeof text) ||
            xl_needs_find_defect(p, m, true, text, sizeof text))
            xl_fail_evidence(p, k, text);
        return;
    }
    const bool is_undeclared = m->has_choice && m->functions_run[0] && !m->vector &&
                               !m->long_vector && !xl_kernel_is_dispatched(m->kernel);
    snprintf(counted, sizeof counted, "%.230s; functions counted: %s", text, m->functions_counted);
    if (is_undeclared) /* it looks like a dispatcher */
        snprintf(counted, sizeof counted,
                 "%.180s; functions counted: %.100s; called %.80s: if it calls a dispatcher, add "
                 ".dispatch = {{\"%s\", \"FUNCTION\"}, {\"\", \"FUNCTION\"}} to its record",
                 text, m->functions_counted, m->functions_run, p->job->row->isa->name);
    xl_fail_evidence(p, k, counted);
}

/* Whether calls without this instruction may show something: it counts, is logic of whole vectors,
 * or copies them. */
static bool is_worth_a_nop(const struct xl_row_evidence *p, const struct xl_instruction *insn)
{
    const char *arch = p->job->row->arch->name;
    return xl_family_counts(p->family, insn->family) ||
           xl_is_whole_logic(arch, insn->mnemonic, insn->operands) ||
           xl_is_whole_access(arch, insn->mnemonic, insn->operands);
}

/* Whether the code of a kernel that is not traced has vector instructions. */
static bool has_vectors_in_code(const struct xl_row_evidence *p, struct xl_kernel_trace *m)
{
    for (size_t i = 0; i < p->code->disassembly.count; i++) {
        const struct xl_instruction *insn = &p->code->disassembly.instructions[i];
        if (!xl_reachable_has(&p->code->reachable, (size_t)m->variant, insn->function))
            continue;
        m->vector += (uint64_t)xl_family_counts(p->family, insn->family);
        if (is_worth_a_nop(p, insn))
            xl_add_vector(m, i);
    }
    return m->vector || m->kernel->bitwise;
}

/* Natively, where ptrace is refused. It is unknown then which implementation a dispatcher calls;
 * any other kernel must have vector instructions in the code that it reaches. */
static void conclude_untraced(const struct xl_row_evidence *p, struct xl_kernel_trace *m,
                              const char *why)
{
    char text[XL_TEXT], reason[XL_TEXT];
    const char *said = strstr(why, "ptrace: "), *colon = strrchr(why, ':');
    snprintf(reason, sizeof reason, "%s%s", said || p->job->row->runner ? "" : "ptrace",
             said                  ? said
             : p->job->row->runner ? why
             : colon               ? colon
                                   : "");
    if (!xl_kernel_is_dispatched(m->kernel) && has_vectors_in_code(p, m)) {
        if (xl_needs_find_defect(p, m, false, text, sizeof text))
            xl_fail_evidence(p, m->result, text);
        snprintf(m->result->proof, sizeof m->result->proof,
                 "not traced: unknown whether it executes instructions beyond its ISA");
        return;
    }
    snprintf(text, sizeof text, "%s has no %s instruction", xl_symbol_of(p, m),
             xl_family_name(p->family));
    if (!xl_kernel_is_dispatched(m->kernel))
        xl_fail_evidence(p, m->result, text);
    else
        snprintf(m->result->proof, sizeof m->result->proof,
                 "not traced: unknown which implementation it calls: %.300s", reason);
}

/* Calls all kernels without their vectors. False: it could not; all of them fail. */
static bool call_without_vectors(struct xl_row_evidence *p)
{
    char text[XL_TEXT], why[XL_TEXT];
    if (!xl_nops_row(p, text, sizeof text))
        return true;
    snprintf(why, sizeof why, "cannot be called without vector instructions: %.400s", text);
    for (size_t i = 0; i < p->count && !xl_interrupted; i++)
        xl_fail_evidence(p, p->traces[i].result, why);
    return false;
}

/* failed: what xl_trace_row returned, with the reason. */
static void conclude_stepped(const struct xl_row_evidence *p, int failed, const char *why)
{
    for (size_t i = 0; i < p->count && !xl_interrupted; i++) {
        struct xl_kernel_trace *m = &p->traces[i];
        if (!xl_is_traced(p, m))
            continue;
        if (!failed)
            conclude(p, m);
        else if (failed < 0)
            xl_fail_evidence(p, m->result, why);
        else
            conclude_untraced(p, m, why);
    }
}

static void forget_code(struct xl_kernel_trace *m)
{
    m->vector = m->vectors.count = 0;
}

/* Whether a kernel is stepped although its code has vector instructions. Steps take long under
 * Bochs: where there are many kernels, some of them are. */
static bool is_worth_steps(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    enum { ONE_IN = 4 };
    return xl_row_is_stepped(p->job->row) &&
           (!xl_row_is_bochs(p->job->row) || p->count <= XL_KERNELS_AFFORDED ||
            !xl_draw(p, m->kernel, XL_DRAW_STEPPED, ONE_IN));
}

/* Dispatchers are stepped, kernels whose code has no vector instructions, or none of the features
 * in .needs (a pointer may lead from there to them), and those with instructions beyond their ISA,
 * which they may not execute. Returns how many. */
static size_t choose_stepped(struct xl_row_evidence *p)
{
    size_t stepped = 0;
    for (size_t i = 0; i < p->count; i++) {
        struct xl_kernel_trace *m = &p->traces[i];
        m->has_code = !xl_kernel_is_dispatched(m->kernel) && has_vectors_in_code(p, m);
        m->is_stepped = !m->has_code || is_worth_steps(p, m) || xl_reaches_beyond_isa(p, m) ||
                        !xl_needs_are_shown(p, m, false);
        if (m->is_stepped)
            forget_code(m);
        stepped += m->is_stepped;
    }
    return stepped;
}

/* Where ptrace is refused, the code is what there is. */
static void choose_code(struct xl_row_evidence *p)
{
    for (size_t i = 0; i < p->count; i++) {
        struct xl_kernel_trace *m = &p->traces[i];
        if (!m->is_stepped || !m->has_code || xl_reaches_beyond_isa(p, m))
            continue;
        forget_code(m);
        m->is_stepped = !has_vectors_in_code(p, m);
    }
}

/* On the host's own CPU. */
static void prove_native(struct xl_row_evidence *p)
{
    char text[XL_TEXT], why[XL_TEXT] = "";
    const int failed = choose_stepped(p) ? xl_trace_row(p, why, sizeof why) : 0;
    if (failed > 0)
        choose_code(p);
    const bool is_tried = call_without_vectors(p);
    if (is_tried)
        conclude_stepped(p, failed, why);
    for (size_t i = 0; i < p->count && is_tried && !xl_interrupted; i++)
        if (!p->traces[i].is_stepped &&
            (xl_nops_find_defect(p, &p->traces[i], text, sizeof text) ||
             xl_needs_find_defect(p, &p->traces[i], false, text, sizeof text)))
            xl_fail_evidence(p, p->traces[i].result, text);
    if (!xl_interrupted)
        xl_check_abi_rules(p);
}

static void prove_traced(struct xl_row_evidence *p)
{
    char text[XL_TEXT] = "";
    uint64_t key = xl_evidence_key(p, p->job->row->qemu_cpu, p->row->vl_bits);
    if (!xl_kernel_traces_read(p, key)) {
        if (xl_trace_row(p, text, sizeof text)) {
            snprintf(p->row->evidence, sizeof p->row->evidence, "not measured: %.450s", text);
            p->row->lacks_evidence = 1;
            for (size_t i = 0; i < p->count && !xl_interrupted; i++)
                xl_fail_evidence(p, p->traces[i].result, p->row->evidence);
            return;
        }
        if (!call_without_vectors(p))
            return;
        xl_kernel_traces_write(p, key);
    }
    if (!xl_interrupted)
        xl_check_secrets(p);
    if (!xl_interrupted)
        xl_check_abi_rules(p);
    if (!xl_interrupted)
        xl_trace_narrow(p);
    for (size_t i = 0; i < p->count; i++)
        conclude(p, &p->traces[i]);
}

/* Natively, where something else than a kernel's call trapped in the control run, such as a static
 * initialiser: the control run does not show that a kernel's vector code executes, so it is
 * stepped. */
static void step_unproven(struct xl_row_evidence *p)
{
    char text[XL_TEXT] = "";
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++) {
        const struct xl_kernel_trace m = p->traces[i];
        if (m.is_stepped || m.result->cached[0] || m.result->outcome != XL_PASS)
            continue;
        p->traces[count] = m;
        p->traces[count].is_stepped = true;
        p->traces[count++].vector = 0;
    }
    p->count = count;
    if (count)
        conclude_stepped(p, xl_trace_row(p, text, sizeof text), text);
}

static void describe_native(const struct xl_row_evidence *p, char *text, size_t size)
{
    size_t traced = 0;
    for (size_t i = 0; i < p->count; i++)
        traced += p->traces[i].result->was_traced != 0;
    if (!xl_row_is_stepped(p->job->row) || !traced)
        snprintf(text, size, "static: native row, by disassembly");
    else if (traced == p->count)
        snprintf(text, size, "traced: native row, by single steps");
    else
        snprintf(text, size, "traced: %zu of %zu kernels, by single steps; static: the others",
                 traced, p->count);
}

/* Says how the row was proven, kernels with cached results included. */
static void describe(struct xl_row_evidence *p)
{
    size_t bitwise = 0;
    for (size_t i = 0; i < p->count; i++)
        bitwise += is_bitwise(p, &p->traces[i]);
    if (p->family == XL_FAMILY_none)
        return;
    if (p->job->row->native)
        describe_native(p, p->row->evidence, sizeof p->row->evidence);
    else if (bitwise)
        snprintf(p->row->evidence, sizeof p->row->evidence, "traced, except %zu %s nothing",
                 bitwise,
                 xl_plural(bitwise, "kernel of bit operations only, which proves",
                           "kernels of bit operations only, which prove"));
    else
        snprintf(p->row->evidence, sizeof p->row->evidence, "traced");
}

static void prove(struct xl_row_evidence *p)
{
    p->log = memfd_create("trace", MFD_CLOEXEC);
    p->traces = xl_alloc(p->row->kernel_count, sizeof *p->traces);
    if (p->log < 0) {
        snprintf(p->row->evidence, sizeof p->row->evidence, "not measured: %s", strerror(errno));
        p->row->lacks_evidence = 1;
        return;
    }
    list_kernels(p, false);
    if (p->code->unavailable[0]) {
        snprintf(p->row->evidence, sizeof p->row->evidence, "%s", p->code->unavailable);
        snprintf(p->row->control, sizeof p->row->control, "none: not measured");
        p->row->lacks_evidence = 1;
        return;
    }
    if (p->count && p->job->row->native)
        prove_native(p);
    else if (p->count)
        prove_traced(p);
    list_kernels(p, true);
    if (p->count && !p->row->lacks_evidence)
        describe(p);
    if (p->count && p->family != XL_FAMILY_none && !xl_interrupted)
        xl_control_run(p);
    if (p->job->row->native && p->job->row->isa->control[0] && p->count && !p->traps_known &&
        !p->row->control_failed && !xl_interrupted)
        step_unproven(p);
}

static bool has_dispatchers(const struct xl_row_result *row)
{
    for (size_t i = 0; i < row->kernel_count; i++)
        if (xl_kernel_is_dispatched(row->kernels[i].record))
            return true;
    return false;
}

static struct xl_row_evidence evidence_of(const struct xl_row_job *job, struct xl_agent *agent,
                                          struct xl_workspace *workspace,
                                          struct xl_row_result *result)
{
    return (struct xl_row_evidence){.job = job,
                                    .code = job->code,
                                    .agent = agent,
                                    .workspace = workspace,
                                    .row = result,
                                    .family = xl_family_find(job->row->isa->family),
                                    .log = -1};
}

static void end(struct xl_row_evidence *p)
{
    if (p->log >= 0)
        close(p->log);
    for (size_t i = 0; i < p->count; i++)
        free(p->traces[i].vectors.at);
    free(p->traces);
}

void xl_evidence_row(const struct xl_row_job *job, struct xl_agent *agent,
                     struct xl_workspace *workspace, struct xl_row_result *result)
{
    struct xl_row_evidence p = evidence_of(job, agent, workspace, result);
    if (p.family == XL_FAMILY_none) {
        snprintf(result->evidence, sizeof result->evidence, "none needed: scalar code");
        snprintf(result->control, sizeof result->control, "none: scalar code runs everywhere");
    }
    if (p.family == XL_FAMILY_none && !has_dispatchers(result))
        return;
    prove(&p);
    end(&p);
}

/* False with the reason why no instruction can be counted. */
static bool count_work(struct xl_row_evidence *p, char *text, size_t size)
{
    if (p->job->row->native)
        snprintf(text, size, "it runs natively, so no emulator counts its instructions");
    else if (p->family == XL_FAMILY_none)
        snprintf(text, size, "it has no vector instructions");
    else if (p->code->unavailable[0])
        snprintf(text, size, "%s", p->code->unavailable);
    else if ((p->log = memfd_create("trace", MFD_CLOEXEC)) < 0)
        snprintf(text, size, "%s", strerror(errno));
    else {
        list_kernels(p, false);
        return !p->count || !xl_work_trace(p, text, size);
    }
    return false;
}

void xl_work_row(const struct xl_row_job *job, struct xl_agent *agent,
                 struct xl_workspace *workspace, struct xl_row_result *result)
{
    struct xl_row_evidence p = evidence_of(job, agent, workspace, result);
    char text[XL_TEXT] = "";
    p.traces = xl_alloc(result->kernel_count, sizeof *p.traces);
    if (!count_work(&p, text, sizeof text) && !xl_interrupted) {
        snprintf(result->evidence, sizeof result->evidence, "not measured: %.450s", text);
        result->lacks_evidence = 1;
    }
    for (size_t i = 0; i < p.count; i++)
        p.traces[i].result->work = p.traces[i].work;
    end(&p);
}
