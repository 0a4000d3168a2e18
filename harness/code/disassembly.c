/* Disassembled code: its functions and instructions; which of them a kernel reaches.
 * SPDX-License-Identifier: MIT
 */
#include "code/disassembly.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

size_t xl_disassembly_find(const struct xl_disassembly *disassembly, uint64_t address)
{
    size_t low = 0, high = disassembly->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (disassembly->instructions[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct xl_disassembled_function *
xl_disassembly_function(const struct xl_disassembly *disassembly, uint64_t address)
{
    size_t at = xl_disassembly_find(disassembly, address);
    if (at == disassembly->count || disassembly->instructions[at].address != address ||
        disassembly->instructions[at].function >= disassembly->function_count)
        return NULL;
    return &disassembly->functions[disassembly->instructions[at].function];
}

const char *xl_disassembly_readable_name(const struct xl_disassembly *disassembly, size_t function)
{
    const struct xl_disassembled_function *f = &disassembly->functions[function];
    for (size_t i = f->first_name; i < f->end_name; i++)
        if (strcmp(disassembly->names[i].name, f->name) == 0)
            return disassembly->names[i].readable;
    return f->name;
}

const char *xl_disassembly_match(const struct xl_disassembly *disassembly, size_t function,
                                 const char *pattern)
{
    const struct xl_disassembled_function *f = &disassembly->functions[function];
    for (size_t i = f->first_name; i < f->end_name; i++)
        if (fnmatch(pattern, disassembly->names[i].name, 0) == 0 ||
            fnmatch(pattern, disassembly->names[i].readable, 0) == 0)
            return disassembly->names[i].readable;
    return fnmatch(pattern, f->name, 0) == 0 ? f->name : NULL;
}

void xl_disassembly_free(struct xl_disassembly *disassembly)
{
    xl_free_mapped(disassembly->text);
    xl_free_mapped(disassembly->instructions);
    xl_free_mapped(disassembly->functions);
    xl_free_mapped(disassembly->names);
    *disassembly = (struct xl_disassembly){0};
}

/* The functions of an agent that each kernel reaches. */

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
    size_t low = 0, high = l->function_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (l->functions[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    uint64_t in = low ? address - l->functions[low - 1].address : 1;
    return in == 0 || in == 8 ? low - 1 : l->function_count;
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

bool xl_disassembly_is_kernels(const struct xl_disassembled_function *function)
{
    /* As the maps of GNU ld and of lld name them. */
    return function->object[0] && strcmp(function->object, "linker stubs") != 0 &&
           strcmp(function->object, "<internal>") != 0;
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
