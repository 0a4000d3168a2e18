/* What a record's `.abi` asks beyond the ABI, and calls do not show: landing pads, in the
 * emulator's log of each instruction; and unwinding, from each instruction that a call executes.
 * SPDX-License-Identifier: MIT
 */
#include "run/row_evidence.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/signals.h"
#include "base/text.h"
#include "code/landing_pads.h"
#include "code/unwind.h"
#include "execute/calls.h"
#include "kept.h"
#include "oracle/record.h"
#include "results/results.h"
#include "run/agent_start.h"
#include "run/step_log.h"

static bool is_asked(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                     const char *rule, enum xl_check check)
{
    return xl_kernel_asks(m->kernel, rule) &&
           !xl_check_is_disabled(p->job->disabled_checks, check) && !xl_interrupted;
}

static void fail(const struct xl_kernel_trace *m, enum xl_check check, const char *text)
{
    if (!xl_interrupted)
        xl_result_add_finding_for(m->result, check, text);
}

/* ---- Landing pads ---- */

/* Whether an indirect branch may not have arrived where the log goes on. It shows the kernels' code
 * alone: after a branch that left it, the next line is of a place to return to. */
static bool is_back(const struct xl_agent_code *code, uint64_t from, uint64_t to)
{
    const struct xl_disassembly *l = &code->disassembly;
    const struct xl_disassembled_function *f = xl_disassembly_function(l, from),
                                          *other = xl_disassembly_function(l, to);
    const size_t next = xl_disassembly_find(l, from) + 1;
    return !f || !other || (next < l->count && l->instructions[next].address == to) ||
           (f != other && other->address != to);
}

/* A symbol to look for: a global function of this address. */
struct global {
    uint64_t address;
    bool is_found;
};

static void find_global(void *data, const GElf_Sym *symbol, const char *name)
{
    struct global *g = data;
    (void)name;
    g->is_found |= symbol->st_value == g->address && GELF_ST_TYPE(symbol->st_info) == STT_FUNC &&
                   GELF_ST_BIND(symbol->st_info) != STB_LOCAL;
}

/* Whether a library's function begins here that its users may call through a pointer: one of
 * another object than the kernel's. */
static bool begins_library(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                           uint64_t pc)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    const struct xl_disassembled_function *f = xl_disassembly_function(l, pc);
    const char *own = xl_disassembly_object(l, p->code->image.variants[m->variant].entry);
    struct global global = {pc, false};
    if (!f || f->address != pc || !own || strcmp(f->object, own) == 0 || !xl_log_has(p->code, pc))
        return false;
    xl_elf_each_symbol(p->code->image.elf, SHT_SYMTAB, find_global, &global);
    return global.is_found;
}

static bool calls_library(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                          struct xl_step_log *log)
{
    struct xl_step step;
    bool is_found = false;
    while (!is_found && xl_step_next(log, &step))
        is_found = begins_library(p, m, step.pc);
    log->at = 0;
    return is_found;
}

static void tell_no_pad(const struct xl_row_evidence *p, uint64_t pc, enum xl_indirect by,
                        const char *what, char *text, size_t size)
{
    const char *arch = p->job->row->arch->name;
    snprintf(text, size, "no landing pad: %s arrives at ", what);
    xl_add_place(p->code, pc, text, size);
    xl_append(text, size, ", which is no `%s`",
              by == XL_INDIRECT_JUMP && strcmp(arch, "aarch64") == 0 ? "bti j"
                                                                     : xl_landing_pad_of(arch));
}

/* Whether a call's log has an instruction without a pad that needs one: where an indirect branch
 * arrives; and where the kernel begins, or instead the library's functions that it calls, because
 * their users call these through pointers. */
static bool lacks_pad(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                      struct xl_step_log *log, char *text, size_t size)
{
    const char *arch = p->job->row->arch->name;
    const uint64_t entry = p->code->image.variants[m->variant].entry;
    const bool has_library = calls_library(p, m, log);
    enum xl_indirect by = XL_INDIRECT_NONE;
    struct xl_step step;
    bool has_begun = false;
    for (uint64_t from = 0; xl_step_next(log, &step); from = step.pc) {
        const struct xl_instruction *insn =
            xl_log_has(p->code, step.pc) ? xl_instruction_at(p->code, step.pc) : NULL;
        const char *what = by == XL_INDIRECT_CALL ? "an indirect call" : "an indirect jump";
        if (has_library ? begins_library(p, m, step.pc) : step.pc == entry) {
            what = has_library ? "a call through a pointer" : "the call";
            by = XL_INDIRECT_CALL;
            has_begun = true;
        } else if (by && is_back(p->code, from, step.pc)) {
            by = XL_INDIRECT_NONE;
        }
        if (by && insn && !xl_is_landing_pad(arch, insn->mnemonic, insn->operands, by)) {
            tell_no_pad(p, step.pc, by, what, text, size);
            return true;
        }
        by = insn ? xl_indirect_of(arch, insn->mnemonic, insn->operands) : XL_INDIRECT_NONE;
    }
    if (!has_begun)
        snprintf(text, size, "not looked at: the emulator's log has no begin of %s",
                 xl_symbol_of(p, m));
    return !has_begun;
}

/* Returns whether the agent still runs. */
static bool check_pads(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    const struct xl_context context = xl_trace_context(p, m);
    const off_t from = xl_log_size(p);
    char text[XL_TEXT];
    int detail = 0;
    const enum xl_call_status status =
        xl_execute_sample(&context, xl_stepped_n(p, m->kernel), 0, &detail);
    struct xl_step_log log = {0};
    if (status == XL_STATUS_OK)
        xl_steps_read(p, from, &log);
    else
        xl_describe_failed_call(p, status, detail, xl_symbol_of(p, m), text, sizeof text);
    if (status != XL_STATUS_OK || lacks_pad(p, m, &log, text, sizeof text))
        fail(m, XL_CHECK_landing_pads, text);
    free(log.text);
    return status == XL_STATUS_OK;
}

static void check_all_pads(struct xl_row_evidence *p)
{
    bool is_running = false;
    struct xl_error err;
    for (size_t i = 0; i < p->count; i++) {
        const struct xl_kernel_trace *m = &p->traces[i];
        if (!xl_has_landing_pads(p->job->row->arch->name) ||
            !is_asked(p, m, "landing_pads", XL_CHECK_landing_pads))
            continue;
        if (xl_step_log_start(p, &is_running, &err))
            is_running = check_pads(p, m);
        else
            fail(m, XL_CHECK_landing_pads, err.text);
    }
    xl_agent_stop(p->agent);
}

/* ---- Unwinding ---- */

/* One kernel's calls, each of which ends at one instruction. */
struct unwinding {
    const struct xl_row_evidence *p;
    const struct xl_kernel_trace *m;
    const struct xl_unwinder *unwinder;
    char *text;
    size_t size;
    size_t tried; /* instructions from which it was unwound */
    bool is_deep; /* a word of the stack was wanted that lies between those that were copied */
};

/* A word of the stack that the agent copied: from the stack pointer on, or around the frame of what
 * called the kernel. */
static bool read_stack(void *data, uint64_t address, uint64_t *word)
{
    struct unwinding *u = data;
    const struct xl_agent *agent = u->p->agent;
    const struct xl_memory_head *head = xl_agent_head(agent);
    const unsigned bytes = u->p->job->row->arch->bits / 8;
    const uint64_t sp = xl_agent_word(
                       agent, head->fault_registers[u->p->job->row->arch->dwarf->stack_pointer]),
                   low = sp - bytes,
                   top =
                       xl_agent_word(agent, head->fault_frame) - (uint64_t)XL_CALLER_BELOW * bytes;
    if (address % bytes == 0 && address >= low && (address - low) / bytes < XL_FAULT_WORDS)
        *word = xl_agent_word(agent, head->fault_stack[(address - low) / bytes]);
    else if (address % bytes == 0 && address >= top && (address - top) / bytes < XL_CALLER_WORDS)
        *word = xl_agent_word(agent, head->fault_caller[(address - top) / bytes]);
    else {
        u->is_deep |= address >= low && address < top;
        return false;
    }
    return true;
}

/* Numbers that DWARF has for other registers: the vector granule of SVE (AADWARF64 4.1), the link
 * register of POWER (ELFv2 2.4.1). */
enum { XL_DWARF_VG = 46, XL_DWARF_LR = 65 };

static void set_register(struct xl_frame_state *state, unsigned number, uint64_t value)
{
    state->registers[number] = value;
    state->is_known[number] = true;
}

static struct xl_frame_state state_at(const struct unwinding *u, uint64_t pc)
{
    const struct xl_agent *agent = u->p->agent;
    const struct xl_memory_head *head = xl_agent_head(agent);
    const char *arch = u->p->job->row->arch->name;
    struct xl_frame_state state = {.pc = pc};
    for (unsigned i = 0; i < XL_FAULT_REGISTERS; i++)
        set_register(&state, i, xl_agent_word(agent, head->fault_registers[i]));
    if (strcmp(arch, "aarch64") == 0)
        set_register(&state, XL_DWARF_VG, u->p->row->vl_bits / 64);
    if (strcmp(arch, "ppc64el") == 0)
        set_register(&state, XL_DWARF_LR, xl_agent_word(agent, head->fault_link));
    return state;
}

/* An address to return to, without what signs it (AArch64) or says Thumb (armhf). */
static uint64_t without_marks(const struct unwinding *u, uint64_t pc)
{
    const uint64_t signed_bits = UINT64_C(0xffff) << 48;
    return strcmp(u->p->job->row->arch->name, "aarch64") == 0
               ? pc & ~signed_bits
               : xl_code_address(u->p->code->image.elf, pc);
}

static bool is_callers(const struct unwinding *u, uint64_t pc)
{
    const struct xl_image_function *f = xl_image_function(&u->p->code->image, pc - 1);
    return f && strcmp(f->name, "xl_call_raw") == 0;
}

/* "the unwind information (CFI) is wrong at `INSN` at f+0x4, FILE:LINE: " */
static void say_where(const struct unwinding *u, uint64_t pc, const char *what)
{
    snprintf(u->text, u->size, "%s at ", what);
    xl_add_place(u->p->code, pc, u->text, u->size);
}

/* Whether the caller's registers are what they were. */
static bool is_right(const struct unwinding *u, const struct xl_frame_state *state, uint64_t pc)
{
    static const char wrong[] = "the unwind information (CFI) is wrong";
    const struct xl_arch *arch = u->p->job->row->arch;
    const struct xl_dwarf *dwarf = arch->dwarf;
    const uint64_t frame = xl_agent_word(u->p->agent, xl_agent_head(u->p->agent)->fault_frame),
                   sp = state->registers[dwarf->stack_pointer];
    if (sp != frame) {
        say_where(u, pc, wrong);
        xl_append(u->text, u->size, ": the caller's stack pointer is %" PRIu64 " bytes too %s",
                  sp > frame ? sp - frame : frame - sp, sp > frame ? "high" : "low");
        return false;
    }
    for (unsigned i = 0; i < XL_MAX_KEPT && arch->state->names[i]; i++)
        for (const struct xl_dwarf_register *r = dwarf->kept; r->name; r++) {
            const uint64_t was = arch->bits == 32 ? (uint32_t)XL_KEPT_VALUE(i) : XL_KEPT_VALUE(i);
            if (strcmp(arch->state->names[i], r->name) != 0 ||
                (state->is_known[r->number] ? state->registers[r->number] == was : u->is_deep))
                continue;
            say_where(u, pc, wrong);
            xl_append(u->text, u->size, ": it does not lead to the caller's %s", r->name);
            return false;
        }
    return true;
}

/* Unwinds from the instruction at which the call ended. False with a text: that fails. */
static bool unwind_from(struct unwinding *u, uint64_t pc)
{
    enum { MOST_FRAMES = 32 };
    const struct xl_dwarf *dwarf = u->p->job->row->arch->dwarf;
    struct xl_frame_state state = state_at(u, pc);
    u->is_deep = false;
    u->tried++;
    for (unsigned i = 0; i < MOST_FRAMES; i++) {
        const uint64_t at = state.pc - state.is_caller;
        switch (xl_unwind(u->unwinder, dwarf, &state, read_stack, u)) {
        case XL_UNWOUND_NO_INFORMATION:
            say_where(u, at, "no unwind information (CFI)");
            return false;
        case XL_UNWOUND_UNKNOWN:
            if (u->is_deep)
                return true;
            say_where(u, at, "the unwind information (CFI) leads nowhere");
            return false;
        case XL_UNWOUND:
            state.pc = without_marks(u, state.pc);
        }
        if (is_callers(u, state.pc))
            return is_right(u, &state, pc);
        if (!xl_image_function(&u->p->code->image, state.pc - 1))
            break;
    }
    say_where(u, pc, "the unwind information (CFI) is wrong");
    xl_append(u->text, u->size, ": it leads to 0x%" PRIx64 ", not to the caller", state.pc);
    return false;
}

/* Makes a call that ends at this instruction, if it comes there. False with a text: a wrong frame.
 * An agent that ended is started again: what was taken for an instruction may be data. */
static bool try_instruction(struct unwinding *u, struct xl_code_span span, bool *is_running)
{
    const struct xl_row_evidence *p = u->p;
    const struct xl_context context = xl_trace_context(p, u->m);
    struct xl_error err;
    int detail = 0;
    if (!*is_running && xl_plain_start(p->job, p->agent, &err) != XL_START_OK) {
        snprintf(u->text, u->size, "%s", err.text);
        return false;
    }
    xl_agent_set_trap(p->agent, span);
    xl_agent_trap_signals(p->agent);
    *is_running =
        xl_execute_sample(&context, xl_stepped_n(p, u->m->kernel), 0, &detail) == XL_STATUS_OK;
    if (!*is_running)
        return true;
    const bool is_there =
        xl_agent_trapped_signal(p->agent) &&
        xl_code_address(p->code->image.elf,
                        xl_agent_word(p->agent, xl_agent_head(p->agent)->fault_pc)) == span.address;
    xl_agent_restore(p->agent);
    return !is_there || unwind_from(u, span.address);
}

/* Tries each instruction that the kernel can reach. False with a text. */
static bool can_unwind(struct unwinding *u, bool *is_running)
{
    const struct xl_disassembly *l = &u->p->code->disassembly;
    for (size_t i = 0; i < l->count; i++) {
        const struct xl_instruction *insn = &l->instructions[i];
        const struct xl_code_span span = {insn->address, xl_disassembly_bytes(l, i)};
        if (span.bytes && insn->function < l->function_count && insn->mnemonic[0] != '.' &&
            insn->mnemonic[0] != '<' && xl_disassembly_is_kernels(&l->functions[insn->function]) &&
            xl_reachable_has(&u->p->code->reachable, (size_t)u->m->variant, insn->function) &&
            !xl_interrupted && !try_instruction(u, span, is_running))
            return false;
    }
    if (!u->tried)
        snprintf(u->text, u->size, "not unwound: no call ended at an instruction of %s",
                 xl_symbol_of(u->p, u->m));
    return u->tried > 0;
}

static void check_all_unwinding(struct xl_row_evidence *p)
{
    struct xl_unwinder unwinder = xl_unwinder_of(p->code->image.file, p->code->image.file_size);
    bool is_running = false;
    for (size_t i = 0; i < p->count; i++) {
        char text[XL_TEXT] = "";
        struct unwinding u = {p, &p->traces[i], &unwinder, text, sizeof text, 0, false};
        if (is_asked(p, u.m, "unwinding", XL_CHECK_unwinding) && !can_unwind(&u, &is_running))
            fail(u.m, XL_CHECK_unwinding, text);
    }
    xl_agent_stop(p->agent);
    xl_unwinder_free(&unwinder);
}

void xl_check_abi_rules(struct xl_row_evidence *p)
{
    bool has_pads = false, has_unwinding = false;
    for (size_t i = 0; i < p->count; i++) {
        has_pads |= is_asked(p, &p->traces[i], "landing_pads", XL_CHECK_landing_pads);
        has_unwinding |= is_asked(p, &p->traces[i], "unwinding", XL_CHECK_unwinding);
    }
    if (has_pads && !p->job->row->native)
        check_all_pads(p);
    if (has_unwinding)
        check_all_unwinding(p);
}
