/* The control run: with the ISA switched off, a kernel must die.
 * SPDX-License-Identifier: MIT
 */
#include "prove/control.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/stop.h"
#include "judge/inputs.h"
#include "judge/strides.h"
#include "prove/kept.h"
#include "prove/log.h"
#include "prove/sample.h"
#include "prove/sums.h"

/* As many elements as in the first call, of a kernel that comes back from that. */
enum { XL_CONTROL_TIMES = 64 };

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

/* Where the traced agent was last: in code of this row's kernels, or NULL. */
static const struct xl_instruction *last_instruction(const struct xl_proving *p, uint64_t *counts)
{
    const struct xl_listing *l = &p->code->listing;
    struct xl_trace trace;
    xl_trace_begin(&trace, l, counts);
    xl_read_log(p, 0, -1, &trace);
    size_t at = xl_listing_find(l, trace.last);
    if (!trace.executed || at == l->count || l->instructions[at].address != trace.last ||
        l->instructions[at].function >= l->function_count || !xl_log_has(p->code, trace.last))
        return NULL;
    return &l->instructions[at];
}

/* Returns whether the death is the one that was wanted. */
static bool describe_death(const struct xl_proving *p, int signal, char *text, size_t size)
{
    uint64_t *counts = calloc(p->code->listing.count, sizeof *counts);
    const struct xl_instruction *insn = counts ? last_instruction(p, counts) : NULL;
    const struct xl_listed_function *f = insn ? &p->code->listing.functions[insn->function] : NULL;
    if (f)
        snprintf(text, size, "died of SIG%s in %s+0x%llx (%s %s)", sigabbrev_np(signal), f->name,
                 (unsigned long long)(insn->address - f->address), insn->mnemonic, insn->operands);
    else
        snprintf(text, size, "died of SIG%s outside the kernels", sigabbrev_np(signal));
    free(counts);
    return insn && is_death(p->job->row, signal);
}

/* Calls a kernel with few elements, and with more if it comes back: it may use vectors for many
 * only. */
static enum xl_turn call_kernel(const struct xl_proving *p, const struct xl_measure *m, int *detail)
{
    const size_t first = xl_sample_n(p, m->kernel);
    const size_t sizes[] = {first, xl_fitting_n(m->kernel, XL_CONTROL_TIMES * first), m->long_n};
    bool has_vectors = m->vector || m->long_vector;
    enum xl_turn turn = xl_sample(p, m, first, detail);
    for (size_t i = 1; i < 3 && turn == XL_TURN_DONE; i++)
        if (has_vectors && sizes[i] && (must_die(p->job->row) || !m->vector))
            turn = xl_sample(p, m, sizes[i], detail);
    return turn;
}

/* What a kernel took that came back: names of functions that ran where the ISA is, and not here;
 * and of others, that ran here alone. */
struct choice {
    char with[200], without[200];
};

static void compare_functions(const struct xl_proving *p, const struct xl_measure *m,
                              const bool *ran, struct choice *c)
{
    const struct xl_listing *l = &p->code->listing;
    const uint64_t entry = p->code->image.variants[m->variant].entry;
    *c = (struct choice){"", ""};
    for (size_t f = 0; f < l->function_count; f++) {
        const char *name = xl_listing_readable(l, f);
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
static bool took_other_code(const struct xl_proving *p, const struct xl_measure *m, off_t from,
                            struct choice *c)
{
    const struct xl_listing *l = &p->code->listing;
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

static void accuse_undeclared(const struct xl_proving *p, const struct xl_measure *m,
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

/* Calls kernels on the control CPU until one dies. Returns whether that, or that none could, is as
 * it should be. accused: a kernel was. */
static bool run_control(const struct xl_proving *p, char *text, size_t size, bool *accused)
{
    const struct xl_isa *isa = p->job->row->isa;
    struct xl_error err;
    if (xl_log_start(p->job, p->agent, isa->control, p->log, &err) != XL_START_OK) {
        snprintf(text, size, "QEMU_CPU \"%s\": %.400s", isa->control, err.text);
        return false;
    }
    size_t others = 0; /* than dispatched ones, which take other code there */
    for (size_t i = 0; i < p->count; i++) {
        const struct xl_measure *m = &p->measures[i];
        int detail = 0;
        if (xl_kernel_is_dispatched(m->kernel))
            continue;
        others++;
        const off_t from = lseek(p->log, 0, SEEK_END);
        enum xl_turn turn = call_kernel(p, m, &detail);
        if (turn == XL_TURN_SIGNAL)
            return describe_death(p, detail, text, size);
        if (turn != XL_TURN_DONE) {
            xl_explain_turn(p, turn, detail, xl_symbol_of(p, m), text, size);
            return false;
        }
        if (must_die(p->job->row) && (m->vector || m->long_vector)) {
            struct choice c;
            if (took_other_code(p, m, from, &c)) {
                accuse_undeclared(p, m, &c);
                *accused = true;
                others--;
                continue;
            }
            snprintf(text, size, "%s ran to its end on a CPU without %s", xl_symbol_of(p, m),
                     isa->name);
            return false;
        }
    }
    snprintf(text, size,
             others ? "none: no kernel has an instruction that dies without %s"
                    : "none: its kernels are dispatchers, which take other code without %s",
             isa->name);
    return !must_die(p->job->row) || !others;
}

void xl_control_run(struct xl_proving *p)
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
    uint64_t key = xl_key_of(p, isa->control, 0); /* the same for every vector length */
    snprintf(name, sizeof name, "control-%s", isa->name);
    FILE *f = xl_open_kept(p, name, key);
    if (f && fgets(kept, sizeof kept, f)) {
        kept[strcspn(kept, "\n")] = '\0';
        snprintf(row->control, sizeof row->control, "%s", kept);
    } else if (run_control(p, row->control, sizeof row->control, &accused)) {
        snprintf(kept, sizeof kept, "%.500s\n", row->control);
        if (!accused)
            xl_keep(p, name, key, kept);
    } else {
        row->control_failed = !xl_interrupted;
    }
    if (f)
        fclose(f);
    xl_agent_stop(p->agent);
}
