/* Counts of executed instructions: the coverage of builds, and the log that it is read from.
 * SPDX-License-Identifier: MIT
 */
#include "code/counts.h"

#include <search.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static bool is_indirect(const struct xl_coverage_build *build, size_t variant, size_t function)
{
    return build->indirect && function < build->reachable.functions &&
           build->indirect[variant * build->reachable.functions + function];
}

bool xl_coverage_has(const struct xl_coverage_build *build, size_t variant, size_t i)
{
    const struct xl_instruction *insn = &build->disassembly.instructions[i];
    bool is_code =
        insn->family < XL_FAMILY_pad || (insn->family == XL_FAMILY_unknown && build->counts[i] > 0);
    return is_code && (xl_reachable_has(&build->reachable, variant, insn->function) ||
                       is_indirect(build, variant, insn->function));
}

bool xl_coverage_is_vector(const struct xl_coverage_build *build, size_t variant, size_t i)
{
    const struct xl_isa *isa = xl_isa_find(build->arch->name, build->image.variants[variant].isa);
    return xl_coverage_has(build, variant, i) &&
           xl_family_counts(xl_family_find(isa->family), build->disassembly.instructions[i].family);
}

struct xl_coverage_sum xl_coverage_sum(const struct xl_coverage_build *build, size_t variant)
{
    struct xl_coverage_sum sum = {0};
    for (size_t i = 0; build->rows[variant] && i < build->disassembly.count; i++) {
        if (!xl_coverage_has(build, variant, i))
            continue;
        bool is_vector = xl_coverage_is_vector(build, variant, i);
        sum.total++;
        sum.executed += build->counts[i] != 0;
        sum.vector_total += is_vector;
        sum.vector_executed += is_vector && build->counts[i];
    }
    return sum;
}

bool xl_coverage_is_unknown(const struct xl_coverage_build *build, size_t variant)
{
    const struct xl_isa *isa = xl_isa_find(build->arch->name, build->image.variants[variant].isa);
    const struct xl_coverage_sum sum = xl_coverage_sum(build, variant);
    bool wants_vectors = xl_family_find(isa->family) != XL_FAMILY_none &&
                         !(build->may_lack_vectors && build->may_lack_vectors[variant]);
    return build->rows[variant] && (!sum.total || (wants_vectors && !sum.vector_total));
}

void xl_coverage_add(struct xl_coverage_sum *to, const struct xl_coverage_sum *sum)
{
    to->executed += sum->executed;
    to->total += sum->total;
    to->vector_executed += sum->vector_executed;
    to->vector_total += sum->vector_total;
}

double xl_coverage_percent(const struct xl_coverage_sum *sum)
{
    return sum->total ? 100.0 * (double)sum->executed / (double)sum->total : 0;
}

void xl_coverage_free(struct xl_coverage *coverage)
{
    for (size_t i = 0; i < coverage->build_count; i++) {
        struct xl_coverage_build *b = &coverage->builds[i];
        xl_source_free(b->source); /* before the image that it reads */
        xl_image_free(&b->image);
        xl_disassembly_free(&b->disassembly);
        free(b->reachable.has);
        free(b->counts);
        free(b->rows);
        free(b->indirect);
        free(b->may_lack_vectors);
    }
    free(coverage->builds);
    free(coverage->rows);
    *coverage = (struct xl_coverage){0};
}

/* The emulator's log of executed instructions, read as a stream into counts. */

void xl_trace_begin(struct xl_trace *trace, const struct xl_disassembly *disassembly,
                    uint64_t *counts)
{
    *trace = (struct xl_trace){.disassembly = disassembly, .counts = counts};
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads the number between the first `open` that follows the first bracket and `close`. Returns
 * whether there is one. */
static int read_pc(const char *line, const char *end, char open, char close, uint64_t *pc)
{
    const char *at = memchr(line, '[', (size_t)(end - line));
    at = at ? memchr(at, open, (size_t)(end - at)) : NULL;
    const char *start = at ? at + 1 : end;
    *pc = 0;
    for (at = start; at < end && hex_digit(*at) >= 0; at++)
        *pc = *pc << 4 | (uint64_t)hex_digit(*at);
    return at > start && at - start <= 16 && at < end && *at == close;
}

static void enter_function(struct xl_trace *t, size_t i)
{
    const size_t function = t->disassembly->instructions[i].function;
    bool is_at_start =
        function < t->disassembly->function_count && t->disassembly->functions[function].first == i;
    if (t->indirect && (is_at_start || function != t->function))
        xl_indirect_calls_enter(t->indirect, function, is_at_start);
    t->function = function;
}

static void count_instruction(struct xl_trace *t, uint64_t pc)
{
    const struct xl_disassembly *l = t->disassembly;
    size_t i = t->next < l->count && l->instructions[t->next].address == pc
                   ? t->next
                   : xl_disassembly_find(l, pc);
    t->executed++;
    t->last = pc;
    t->next = i + 1;
    if (i < l->count && l->instructions[i].address == pc) {
        t->counts[i]++;
        enter_function(t, i);
        t->low = t->high && t->low < i ? t->low : i;
        t->high = t->high > i ? t->high : i + 1;
    } else {
        t->elsewhere++;
        t->last_elsewhere = pc;
    }
}

/* A signal came before a block that was logged already. QEMU logs the block again when it executes
 * it. */
static void uncount_instruction(struct xl_trace *t, uint64_t pc)
{
    const struct xl_disassembly *l = t->disassembly;
    size_t i = xl_disassembly_find(l, pc);
    bool is_listed = i < l->count && l->instructions[i].address == pc;
    uint64_t *counted = is_listed ? &t->counts[i] : &t->elsewhere;
    if (!*counted)
        return; /* no line for it came before */
    --*counted;
    t->executed--;
    t->next = i;
}

/* A translation block. */
struct block {
    uint64_t host;        /* address of its code on the host */
    uint64_t first, last; /* addresses of its first and its last instruction */
};

static int compare_blocks(const void *a, const void *b)
{
    const struct block *x = a, *y = b;
    return (x->host > y->host) - (x->host < y->host);
}

void xl_blocks_free(struct xl_blocks *blocks)
{
    tdestroy(blocks->tree, free);
    *blocks = (struct xl_blocks){0};
}

/* Keeps the list that was read last. QEMU may put a new block where another was. */
static void keep_list(struct xl_blocks *blocks, uint64_t host)
{
    struct block *block = xl_alloc(1, sizeof *block), **kept;
    *block = (struct block){host, blocks->first, blocks->last};
    kept = tsearch(block, &blocks->tree, compare_blocks);
    if (*kept != block) {
        **kept = *block;
        free(block);
    }
    blocks->has_list = false;
}

/* The address of the last instruction of a block. */
static uint64_t last_of_block(const struct xl_blocks *blocks, uint64_t host, uint64_t pc)
{
    const struct block key = {.host = host}, **found;
    found = blocks ? tfind(&key, &blocks->tree, compare_blocks) : NULL;
    return found && (*found)->first == pc ? (*found)->last : pc;
}

/* Counts the instructions of a block, or takes them back. The emulator may list the bytes of an
 * instruction that it cannot print one by one, so only the addresses of the disassembly count. */
static void count_block(struct xl_trace *t, uint64_t host, uint64_t pc,
                        void (*count)(struct xl_trace *, uint64_t))
{
    enum { LONGEST = 15 }; /* bytes of an instruction, x86's */
    const struct xl_disassembly *l = t->disassembly;
    const uint64_t last = last_of_block(t->blocks, host, pc);
    uint64_t counted = pc;
    count(t, pc);
    for (size_t i = xl_disassembly_find(l, pc + 1);
         i < l->count && l->instructions[i].address <= last; i++)
        count(t, counted = l->instructions[i].address);
    if (last > counted && last - counted >= LONGEST)
        count(t, last); /* the disassembly has nothing up to there */
}

static bool begins(const struct xl_trace *t, const char *start)
{
    size_t length = strlen(start);
    return t->used > length && memcmp(t->line, start, length) == 0;
}

/* Reads the number after the first "0x" of the line; 0: none. */
static uint64_t read_host(const char *line, const char *end)
{
    uint64_t host = 0;
    const char *at = memmem(line, (size_t)(end - line), "0x", 2);
    for (at = at ? at + 2 : end; at < end && hex_digit(*at) >= 0; at++)
        host = host << 4 | (uint64_t)hex_digit(*at);
    return host;
}

/* Reads a line of a list: "0x<pc>:  <code>  <instruction>". */
static void take_listed(struct xl_blocks *blocks, const char *line, const char *end)
{
    const uint64_t pc = read_host(line, end);
    if (!blocks->has_list)
        blocks->first = pc;
    blocks->last = pc;
    blocks->has_list = true;
}

static void take_line(struct xl_trace *t)
{
    const char *end = t->line + t->used;
    uint64_t pc;
    if (begins(t, "Trace ") && read_pc(t->line, end, '/', '/', &pc)) {
        const uint64_t host = read_host(t->line, end);
        if (t->blocks && t->blocks->has_list && t->blocks->first == pc)
            keep_list(t->blocks, host);
        if (t->disassembly)
            count_block(t, host, pc, count_instruction);
    } else if (begins(t, "Stopped execution of TB chain before ") &&
               read_pc(t->line, end, '[', ']', &pc)) {
        if (t->disassembly)
            count_block(t, read_host(t->line, end), pc, uncount_instruction);
    } else if (t->blocks && begins(t, "IN:")) {
        t->blocks->has_list = false;
    } else if (t->blocks && begins(t, "0x")) {
        take_listed(t->blocks, t->line, end);
    }
    t->used = 0;
}

void xl_trace_feed(struct xl_trace *trace, const char *text, size_t size)
{
    while (size) {
        const char *newline = memchr(text, '\n', size);
        size_t length = newline ? (size_t)(newline - text) : size;
        size_t room = sizeof trace->line - trace->used;
        size_t taken = length < room ? length : room;
        memcpy(trace->line + trace->used, text, taken);
        trace->used += taken;
        if (!newline)
            return;
        take_line(trace);
        text += length + 1;
        size -= length + 1;
    }
}

/* Functions that kernels executed through a pointer only. */

/* The number of the function that begins at an address, plus one; 0: none. */
static size_t function_at(const struct xl_disassembly *l, uint64_t address)
{
    const struct xl_disassembled_function *f = xl_disassembly_function(l, address);
    return f && f->address == address ? (size_t)(f - l->functions) + 1 : 0;
}

static void make_executed(struct xl_function_set *e, size_t functions)
{
    e->has = xl_alloc(functions + 1, sizeof *e->has);
    e->list = xl_alloc(functions + 1, sizeof *e->list);
}

void xl_indirect_calls_begin(struct xl_indirect_calls *calls, const struct xl_image *image,
                             const struct xl_disassembly *disassembly,
                             const struct xl_reachable *reachable)
{
    const size_t functions = disassembly->function_count, variants = image->variant_count;
    *calls = (struct xl_indirect_calls){
        .image = image, .disassembly = disassembly, .reachable = reachable};
    calls->order = xl_alloc(functions + 1, sizeof *calls->order);
    calls->variants = xl_alloc(functions + 1, sizeof *calls->variants);
    calls->next_variant = xl_alloc(variants, sizeof *calls->next_variant);
    calls->has = xl_alloc(variants * functions, sizeof *calls->has);
    make_executed(&calls->since_kernel, functions);
    make_executed(&calls->since_next, functions);
    for (size_t v = 0; v < variants; v++) {
        const size_t f = function_at(disassembly, image->variants[v].entry);
        calls->next_variant[v] = calls->variants[f];
        calls->variants[f] = f ? v + 1 : 0;
    }
}

void xl_indirect_calls_order(struct xl_indirect_calls *calls, size_t variant, size_t nth)
{
    const size_t f = function_at(calls->disassembly, calls->image->variants[variant].entry);
    if (f)
        calls->order[f] = nth;
}

static void add_executed(struct xl_function_set *e, size_t function)
{
    if (e->has[function])
        return;
    e->has[function] = true;
    e->list[e->count++] = function;
}

static void clear_executed(struct xl_function_set *e)
{
    while (e->count)
        e->has[e->list[--e->count]] = false;
}

static bool reaches(const struct xl_indirect_calls *t, size_t kernel, size_t function)
{
    for (size_t v = t->variants[kernel]; v; v = t->next_variant[v - 1])
        if (xl_reachable_has(t->reachable, v - 1, function - 1))
            return true;
    return false;
}

/* Adds the executed functions to a kernel, except those that the kernel `but` reaches: that one is
 * initialised before its first call. */
static void add_to_kernel(struct xl_indirect_calls *t, size_t kernel,
                          const struct xl_function_set *e, size_t but)
{
    for (size_t i = 0; i < e->count && kernel; i++)
        for (size_t v = t->variants[kernel]; v; v = t->next_variant[v - 1])
            if ((!but || !reaches(t, but, e->list[i])) &&
                !xl_reachable_has(t->reachable, v - 1, e->list[i] - 1) &&
                xl_reachable_may_have(t->reachable, t->image, t->disassembly, v - 1,
                                      e->list[i] - 1))
                t->has[(v - 1) * t->disassembly->function_count + e->list[i] - 1] = true;
}

/* The first kernel does not call the next one: the calls of the next one have begun. */
static void start_next_kernel(struct xl_indirect_calls *t)
{
    add_to_kernel(t, t->kernel, &t->since_kernel, t->next);
    add_to_kernel(t, t->next, &t->since_next, 0);
    clear_executed(&t->since_kernel);
    clear_executed(&t->since_next);
    t->kernel = t->next;
    t->next = 0;
}

/* The first function of a kernel was called. */
static void enter_kernel(struct xl_indirect_calls *t, size_t function)
{
    if (function == t->kernel) { /* this kernel called whatever began since */
        add_to_kernel(t, t->kernel, &t->since_kernel, 0);
        add_to_kernel(t, t->kernel, &t->since_next, 0);
        clear_executed(&t->since_kernel);
        clear_executed(&t->since_next);
        t->next = 0;
    } else if (t->order[function] > t->order[t->kernel]) {
        if (t->next)
            start_next_kernel(t);
        if (t->kernel != function)
            t->next = function;
    }
}

void xl_indirect_calls_enter(struct xl_indirect_calls *calls, size_t function, bool is_at_start)
{
    if (function >= calls->disassembly->function_count)
        return;
    if (is_at_start && calls->order[function + 1])
        enter_kernel(calls, function + 1);
    add_executed(calls->next ? &calls->since_next : &calls->since_kernel, function + 1);
}

void xl_indirect_calls_end(struct xl_indirect_calls *calls)
{
    if (calls->next)
        start_next_kernel(calls);
    add_to_kernel(calls, calls->kernel, &calls->since_kernel, 0);
}

void xl_indirect_calls_free(struct xl_indirect_calls *calls)
{
    free(calls->order);
    free(calls->variants);
    free(calls->next_variant);
    free(calls->has);
    free(calls->since_kernel.has);
    free(calls->since_kernel.list);
    free(calls->since_next.has);
    free(calls->since_next.list);
    *calls = (struct xl_indirect_calls){0};
}
