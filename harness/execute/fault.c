/* Describes a fault that the agent noted, and the code of a failing kernel.
 * SPDX-License-Identifier: MIT
 */
#include "execute/context.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "code/classify.h"
#include "code/disassembly.h"
#include "code/elf.h"
#include "code/source_lines.h"
#include "execute/agent_client.h"
#include "matrix/isas.h"

/* Describes an instruction of an extension that the CPU lacks, or that no CPU reports. Returns
 * false for other instructions. */
static bool describe_extension(const struct xl_context *ctx, const struct xl_instruction *insn,
                               char *text, size_t size)
{
    const struct xl_extension *e =
        xl_extension_find(ctx->code->disassembly.arch, insn->mnemonic, insn->operands);
    char missing[XL_NAME_MAX] = "";
    if (!e)
        return false;
    xl_missing_features(ctx->agent, e->feature, missing, sizeof missing);
    if (e->feature[0] && !missing[0])
        return false;
    snprintf(text, size, ": it executes `%s` (%s), which the row's CPU lacks", insn->mnemonic,
             e->name);
    return true;
}

/* The instruction at this address, or NULL. */
static const struct xl_instruction *fault_instruction(const struct xl_context *ctx, uint64_t pc)
{
    const struct xl_disassembly *list = ctx->code ? &ctx->code->disassembly : NULL;
    size_t i = list ? xl_disassembly_find(list, pc) : 0;
    return list && i < list->count && list->instructions[i].address == pc ? &list->instructions[i]
                                                                          : NULL;
}

/* Describes the family of the instruction, and the missing ISAs. Nothing for SIGFPE of an
 * instruction that the CPU has. */
static void describe_family(const struct xl_context *ctx, int signal, char *text, size_t size)
{
    const struct xl_instruction *insn =
        fault_instruction(ctx, xl_fault_pc(ctx->agent, XL_FAULT_SIGNAL));
    char missing[80] = "";
    if (insn && signal == SIGILL && describe_extension(ctx, insn, text, size))
        return;
    if (!insn || insn->family == XL_FAMILY_none || insn->family == XL_FAMILY_pad)
        return;
    for (size_t i = 0; i < xl_isa_count; i++) {
        if (xl_family_counts(xl_family_find(xl_isas[i].family), insn->family) &&
            !xl_agent_isa(ctx->agent, xl_isas[i].name))
            xl_append(missing, sizeof missing, "%s%s", *missing ? ", " : "", xl_isas[i].name);
    }
    if (missing[0])
        snprintf(text, size, ": %s instruction; this CPU lacks %s", xl_family_name(insn->family),
                 missing);
    else if (signal == SIGILL)
        snprintf(text, size, ": %s instruction; no ISA in arch/ has it",
                 xl_family_name(insn->family));
}

static void describe_address(const struct xl_agent *agent, const struct xl_kernel *kernel,
                             const struct xl_buffer buffers[XL_MAX_ARGS], char *text, size_t size)
{
    const struct xl_memory_head *head = xl_agent_head(agent);
    uint64_t at = xl_agent_word(agent, head->fault_offset);
    uint64_t address = xl_agent_word(agent, head->fault_address);
    uint64_t grain = xl_agent_word(agent, head->fault_grain);
    bool inside = false;
    long offset = 0;
    long k =
        at < XL_FILE_BYTES ? xl_nearest_buffer(kernel, buffers, (size_t)at, &inside, &offset) : -1;
    if (k < 0) {
        snprintf(text, size, "at address 0x%llx, in no buffer%s", (unsigned long long)address,
                 address ? "" : " (or a misaligned access: x86 gives 0 for that)");
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

/* The read-only input in whose slot the fault was, or -1. */
static long find_read_only(const struct xl_prepared_call *p, uint64_t at)
{
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        if (p->read_only >> k & 1 && at - p->buffers[k].slot_at < p->buffers[k].slot_bytes)
            return (long)k;
    return -1;
}

/* The buffer in whose slot the fault was, in a read-only page without rows. Or -1. */
static long find_fenced(const struct xl_prepared_call *p, uint64_t at)
{
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        if (p->fenced >> k & 1 && at - p->buffers[k].slot_at < p->buffers[k].slot_bytes &&
            xl_buffer_is_fenced(&p->buffers[k], at - p->buffers[k].slot_at))
            return (long)k;
    return -1;
}

/* A write to a page without rows. */
static bool is_write_outside_rows(const struct xl_context *ctx, const struct xl_prepared_call *p,
                                  enum xl_check *check, char *text, size_t size)
{
    const struct xl_memory_head *head = xl_agent_head(ctx->agent);
    const uint64_t at = xl_agent_word(ctx->agent, head->fault_offset);
    const long k = find_fenced(p, at);
    if (xl_fault_kind_of(ctx->agent) != XL_FAULT_SIGNAL || k < 0)
        return false;
    const struct xl_buffer *s = &p->buffers[k];
    const size_t byte = at - s->slot_at - s->at;
    *check = XL_CHECK_overwrite;
    snprintf(text, size,
             "the kernel wrote %s %s, to a page that was read-only for this call, n = %zu, ",
             byte < s->bytes           ? "between the rows of"
             : at - s->slot_at < s->at ? "before"
                                       : "past the end of",
             ctx->kernel->args[k].name, p->c.n);
    xl_fault_describe_place(ctx, text, size);
    return true;
}

bool xl_fault_is_write(const struct xl_context *ctx, const struct xl_prepared_call *p,
                       enum xl_check *check, char *text, size_t size)
{
    const struct xl_agent *agent = ctx->agent;
    const struct xl_memory_head *head = xl_agent_head(agent);
    long k = find_read_only(p, xl_agent_word(agent, head->fault_offset));
    if (k < 0)
        return is_write_outside_rows(ctx, p, check, text, size);
    if (xl_fault_kind_of(agent) != XL_FAULT_SIGNAL)
        return false;
    const struct xl_arg *arg = &ctx->kernel->args[k];
    size_t byte =
        xl_agent_word(agent, head->fault_offset) - p->buffers[k].slot_at - p->buffers[k].at;
    bool is_inside = byte < p->buffers[k].bytes,
         is_vague = xl_agent_word(agent, head->fault_grain) > 1;
    char where[40] = "";
    if (is_inside && !is_vague && p->buffers[k].rows == 1)
        snprintf(where, sizeof where, "[%zu]", byte / xl_type_size(arg->type));
    *check = is_inside || is_vague ? XL_CHECK_input : XL_CHECK_overwrite;
    snprintf(
        text, size,
        "the kernel wrote %s its const input %s%s, which was read-only for this call, n = %zu, ",
        is_vague    ? "to or next to"
        : is_inside ? "to"
                    : "next to",
        arg->name, where, p->c.n);
    xl_fault_describe_place(ctx, text, size);
    return true;
}

/* For signals that the agent notes if its handler runs. */
static void describe_unnoted(int signal, char *text, size_t size)
{
    if (signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE ||
        signal == SIGTRAP)
        xl_append(
            text, size,
            "; position unknown: the kernel blocks that signal, or has replaced its handler or "
            "the handler's stack");
}

void xl_fault_describe(const struct xl_context *ctx, const struct xl_prepared_call *p, int signal,
                       char *text, size_t size)
{
    const bool is_access = signal == SIGSEGV || signal == SIGBUS;
    char where[160] = "", family[160] = "";
    if (xl_fault_kind_of(ctx->agent) != XL_FAULT_SIGNAL) {
        describe_unnoted(signal, text, size);
        return;
    }
    if (is_access)
        describe_address(ctx->agent, ctx->kernel, p->buffers, where, sizeof where);
    else
        describe_family(ctx, signal, family, sizeof family);
    xl_append(text, size, "%s%s, n = %zu, ", is_access ? " " : "", where, p->c.n);
    xl_fault_describe_place(ctx, text, size);
    xl_append(text, size, "%s", family);
}

/* Where a thread of the guest was, in words: when it fault_kind, or when it was asked. */

enum { XL_LONGEST_KERNEL = 1 << 16 }; /* bytes of code */

enum xl_fault_kind xl_fault_kind_of(const struct xl_agent *agent)
{
    const uint64_t kind = xl_agent_word(agent, xl_agent_head(agent)->fault_kind);
    return kind == XL_FAULT_SIGNAL || kind == XL_FAULT_TIMEOUT ? (enum xl_fault_kind)kind
                                                               : XL_FAULT_NONE;
}

uint64_t xl_fault_pc(const struct xl_agent *agent, enum xl_fault_kind kind)
{
    return xl_fault_kind_of(agent) == kind ? xl_agent_word(agent, xl_agent_head(agent)->fault_pc)
                                           : 0;
}

/* A function of a kernel, of a linked library, or of the agent; not of the toolchain. */
struct function {
    const char *name;
    uint64_t begin;
    bool is_agents;
};

static bool find_listed(const struct xl_context *ctx, uint64_t pc, struct function *found)
{
    const struct xl_image_function *f = xl_image_function(&ctx->code->image, pc);
    if (f) {
        *found = (struct function){f->name, f->address, f->owner == XL_OWNER_AGENT};
        return true;
    }
    const struct xl_disassembled_function *listed =
        fault_instruction(ctx, pc) ? xl_disassembly_function(&ctx->code->disassembly, pc) : NULL;
    if (!listed || !listed->object[0])
        return false;
    *found = (struct function){listed->name, listed->address, false};
    return true;
}

/* Without symbols, code near the kernel's entry counts as the kernel's. */
static bool find_near(const struct xl_context *ctx, uint64_t pc, char name[XL_FUNCTION_MAX + 2],
                      struct function *found)
{
    const uint64_t entry = xl_agent_word(ctx->agent, xl_agent_head(ctx->agent)->fault_entry);
    const struct xl_agent_variant *v = &ctx->agent->variants[ctx->variant];
    if (v->function[0])
        snprintf(name, XL_FUNCTION_MAX + 2, "%s", v->function);
    else
        snprintf(name, XL_FUNCTION_MAX + 2, "%s__%s", ctx->kernel->name, v->isa);
    *found = (struct function){name, entry, false};
    return pc >= entry && pc - entry < XL_LONGEST_KERNEL;
}

static const char *file_name(const struct xl_frame *frame)
{
    const char *slash = strrchr(frame->file, '/');
    return slash ? slash + 1 : frame->file;
}

/* ", sum.c:12, by avx2.h:40": the line of the kernel, and the innermost inlined one if it differs.
 */
static void describe_line(const struct xl_context *ctx, uint64_t pc, char *text, size_t size)
{
    struct xl_frame frames[XL_MAX_FRAMES];
    struct xl_error err;
    pthread_mutex_lock(&xl_source_lock);
    struct Elf *elf = ctx->code ? ctx->code->image.elf : NULL;
    struct xl_source *source = elf ? xl_source_read(elf, &err) : NULL;
    const size_t depth = source ? xl_source_frames(source, pc, frames) : 0;
    if (depth)
        xl_append(text, size, ", %.40s:%u", file_name(&frames[depth - 1]), frames[depth - 1].line);
    if (depth > 1)
        xl_append(text, size, ", by %.40s:%u", file_name(&frames[0]), frames[0].line);
    xl_source_free(source);
    pthread_mutex_unlock(&xl_source_lock);
}

static void describe_known(const struct xl_context *ctx, const struct function *f, uint64_t pc,
                           char *text, size_t size)
{
    const struct xl_instruction *insn = fault_instruction(ctx, pc);
    xl_append(text, size, "%s+0x%llx", f->name, (unsigned long long)(pc - f->begin));
    if (insn) {
        xl_append(text, size, ": %.24s%s%.60s", insn->mnemonic, insn->operands[0] ? " " : "",
                  insn->operands);
        describe_line(ctx, pc, text, size);
    }
    /* An invalid return address faults at the RET: Intel SDM volume 2, RET, #GP. */
    if (insn && xl_fault_kind_of(ctx->agent) == XL_FAULT_SIGNAL &&
        xl_begins_with(insn->mnemonic, "ret"))
        xl_append(text, size, "; its stack was smashed");
}

/* The call instruction before this address, which may be a return address. Or 0. */
static uint64_t call_before(const struct xl_context *ctx, uint64_t address)
{
    static const char *const calls[] = {"call*", "bl",  "blx",  "blr",  "bctrl", "brasl",
                                        "basr",  "jal", "jalr", "jirl", NULL};
    const struct xl_disassembly *list = &ctx->code->disassembly;
    const size_t i = xl_disassembly_find(list, address);
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
static uint64_t find_caller(const struct xl_context *ctx, struct function *caller)
{
    const struct xl_memory_head *head = xl_agent_head(ctx->agent);
    for (size_t i = 0; i <= XL_FAULT_WORDS; i++) {
        /* The lowest word of the stack is below the stack pointer. */
        const uint64_t word =
            xl_agent_word(ctx->agent, i ? head->fault_stack[i - 1] : head->fault_link);
        const uint64_t at = xl_code_address(ctx->code->image.elf, word);
        const uint64_t call = call_before(ctx, at);
        if (i != 1 && call && find_listed(ctx, call, caller))
            return caller->is_agents ? 0 : at;
    }
    return 0;
}

/* Describes the caller. The stack has none if a function jumped there: then only the kernel is
 * known.
 */
static void describe_caller(const struct xl_context *ctx, char *text, size_t size)
{
    const uint64_t entry = xl_agent_word(ctx->agent, xl_agent_head(ctx->agent)->fault_entry);
    struct function caller;
    const uint64_t at = find_caller(ctx, &caller);
    if (at) {
        xl_append(text, size, ", called by %s+0x%llx", caller.name,
                  (unsigned long long)(at - caller.begin));
        describe_line(ctx, at - 1, text, size);
    } else if (find_listed(ctx, entry, &caller) && !caller.is_agents) {
        xl_append(text, size, ", in a call of %s", caller.name);
    }
}

/* Compares addresses of code, without the lowest bits and the highest byte, which AArch64 ignores
 * (Arm ARM DDI 0487, "Address tagging"). */
static bool is_same_address(uint64_t a, uint64_t b)
{
    return ((a ^ b) & UINT64_C(0x00fffffffffffffc)) == 0;
}

/* Whether the program returned to this address: it is in the link register, or was on the stack. */
static bool has_returned_to(const struct xl_agent *agent, uint64_t pc)
{
    const struct xl_memory_head *head = xl_agent_head(agent);
    return is_same_address(xl_agent_word(agent, head->fault_link), pc) ||
           is_same_address(xl_agent_word(agent, head->fault_stack[0]), pc);
}

/* Describes an address without code, by how the program came there. */
static void describe_no_code(const struct xl_context *ctx, uint64_t pc, char *text, size_t size)
{
    const uint64_t entry = xl_agent_word(ctx->agent, xl_agent_head(ctx->agent)->fault_entry);
    struct function kernel;
    xl_append(text, size, " (no code");
    if (!has_returned_to(ctx->agent, pc))
        describe_caller(ctx, text, size);
    else if (find_listed(ctx, entry, &kernel) && !kernel.is_agents)
        xl_append(text, size,
                  ": %s, or a function that it called, returned there: its stack was "
                  "smashed",
                  kernel.name);
    else
        xl_append(text, size, ": a function returned there: its stack was smashed");
    xl_append(text, size, ")");
}

/* "libc.a(memcpy.o)" */
static const char *file_of_object(const char *object)
{
    const char *slash = strrchr(object, '/'), *toolchain = strstr(object, XL_TOOLCHAIN);
    return slash ? slash + 1 : toolchain ? toolchain + strlen(XL_TOOLCHAIN) : object;
}

/* "memcpy+0x10 of libc.a(memcpy.o), called by sum__avx2+0x20, sum.c:12" */
static void describe_library(const struct xl_context *ctx, uint64_t pc, char *text, size_t size)
{
    struct xl_symbol symbol;
    const char *object = xl_disassembly_object(&ctx->code->disassembly, pc);
    if (xl_symbol_at(ctx->code->image.elf, pc, &symbol))
        xl_append(text, size, " (%s+0x%llx", symbol.name, (unsigned long long)(pc - symbol.begin));
    else
        xl_append(text, size, " (a function without a name");
    if (object)
        xl_append(text, size, " of %s", file_of_object(object));
    describe_caller(ctx, text, size);
    xl_append(text, size, ")");
}

void xl_fault_describe_place(const struct xl_context *ctx, char *text, size_t size)
{
    const uint64_t pc = xl_agent_word(ctx->agent, xl_agent_head(ctx->agent)->fault_pc);
    struct function found;
    char name[XL_FUNCTION_MAX + 2];
    xl_append(text, size, "pc 0x%llx", (unsigned long long)pc);
    if (ctx->code ? find_listed(ctx, pc, &found) : find_near(ctx, pc, name, &found)) {
        xl_append(text, size, " (");
        describe_known(ctx, &found, pc, text, size);
        xl_append(text, size, ")");
    } else if (ctx->code && ctx->code->image.elf) {
        if (xl_has_code_at(ctx->code->image.elf, pc))
            describe_library(ctx, pc, text, size);
        else
            describe_no_code(ctx, pc, text, size);
    }
}

void xl_fault_instruction(const struct xl_context *ctx, char *text, size_t size)
{
    const struct xl_instruction *insn =
        ctx->code ? fault_instruction(ctx, xl_fault_pc(ctx->agent, XL_FAULT_SIGNAL)) : NULL;
    if (insn)
        snprintf(text, size, "%s %s", insn->mnemonic, insn->operands);
}

/* Instructions before and after the failing one. */
enum { XL_CODE_BEFORE = 140, XL_CODE_AFTER = 60 };

/* The code of one variant. */
struct code_list {
    const struct xl_agent_code *code;
    size_t variant;
    /* Of the row's ISA. */
    enum xl_family family;
    const struct xl_source *source;
    /* Numbers of its instructions. */
    size_t *list;
    size_t count;
};

static bool is_vector(const struct code_list *k, size_t i)
{
    return xl_family_counts(k->family, k->code->disassembly.instructions[k->list[i]].family);
}

/* Lists the instructions of a variant, without padding and tables. Returns false if there are none.
 */
static bool list_code(struct code_list *k)
{
    const struct xl_disassembly *l = &k->code->disassembly;
    k->list = xl_alloc(l->count, sizeof *k->list);
    for (size_t i = 0; i < l->count; i++)
        if (l->instructions[i].family < XL_FAMILY_pad &&
            xl_reachable_has(&k->code->reachable, k->variant, l->instructions[i].function))
            k->list[k->count++] = i;
    return k->count > 0;
}

/* The instruction of the first finding that has one, else the last vector instruction. */
static size_t find_mark(const struct code_list *k, const struct xl_kernel_result *result)
{
    size_t mark = 0;
    for (unsigned f = 0; f < result->finding_count; f++)
        for (size_t i = 0; i < k->count && result->findings[f].pc; i++)
            if (k->code->disassembly.instructions[k->list[i]].address == result->findings[f].pc)
                return i;
    for (size_t i = 0; i < k->count; i++)
        mark = is_vector(k, i) ? i : mark;
    return mark;
}

static void put_function(const struct code_list *k, size_t i, struct xl_text *to)
{
    const struct xl_disassembled_function *f =
        &k->code->disassembly.functions[k->code->disassembly.instructions[k->list[i]].function];
    if (f->first == k->list[i])
        xl_text_add(to, "%s:\n", f->name);
}

/* Writes the line of the kernel, unless it is the same as before. */
static void put_line(const struct xl_frame *frame, struct xl_frame *last, struct xl_text *to)
{
    char text[512];
    if (last->file && strcmp(frame->file, last->file) == 0 && frame->line == last->line)
        return;
    xl_source_text(frame, text, sizeof text);
    xl_text_add(to, "%s:%u: %s\n", xl_source_path(frame->file), frame->line, text);
    *last = *frame;
}

static void put_instruction(const struct code_list *k, size_t i, struct xl_frame *last,
                            struct xl_text *to)
{
    const struct xl_instruction *insn = &k->code->disassembly.instructions[k->list[i]];
    struct xl_frame frames[XL_MAX_FRAMES];
    const size_t depth = xl_source_frames(k->source, insn->address, frames);
    put_function(k, i, to);
    if (depth)
        put_line(&frames[depth - 1], last, to);
    xl_text_add(to, "%c %llx %s%s%s", is_vector(k, i) ? '*' : ' ',
                (unsigned long long)insn->address, insn->mnemonic, insn->operands[0] ? " " : "",
                insn->operands);
    if (depth > 1)
        xl_text_add(to, " ; %s:%u", xl_source_path(frames[0].file), frames[0].line);
    xl_text_add(to, "\n");
}

static void put_code(const struct code_list *k, size_t mark, struct xl_text *to)
{
    const size_t from = mark > XL_CODE_BEFORE ? mark - XL_CODE_BEFORE : 0;
    struct xl_frame last = {NULL, 0};
    if (from)
        xl_text_add(to, "...\n");
    for (size_t i = from; i < k->count && i <= mark + XL_CODE_AFTER; i++)
        put_instruction(k, i, &last, to);
    if (mark + XL_CODE_AFTER + 1 < k->count)
        xl_text_add(to, "...\n");
}

static char *code_of(struct code_list *k, const struct xl_kernel_result *result)
{
    struct xl_text text = {0};
    struct xl_error err;
    if (!list_code(k))
        return NULL;
    pthread_mutex_lock(&xl_source_lock);
    struct xl_source *source = k->code->image.elf ? xl_source_read(k->code->image.elf, &err) : NULL;
    k->source = source; /* NULL: no source lines */
    put_code(k, find_mark(k, result), &text);
    xl_source_free(source);
    pthread_mutex_unlock(&xl_source_lock);
    return text.at;
}

void xl_store_code(const struct xl_context *ctx, struct xl_kernel_result *result)
{
    const struct xl_agent_variant *v = &ctx->agent->variants[ctx->variant];
    if (!ctx->code || !ctx->code->disassembly.count || !ctx->code->reachable.has)
        return;
    const long variant =
        xl_image_variant(&ctx->code->image, v->kernel, v->isa, v->function[0] ? v->function : NULL);
    const struct xl_isa *isa = NULL;
    for (size_t i = 0; i < xl_isa_count && !isa; i++)
        isa = strcmp(xl_isas[i].name, v->isa) == 0 ? &xl_isas[i] : NULL;
    if (variant < 0 || !isa)
        return;
    struct code_list k = {
        .code = ctx->code, .variant = (size_t)variant, .family = xl_family_find(isa->family)};
    free(result->code);
    result->code = code_of(&k, result);
    free(k.list);
}

/* ldff1b of SVE; vle8ff.v and vlseg2e8ff.v of RVV. */
static bool is_first_fault(const char *mnemonic)
{
    return strncmp(mnemonic, "ldff", 4) == 0 ||
           (strncmp(mnemonic, "vl", 2) == 0 && strstr(mnemonic, "ff.v"));
}

bool xl_has_first_fault(const struct xl_context *ctx)
{
    const struct xl_agent_variant *v = &ctx->agent->variants[ctx->variant];
    const struct xl_disassembly *l = ctx->code ? &ctx->code->disassembly : NULL;
    const long variant = l ? xl_image_variant(&ctx->code->image, v->kernel, v->isa,
                                              v->function[0] ? v->function : NULL)
                           : -1;
    for (size_t i = 0; variant >= 0 && i < l->count; i++)
        if (is_first_fault(l->instructions[i].mnemonic) &&
            xl_reachable_has(&ctx->code->reachable, (size_t)variant, l->instructions[i].function))
            return true;
    return false;
}
