/* What the agent noted of the fault that it died of, in words.
 * SPDX-License-Identifier: MIT
 */
#include "run/fault.h"

#include <stdio.h>
#include <string.h>

enum { XL_LONGEST_KERNEL = 1 << 16 }; /* bytes of code */

/* The instruction: its address, and how far it is past where the kernel begins. Not the kernel's
 * own where that is far: in a function that it calls. */
static void describe_pc(const struct xl_agent *agent, const struct xl_kernel *kernel, char *text,
                        size_t size)
{
    const struct xl_memory_head *head = (const struct xl_memory_head *)(const void *)agent->memory;
    uint64_t pc = xl_agent_word(agent, head->fault_pc);
    uint64_t entry = xl_agent_word(agent, head->fault_entry);
    if (pc >= entry && pc - entry < XL_LONGEST_KERNEL)
        snprintf(text, size, "pc 0x%llx (%s+0x%llx)", (unsigned long long)pc, kernel->name,
                 (unsigned long long)(pc - entry));
    else
        snprintf(text, size, "pc 0x%llx", (unsigned long long)pc);
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

void xl_fault_describe(const struct xl_agent *agent, const struct xl_kernel *kernel,
                       const struct xl_case *c, const struct xl_spot spots[XL_MAX_ARGS], char *text,
                       size_t size)
{
    const struct xl_memory_head *head = (const struct xl_memory_head *)(const void *)agent->memory;
    char where[160], pc[160];
    size_t used = strlen(text);
    if (xl_agent_word(agent, head->faulted) != 1)
        return;
    describe_address(agent, kernel, spots, where, sizeof where);
    describe_pc(agent, kernel, pc, sizeof pc);
    snprintf(text + used, size - used, " %s, n = %zu, %s", where, c->n, pc);
}
