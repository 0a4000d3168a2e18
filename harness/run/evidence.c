/* The proof that a row's ISA executed: a traced run, and a control run with the ISA switched off.
 * SPDX-License-Identifier: MIT
 */
#include "run/evidence.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/signals.h"
#include "base/text.h"
#include "binary/classify.h"
#include "binary/source_lines.h"
#include "execute/agent_client.h"
#include "oracle/record.h"
#include "results/results.h"

/* Whose vector instructions are a kernel's proof: of the row's ISA, or of the ISA that the
 * implementation is for which it must dispatch to. */
static enum xl_family family_of(const struct xl_evidence *p, const struct xl_kernel *kernel,
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

/* The kernels that passed so far, in this run or, if cached, in one before; one whose symbol is not
 * there has nothing to be traced. */
static void choose_kernels(struct xl_evidence *p, bool cached)
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
            continue; /* scalar code needs no proof */
        if (cached && variant < 0)
            continue; /* it ran in another agent */
        if (variant < 0) {
            snprintf(text, sizeof text, "its code for %s is not in the agent: no symbol %s__%s%s%s",
                     isa, k->kernel, isa, function ? "__" : "", function ? function : "");
            xl_fail_evidence(p, k, text);
            continue;
        }
        p->measures[p->count++] = (struct xl_kernel_trace){
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

/* Nothing but bit operations was executed, of a kernel that may have no others. */
static bool is_bitwise(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    return m->executed && m->kernel->bitwise &&
           ((!m->vector && !m->long_vector) || xl_growth_is_of_bits(p, m));
}

/* What is wrong with a kernel; false: nothing. */
static bool accuse(const struct xl_evidence *p, const struct xl_kernel_trace *m, char *text,
                   size_t size)
{
    const char *symbol = xl_symbol_of(p, m), *family = xl_family_name(m->family);
    const bool wants_vectors = m->family != XL_FAMILY_none;
    if (is_bitwise(p, m) && !m->undecoded[0])
        return false;
    if (!m->executed)
        snprintf(text, size, "nothing of %s was executed", symbol);
    else if (m->undecoded[0])
        snprintf(
            text, size,
            "the disassembly has no instruction at %s, which was executed: it cannot be decoded",
            m->undecoded);
    else if (wants_vectors && m->long_n && !m->long_vector)
        snprintf(text, size,
                 "no %s instruction was executed in %s with n = %llu, where its %llu were others%s",
                 family, symbol, (unsigned long long)m->long_n,
                 (unsigned long long)m->long_executed,
                 m->vector ? ": it has vectors for small n only" : "");
    else if (wants_vectors && !m->vector && !m->long_vector)
        snprintf(text, size, "no %s instruction was executed in %s: its %llu were others", family,
                 symbol, (unsigned long long)m->executed);
    else if (m->steps != m->most_steps)
        snprintf(text, size,
                 "no %s instruction was executed once for each of %llu vectors of %s; the nearest, "
                 "%s, %llu times",
                 family, (unsigned long long)m->steps, p->job->row->isa->name, m->most,
                 (unsigned long long)m->most_steps);
    else
        return wants_vectors &&
               (xl_growth_find_defect(p, m, text, size) || xl_nops_find_defect(p, m, text, size));
    return true;
}

/* What is to be known of how a kernel was proven. */
static void remark(const struct xl_evidence *p, const struct xl_kernel_trace *m,
                   struct xl_kernel_result *k)
{
    k->proof[0] = '\0';
    if (!m->vector && m->long_vector)
        snprintf(k->proof, sizeof k->proof, "no vectors with n = %zu, but with n = %llu",
                 xl_sample_n(p, m->kernel), (unsigned long long)m->long_n);
    else if (!m->long_n && xl_depends_on_n(m->kernel))
        snprintf(k->proof, sizeof k->proof, "traced with few elements only");
    if (xl_why_by_lane(p, m->kernel) && xl_is_by_lane(m))
        xl_append(k->proof, sizeof k->proof, "%slane by lane: %.100s", *k->proof ? "; " : "",
                  xl_why_by_lane(p, m->kernel));
    if (m->kernel->narrow && p->row->vl_bits > XL_NARROW_BITS)
        xl_append(k->proof, sizeof k->proof, "%snot wider than 128 bits: %s", *k->proof ? "; " : "",
                  m->kernel->narrow);
    if (m->shared[0])
        xl_append(k->proof, sizeof k->proof, "%svectors in %s", *k->proof ? "; " : "", m->shared);
}

/* What is wrong with what a dispatcher took; false: nothing. */
static bool accuse_dispatcher(const struct xl_kernel_trace *m, char *text, size_t size)
{
    const struct xl_implementation *of = m->implementation;
    if (!xl_kernel_is_dispatched(m->kernel))
        return false;
    if (!of)
        snprintf(text, size, "its .dispatch has nothing for this CPU; it took %.300s",
                 m->taken[0] ? m->taken : m->functions);
    else if (!(m->took >> (of - m->kernel->dispatch) & 1))
        snprintf(
            text, size, "on a CPU with %.100s its dispatcher must take %.100s; it took %s%.200s",
            of->needs && *of->needs ? of->needs : "nothing of its .dispatch", of->function,
            m->taken[0] ? "" : "none of its .dispatch: ", m->taken[0] ? m->taken : m->functions);
    else
        return false;
    return true;
}

static void judge(const struct xl_evidence *p, struct xl_kernel_trace *m)
{
    char text[XL_TEXT], counted[XL_TEXT];
    struct xl_kernel_result *k = m->result;
    k->was_traced = 1;
    k->traced_n = m->long_n;
    k->vector_insns = m->vector + m->long_vector;
    k->insns_covered = m->covered;
    k->insns_total = m->total;
    remark(p, m, k);
    snprintf(k->estimates, sizeof k->estimates, "%s", m->estimates);
    snprintf(k->dispatched, sizeof k->dispatched, "%s", m->taken);
    if (accuse_dispatcher(m, text, sizeof text)) { /* what that executes is beside the point */
        if (!xl_check_is_disabled(p->job->disabled_checks, XL_CHECK_dispatch))
            xl_result_add_finding_for(k, XL_CHECK_dispatch, text);
        return;
    }
    if (!accuse(p, m, text, sizeof text)) {
        if (xl_beyond_find_defect(p, m, text, sizeof text))
            xl_fail_evidence(p, k, text);
        return;
    }
    const bool is_undeclared = m->chooses && m->ran[0] && !m->vector && !m->long_vector &&
                               !xl_kernel_is_dispatched(m->kernel);
    snprintf(counted, sizeof counted, "%.230s; what counts: %s", text, m->functions);
    if (is_undeclared) /* for all that is known */
        snprintf(counted, sizeof counted,
                 "%.180s; what counts: %.100s; it took %.80s: if it calls a dispatcher, its record "
                 "must say .dispatch = {{\"%s\", \"FUNCTION\"}, {\"\", \"FUNCTION\"}}",
                 text, m->functions, m->ran, p->job->row->isa->name);
    xl_fail_evidence(p, k, counted);
}

/* Of a kernel that is not traced what stands in its code is all that is known. */
static bool is_proven_by_code(const struct xl_evidence *p, struct xl_kernel_trace *m)
{
    for (size_t i = 0; i < p->code->disassembly.count; i++) {
        const struct xl_instruction *insn = &p->code->disassembly.instructions[i];
        if (!xl_reachable_has(&p->code->reachable, (size_t)m->variant, insn->function))
            continue;
        const bool counts = xl_family_counts(p->family, insn->family);
        m->vector += counts;
        if (counts || xl_is_whole_logic(p->job->row->arch->name, insn->mnemonic, insn->operands))
            xl_add_vector(m, i);
    }
    return m->vector || m->kernel->bitwise;
}

/* Where nothing may be stepped it is not known what a dispatcher took; and another kernel has to
 * have its vectors where its code leads. */
static void say_unstepped(const struct xl_evidence *p, struct xl_kernel_trace *m, const char *why)
{
    char text[XL_TEXT];
    if (!xl_kernel_is_dispatched(m->kernel) && is_proven_by_code(p, m)) {
        snprintf(
            m->result->proof, sizeof m->result->proof,
            "not traced, so that whether it executes instructions beyond its ISA is not known");
        return;
    }
    snprintf(text, sizeof text, "%s has no %s instruction", xl_symbol_of(p, m),
             xl_family_name(p->family));
    if (!xl_kernel_is_dispatched(m->kernel))
        xl_fail_evidence(p, m->result, text);
    else
        snprintf(m->result->proof, sizeof m->result->proof,
                 "not traced, so that which implementation it took is not known: ptrace%s",
                 strrchr(why, ':') ? strrchr(why, ':') : "");
}

/* Whether all kernels could be called without their vectors; if not, all of them fail. */
static bool try_nops(struct xl_evidence *p)
{
    char text[XL_TEXT], why[XL_TEXT];
    if (!xl_nops_row(p, text, sizeof text))
        return true;
    snprintf(why, sizeof why, "not measured without vector instructions: %.400s", text);
    for (size_t i = 0; i < p->count && !xl_interrupted; i++)
        xl_fail_evidence(p, p->measures[i].result, why);
    return false;
}

/* failed: as xl_trace_row has it, with why. */
static void judge_stepped(const struct xl_evidence *p, int failed, const char *why)
{
    for (size_t i = 0; i < p->count && !xl_interrupted; i++) {
        struct xl_kernel_trace *m = &p->measures[i];
        if (!xl_is_traced(p, m))
            continue;
        if (!failed)
            judge(p, m);
        else if (failed < 0)
            xl_fail_evidence(p, m->result, why);
        else
            say_unstepped(p, m, why);
    }
}

/* A program that runs on the host's own CPU. Stepped are dispatchers, and kernels in whose code
 * there is nothing: a pointer may lead from there to vectors. */
static void prove_native(struct xl_evidence *p)
{
    char text[XL_TEXT], why[XL_TEXT] = "";
    size_t stepped = 0;
    for (size_t i = 0; i < p->count; i++) {
        struct xl_kernel_trace *m = &p->measures[i];
        m->stepped = xl_kernel_is_dispatched(m->kernel) || !is_proven_by_code(p, m);
        if (!m->stepped && xl_has_beyond(p, m)) { /* is it executed? */
            m->stepped = true;
            m->vector = m->vectors.count = 0;
        }
        stepped += m->stepped;
    }
    const int failed = stepped ? xl_trace_row(p, why, sizeof why) : 0;
    const bool is_tried = try_nops(p);
    if (is_tried)
        judge_stepped(p, failed, why);
    for (size_t i = 0; i < p->count && is_tried && !xl_interrupted; i++)
        if (!p->measures[i].stepped && xl_nops_find_defect(p, &p->measures[i], text, sizeof text))
            xl_fail_evidence(p, p->measures[i].result, text);
}

static void prove_traced(struct xl_evidence *p)
{
    char text[XL_TEXT] = "";
    uint64_t key = xl_key_of(p, p->job->row->qemu_cpu, p->row->vl_bits);
    if (!xl_read_kernel_traces(p, key)) {
        if (xl_trace_row(p, text, sizeof text)) {
            snprintf(p->row->evidence, sizeof p->row->evidence, "not measured: %.450s", text);
            p->row->lacks_evidence = 1;
            for (size_t i = 0; i < p->count && !xl_interrupted; i++)
                xl_fail_evidence(p, p->measures[i].result, p->row->evidence);
            return;
        }
        if (!try_nops(p))
            return;
        xl_keep_kernel_traces(p, key);
    }
    if (!xl_interrupted)
        xl_kernel_trace_128(p);
    for (size_t i = 0; i < p->count; i++)
        judge(p, &p->measures[i]);
}

/* Natively, where something else than a kernel's call died in the control run, such as a static
 * initialiser, what stands in a kernel's code has not been shown to be executed: it is stepped. */
static void prove_unshown(struct xl_evidence *p)
{
    char text[XL_TEXT] = "";
    size_t kept = 0;
    for (size_t i = 0; i < p->count; i++) {
        const struct xl_kernel_trace m = p->measures[i];
        if (m.stepped || m.result->cached[0] || m.result->outcome != XL_PASS)
            continue;
        p->measures[kept] = m;
        p->measures[kept].stepped = true;
        p->measures[kept++].vector = 0;
    }
    p->count = kept;
    if (kept)
        judge_stepped(p, xl_trace_row(p, text, sizeof text), text);
}

/* How it is known, of the kernels that ran before too. */
static void describe(struct xl_evidence *p)
{
    size_t bitwise = 0;
    for (size_t i = 0; i < p->count; i++)
        bitwise += is_bitwise(p, &p->measures[i]);
    if (p->family == XL_FAMILY_none)
        return;
    if (p->job->row->native)
        snprintf(p->row->evidence, sizeof p->row->evidence,
                 "static: runs natively, where little is traced; its code has the instructions, "
                 "and its results need them");
    else if (bitwise)
        snprintf(p->row->evidence, sizeof p->row->evidence,
                 "traced; but for %zu kernels of bit operations alone, which scalar code has too",
                 bitwise);
    else
        snprintf(p->row->evidence, sizeof p->row->evidence, "traced");
}

static void prove(struct xl_evidence *p)
{
    p->log = memfd_create("trace", MFD_CLOEXEC);
    p->measures = calloc(p->row->kernel_count + 1, sizeof *p->measures);
    if (p->log < 0 || !p->measures) {
        snprintf(p->row->evidence, sizeof p->row->evidence, "not measured: %s", strerror(errno));
        p->row->lacks_evidence = 1;
        return;
    }
    choose_kernels(p, false);
    if (p->code->unavailable[0]) {
        snprintf(p->row->evidence, sizeof p->row->evidence, "%s", p->code->unavailable);
        snprintf(p->row->control, sizeof p->row->control, "none: not measured either");
        p->row->lacks_evidence = 1;
        return;
    }
    if (p->count && p->job->row->native)
        prove_native(p);
    else if (p->count)
        prove_traced(p);
    choose_kernels(p, true);
    if (p->count && !p->row->lacks_evidence)
        describe(p);
    if (p->count && p->family != XL_FAMILY_none && !xl_interrupted)
        xl_control_run(p);
    if (p->job->row->native && p->job->row->isa->control[0] && p->count && !p->is_shown &&
        !p->row->control_failed && !xl_interrupted)
        prove_unshown(p);
}

static bool has_dispatchers(const struct xl_row_result *row)
{
    for (size_t i = 0; i < row->kernel_count; i++)
        if (xl_kernel_is_dispatched(row->kernels[i].record))
            return true;
    return false;
}

void xl_evidence_row(const struct xl_row_job *job, struct xl_agent *agent,
                     struct xl_workspace *workspace, struct xl_row_result *result)
{
    struct xl_evidence p = {.job = job,
                            .code = job->code,
                            .agent = agent,
                            .workspace = workspace,
                            .row = result,
                            .family = xl_family_find(job->row->isa->family),
                            .log = -1};
    if (p.family == XL_FAMILY_none) {
        snprintf(result->evidence, sizeof result->evidence, "none needed: scalar code");
        snprintf(result->control, sizeof result->control, "none: scalar code runs everywhere");
    }
    if (p.family == XL_FAMILY_none && !has_dispatchers(result))
        return;
    prove(&p);
    if (p.log >= 0)
        close(p.log);
    for (size_t i = 0; i < p.count; i++)
        free(p.measures[i].vectors.at);
    free(p.measures);
}

/* SPLIT */

static const struct xl_extension *beyond(const struct xl_evidence *p,
                                         const struct xl_kernel_trace *m, size_t i)
{
    const struct xl_isa *isa = p->job->row->isa;
    const struct xl_instruction *insn = &p->code->disassembly.instructions[i];
    return xl_extension_beyond(p->job->row->arch->name, isa->name,
                               xl_kernel_needs(m->kernel, isa->name), insn->mnemonic,
                               insn->operands);
}

bool xl_is_beyond(const struct xl_evidence *p, const struct xl_kernel_trace *m, size_t i)
{
    return !xl_kernel_is_dispatched(m->kernel) &&
           xl_reachable_has(&p->code->reachable, (size_t)m->variant,
                            p->code->disassembly.instructions[i].function) &&
           beyond(p, m, i);
}

bool xl_has_beyond(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    for (size_t i = 0; i < p->code->disassembly.count; i++)
        if (xl_is_beyond(p, m, i))
            return true;
    return false;
}

/* An instruction that asks what the CPU has, or names what knows it: of the compiler's run-time
 * library, of the C library, or of the thread's control block, in which glibc keeps it on POWER. */
static bool asks_cpu(const struct xl_instruction *insn)
{
    static const char *const mnemonics[] = {"cpuid", "xgetbv", "stfle", "cpucfg", NULL};
    static const char *const names[] = {"<__cpu_",        "<__get_cpuid", "getauxval>",
                                        "ID_AA64",        "hwprobe",      "<__riscv_feature_bits",
                                        "<__aarch64_cpu", "-28772(13)",   "-28776(13)"};
    if (xl_is_one_of(mnemonics, insn->mnemonic))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strstr(insn->operands, names[i]))
            return true;
    return false;
}

static bool tests_cpu(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    for (size_t i = 0; i < l->count; i++)
        if (xl_reachable_has(&p->code->reachable, (size_t)m->variant,
                             l->instructions[i].function) &&
            asks_cpu(&l->instructions[i]))
            return true;
    return false;
}

/* Adds ", FILE:LINE" of an instruction, if that is known. */
static void add_line(const struct xl_agent_code *code, uint64_t address, char *text, size_t size)
{
    struct xl_frame frames[XL_MAX_FRAMES];
    struct xl_error err;
    pthread_mutex_lock(&xl_source_lock);
    struct xl_source *source = code->image.elf ? xl_source_read(code->image.elf, &err) : NULL;
    if (source && xl_source_frames(source, address, frames))
        xl_append(text, size, ", %.120s:%u", xl_source_path(frames[0].file), frames[0].line);
    xl_source_free(source);
    pthread_mutex_unlock(&xl_source_lock);
}

bool xl_beyond_find_defect(const struct xl_evidence *p, const struct xl_kernel_trace *m, char *text,
                           size_t size)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    const char *isa = p->job->row->isa->name;
    const size_t i = m->beyond ? xl_disassembly_find(l, m->beyond) : l->count;
    const struct xl_extension *e = i < l->count ? beyond(p, m, i) : NULL;
    const struct xl_disassembled_function *f = e ? xl_disassembly_function(l, m->beyond) : NULL;
    if (!f || tests_cpu(p, m))
        return false;
    snprintf(text, size, "it executed `%s` (%s), which %s does not promise, at %.100s+0x%llx",
             l->instructions[i].mnemonic, e->name, isa, f->name,
             (unsigned long long)(m->beyond - f->address));
    add_line(p->code, m->beyond, text, size);
    if (e->feature[0])
        xl_append(text, size,
                  ": a CPU with %s may lack it. If the kernel is for CPUs that have it, its record "
                  "must say .needs = {{\"%s\", \"%s\"}}",
                  isa, isa, e->feature);
    else
        xl_append(text, size, ": a CPU with %s may lack it", isa);
    return true;
}
