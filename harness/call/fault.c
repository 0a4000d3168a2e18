/* What the agent noted of the fault that it died of, in words.
 * SPDX-License-Identifier: MIT
 */
#include "call/fault.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "evidence/source.h"
#include "matrix/isas.h"

enum { XL_LONGEST_KERNEL = 1 << 16 }; /* bytes of code */

/* The instruction at this address, or NULL. */
static const struct xl_instruction *find_instruction(const struct xl_calls *run, uint64_t pc)
{
    const struct xl_listing *list = run->code ? &run->code->listing : NULL;
    size_t i = list ? xl_listing_find(list, pc) : 0;
    return list && i < list->count && list->instructions[i].address == pc ? &list->instructions[i]
                                                                          : NULL;
}

/* A function that kernels are linked with: the disassembly has it. */
static bool find_listed(const struct xl_calls *run, uint64_t pc, char *name, size_t size,
                        uint64_t *begin)
{
    const struct xl_listed_function *f =
        find_instruction(run, pc) ? xl_listing_function(&run->code->listing, pc) : NULL;
    if (f) {
        snprintf(name, size, "%s", f->name);
        *begin = f->address;
    }
    return f != NULL;
}

/* The function's name, and where it begins; false for one of the C library's. Without the agent's
 * symbols, what is near the kernel's beginning is taken to be its own. */
static bool find_function(const struct xl_calls *run, uint64_t pc, uint64_t entry, char *name,
                          size_t size, uint64_t *begin)
{
    if (run->code) {
        const struct xl_image_function *f = xl_image_function(&run->code->image, pc);
        if (f) {
            snprintf(name, size, "%s", f->name);
            *begin = f->address;
        }
        return f || find_listed(run, pc, name, size, begin);
    }
    const char *function = run->agent->variants[run->variant].function;
    if (function[0])
        snprintf(name, size, "%s", function);
    else
        snprintf(name, size, "%s__%s", run->kernel->name, run->agent->variants[run->variant].isa);
    *begin = entry;
    return pc >= entry && pc - entry < XL_LONGEST_KERNEL;
}

static const char *file_name(const struct xl_frame *frame)
{
    const char *slash = strrchr(frame->file, '/');
    return slash ? slash + 1 : frame->file;
}

/* ", sum.c:12, by avx2.h:40": the line of the kernel, and the innermost one where that is another.
 */
static void describe_line(const struct xl_calls *run, uint64_t pc, char *text, size_t size)
{
    struct xl_frame frames[XL_MAX_FRAMES];
    struct xl_error err;
    pthread_mutex_lock(&xl_source_lock);
    struct xl_source *source = xl_source_read(run->code->image.elf, &err);
    size_t depth = xl_source_frames(source, pc, frames);
    int used = depth ? snprintf(text, size, ", %.40s:%u", file_name(&frames[depth - 1]),
                                frames[depth - 1].line)
                     : 0;
    if (depth > 1)
        snprintf(text + used, size - (size_t)used, ", by %.40s:%u", file_name(&frames[0]),
                 frames[0].line);
    xl_source_free(source);
    pthread_mutex_unlock(&xl_source_lock);
}

/* The instruction: its address, how far that is past where its function begins, its text, and its
 * line. */
static void describe_pc(const struct xl_calls *run, char *text, size_t size)
{
    const struct xl_memory_head *head =
        (const struct xl_memory_head *)(const void *)run->agent->memory;
    uint64_t pc = xl_agent_word(run->agent, head->fault_pc), begin;
    uint64_t entry = xl_agent_word(run->agent, head->fault_entry);
    char name[XL_FUNCTION_MAX + 2];
    size_t used = (size_t)snprintf(text, size, "pc 0x%llx", (unsigned long long)pc);
    if (!find_function(run, pc, entry, name, sizeof name, &begin))
        return;
    used += (size_t)snprintf(text + used, size - used, " (%s+0x%llx", name,
                             (unsigned long long)(pc - begin));
    const struct xl_instruction *insn = find_instruction(run, pc);
    if (insn) {
        used += (size_t)snprintf(text + used, size - used, ": %.24s%s%.60s", insn->mnemonic,
                                 insn->operands[0] ? " " : "", insn->operands);
        describe_line(run, pc, text + used, size - used - 1);
    }
    strcat(text, ")");
}

/* Whose instructions these are, and which ISA that has them the CPU has not. A vector instruction
 * that it has may raise SIGFPE, and then nothing is said. */
static void describe_family(const struct xl_calls *run, int signal, char *text, size_t size)
{
    const struct xl_memory_head *head =
        (const struct xl_memory_head *)(const void *)run->agent->memory;
    const struct xl_instruction *insn =
        find_instruction(run, xl_agent_word(run->agent, head->fault_pc));
    char lacking[80] = "";
    if (!insn || insn->family == XL_FAMILY_none || insn->family == XL_FAMILY_pad)
        return;
    for (size_t i = 0; i < xl_isa_count; i++) {
        size_t used = strlen(lacking);
        if (xl_family_counts(xl_family_find(xl_isas[i].family), insn->family) &&
            !xl_agent_isa(run->agent, xl_isas[i].name))
            snprintf(lacking + used, sizeof lacking - used, "%s%s", used ? ", " : "",
                     xl_isas[i].name);
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

uint64_t xl_fault_pc(const struct xl_agent *agent)
{
    const struct xl_memory_head *head = (const struct xl_memory_head *)(const void *)agent->memory;
    return xl_agent_word(agent, head->faulted) == 1 ? xl_agent_word(agent, head->fault_pc) : 0;
}

bool xl_fault_is_write(const struct xl_calls *run, const struct xl_planned *p, enum xl_check *check,
                       char *text, size_t size)
{
    const struct xl_agent *agent = run->agent;
    const struct xl_memory_head *head = (const struct xl_memory_head *)(const void *)agent->memory;
    long k = find_read_only(p, xl_agent_word(agent, head->fault_offset));
    if (xl_agent_word(agent, head->faulted) != 1 || k < 0)
        return false;
    const struct xl_arg *arg = &run->kernel->args[k];
    size_t byte = xl_agent_word(agent, head->fault_offset) - p->spots[k].slot_at - p->spots[k].at;
    bool is_inside = byte < p->spots[k].bytes,
         is_vague = xl_agent_word(agent, head->fault_grain) > 1;
    char where[40] = "", pc[240];
    if (is_inside && !is_vague && p->spots[k].rows == 1)
        snprintf(where, sizeof where, "[%zu]", byte / xl_type_size(arg->type));
    *check = is_inside || is_vague ? XL_CHECK_input : XL_CHECK_overwrite;
    describe_pc(run, pc, sizeof pc);
    snprintf(
        text, size,
        "the kernel wrote %s its const input %s%s, which was read-only for this call, n = %zu, %s",
        is_vague    ? "to or next to"
        : is_inside ? "to"
                    : "next to",
        arg->name, where, p->c.n, pc);
    return true;
}

void xl_fault_describe(const struct xl_calls *run, const struct xl_planned *p, int signal,
                       char *text, size_t size)
{
    const struct xl_memory_head *head =
        (const struct xl_memory_head *)(const void *)run->agent->memory;
    const bool is_access = signal == SIGSEGV || signal == SIGBUS;
    char where[160] = "", pc[400], family[160] = "";
    size_t used = strlen(text);
    if (xl_agent_word(run->agent, head->faulted) != 1)
        return;
    if (is_access)
        describe_address(run->agent, run->kernel, p->spots, where, sizeof where);
    else
        describe_family(run, signal, family, sizeof family);
    describe_pc(run, pc, sizeof pc);
    snprintf(text + used, size - used, "%s%s, n = %zu, %s%s", is_access ? " " : "", where, p->c.n,
             pc, family);
}
