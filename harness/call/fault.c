/* What the agent noted of the fault that it died of, in words.
 * SPDX-License-Identifier: MIT
 */
#include "call/fault.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "call/offers.h"
#include "call/where.h"
#include "evidence/extension.h"
#include "matrix/isas.h"

/* An extension that the CPU lacks; where no CPU tells that, it has refused the instruction. False:
 * it is none. */
static bool describe_extension(const struct xl_calls *run, const struct xl_instruction *insn,
                               char *text, size_t size)
{
    const struct xl_extension *e =
        xl_extension_find(run->code->listing.arch, insn->mnemonic, insn->operands);
    char lacking[XL_NAME_MAX] = "";
    if (!e)
        return false;
    xl_lacking(run->agent, e->feature, lacking, sizeof lacking);
    if (e->feature[0] && !lacking[0])
        return false;
    snprintf(text, size, ": it executes `%s` (%s), which the row's CPU lacks", insn->mnemonic,
             e->name);
    return true;
}

/* Whose instructions these are, and which ISA that has them the CPU has not. A vector instruction
 * that it has may raise SIGFPE, and then nothing is said. */
static void describe_family(const struct xl_calls *run, int signal, char *text, size_t size)
{
    const struct xl_instruction *insn =
        xl_where_instruction(run, xl_where_pc(run->agent, XL_NOTED_FAULT));
    char lacking[80] = "";
    if (insn && signal == SIGILL && describe_extension(run, insn, text, size))
        return;
    if (!insn || insn->family == XL_FAMILY_none || insn->family == XL_FAMILY_pad)
        return;
    for (size_t i = 0; i < xl_isa_count; i++) {
        if (xl_family_counts(xl_family_find(xl_isas[i].family), insn->family) &&
            !xl_agent_isa(run->agent, xl_isas[i].name))
            xl_append(lacking, sizeof lacking, "%s%s", *lacking ? ", " : "", xl_isas[i].name);
    }
    if (lacking[0])
        snprintf(text, size, ": an instruction of %s, of which this CPU lacks %s",
                 xl_family_name(insn->family), lacking);
    else if (signal == SIGILL)
        snprintf(text, size, ": an instruction of %s, of an extension that no ISA of it here has",
                 xl_family_name(insn->family));
}

static void describe_address(const struct xl_agent *agent, const struct xl_kernel *kernel,
                             const struct xl_spot spots[XL_MAX_ARGS], char *text, size_t size)
{
    const struct xl_memory_head *head = (const struct xl_memory_head *)(const void *)agent->memory;
    uint64_t at = xl_agent_word(agent, head->fault_offset);
    uint64_t address = xl_agent_word(agent, head->fault_address);
    uint64_t grain = xl_agent_word(agent, head->fault_grain);
    bool inside = false;
    long offset = 0;
    long k =
        at < XL_FILE_BYTES ? xl_nearest_buffer(kernel, spots, (size_t)at, &inside, &offset) : -1;
    if (k < 0) {
        snprintf(text, size, "at address 0x%llx, in no buffer%s", (unsigned long long)address,
                 address ? "" : " (x86 says 0 of a misaligned access, too)");
        return;
    }
    char last[32] = "";
    if (grain > 1)
        snprintf(last, sizeof last, " to %+ld", offset + (long)grain - 1);
    snprintf(text, size, "at byte %+ld%s %s %s", offset, last,
             inside        ? "of"
             : offset >= 0 ? "past the end of"
                           : "before the start of",
             kernel->args[k].name);
}

/* The read-only input in whose slot the fault was; -1: none. */
static long find_read_only(const struct xl_planned *p, uint64_t at)
{
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        if (p->read_only >> k & 1 && at - p->spots[k].slot_at < p->spots[k].slot_bytes)
            return (long)k;
    return -1;
}

/* The buffer in whose slot the fault was, in a page that cannot be written to because it has none
 * of its rows; -1: none. */
static long find_fenced(const struct xl_planned *p, uint64_t at)
{
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        if (p->fenced >> k & 1 && at - p->spots[k].slot_at < p->spots[k].slot_bytes &&
            xl_spot_is_fenced(&p->spots[k], at - p->spots[k].slot_at))
            return (long)k;
    return -1;
}

/* Of a write that would have shown if it had changed anything. */
static bool is_write_beside(const struct xl_calls *run, const struct xl_planned *p,
                            enum xl_check *check, char *text, size_t size)
{
    const struct xl_memory_head *head =
        (const struct xl_memory_head *)(const void *)run->agent->memory;
    const uint64_t at = xl_agent_word(run->agent, head->fault_offset);
    const long k = find_fenced(p, at);
    if (xl_where_noted(run->agent) != XL_NOTED_FAULT || k < 0)
        return false;
    const struct xl_spot *s = &p->spots[k];
    const size_t byte = at - s->slot_at - s->at;
    *check = XL_CHECK_overwrite;
    snprintf(text, size,
             "the kernel wrote %s %s, to a page that was read-only for this call, n = %zu, ",
             byte < s->bytes           ? "between the rows of"
             : at - s->slot_at < s->at ? "before"
                                       : "past the end of",
             run->kernel->args[k].name, p->c.n);
    xl_where_describe(run, text, size);
    return true;
}

bool xl_fault_is_write(const struct xl_calls *run, const struct xl_planned *p, enum xl_check *check,
                       char *text, size_t size)
{
    const struct xl_agent *agent = run->agent;
    const struct xl_memory_head *head = (const struct xl_memory_head *)(const void *)agent->memory;
    long k = find_read_only(p, xl_agent_word(agent, head->fault_offset));
    if (k < 0)
        return is_write_beside(run, p, check, text, size);
    if (xl_where_noted(agent) != XL_NOTED_FAULT)
        return false;
    const struct xl_arg *arg = &run->kernel->args[k];
    size_t byte = xl_agent_word(agent, head->fault_offset) - p->spots[k].slot_at - p->spots[k].at;
    bool is_inside = byte < p->spots[k].bytes,
         is_vague = xl_agent_word(agent, head->fault_grain) > 1;
    char where[40] = "";
    if (is_inside && !is_vague && p->spots[k].rows == 1)
        snprintf(where, sizeof where, "[%zu]", byte / xl_type_size(arg->type));
    *check = is_inside || is_vague ? XL_CHECK_input : XL_CHECK_overwrite;
    snprintf(
        text, size,
        "the kernel wrote %s its const input %s%s, which was read-only for this call, n = %zu, ",
        is_vague    ? "to or next to"
        : is_inside ? "to"
                    : "next to",
        arg->name, where, p->c.n);
    xl_where_describe(run, text, size);
    return true;
}

/* Of a signal that is noted as long as its handler runs, and was not. */
static void describe_unnoted(int signal, char *text, size_t size)
{
    if (signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE ||
        signal == SIGTRAP)
        xl_append(text, size,
                  "; where is not known: the kernel blocks that signal, or has taken away its "
                  "handler or the handler's stack");
}

void xl_fault_describe(const struct xl_calls *run, const struct xl_planned *p, int signal,
                       char *text, size_t size)
{
    const bool is_access = signal == SIGSEGV || signal == SIGBUS;
    char where[160] = "", family[160] = "";
    if (xl_where_noted(run->agent) != XL_NOTED_FAULT) {
        describe_unnoted(signal, text, size);
        return;
    }
    if (is_access)
        describe_address(run->agent, run->kernel, p->spots, where, sizeof where);
    else
        describe_family(run, signal, family, sizeof family);
    xl_append(text, size, "%s%s, n = %zu, ", is_access ? " " : "", where, p->c.n);
    xl_where_describe(run, text, size);
    xl_append(text, size, "%s", family);
}
