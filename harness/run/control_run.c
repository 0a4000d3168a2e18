/* The control run: with the ISA switched off, each kernel must die.
 * SPDX-License-Identifier: MIT
 */
#include "run/evidence.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/signals.h"
#include "oracle/inputs.h"
#include "oracle/strides.h"
#include "run/agent_start.h"

/* As many elements as in the first call, of a kernel that comes back from that; and natively, where
 * it is not known how many it takes until there are vectors. */
enum { XL_CONTROL_TIMES = 64, XL_NATIVE_TIMES = 1024 };

/* The first ISA of its family must die where the family is off; one that adds to another may have
 * nothing that does. */
static bool must_die(const struct xl_row *row)
{
    for (size_t i = 0; i < xl_isa_count; i++)
        if (strcmp(xl_isas[i].arch, row->isa->arch) == 0 &&
            strcmp(xl_isas[i].family, row->isa->family) == 0)
            return &xl_isas[i] == row->isa;
    return true;
}

/* A data exception of s390x is SIGFPE: "vector instructions are not enabled" (Principles of
 * Operation, "Data Exception"). */
static bool is_death(const struct xl_row *row, int signal)
{
    return signal == SIGILL || (signal == SIGFPE && strcmp(row->arch->name, "s390x") == 0);
}

/* Where the traced agent was last, of what the log has from there on: in code of this row's
 * kernels, or NULL. */
static const struct xl_instruction *last_instruction(const struct xl_evidence *p, off_t from,
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

/* Returns whether the death is the one that was wanted. */
static bool describe_death(const struct xl_evidence *p, off_t from, int signal, char *text,
                           size_t size)
{
    uint64_t *counts = calloc(p->code->disassembly.count, sizeof *counts);
    const struct xl_instruction *insn = counts ? last_instruction(p, from, counts) : NULL;
    const struct xl_disassembled_function *f =
        insn ? &p->code->disassembly.functions[insn->function] : NULL;
    if (f)
        snprintf(text, size, "died of SIG%s in %s+0x%llx (%s %s)", sigabbrev_np(signal), f->name,
                 (unsigned long long)(insn->address - f->address), insn->mnemonic, insn->operands);
    else
        snprintf(text, size, "died of SIG%s outside the kernels", sigabbrev_np(signal));
    free(counts);
    return insn && is_death(p->job->row, signal);
}

/* Makes a call that ends where it meets what this CPU lacks. */
static enum xl_call_status call_once(const struct xl_evidence *p, const struct xl_kernel_trace *m,
                                     size_t n, int *detail)
{
    xl_agent_trap_signals(p->agent);
    const enum xl_call_status turn = xl_sample(p, m, n, false, detail);
    if (turn != XL_STATUS_OK || !xl_agent_trapped_signal(p->agent))
        return turn;
    *detail = xl_agent_trapped_signal(p->agent);
    return XL_STATUS_SIGNAL;
}

/* Whether a kernel must die, by what is known of it: natively by its code, of which the family's
 * own instructions alone need the ISA. */
static bool has_vectors(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    if (!p->job->row->native || m->stepped)
        return m->vector || m->long_vector;
    for (size_t i = 0; i < l->count; i++)
        if (l->instructions[i].family == m->family &&
            xl_reachable_has(&p->code->reachable, (size_t)m->variant, l->instructions[i].function))
            return true;
    return false;
}

/* The most elements that a kernel is called with. */
static size_t most_n(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    return xl_max_n(m->kernel, (p->job->row->native ? XL_NATIVE_TIMES : XL_CONTROL_TIMES) *
                                   xl_sample_n(p, m->kernel));
}

/* Calls a kernel with few elements, and with a rest and with more if it comes back: it may use
 * vectors there only. */
static enum xl_call_status call_kernel(const struct xl_evidence *p, const struct xl_kernel_trace *m,
                                       int *detail)
{
    enum { REST = 3, SIZES = 4 };
    const size_t first = xl_sample_n(p, m->kernel);
    const size_t sizes[SIZES] = {first, first + REST, most_n(p, m), m->long_n};
    const bool is_wanted = has_vectors(p, m) && (must_die(p->job->row) || !m->vector);
    enum xl_call_status turn = call_once(p, m, first, detail);
    for (size_t i = 1; i < SIZES && turn == XL_STATUS_OK; i++)
        if (is_wanted && sizes[i])
            turn = call_once(p, m, sizes[i], detail);
    return turn;
}

/* What a kernel took that came back: names of functions that ran where the ISA is, and not here;
 * and of others, that ran here alone. */
struct choice {
    char with[200], without[200];
};

static void compare_functions(const struct xl_evidence *p, const struct xl_kernel_trace *m,
                              const bool *ran, struct choice *c)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    const uint64_t entry = p->code->image.variants[m->variant].entry;
    *c = (struct choice){"", ""};
    for (size_t f = 0; f < l->function_count; f++) {
        const char *name = xl_disassembly_readable_name(l, f);
        if (!l->functions[f].object[0] || l->functions[f].address == entry)
            continue;
        if (ran[f] && !xl_list_has(m->ran, name))
            xl_list_add(c->without, sizeof c->without, name);
        else if (!ran[f] && xl_list_has(m->ran, name))
            xl_list_add(c->with, sizeof c->with, name);
    }
}

/* Whether a kernel came back because it took other code: it is a dispatcher's, and its record does
 * not say so. from: of the log, where its calls begin. */
static bool took_other_code(const struct xl_evidence *p, const struct xl_kernel_trace *m,
                            off_t from, struct choice *c)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    uint64_t *counts = calloc(l->count + 1, sizeof *counts);
    bool *ran = calloc(l->function_count + 1, sizeof *ran);
    struct xl_trace trace;
    c->with[0] = '\0';
    if (counts && ran) {
        xl_trace_begin(&trace, l, counts);
        xl_read_log(p, from, -1, &trace);
        xl_mark_functions(l, counts, &trace, ran);
        compare_functions(p, m, ran, c);
    }
    free(counts);
    free(ran);
    return c->with[0];
}

static void accuse_undeclared(const struct xl_evidence *p, const struct xl_kernel_trace *m,
                              const struct choice *c)
{
    char text[XL_TEXT];
    const char *isa = p->job->row->isa->name, *without = c->without[0] ? c->without : "*";
    snprintf(text, sizeof text,
             "it took %.120s, and on a CPU without %s %.120s, which its record does not say: "
             ".dispatch = {{\"%s\", \"%.*s\"}, {\"\", \"%.*s\"}}",
             c->with, isa, c->without[0] ? c->without : "nothing of that", isa,
             (int)strcspn(c->with, ","), c->with, (int)strcspn(without, ","), without);
    xl_fail_evidence(p, m->result, text);
}

/* What the control run has found so far. */
struct control {
    size_t others;       /* kernels than dispatched ones, which take other code there */
    size_t died;         /* of these, in their own calls */
    bool accused;        /* a kernel was */
    char first[XL_TEXT]; /* how the first one died */
};

/* A kernel that came back, though it has vectors. */
static void accuse_survivor(const struct xl_evidence *p, const struct xl_kernel_trace *m,
                            off_t from, struct control *control)
{
    struct choice c;
    char text[XL_TEXT];
    control->accused = true;
    if (took_other_code(p, m, from, &c)) {
        accuse_undeclared(p, m, &c);
        control->others--;
        return;
    }
    snprintf(text, sizeof text,
             "%s ran to its end on a CPU without %s: the vectors that %s are in code that it does "
             "not execute with n up to %zu",
             xl_symbol_of(p, m), p->job->row->isa->name,
             p->job->row->native ? "it has" : "were traced", most_n(p, m));
    xl_fail_evidence(p, m->result, text);
}

/* Starts the agent on the control CPU. */
static bool start(const struct xl_evidence *p, char *text, size_t size)
{
    struct xl_error err;
    xl_agent_stop(p->agent);
    if (xl_log_start(p->job, p->agent, p->job->row->isa->control, p->log, &err) == XL_START_OK)
        return true;
    snprintf(text, size, "QEMU_CPU \"%s\": %.400s", p->job->row->isa->control, err.text);
    return false;
}

/* What goes on after a kernel's call on the control CPU. */
enum further { XL_GO_ON, XL_END_WELL, XL_END_BADLY };

/* A kernel died, or the agent with it: then something else died than its call, such as a static
 * initialiser of a library, and nothing more can be known. */
static enum further note_death(struct xl_evidence *p, off_t from, int signal,
                               struct control *control, char *text, size_t size)
{
    const bool is_wanted = describe_death(p, from, signal, text, size);
    p->is_shown = p->is_shown && p->agent->process.pid != 0;
    if (!is_wanted)
        return XL_END_BADLY;
    if (!must_die(p->job->row) || !p->is_shown)
        return XL_END_WELL;
    if (!control->died++)
        snprintf(control->first, sizeof control->first, "%s", text);
    return XL_GO_ON;
}

static enum further control_kernel(struct xl_evidence *p, const struct xl_kernel_trace *m,
                                   struct control *control, char *text, size_t size)
{
    int detail = 0;
    const off_t from = lseek(p->log, 0, SEEK_END);
    const enum xl_call_status turn = call_kernel(p, m, &detail);
    control->others++;
    if (turn == XL_STATUS_SIGNAL)
        return note_death(p, from, detail, control, text, size);
    if (turn != XL_STATUS_OK) {
        xl_explain_turn(p, turn, detail, xl_symbol_of(p, m), text, size);
        return XL_END_BADLY;
    }
    if (must_die(p->job->row) && has_vectors(p, m))
        accuse_survivor(p, m, from, control);
    return XL_GO_ON;
}

/* Calls kernels on the control CPU: each, where each must die, else until one does. Returns whether
 * that, or that none could, is as it should be. accused: a kernel was. */
static bool run_control(struct xl_evidence *p, char *text, size_t size, bool *accused)
{
    const struct xl_isa *isa = p->job->row->isa;
    struct control control = {.others = 0};
    enum further further = start(p, text, size) ? XL_GO_ON : XL_END_BADLY;
    for (size_t i = 0; i < p->count && further == XL_GO_ON; i++)
        if (!xl_kernel_is_dispatched(p->measures[i].kernel))
            further = control_kernel(p, &p->measures[i], &control, text, size);
    *accused = control.accused;
    if (further != XL_GO_ON)
        return further == XL_END_WELL;
    if (control.died > 1)
        snprintf(text, size, "%.400s; so did %zu kernels more", control.first, control.died - 1);
    else if (control.died)
        snprintf(text, size, "%s", control.first);
    else
        snprintf(text, size,
                 control.others ? "none: no kernel has an instruction that dies without %s"
                                : "none: its kernels are dispatchers, which take other code "
                                  "without %s",
                 isa->name);
    return control.died || control.accused || !must_die(p->job->row) || !control.others;
}

void xl_control_run(struct xl_evidence *p)
{
    char kept[XL_TEXT], name[128];
    const struct xl_isa *isa = p->job->row->isa;
    struct xl_row_result *row = p->row;
    bool accused = false;
    if (!isa->control[0]) {
        snprintf(row->control, sizeof row->control, "none: every CPU of %s that starts has %s",
                 p->job->row->arch->name, isa->name);
        return;
    }
    /* The same for every vector length. Natively more kernels must die: by what is in their code.
     */
    uint64_t key = xl_key_of(p, isa->control, 0);
    p->is_shown = true;
    snprintf(name, sizeof name, "control-%s%s", p->job->row->native ? "native-" : "", isa->name);
    FILE *f = xl_open_kept(p, name, key);
    if (f && fgets(kept, sizeof kept, f)) {
        kept[strcspn(kept, "\n")] = '\0';
        snprintf(row->control, sizeof row->control, "%s", kept);
    } else if (run_control(p, row->control, sizeof row->control, &accused)) {
        snprintf(kept, sizeof kept, "%.500s\n", row->control);
        if (!accused && (p->is_shown || !p->job->row->native))
            xl_keep(p, name, key, kept);
    } else {
        row->control_failed = !xl_interrupted;
    }
    if (f)
        fclose(f);
    xl_agent_stop(p->agent);
}
