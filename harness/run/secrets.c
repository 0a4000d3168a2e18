/* Whether inputs of `.secret` decide how long a call takes: calls that differ in them alone, in an
 * emulator's log of each instruction with the registers that it finds.
 * SPDX-License-Identifier: MIT
 *
 * A difference is a leak. No difference proves nothing: other inputs may show one, and what a CPU
 * does in a time of its own is not in the log.
 */
#include "run/row_evidence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/signals.h"
#include "base/text.h"
#include "code/registers.h"
#include "execute/calls.h"
#include "oracle/record.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "results/results.h"
#include "run/step_log.h"

enum { XL_SECRETS = XL_SECRET_EQUAL }; /* calls that are compared */

/* ---- What differs ---- */

struct comparison {
    const struct xl_row_evidence *p;
    const struct xl_kernel_trace *m;
    char *text;
    size_t size;
};

/* A register of an instruction with another value in the other call, or without one in the log. */
struct difference {
    const char *name, *value, *other;
    size_t length, other_length;
};

static bool find_difference(const struct comparison *c, const struct xl_registers *r,
                            const struct xl_step *a, const struct xl_step *b, struct difference *d)
{
    const char *arch = c->p->job->row->arch->name;
    for (size_t i = 0; i < r->count; i++) {
        d->name = r->names[i];
        d->value = xl_register_value(arch, d->name, a->registers, a->size, &d->length);
        d->other = xl_register_value(arch, d->name, b->registers, b->size, &d->other_length);
        if (!d->value || !d->other || d->length != d->other_length ||
            memcmp(d->value, d->other, d->length) != 0)
            return true;
    }
    return false;
}

/* The finding: what depends on the inputs, or may do so, and at which instruction. d: NULL, a
 * vector has the values, which the log lacks. */
static void tell(const struct comparison *c, const char *what, uint64_t pc,
                 const struct difference *d)
{
    const bool is_known = d && d->value && d->other;
    snprintf(c->text, c->size, "%s %s `%s`: ", what, is_known ? "depends on" : "may depend on",
             c->m->kernel->secret.args);
    xl_add_place(c->p->code, pc, c->text, c->size);
    if (d && !is_known)
        xl_append(c->text, c->size, "; the emulator's log has no value of %s", d->name);
    else if (d)
        xl_append(c->text, c->size, "; %s is 0x%.*s or 0x%.*s", d->name, (int)d->length, d->value,
                  (int)d->other_length, d->other);
    else
        xl_append(c->text, c->size, "; a vector has the values, which the emulator does not show");
}

/* Whether an instruction that both calls execute leaks. */
static bool step_leaks(const struct comparison *c, const struct xl_step *a, const struct xl_step *b)
{
    static const char memory[] = "which memory is touched", division[] = "what is divided";
    const char *arch = c->p->job->row->arch->name;
    const struct xl_instruction *insn = xl_instruction_at(c->p->code, a->pc);
    struct difference d;
    if (!insn)
        return false;
    struct xl_registers r = xl_address_registers(arch, insn->mnemonic, insn->operands);
    const bool is_elsewhere = find_difference(c, &r, a, b, &d);
    if (is_elsewhere || r.has_vector)
        tell(c, memory, a->pc, is_elsewhere ? &d : NULL);
    if (is_elsewhere || r.has_vector || !xl_divides(arch, insn->mnemonic, insn->operands, &r))
        return is_elsewhere || r.has_vector;
    const bool is_other = find_difference(c, &r, a, b, &d);
    if (is_other || r.has_vector)
        tell(c, division, a->pc, is_other ? &d : NULL);
    return is_other || r.has_vector;
}

/* Compares two calls; true with a text: they differ. */
static bool calls_differ(const struct comparison *c, struct xl_step_log *first,
                         struct xl_step_log *second)
{
    struct xl_step a, b, last = {0};
    bool has_some = false;
    first->at = second->at = 0;
    for (;; has_some |= xl_instruction_at(c->p->code, a.pc) != NULL) {
        const bool has_a = xl_step_next(first, &a), has_b = xl_step_next(second, &b);
        if (!has_a && !has_b && !has_some)
            snprintf(c->text, c->size, "the emulator's log has no instruction of %s",
                     xl_symbol_of(c->p, c->m));
        if (!has_a && !has_b)
            return !has_some;
        if (has_a != has_b || a.pc != b.pc) {
            snprintf(c->text, c->size,
                     "which instructions execute depends on `%s`: calls part after ",
                     c->m->kernel->secret.args);
            xl_add_place(c->p->code, last.pc, c->text, c->size);
            return true;
        }
        if (step_leaks(c, &a, &b))
            return true;
        last = a;
    }
}

/* ---- The calls ---- */

/* Makes a call with these secrets, and reads its log. A kernel's first call may do more. */
static enum xl_call_status make_call(const struct comparison *c, unsigned secret,
                                     struct xl_step_log *log, int *detail)
{
    struct xl_context context = xl_trace_context(c->p, c->m);
    const off_t from = xl_log_size(c->p);
    context.secret = secret;
    const enum xl_call_status status =
        xl_execute_sample(&context, xl_stepped_n(c->p, c->m->kernel), 0, detail);
    if (status == XL_STATUS_OK)
        xl_steps_read(c->p, from, log);
    return status;
}

/* Returns the status of the last call, after which the agent may be gone. *found: the text says
 * what leaks. */
static enum xl_call_status compare_calls(const struct comparison *c, bool *found)
{
    struct xl_step_log logs[XL_SECRETS + 1] = {0};
    int detail = 0;
    enum xl_call_status status = make_call(c, XL_SECRET_RANDOM, &logs[0], &detail);
    *found = false;
    for (unsigned i = XL_SECRET_RANDOM; i <= XL_SECRETS && status == XL_STATUS_OK && !*found; i++) {
        status = make_call(c, i, &logs[i], &detail);
        *found = status == XL_STATUS_OK && i > XL_SECRET_RANDOM &&
                 calls_differ(c, &logs[XL_SECRET_RANDOM], &logs[i]);
    }
    for (unsigned i = 0; i <= XL_SECRETS; i++)
        free(logs[i].text);
    if (status != XL_STATUS_OK)
        xl_describe_failed_call(c->p, status, detail, xl_symbol_of(c->p, c->m), c->text, c->size);
    return status;
}

void xl_check_secrets(struct xl_row_evidence *p)
{
    /* Nobody ships code of -O0, whose log is too long. */
    const bool is_off = xl_check_is_disabled(p->job->disabled_checks, XL_CHECK_secret) ||
                        strcmp(p->job->row->opt, "O0") == 0;
    bool is_running = false, found = false;
    for (size_t i = 0; i < p->count && !is_off && !xl_interrupted; i++) {
        const struct xl_kernel_trace *m = &p->traces[i];
        char text[XL_TEXT];
        struct comparison c = {p, m, text, sizeof text};
        struct xl_error err;
        if (!xl_kernel_keeps_secrets(m->kernel, p->job->row->isa->name))
            continue;
        if (!xl_step_log_start(p, &is_running, &err)) {
            xl_result_add_finding_for(m->result, XL_CHECK_secret, err.text);
            continue;
        }
        is_running = compare_calls(&c, &found) == XL_STATUS_OK;
        if ((found || !is_running) && !xl_interrupted)
            xl_result_add_finding_for(m->result, XL_CHECK_secret, text);
    }
    xl_agent_stop(p->agent);
}
