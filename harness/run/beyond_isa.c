/* What a kernel executes beyond its ISA: instructions of extensions that the ISA's flags do not
 * give.
 * SPDX-License-Identifier: MIT
 *
 * Most CPUs of an ISA have more than it: where all CPUs of the matrix do, nothing refuses such an
 * instruction. A dispatcher may lead to it, and so may code that tests the CPU itself: neither is
 * accused.
 */
#include "run/beyond_isa.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "binary/classify.h"
#include "binary/source_lines.h"
#include "oracle/record.h"

static const struct xl_extension *beyond(const struct xl_evidence *p,
                                         const struct xl_kernel_trace *m, size_t i)
{
    const struct xl_isa *isa = p->job->row->isa;
    const struct xl_instruction *insn = &p->code->listing.instructions[i];
    return xl_extension_beyond(p->job->row->arch->name, isa->name,
                               xl_kernel_needs(m->kernel, isa->name), insn->mnemonic,
                               insn->operands);
}

bool xl_is_beyond(const struct xl_evidence *p, const struct xl_kernel_trace *m, size_t i)
{
    return !xl_kernel_is_dispatched(m->kernel) &&
           xl_reachable_has(&p->code->reach, (size_t)m->variant,
                            p->code->listing.instructions[i].function) &&
           beyond(p, m, i);
}

bool xl_has_beyond(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    for (size_t i = 0; i < p->code->listing.count; i++)
        if (xl_is_beyond(p, m, i))
            return true;
    return false;
}

/* An instruction that asks what the CPU has, or names what knows it: of the compiler's run-time
 * library, of the C library, or of the thread's control block, in which glibc keeps it on POWER. */
static bool asks_cpu(const struct xl_instruction *insn)
{
    static const char *const mnemonics[] = {"cpuid", "xgetbv", "stfle", "cpucfg", NULL};
    static const char *const names[] = {"<__cpu_",        "<__get_cpuid", "getauxval>",
                                        "ID_AA64",        "hwprobe",      "<__riscv_feature_bits",
                                        "<__aarch64_cpu", "-28772(13)",   "-28776(13)"};
    if (xl_is_one_of(mnemonics, insn->mnemonic))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strstr(insn->operands, names[i]))
            return true;
    return false;
}

static bool tests_cpu(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    const struct xl_disassembly *l = &p->code->listing;
    for (size_t i = 0; i < l->count; i++)
        if (xl_reachable_has(&p->code->reach, (size_t)m->variant, l->instructions[i].function) &&
            asks_cpu(&l->instructions[i]))
            return true;
    return false;
}

/* Adds ", FILE:LINE" of an instruction, if that is known. */
static void add_line(const struct xl_agent_code *code, uint64_t address, char *text, size_t size)
{
    struct xl_frame frames[XL_MAX_FRAMES];
    struct xl_error err;
    pthread_mutex_lock(&xl_source_lock);
    struct xl_source *source = code->image.elf ? xl_source_read(code->image.elf, &err) : NULL;
    if (source && xl_source_frames(source, address, frames))
        xl_append(text, size, ", %.120s:%u", xl_source_path(frames[0].file), frames[0].line);
    xl_source_free(source);
    pthread_mutex_unlock(&xl_source_lock);
}

bool xl_beyond_find_defect(const struct xl_evidence *p, const struct xl_kernel_trace *m, char *text,
                           size_t size)
{
    const struct xl_disassembly *l = &p->code->listing;
    const char *isa = p->job->row->isa->name;
    const size_t i = m->beyond ? xl_disassembly_find(l, m->beyond) : l->count;
    const struct xl_extension *e = i < l->count ? beyond(p, m, i) : NULL;
    const struct xl_disassembled_function *f = e ? xl_disassembly_function(l, m->beyond) : NULL;
    if (!f || tests_cpu(p, m))
        return false;
    snprintf(text, size, "it executed `%s` (%s), which %s does not promise, at %.100s+0x%llx",
             l->instructions[i].mnemonic, e->name, isa, f->name,
             (unsigned long long)(m->beyond - f->address));
    add_line(p->code, m->beyond, text, size);
    if (e->feature[0])
        xl_append(text, size,
                  ": a CPU with %s may lack it. If the kernel is for CPUs that have it, its record "
                  "must say .needs = {{\"%s\", \"%s\"}}",
                  isa, isa, e->feature);
    else
        xl_append(text, size, ": a CPU with %s may lack it", isa);
    return true;
}
