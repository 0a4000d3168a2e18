/* What the agent noted of the fault that it died of, in words.
 * SPDX-License-Identifier: MIT
 */
#include "call/fault.h"

#include <stdio.h>
#include <string.h>

enum { XL_LONGEST_KERNEL = 1 << 16 }; /* bytes of code */

/* The function's name, and where it begins; false for one that is no kernel's and not the agent's.
 * Without the agent's symbols, what is near the kernel's beginning is taken to be its own. */
static bool find_function(const struct xl_calls *run, uint64_t pc, uint64_t entry, char *name,
                          size_t size, uint64_t *begin)
{
    if (run->code) {
        const struct xl_image_function *f = xl_image_function(&run->code->image, pc);
        if (f) {
            snprintf(name, size, "%s", f->name);
            *begin = f->address;
        }
        return f != NULL;
    }
    snprintf(name, size, "%s__%s", run->kernel->name, run->agent->variants[run->variant].isa);
    *begin = entry;
    return pc >= entry && pc - entry < XL_LONGEST_KERNEL;
}

/* The instruction: its address, how far that is past where its function begins, and its text. */
static void describe_pc(const struct xl_calls *run, char *text, size_t size)
{
    const struct xl_memory_head *head =
        (const struct xl_memory_head *)(const void *)run->agent->memory;
    uint64_t pc = xl_agent_word(run->agent, head->fault_pc), begin;
    uint64_t entry = xl_agent_word(run->agent, head->fault_entry);
    char name[80];
    size_t used = (size_t)snprintf(text, size, "pc 0x%llx", (unsigned long long)pc);
    if (!find_function(run, pc, entry, name, sizeof name, &begin))
        return;
    used += (size_t)snprintf(text + used, size - used, " (%s+0x%llx", name,
                             (unsigned long long)(pc - begin));
    const struct xl_listing *list = run->code ? &run->code->listing : NULL;
    size_t i = list ? xl_listing_find(list, pc) : 0;
    if (list && i < list->count && list->instructions[i].address == pc)
        used += (size_t)snprintf(text + used, size - used, ": %.24s %.60s",
                                 list->instructions[i].mnemonic, list->instructions[i].operands);
    snprintf(text + used, size - used, ")");
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
        at < XL_MEMORY_BYTES ? xl_nearest_buffer(kernel, spots, (size_t)at, &inside, &offset) : -1;
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

void xl_fault_describe(const struct xl_calls *run, const struct xl_planned *p, char *text,
                       size_t size)
{
    const struct xl_memory_head *head =
        (const struct xl_memory_head *)(const void *)run->agent->memory;
    char where[160], pc[240];
    size_t used = strlen(text);
    if (xl_agent_word(run->agent, head->faulted) != 1)
        return;
    describe_address(run->agent, run->kernel, p->spots, where, sizeof where);
    describe_pc(run, pc, sizeof pc);
    snprintf(text + used, size - used, " %s, n = %zu, %s", where, p->c.n, pc);
}
