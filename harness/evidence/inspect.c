/* What is known of a build's agent before any of its rows runs.
 * SPDX-License-Identifier: MIT
 */
#include "evidence/inspect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evidence/owners.h"

/* An ISA without a control CPU is one that every CPU of the architecture has. */
static bool is_baseline(const struct xl_arch *arch, enum xl_family family)
{
    for (size_t i = 0; i < xl_isa_count; i++)
        if (strcmp(xl_isas[i].arch, arch->name) == 0 && !xl_isas[i].control[0] &&
            xl_family_find(xl_isas[i].family) == family)
            return true;
    return family == XL_FAMILY_none || family >= XL_FAMILY_pad;
}

static void inspect_instructions(const struct xl_arch *arch, struct xl_code *p)
{
    for (size_t i = 0; i < p->listing.count; i++) {
        const struct xl_instruction *insn = &p->listing.instructions[i];
        const struct xl_image_function *f = xl_image_function(&p->image, insn->address);
        p->families = p->families * 31 + (uint64_t)insn->family;
        if (f && f->owner == XL_OWNER_AGENT && !is_baseline(arch, insn->family) && !p->error[0])
            snprintf(p->error, sizeof p->error,
                     "the agent's own code is not at the baseline: %s+0x%llx is %s", f->name,
                     (unsigned long long)(insn->address - f->address), insn->mnemonic);
    }
    if (xl_reach_find(&p->reach, &p->image, &p->listing))
        snprintf(p->error, sizeof p->error, "out of memory");
}

/* A listing that lacks a variant's first instruction is not of this agent. */
static void check_listing(struct xl_code *p)
{
    for (size_t i = 0; i < p->image.variant_count; i++) {
        const struct xl_image_variant *v = &p->image.variants[i];
        size_t at = xl_listing_find(&p->listing, v->entry);
        if ((at == p->listing.count || p->listing.instructions[at].address != v->entry) &&
            !p->error[0])
            snprintf(p->error, sizeof p->error,
                     "the disassembly is not of this agent: %s is not in it", v->symbol);
    }
}

/* Whether the build's compilers were those of PATH, which may have no llvm-objdump beside them: the
 * second word of what cross-build.sh says it was made from. */
static bool is_by_host_tools(const char *folder)
{
    char path[1024], tools[600] = "";
    snprintf(path, sizeof path, "%s/made-from", folder);
    FILE *f = fopen(path, "re");
    bool read = f && fscanf(f, "%*s %599s", tools) == 1;
    if (f)
        fclose(f);
    return read && strcmp(tools, "host") == 0;
}

void xl_code_inspect(const char *folder, const char *isa, const struct xl_arch *arch,
                     struct xl_code *code)
{
    char path[1024];
    struct xl_error err;
    *code = (struct xl_code){0};
    snprintf(path, sizeof path, "%s/agent-%s", folder, isa);
    if (xl_image_read(path, arch, &code->image, &err)) {
        snprintf(code->error, sizeof code->error, "%.500s", err.text);
        return;
    }
    snprintf(path, sizeof path, "%s/disassembly-%s", folder, isa);
    if (access(path, R_OK)) {
        if (is_by_host_tools(folder))
            snprintf(code->lacking, sizeof code->lacking,
                     "not measured: there is no disassembly of the agent (no llvm-objdump)");
        else
            snprintf(code->error, sizeof code->error, "there is no %.400s: build it again", path);
        return;
    }
    if (xl_listing_read(path, arch->name, &code->listing, &err)) {
        snprintf(code->error, sizeof code->error, "%.400s", err.text);
        return;
    }
    check_listing(code);
    inspect_instructions(arch, code);
}

void xl_code_free(struct xl_code *code)
{
    xl_image_free(&code->image);
    xl_listing_free(&code->listing);
    free(code->reach.has);
    *code = (struct xl_code){0};
}
