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
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/signals.h"
#include "base/text.h"
#include "code/registers.h"
#include "execute/calls.h"
#include "oracle/record.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "results/results.h"
#include "run/agent_start.h"

enum {
    XL_SECRETS = XL_SECRET_EQUAL, /* calls that are compared */
    XL_SECRET_VECTORS = 2,        /* full ones of a call, or of what follows its threshold */
    XL_SECRET_REST = 3            /* elements more */
};

/* An executed instruction, and the lines behind its own, which have the registers. */
struct step {
    uint64_t pc;
    const char *registers;
    size_t size;
};

/* One call's part of the log. */
struct call_log {
    char *text;
    size_t size, at;
};

static off_t log_size(const struct xl_row_evidence *p)
{
    struct stat s;
    return fstat(p->log, &s) == 0 ? s.st_size : 0;
}

static void read_call(const struct xl_row_evidence *p, off_t from, struct call_log *call)
{
    const size_t size = (size_t)(log_size(p) - from);
    size_t got = 0;
    call->text = xl_alloc(size + 1, 1);
    for (ssize_t more; got < size; got += (size_t)more)
        if ((more = pread(p->log, call->text + got, size - got, from + (off_t)got)) <= 0)
            break;
    call->size = got;
    call->at = 0;
}

/* The place of the next line that begins with this word, or the end. */
static size_t find_line(const struct call_log *call, size_t from, const char *word)
{
    while (from < call->size && strncmp(call->text + from, word, strlen(word)) != 0) {
        const char *newline = memchr(call->text + from, '\n', call->size - from);
        from = newline ? (size_t)(newline - call->text) + 1 : call->size;
    }
    return from;
}

/* The next executed instruction; false: there is none. The line is "Trace 0: HOST [CS/PC/...]
 * NAME". */
static bool next_step(struct call_log *call, struct step *step)
{
    static const char word[] = "Trace ";
    const size_t begin = find_line(call, call->at, word);
    if (begin == call->size)
        return false;
    const char *line = call->text + begin, *slash = strchr(line, '/');
    const size_t end = find_line(call, begin + sizeof word, word);
    step->pc = slash ? strtoull(slash + 1, NULL, 16) : 0;
    step->registers = line;
    step->size = end - begin;
    call->at = end;
    return true;
}

/* ---- What differs ---- */

struct comparison {
    const struct xl_row_evidence *p;
    const struct xl_kernel_trace *m;
    char *text;
    size_t size;
};

static const struct xl_instruction *instruction_at(const struct comparison *c, uint64_t pc)
{
    const struct xl_disassembly *l = &c->p->code->disassembly;
    const size_t i = xl_disassembly_find(l, pc);
    return i < l->count && l->instructions[i].address == pc ? &l->instructions[i] : NULL;
}

/* "`cmpb %al, %cl` at NAME+0x12, FILE:LINE" */
static void add_place(const struct comparison *c, uint64_t pc)
{
    const struct xl_instruction *insn = instruction_at(c, pc);
    const struct xl_disassembled_function *f =
        xl_disassembly_function(&c->p->code->disassembly, pc);
    if (insn)
        xl_append(c->text, c->size, "`%s %.60s`", insn->mnemonic, insn->operands);
    if (f)
        xl_append(c->text, c->size, " at %.100s+0x%llx", f->name,
                  (unsigned long long)(pc - f->address));
    else
        xl_append(c->text, c->size, " at 0x%llx", (unsigned long long)pc);
    xl_add_line(c->p->code, pc, c->text, c->size);
}

/* A register of an instruction with another value in the other call, or without one in the log. */
struct difference {
    const char *name, *value, *other;
    size_t length, other_length;
};

static bool find_difference(const struct comparison *c, const struct xl_registers *r,
                            const struct step *a, const struct step *b, struct difference *d)
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
    add_place(c, pc);
    if (d && !is_known)
        xl_append(c->text, c->size, "; the emulator's log has no value of %s", d->name);
    else if (d)
        xl_append(c->text, c->size, "; %s is 0x%.*s or 0x%.*s", d->name, (int)d->length, d->value,
                  (int)d->other_length, d->other);
    else
        xl_append(c->text, c->size, "; a vector has the values, which the emulator does not show");
}

/* Whether an instruction that both calls execute leaks. */
static bool step_leaks(const struct comparison *c, const struct step *a, const struct step *b)
{
    static const char memory[] = "which memory is touched", division[] = "what is divided";
    const char *arch = c->p->job->row->arch->name;
    const struct xl_instruction *insn = instruction_at(c, a->pc);
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
static bool calls_differ(const struct comparison *c, struct call_log *first,
                         struct call_log *second)
{
    struct step a, b, last = {0};
    bool has_some = false;
    first->at = second->at = 0;
    for (;; has_some |= instruction_at(c, a.pc) != NULL) {
        const bool has_a = next_step(first, &a), has_b = next_step(second, &b);
        if (!has_a && !has_b && !has_some)
            snprintf(c->text, c->size, "the emulator's log has no instruction of %s",
                     xl_symbol_of(c->p, c->m));
        if (!has_a && !has_b)
            return !has_some;
        if (has_a != has_b || a.pc != b.pc) {
            snprintf(c->text, c->size,
                     "which instructions execute depends on `%s`: calls part after ",
                     c->m->kernel->secret.args);
            add_place(c, last.pc);
            return true;
        }
        if (step_leaks(c, &a, &b))
            return true;
        last = a;
    }
}

/* ---- The calls ---- */

static size_t secret_n(const struct xl_row_evidence *p, const struct xl_kernel *kernel)
{
    return xl_valid_n(
        kernel, xl_max_n(kernel, xl_most_threshold(kernel) +
                                     XL_SECRET_VECTORS * xl_lanes_of_kernel(p, kernel, false) +
                                     XL_SECRET_REST));
}

/* Makes a call with these secrets, and reads its log. A kernel's first call may do more. */
static enum xl_call_status make_call(const struct comparison *c, unsigned secret,
                                     struct call_log *log, int *detail)
{
    struct xl_context context = xl_trace_context(c->p, c->m);
    const off_t from = log_size(c->p);
    context.secret = secret;
    const enum xl_call_status status =
        xl_execute_sample(&context, secret_n(c->p, c->m->kernel), 0, detail);
    if (status == XL_STATUS_OK)
        read_call(c->p, from, log);
    return status;
}

/* Returns the status of the last call, after which the agent may be gone. *found: the text says
 * what leaks. */
static enum xl_call_status compare_calls(const struct comparison *c, bool *found)
{
    struct call_log logs[XL_SECRETS + 1] = {0};
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

/* Starts the agent, if none runs that has room in its log. */
static bool has_agent(struct xl_row_evidence *p, bool *is_running, struct xl_error *err)
{
    const off_t room = (off_t)p->agent->process.file_mib << 20;
    if (*is_running && log_size(p) < room / 2)
        return true;
    xl_agent_stop(p->agent);
    *is_running = xl_log_start(p->job, p->agent, p->job->row->qemu_cpu, XL_LOG_REGISTERS, p->log,
                               err) == XL_START_OK;
    return *is_running;
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
        if (!has_agent(p, &is_running, &err)) {
            xl_result_add_finding_for(m->result, XL_CHECK_secret, err.text);
            continue;
        }
        is_running = compare_calls(&c, &found) == XL_STATUS_OK;
        if ((found || !is_running) && !xl_interrupted)
            xl_result_add_finding_for(m->result, XL_CHECK_secret, text);
    }
    xl_agent_stop(p->agent);
}
