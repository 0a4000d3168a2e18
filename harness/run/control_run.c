/* The control run: with the ISA switched off, each kernel must trap.
 * SPDX-License-Identifier: MIT
 */
#include "run/row_evidence.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/signals.h"
#include "oracle/inputs.h"
#include "oracle/strides.h"
#include "run/agent_start.h"

/* If the first call returns, the kernel is called with so many times its elements. Natively it is
 * unknown how many elements it takes until vectors are used. */
enum { XL_CONTROL_TIMES = 64, XL_NATIVE_TIMES = 1024 };

/* A data exception of s390x is SIGFPE: "vector instructions are not enabled" (Principles of
 * Operation, "Data Exception"). */
static bool is_trap(const struct xl_row *row, int signal)
{
    return signal == SIGILL || (signal == SIGFPE && strcmp(row->arch->name, "s390x") == 0);
}

/* The last instruction in the log from this offset on; NULL: it is not in code of the row's
 * kernels. */
static const struct xl_instruction *last_instruction(const struct xl_row_evidence *p, off_t from,
                                                     uint64_t *counts)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    struct xl_trace trace;
    xl_trace_begin(&trace, l, counts);
    xl_read_log(p, from, -1, &trace);
    size_t at = xl_disassembly_find(l, trace.last);
    if (!trace.executed || at == l->count || l->instructions[at].address != trace.last ||
        l->instructions[at].function >= l->function_count || !xl_log_has(p->code, trace.last))
        return NULL;
    return &l->instructions[at];
}

/* Returns whether it is the expected trap. */
static bool describe_trap(const struct xl_row_evidence *p, off_t from, int signal, char *text,
                          size_t size)
{
    uint64_t *counts = xl_alloc(p->code->disassembly.count, sizeof *counts);
    const struct xl_instruction *insn = last_instruction(p, from, counts);
    const struct xl_disassembled_function *f =
        insn ? &p->code->disassembly.functions[insn->function] : NULL;
    if (f)
        snprintf(text, size, "trapped with SIG%s in %s+0x%llx (%s %s)", sigabbrev_np(signal),
                 f->name, (unsigned long long)(insn->address - f->address), insn->mnemonic,
                 insn->operands);
    else
        snprintf(text, size, "trapped with SIG%s outside of the kernels", sigabbrev_np(signal));
    free(counts);
    return insn && is_trap(p->job->row, signal);
}

/* Makes a call that ends at the first instruction that this CPU lacks. */
static enum xl_call_status call_once(const struct xl_row_evidence *p,
                                     const struct xl_kernel_trace *m, size_t n, int *detail)
{
    xl_agent_trap_signals(p->agent);
    const enum xl_call_status status = xl_make_sampled_call(p, m, n, XL_SAMPLE_FULL, detail);
    if (status != XL_STATUS_OK || !xl_agent_trapped_signal(p->agent))
        return status;
    *detail = xl_agent_trapped_signal(p->agent);
    return XL_STATUS_SIGNAL;
}

/* Whether the kernel has vector instructions that must trap. Natively its code says so, and only
 * instructions of the family itself need the ISA. */
static bool has_vectors(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    if (!p->job->row->native || (m->is_stepped && !m->has_code))
        return m->vector || m->long_vector;
    for (size_t i = 0; i < l->count; i++)
        if (l->instructions[i].family == m->family &&
            xl_reachable_has(&p->code->reachable, (size_t)m->variant, l->instructions[i].function))
            return true;
    return false;
}

/* The largest n that a kernel is called with. */
static size_t most_n(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return xl_max_n(m->kernel, (p->job->row->native ? XL_NATIVE_TIMES : XL_CONTROL_TIMES) *
                                   xl_sampled_n(p, m->kernel));
}

/* Calls a kernel with few elements. If that returns, calls it with some more and with many: it may
 * use vectors only then. */
static enum xl_call_status call_kernel(const struct xl_row_evidence *p,
                                       const struct xl_kernel_trace *m, int *detail)
{
    enum { REST = 3, SIZES = 4 };
    const size_t first = xl_sampled_n(p, m->kernel);
    const size_t sizes[SIZES] = {first, first + REST, most_n(p, m), m->long_n};
    const bool must_try_more =
        has_vectors(p, m) && (xl_isa_is_first(p->job->row->isa) || !m->vector);
    enum xl_call_status status = call_once(p, m, first, detail);
    for (size_t i = 1; i < SIZES && status == XL_STATUS_OK; i++)
        if (must_try_more && sizes[i])
            status = call_once(p, m, sizes[i], detail);
    return status;
}

/* Functions that a kernel executed with the ISA only, and without it only. */
struct choice {
    char with[200], without[200];
};

static void compare_functions(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                              const bool *ran, struct choice *c)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    const uint64_t entry = p->code->image.variants[m->variant].entry;
    *c = (struct choice){"", ""};
    for (size_t f = 0; f < l->function_count; f++) {
        const char *name = xl_disassembly_readable_name(l, f);
        if (!xl_disassembly_is_kernels(&l->functions[f]) || l->functions[f].address == entry)
            continue;
        if (ran[f] && !xl_list_has(m->functions_run, name))
            xl_list_add(c->without, sizeof c->without, name);
        else if (!ran[f] && xl_list_has(m->functions_run, name))
            xl_list_add(c->with, sizeof c->with, name);
    }
}

/* Whether a kernel returned because it executed other code: then it calls a dispatcher, and its
 * record does not say so. from: where its calls begin in the log. */
static bool ran_other_code(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                           off_t from, struct choice *c)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    uint64_t *counts = xl_alloc(l->count, sizeof *counts);
    bool *ran = xl_alloc(l->function_count, sizeof *ran);
    struct xl_trace trace;
    xl_trace_begin(&trace, l, counts);
    xl_read_log(p, from, -1, &trace);
    xl_mark_functions(l, counts, &trace, ran);
    compare_functions(p, m, ran, c);
    free(counts);
    free(ran);
    return c->with[0];
}

static void fail_undeclared(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                            const struct choice *c)
{
    char text[XL_TEXT];
    const char *isa = p->job->row->isa->name, *without = c->without[0] ? c->without : "*";
    snprintf(
        text, sizeof text,
        "it called %.120s, and on a CPU without %s %.120s: add .dispatch = {{\"%s\", \"%.*s\"}, "
        "{\"\", \"%.*s\"}} to its record",
        c->with, isa, c->without[0] ? c->without : "none of them", isa, (int)strcspn(c->with, ","),
        c->with, (int)strcspn(without, ","), without);
    xl_fail_evidence(p, m->result, text);
}

/* What the control run has found so far. */
struct control {
    size_t kernels;      /* tried; dispatched ones are not: they execute other code here */
    size_t trapped;      /* of these, in their own calls */
    bool has_failed;     /* some kernel has */
    size_t crashed;      /* in another way than by an instruction that the CPU lacks */
    size_t unlogged;     /* their calls filled the log, which shows no trap then */
    char first[XL_TEXT]; /* how the first one trapped */
};

/* A kernel returned though it has vectors. */
static void fail_survivor(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                          off_t from, struct control *control)
{
    struct choice c;
    char text[XL_TEXT];
    control->has_failed = true;
    if (ran_other_code(p, m, from, &c)) {
        fail_undeclared(p, m, &c);
        control->kernels--;
        return;
    }
    snprintf(text, sizeof text,
             "%s did not trap on a CPU without %s: the vectors %s are in code that it does not "
             "execute at n up to %zu",
             xl_symbol_of(p, m), p->job->row->isa->name,
             p->job->row->native ? "of its code" : "in its trace", most_n(p, m));
    xl_fail_evidence(p, m->result, text);
}

/* Starts the agent on the control CPU. */
static bool start_on_control_cpu(const struct xl_row_evidence *p, char *text, size_t size)
{
    struct xl_error err;
    xl_agent_stop(p->agent);
    if (xl_log_start(p->job, p->agent, p->job->row->isa->control, XL_LOG_INSTRUCTIONS, p->log,
                     &err) == XL_START_OK)
        return true;
    snprintf(text, size, "QEMU_CPU \"%s\": %.400s", p->job->row->isa->control, err.text);
    return false;
}

/* Whether the control run goes on, or has succeeded or failed. */
enum control_state { XL_CONTROL_GOES_ON, XL_CONTROL_OK, XL_CONTROL_FAILED };

/* A kernel trapped. If the agent died with it, something else than the kernel's call trapped, such
 * as a static initialiser of a library: nothing more can be known. Where one kernel that traps is
 * enough, one may crash otherwise and show nothing: it may meet a bug of the emulator, though the
 * row runs on a CPU that has none. */
static enum control_state note_trap(struct xl_row_evidence *p, off_t from, int signal,
                                    struct control *control, char *text, size_t size)
{
    const bool is_expected = describe_trap(p, from, signal, text, size);
    p->traps_known = p->traps_known && p->agent->process.pid != 0;
    if (!is_expected) {
        if (xl_isa_is_first(p->job->row->isa) || control->crashed++)
            return XL_CONTROL_FAILED;
        return start_on_control_cpu(p, text, size) ? XL_CONTROL_GOES_ON : XL_CONTROL_FAILED;
    }
    if (!xl_isa_is_first(p->job->row->isa) || !p->traps_known)
        return XL_CONTROL_OK;
    if (!control->trapped++)
        snprintf(control->first, sizeof control->first, "%s", text);
    return XL_CONTROL_GOES_ON;
}

/* The calls of a kernel filled the log, which has a line for each instruction here. */
static enum control_state note_full_log(const struct xl_row_evidence *p,
                                        const struct xl_kernel_trace *m, struct control *control,
                                        char *text, size_t size)
{
    control->unlogged++;
    if (!xl_isa_is_first(p->job->row->isa))
        return start_on_control_cpu(p, text, size) ? XL_CONTROL_GOES_ON : XL_CONTROL_FAILED;
    snprintf(text, size, "%s did not trap on a CPU without %s within a log of %u MiB",
             xl_symbol_of(p, m), p->job->row->isa->name, p->agent->process.file_mib);
    return XL_CONTROL_FAILED;
}

static enum control_state control_kernel(struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                                         struct control *control, char *text, size_t size)
{
    int detail = 0;
    off_t from = lseek(p->log, 0, SEEK_END);
    enum xl_call_status status = call_kernel(p, m, &detail);
    if (control->kernels++ && status == XL_STATUS_SIGNAL && detail == SIGXFSZ) {
        /* Earlier kernels may have filled the log. */
        if (!start_on_control_cpu(p, text, size))
            return XL_CONTROL_FAILED;
        from = 0;
        status = call_kernel(p, m, &detail);
    }
    if (status == XL_STATUS_SIGNAL && detail == SIGXFSZ)
        return note_full_log(p, m, control, text, size);
    if (status == XL_STATUS_SIGNAL)
        return note_trap(p, from, detail, control, text, size);
    if (status != XL_STATUS_OK) {
        xl_describe_failed_call(p, status, detail, xl_symbol_of(p, m), text, size);
        return XL_CONTROL_FAILED;
    }
    if (xl_isa_is_first(p->job->row->isa) && has_vectors(p, m))
        fail_survivor(p, m, from, control);
    return XL_CONTROL_GOES_ON;
}

/* Calls kernels on the control CPU: all of them, where each must trap, otherwise until one does.
 * Returns whether the outcome is as expected. has_failed: a kernel failed. */
static bool run_control(struct xl_row_evidence *p, char *text, size_t size, bool *has_failed)
{
    const struct xl_isa *isa = p->job->row->isa;
    struct control control = {.kernels = 0};
    enum control_state state =
        start_on_control_cpu(p, text, size) ? XL_CONTROL_GOES_ON : XL_CONTROL_FAILED;
    for (size_t i = 0; i < p->count && state == XL_CONTROL_GOES_ON; i++)
        if (!xl_kernel_is_dispatched(p->traces[i].kernel))
            state = control_kernel(p, &p->traces[i], &control, text, size);
    *has_failed = control.has_failed;
    if (state != XL_CONTROL_GOES_ON)
        return state == XL_CONTROL_OK;
    if (control.trapped > 1)
        snprintf(text, size, "%.400s; so did %zu more kernel%s", control.first, control.trapped - 1,
                 control.trapped == 2 ? "" : "s");
    else if (control.trapped)
        snprintf(text, size, "%s", control.first);
    else
        snprintf(
            text, size,
            control.unlogged
                ? "none: the calls of a kernel filled the log, and no other has an instruction "
                  "that traps without %s"
            : control.crashed
                ? "none: a kernel crashed, and no other has an instruction that traps without %s"
            : control.kernels
                ? "none: no kernel has an instruction that traps without %s"
                : "none: all kernels are dispatchers, which call other code without %s",
            isa->name);
    return control.trapped || control.has_failed || !xl_isa_is_first(p->job->row->isa) ||
           !control.kernels;
}

void xl_control_run(struct xl_row_evidence *p)
{
    char name[128];
    const struct xl_isa *isa = p->job->row->isa;
    struct xl_row_result *row = p->row;
    bool has_failed = false;
    if (!isa->control[0]) {
        snprintf(row->control, sizeof row->control, "none: every CPU of %s that can start has %s",
                 p->job->row->arch->name, isa->name);
        return;
    }
    /* The key is the same for every vector length. Natively more kernels must trap, by their code.
     */
    uint64_t key = xl_evidence_key(p, isa->control, 0);
    p->traps_known = true;
    snprintf(name, sizeof name, "control-%s%s", p->job->row->native ? "native-" : "", isa->name);
    char *cached = xl_evidence_read(p, name, key);
    if (cached) {
        snprintf(row->control, sizeof row->control, "%s", cached);
    } else if (run_control(p, row->control, sizeof row->control, &has_failed)) {
        if (!has_failed && (p->traps_known || !p->job->row->native))
            xl_evidence_write(p, name, key, row->control);
    } else {
        row->control_failed = !xl_interrupted;
    }
    free(cached);
    xl_agent_stop(p->agent);
}
