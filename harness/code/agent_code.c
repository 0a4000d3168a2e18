/* The code of a build's agent, inspected before its rows run.
 * SPDX-License-Identifier: MIT
 */
#include "code/agent_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "code/elf.h"

enum { XL_DIRECTORY_SHOWN = 400 }; /* bytes of a directory's path in a message */

/* ---- The functions of an agent that each kernel reaches ---- */

/* One function names another's address: it calls the other, or makes a pointer to it. */
struct edge {
    size_t from, to;
};

struct edges {
    struct edge *at;
    size_t count, room;
};

static void add_edge(struct edges *e, size_t from, size_t to)
{
    if (e->count && e->at[e->count - 1].from == from && e->at[e->count - 1].to == to)
        return;
    xl_push(e, ((struct edge){from, to}));
}

/* The function that begins at an address, or whose local entry point is there: after 8 bytes that
 * set the TOC pointer (64-Bit ELF V2 ABI, "Function Prologue"). */
static size_t function_at(const struct xl_disassembly *l, uint64_t address)
{
    const size_t begun =
        xl_count_up_to(l->functions, l->function_count, sizeof *l->functions, address);
    const uint64_t in = begun ? address - l->functions[begun - 1].address : 1;
    return in == 0 || in == 8 ? begun - 1 : l->function_count;
}

static size_t function_named(const struct xl_disassembly *l, const char *name, size_t length)
{
    for (size_t i = 0; i < l->function_count; i++)
        if (strncmp(l->functions[i].name, name, length) == 0 && !l->functions[i].name[length])
            return i;
    return l->function_count;
}

/* Adds the functions that an instruction names: by hexadecimal address, or by name on LoongArch,
 * where a call is "bl 556 <name>". */
static void take_instruction(const struct xl_disassembly *l, const struct xl_instruction *insn,
                             struct edges *e)
{
    const char *name = strchr(insn->operands, '<');
    bool has_address = false;
    for (const char *at = insn->operands; (at = strstr(at, "0x")) != NULL && (!name || at < name);
         at += 2) {
        size_t to = function_at(l, strtoull(at, NULL, 16));
        has_address = true;
        if (to < l->function_count && to != insn->function)
            add_edge(e, insn->function, to);
    }
    if (!name || has_address)
        return;
    size_t length = strcspn(name + 1, ">"), to = function_named(l, name + 1, length);
    if (to < l->function_count && to != insn->function)
        add_edge(e, insn->function, to);
}

static bool *has_of(const struct xl_reachable *reachable, size_t variant)
{
    return &reachable->has[variant * reachable->functions];
}

static bool is_of_library(const struct xl_image *image, const struct xl_disassembly *l,
                          size_t variant, size_t function)
{
    const struct xl_image_function *f = xl_image_function(image, l->functions[function].address);
    return f && !f->is_wrapper && f->owner == image->variants[variant].code;
}

/* Whether the variant's object has another kernel's code too. */
static bool shares_object(const struct xl_image *image, const struct xl_disassembly *l,
                          size_t variant, size_t own)
{
    for (size_t v = 0; v < image->variant_count; v++) {
        size_t other = function_at(l, image->variants[v].entry);
        if (v != variant && other < l->function_count && other != own &&
            strcmp(l->functions[other].object, l->functions[own].object) == 0)
            return true;
    }
    return false;
}

/* Whether a local function is of this variant's file, in an object made of several kernels' files.
 */
static bool is_helper(const struct xl_image *image, const struct xl_disassembly *l, size_t variant,
                      size_t function)
{
    const struct xl_image_function *f = xl_image_function(image, l->functions[function].address);
    return f && f->entry && !f->is_shared && f->owner == (long)variant;
}

/* Marks where a variant's code begins. For a function of a library, that function. Otherwise all of
 * the variant's object, because a pointer may lead to any of it; in an object of several kernels,
 * the variant's symbol and the local functions of its file. */
static void begin_variant(const struct xl_reachable *reachable, const struct xl_image *image,
                          const struct xl_disassembly *l, size_t variant)
{
    bool *has = has_of(reachable, variant);
    const struct xl_image_variant *v = &image->variants[variant];
    size_t own = function_at(l, v->entry);
    bool is_alone =
        own < l->function_count && !v->has_library && !shares_object(image, l, variant, own);
    for (size_t i = 0; i < l->function_count; i++)
        has[i] =
            v->has_library
                ? is_of_library(image, l, variant, i)
                : own < l->function_count && l->functions[i].object[0] &&
                      (i == own || is_helper(image, l, variant, i) ||
                       (is_alone && strcmp(l->functions[i].object, l->functions[own].object) == 0));
}

static void follow(const struct xl_reachable *reachable, const struct xl_disassembly *l,
                   size_t variant, const struct edges *e)
{
    bool *has = has_of(reachable, variant), more = true;
    while (more) {
        more = false;
        for (size_t i = 0; i < e->count; i++) {
            const struct edge *edge = &e->at[i];
            if (!has[edge->from] || has[edge->to] || !l->functions[edge->to].object[0])
                continue;
            has[edge->to] = more = true;
        }
    }
}

void xl_reachable_find(struct xl_reachable *reachable, const struct xl_image *image,
                       const struct xl_disassembly *disassembly)
{
    struct edges e = {0};
    *reachable = (struct xl_reachable){
        disassembly->function_count,
        xl_alloc(image->variant_count * disassembly->function_count, sizeof *reachable->has)};
    for (size_t i = 0; i < disassembly->count; i++)
        if (disassembly->instructions[i].function < disassembly->function_count)
            take_instruction(disassembly, &disassembly->instructions[i], &e);
    for (size_t v = 0; v < image->variant_count; v++) {
        begin_variant(reachable, image, disassembly, v);
        if (!image->variants[v].has_library)
            follow(reachable, disassembly, v, &e);
    }
    free(e.at);
}

bool xl_reachable_has(const struct xl_reachable *reachable, size_t variant, size_t function)
{
    return function < reachable->functions && has_of(reachable, variant)[function];
}

bool xl_reachable_may_have(const struct xl_reachable *reachable, const struct xl_image *image,
                           const struct xl_disassembly *disassembly, size_t variant,
                           size_t function)
{
    if (xl_reachable_has(reachable, variant, function))
        return true;
    return function < disassembly->function_count && disassembly->functions[function].object[0] &&
           !image->variants[variant].has_library;
}

/* ---- The code of a build's agent ---- */

/* An ISA without a control CPU is one that every CPU of the architecture has. */
static bool is_baseline(const struct xl_arch *arch, enum xl_family family)
{
    for (size_t i = 0; i < xl_isa_count; i++)
        if (strcmp(xl_isas[i].arch, arch->name) == 0 && !xl_isas[i].control[0] &&
            xl_family_find(xl_isas[i].family) == family)
            return true;
    return family == XL_FAMILY_none || family >= XL_FAMILY_pad;
}

static void inspect_instructions(const struct xl_arch *arch, struct xl_agent_code *p)
{
    for (size_t i = 0; i < p->disassembly.count; i++) {
        const struct xl_instruction *insn = &p->disassembly.instructions[i];
        const struct xl_image_function *f = xl_image_function(&p->image, insn->address);
        p->families = p->families * 31 + (uint64_t)insn->family;
        if (f && f->owner == XL_OWNER_AGENT && !is_baseline(arch, insn->family) && !p->error[0])
            snprintf(p->error, sizeof p->error,
                     "the agent's own code is not at the baseline: %s+0x%llx is %s", f->name,
                     (unsigned long long)(insn->address - f->address), insn->mnemonic);
    }
    xl_reachable_find(&p->reachable, &p->image, &p->disassembly);
}

/* Fails if a variant's first instruction is missing: then the disassembly is of another agent. */
static void check_listing(struct xl_agent_code *p)
{
    for (size_t i = 0; i < p->image.variant_count; i++) {
        const struct xl_image_variant *v = &p->image.variants[i];
        size_t at = xl_disassembly_find(&p->disassembly, v->entry);
        if ((at == p->disassembly.count || p->disassembly.instructions[at].address != v->entry) &&
            !p->error[0])
            snprintf(p->error, sizeof p->error,
                     "the disassembly is of another agent: %s is missing", v->symbol);
    }
}

/* Whether the host's own tools made the build (CROSSLANE_TOOLS=host): they may lack llvm-objdump.
 * It is the second word of the file that cross-build.sh writes. */
static bool is_by_host_tools(const char *directory)
{
    char *line = xl_first_line(directory, "made-from"), *tools = line ? strchr(line, ' ') : NULL;
    const bool is_host = tools && strcmp(tools + strspn(tools, " "), "host") == 0;
    free(line);
    return is_host;
}

void xl_agent_code_open(const char *directory, const char *isa, const struct xl_arch *arch,
                        struct xl_agent_code *code)
{
    *code = (struct xl_agent_code){.lock = PTHREAD_MUTEX_INITIALIZER, .arch = arch};
    code->program_path = xl_join_path(directory, "agent-%s", isa);
    code->disassembly_path = xl_join_path(directory, "disassembly-%s", isa);
    code->program_file = fopen(code->program_path, "re");
    code->disassembly_file = fopen(code->disassembly_path, "re");
    if (!code->disassembly_file && is_by_host_tools(directory))
        snprintf(code->unavailable, sizeof code->unavailable,
                 "not measured: the agent has no disassembly (no llvm-objdump)");
}

/* As it was opened, however often it was read. False: there is none. */
static bool is_at_start(FILE *file)
{
    return file && fseek(file, 0, SEEK_SET) == 0;
}

static void inspect(struct xl_agent_code *code)
{
    const bool has_program = is_at_start(code->program_file),
               has_disassembly = is_at_start(code->disassembly_file);
    struct xl_error err;
    if (!has_program || (!has_disassembly && !code->unavailable[0])) {
        const char *path = has_program ? code->disassembly_path : code->program_path,
                   *name = strrchr(path, '/') + 1;
        snprintf(code->error, sizeof code->error, "no %s in %.*s: build it again", name,
                 name - path > XL_DIRECTORY_SHOWN ? XL_DIRECTORY_SHOWN : (int)(name - path) - 1,
                 path);
        return;
    }
    if (xl_image_read(code->program_file, code->program_path, code->arch, &code->image, &err)) {
        snprintf(code->error, sizeof code->error, "%.500s", err.text);
        return;
    }
    if (code->unavailable[0])
        return;
    if (xl_disassembly_read(code->disassembly_file, code->disassembly_path, code->arch->name,
                            &code->disassembly, &err)) {
        snprintf(code->error, sizeof code->error, "%.400s", err.text);
        return;
    }
    check_listing(code);
    inspect_instructions(code->arch, code);
}

void xl_agent_code_close(struct xl_agent_code *code)
{
    if (code->program_file)
        fclose(code->program_file);
    if (code->disassembly_file)
        fclose(code->disassembly_file);
    code->program_file = code->disassembly_file = NULL;
}

/* Inspected code that nobody uses, the oldest first. As many as one CPU's rows have builds. */
enum { XL_IDLE_CODES = 6 };
static pthread_mutex_t idle_lock = PTHREAD_MUTEX_INITIALIZER;
static struct xl_agent_code *idle[XL_IDLE_CODES + 1];
static size_t idle_count;

static void remove_idle(const struct xl_agent_code *code)
{
    size_t kept = 0;
    pthread_mutex_lock(&idle_lock);
    for (size_t i = 0; i < idle_count; i++)
        if (idle[i] != code)
            idle[kept++] = idle[i];
    idle_count = kept;
    pthread_mutex_unlock(&idle_lock);
}

/* Returns the oldest if they are too many; else NULL. */
static struct xl_agent_code *add_idle(struct xl_agent_code *code)
{
    struct xl_agent_code *oldest = NULL;
    remove_idle(code);
    pthread_mutex_lock(&idle_lock);
    idle[idle_count++] = code;
    if (idle_count > XL_IDLE_CODES) {
        oldest = idle[0];
        memmove(idle, idle + 1, --idle_count * sizeof *idle);
    }
    pthread_mutex_unlock(&idle_lock);
    return oldest;
}

static void forget(struct xl_agent_code *code)
{
    xl_image_free(&code->image);
    xl_disassembly_free(&code->disassembly);
    free(code->reachable.has);
    code->reachable = (struct xl_reachable){0};
    code->families = 0;
    code->error[0] = '\0';
    code->is_inspected = false;
}

void xl_agent_code_inspect(struct xl_agent_code *code)
{
    pthread_mutex_lock(&code->lock);
    remove_idle(code);
    code->users++;
    if (!code->is_inspected && code->arch) {
        inspect(code);
        code->is_inspected = true;
    }
    pthread_mutex_unlock(&code->lock);
}

void xl_agent_code_release(struct xl_agent_code *code)
{
    pthread_mutex_lock(&code->lock);
    struct xl_agent_code *oldest = --code->users ? NULL : add_idle(code);
    pthread_mutex_unlock(&code->lock);
    if (!oldest)
        return;
    pthread_mutex_lock(&oldest->lock);
    if (!oldest->users) /* no thread took it in between */
        forget(oldest);
    pthread_mutex_unlock(&oldest->lock);
}

bool xl_log_has(const struct xl_agent_code *code, uint64_t address)
{
    const struct xl_image_function *f = xl_image_function(&code->image, address);
    const struct xl_disassembly *l = &code->disassembly;
    size_t at = xl_disassembly_find(l, address),
           in = at < l->count ? l->instructions[at].function : 0;
    return (f && f->owner >= 0) ||
           (at < l->count && in < l->function_count && l->functions[in].address <= address &&
            l->functions[in].object[0]);
}

void xl_agent_code_free(struct xl_agent_code *code)
{
    remove_idle(code);
    xl_agent_code_close(code);
    forget(code);
    free(code->program_path);
    free(code->disassembly_path);
    *code = (struct xl_agent_code){0};
}
