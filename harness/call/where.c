/* Where a thread of the guest was, in words: when it faulted, or when it was asked.
 * SPDX-License-Identifier: MIT
 */
#include "call/where.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "evidence/objects.h"
#include "evidence/source.h"

enum {
    XL_LONGEST_KERNEL = 1 << 16, /* bytes of code */
    XL_LONGEST_INSTRUCTION = 15  /* of x86: Intel SDM volume 2, 2.3.11 */
};

static const struct xl_memory_head *head_of(const struct xl_agent *agent)
{
    return (const struct xl_memory_head *)(const void *)agent->memory;
}

enum xl_noted xl_where_noted(const struct xl_agent *agent)
{
    const uint64_t noted = xl_agent_word(agent, head_of(agent)->faulted);
    return noted == XL_NOTED_FAULT || noted == XL_NOTED_WHERE ? (enum xl_noted)noted
                                                              : XL_NOTED_NOTHING;
}

uint64_t xl_where_pc(const struct xl_agent *agent, enum xl_noted noted)
{
    return xl_where_noted(agent) == noted ? xl_agent_word(agent, head_of(agent)->fault_pc) : 0;
}

const struct xl_instruction *xl_where_instruction(const struct xl_calls *run, uint64_t pc)
{
    const struct xl_listing *list = run->code ? &run->code->listing : NULL;
    size_t i = list ? xl_listing_find(list, pc) : 0;
    return list && i < list->count && list->instructions[i].address == pc ? &list->instructions[i]
                                                                          : NULL;
}

/* A function of a kernel, of what it is linked with, or of the agent; not of the toolchain. */
struct function {
    const char *name;
    uint64_t begin;
    bool is_agents;
};

static bool find_listed(const struct xl_calls *run, uint64_t pc, struct function *found)
{
    const struct xl_image_function *f = xl_image_function(&run->code->image, pc);
    if (f) {
        *found = (struct function){f->name, f->address, f->owner == XL_OWNER_AGENT};
        return true;
    }
    const struct xl_listed_function *listed =
        xl_where_instruction(run, pc) ? xl_listing_function(&run->code->listing, pc) : NULL;
    if (listed)
        *found = (struct function){listed->name, listed->address, false};
    return listed != NULL;
}

/* Without the agent's symbols, what is near the kernel's beginning is taken to be its own. */
static bool find_near(const struct xl_calls *run, uint64_t pc, char name[XL_FUNCTION_MAX + 2],
                      struct function *found)
{
    const uint64_t entry = xl_agent_word(run->agent, head_of(run->agent)->fault_entry);
    const struct xl_agent_variant *v = &run->agent->variants[run->variant];
    if (v->function[0])
        snprintf(name, XL_FUNCTION_MAX + 2, "%s", v->function);
    else
        snprintf(name, XL_FUNCTION_MAX + 2, "%s__%s", run->kernel->name, v->isa);
    *found = (struct function){name, entry, false};
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
    struct xl_source *source =
        run->code->image.elf ? xl_source_read(run->code->image.elf, &err) : NULL;
    const size_t depth = source ? xl_source_frames(source, pc, frames) : 0;
    if (depth)
        xl_append(text, size, ", %.40s:%u", file_name(&frames[depth - 1]), frames[depth - 1].line);
    if (depth > 1)
        xl_append(text, size, ", by %.40s:%u", file_name(&frames[0]), frames[0].line);
    xl_source_free(source);
    pthread_mutex_unlock(&xl_source_lock);
}

static void describe_known(const struct xl_calls *run, const struct function *f, uint64_t pc,
                           char *text, size_t size)
{
    const struct xl_instruction *insn = xl_where_instruction(run, pc);
    xl_append(text, size, "%s+0x%llx", f->name, (unsigned long long)(pc - f->begin));
    if (insn) {
        xl_append(text, size, ": %.24s%s%.60s", insn->mnemonic, insn->operands[0] ? " " : "",
                  insn->operands);
        describe_line(run, pc, text, size);
    }
    /* It goes nowhere if its address is none: Intel SDM volume 2, RET, #GP. */
    if (insn && xl_where_noted(run->agent) == XL_NOTED_FAULT &&
        xl_begins_with(insn->mnemonic, "ret"))
        xl_append(text, size, "; its stack was smashed");
}

/* The call in front of this address, which may be where one returns to; 0: none is. */
static uint64_t call_before(const struct xl_calls *run, uint64_t address)
{
    static const char *const calls[] = {"call*", "bl",  "blx",  "blr",  "bctrl", "brasl",
                                        "basr",  "jal", "jalr", "jirl", NULL};
    const struct xl_listing *list = &run->code->listing;
    const size_t i = xl_listing_find(list, address);
    if (!list->count)
        return address - 1;
    if (!i || !xl_is_one_of(calls, list->instructions[i - 1].mnemonic))
        return 0;
    const uint64_t from = list->instructions[i - 1].address;
    return address - from <= XL_LONGEST_INSTRUCTION ? from : 0;
}

/* The kernel's function that made the call which a library's function is in: the first address to
 * return to, of the link register and the stack, that is known. What calls the kernel is the end
 * of the search. 0: none. */
static uint64_t find_caller(const struct xl_calls *run, struct function *caller)
{
    const struct xl_memory_head *head = head_of(run->agent);
    for (size_t i = 0; i <= XL_FAULT_WORDS; i++) {
        /* The lowest word of the stack is below the stack pointer. */
        const uint64_t word =
            xl_agent_word(run->agent, i ? head->fault_stack[i - 1] : head->fault_link);
        const uint64_t at = xl_code_address(run->code->image.elf, word);
        const uint64_t call = call_before(run, at);
        if (i != 1 && call && find_listed(run, call, caller))
            return caller->is_agents ? 0 : at;
    }
    return 0;
}

/* Of a function that jumped there, and called nothing, the stack has nothing: then the kernel is
 * what is known. */
static void describe_caller(const struct xl_calls *run, char *text, size_t size)
{
    const uint64_t entry = xl_agent_word(run->agent, head_of(run->agent)->fault_entry);
    struct function caller;
    const uint64_t at = find_caller(run, &caller);
    if (at) {
        xl_append(text, size, ", called by %s+0x%llx", caller.name,
                  (unsigned long long)(at - caller.begin));
        describe_line(run, at - 1, text, size);
    } else if (find_listed(run, entry, &caller) && !caller.is_agents) {
        xl_append(text, size, ", in a call of %s", caller.name);
    }
}

/* The lowest bits are no part of an address of code everywhere, nor is the highest byte: AArch64
 * ignores that (Arm ARM DDI 0487, "Address tagging"). */
static bool is_same_place(uint64_t a, uint64_t b)
{
    return ((a ^ b) & UINT64_C(0x00fffffffffffffc)) == 0;
}

/* Whether the program went there by a return: the address is that of the link register, or was on
 * the stack. */
static bool has_returned_to(const struct xl_agent *agent, uint64_t pc)
{
    const struct xl_memory_head *head = head_of(agent);
    return is_same_place(xl_agent_word(agent, head->fault_link), pc) ||
           is_same_place(xl_agent_word(agent, head->fault_stack[0]), pc);
}

/* Where the program has no code: whoever went there is not in the program counter. */
static void describe_astray(const struct xl_calls *run, uint64_t pc, char *text, size_t size)
{
    const uint64_t entry = xl_agent_word(run->agent, head_of(run->agent)->fault_entry);
    struct function kernel;
    xl_append(text, size, " (no code");
    if (!has_returned_to(run->agent, pc))
        describe_caller(run, text, size);
    else if (find_listed(run, entry, &kernel) && !kernel.is_agents)
        xl_append(text, size,
                  ": %s, or a function that it called, returned there: its stack was "
                  "smashed",
                  kernel.name);
    else
        xl_append(text, size, ": a function returned there: its stack was smashed");
    xl_append(text, size, ")");
}

/* "memcpy+0x10 of libc.a(memcpy.o), called by sum__avx2+0x20, sum.c:12" */
static void describe_library(const struct xl_calls *run, uint64_t pc, char *text, size_t size)
{
    struct xl_symbol symbol;
    char object[128];
    if (xl_symbol_at(run->code->image.elf, pc, &symbol))
        xl_append(text, size, " (%s+0x%llx", symbol.name, (unsigned long long)(pc - symbol.begin));
    else
        xl_append(text, size, " (a function without a name");
    if (xl_object_at(run->code->program_path, pc, object, sizeof object))
        xl_append(text, size, " of %s", object);
    describe_caller(run, text, size);
    xl_append(text, size, ")");
}

void xl_where_describe(const struct xl_calls *run, char *text, size_t size)
{
    const uint64_t pc = xl_agent_word(run->agent, head_of(run->agent)->fault_pc);
    struct function found;
    char name[XL_FUNCTION_MAX + 2];
    xl_append(text, size, "pc 0x%llx", (unsigned long long)pc);
    if (run->code ? find_listed(run, pc, &found) : find_near(run, pc, name, &found)) {
        xl_append(text, size, " (");
        describe_known(run, &found, pc, text, size);
        xl_append(text, size, ")");
    } else if (run->code && run->code->image.elf) {
        if (xl_has_code_at(run->code->image.elf, pc))
            describe_library(run, pc, text, size);
        else
            describe_astray(run, pc, text, size);
    }
}
