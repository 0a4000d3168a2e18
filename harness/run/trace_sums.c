/* What the sampled calls of one kernel executed, summed up.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "code/classify.h"
#include "code/source_lines.h"
#include "oracle/record.h"
#include "oracle/shape.h"
#include "run/row_evidence.h"

/* Instructions beyond the ISA: of extensions that the ISA's flags do not enable.
 *
 * Most CPUs of an ISA have more than it. If all CPUs of the matrix do, none of them refuses such an
 * instruction. A dispatcher may lead to it, and so may code that tests the CPU: neither fails. */

static const struct xl_extension *extension_beyond(const struct xl_row_evidence *p,
                                                   const struct xl_kernel_trace *m, size_t i)
{
    const struct xl_isa *isa = p->job->row->isa;
    const struct xl_instruction *insn = &p->code->disassembly.instructions[i];
    return xl_extension_beyond(p->job->row->arch->name, isa->name,
                               xl_kernel_needs(m->kernel, isa->name), insn->mnemonic,
                               insn->operands);
}

/* Whether instruction number i may be missing on some CPU of the ISA. */
static bool is_beyond_isa(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                          size_t i)
{
    return !xl_kernel_is_dispatched(m->kernel) &&
           xl_reachable_has(&p->code->reachable, (size_t)m->variant,
                            p->code->disassembly.instructions[i].function) &&
           extension_beyond(p, m, i);
}

bool xl_reaches_beyond_isa(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    for (size_t i = 0; i < p->code->disassembly.count; i++)
        if (is_beyond_isa(p, m, i))
            return true;
    return false;
}

/* Whether an instruction asks for the CPU's features, or names code or data that has them: of the
 * compiler's run-time library, of the C library, or of the thread control block (glibc on POWER).
 */
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

static bool tests_cpu(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    for (size_t i = 0; i < l->count; i++)
        if (xl_reachable_has(&p->code->reachable, (size_t)m->variant,
                             l->instructions[i].function) &&
            asks_cpu(&l->instructions[i]))
            return true;
    return false;
}

void xl_add_line(const struct xl_agent_code *code, uint64_t address, char *text, size_t size)
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

bool xl_beyond_isa_find_defect(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                               char *text, size_t size)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    const char *isa = p->job->row->isa->name;
    const size_t i = m->beyond_address ? xl_disassembly_find(l, m->beyond_address) : l->count;
    const struct xl_extension *e = i < l->count ? extension_beyond(p, m, i) : NULL;
    const struct xl_disassembled_function *f =
        e ? xl_disassembly_function(l, m->beyond_address) : NULL;
    if (!f || tests_cpu(p, m))
        return false;
    snprintf(text, size, "it executed `%s` (%s), which %s does not promise, at %.100s+0x%llx",
             l->instructions[i].mnemonic, e->name, isa, f->name,
             (unsigned long long)(m->beyond_address - f->address));
    xl_add_line(p->code, m->beyond_address, text, size);
    if (e->feature[0])
        xl_append(text, size,
                  ": a CPU with %s may lack it; if the kernel is for CPUs that have it, add .needs "
                  "= {{\"%s\", \"%s\"}} to its record",
                  isa, isa, e->feature);
    else
        xl_append(text, size, ": a CPU with %s may lack it", isa);
    return true;
}

/* Vector instructions of the features that a record needs. */

/* The features of .needs that the kernel must show; "": none. A dispatcher chooses by itself. */
static const char *needs_to_show(const struct xl_row_evidence *p, const struct xl_kernel *kernel)
{
    const struct xl_row *row = p->job->row;
    const char *needs = xl_kernel_needs(kernel, row->isa->name);
    return xl_kernel_is_dispatched(kernel) || !xl_extension_has_vectors(row->arch->name, needs)
               ? ""
               : needs;
}

static bool is_needed(const struct xl_row_evidence *p, const char *needs,
                      const struct xl_instruction *insn)
{
    return xl_extension_is_needed(p->job->row->arch->name, p->job->row->isa->name, needs,
                                  insn->mnemonic, insn->operands);
}

static bool has_needed_code(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                            const char *needs)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    for (size_t i = 0; i < l->count; i++)
        if (xl_reachable_has(&p->code->reachable, (size_t)m->variant,
                             l->instructions[i].function) &&
            is_needed(p, needs, &l->instructions[i]))
            return true;
    return false;
}

bool xl_needs_are_shown(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                        bool is_traced)
{
    const char *needs = needs_to_show(p, m->kernel);
    return !*needs || (!is_traced  ? has_needed_code(p, m, needs)
                       : m->long_n ? m->long_needed > m->full_needed
                                   : m->needed);
}

bool xl_needs_find_defect(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                          bool is_traced, char *text, size_t size)
{
    const struct xl_row *row = p->job->row;
    const char *needs = xl_kernel_needs(m->kernel, row->isa->name), *between = "";
    if (m->kernel->needs_unused || xl_needs_are_shown(p, m, is_traced))
        return false;
    const bool is_constant = is_traced && m->long_needed;
    snprintf(text, size, "it %s of ",
             is_constant ? "executed no more instructions"
             : is_traced ? "executed no instruction"
                         : "has no instruction");
    for (size_t length; *(needs += strspn(needs, " ")); needs += length) {
        char feature[XL_NAME_MAX];
        length = strcspn(needs, " ");
        snprintf(feature, sizeof feature, "%.*s", (int)length, needs);
        if (!xl_extension_has_vectors(row->arch->name, feature))
            continue;
        xl_append(text, size, "%s%s", between, feature);
        between = " or ";
    }
    xl_append(text, size, ", which its .needs names");
    if (is_traced && m->needed)
        xl_append(text, size, ", at n = %llu", (unsigned long long)m->long_n);
    if (is_constant)
        xl_append(text, size, " than at n = %zu: they do not do its work",
                  xl_sampled_n(p, m->kernel));
    else
        xl_append(text, size, "%s: the code for that did not run",
                  is_traced && m->needed ? ": it has them for small n only" : "");
    xl_append(text, size,
              "; if the kernel is only compiled for such CPUs, give the reason in .needs_unused");
    return true;
}

/* The sums. */

enum { XL_MNEMONICS = 512 };

/* How often one mnemonic ran in each of the calls, all over a kernel. */
struct mnemonic {
    const char *name;
    bool is_store; /* where loads have the same name */
    uint64_t counts[XL_SAMPLES];
};

struct mnemonics {
    struct mnemonic at[XL_MNEMONICS];
    size_t count;
};

/* The sums of one kernel so far. */
struct sums {
    const struct xl_row_evidence *p;
    struct xl_kernel_trace *m;
    const struct xl_sampled *samples;
    bool lists_all;
    uint64_t steps[XL_SAMPLES];            /* full vectors of the widest argument */
    bool is_uneven[XL_SAMPLES];            /* there are elements left over */
    struct mnemonics arithmetic, accesses; /* none of the stack */
    struct mnemonics logic;                /* of no family */
    uint64_t other_family;                 /* executed: of another family, as NEON beside SVE */
    const char *exact[XL_SAMPLES];         /* an instruction that ran once for each step */
    const char *needs;                     /* features to show; "": none */
};

bool xl_list_has(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ',' || !at[length]))
            return true;
    return false;
}

void xl_list_add(char *list, size_t size, const char *word)
{
    size_t length = strlen(word), used = strlen(list);
    if (!xl_list_has(list, word) && used + length + 3 < size)
        snprintf(list + used, size - used, "%s%s", used ? ", " : "", word);
}

static void add_mnemonic(struct sums *s, struct mnemonics *list, size_t i)
{
    const struct xl_instruction *insn = &s->p->code->disassembly.instructions[i];
    const char *name = insn->mnemonic;
    bool is_store = xl_is_store(s->p->job->row->arch->name, insn->operands);
    size_t k = 0;
    while (k < list->count &&
           (strcmp(list->at[k].name, name) != 0 || list->at[k].is_store != is_store))
        k++;
    if (k == XL_MNEMONICS)
        return;
    if (k == list->count)
        list->at[list->count++] = (struct mnemonic){.name = name, .is_store = is_store};
    for (int call = 0; call < XL_SAMPLES; call++)
        list->at[k].counts[call] += s->samples[call].counts[i];
}

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* Whether a count equals the steps of a call: exactly; or, if elements are left over, with one more
 * vector for them, or one less because some elements in front are apart. The elements that a long
 * call has left over may take two halves of a vector. */
static bool are_steps(const struct sums *s, enum xl_sample call, uint64_t count)
{
    uint64_t apart = s->is_uneven[call] ? 1 : 0;
    if (apart && call == XL_SAMPLE_LONG && count > s->steps[call])
        apart = 2;
    return count && distance(count, s->steps[call]) <= apart;
}

/* Adds an instruction that may be a step of the arithmetic. */
static void add_step(struct sums *s, size_t i)
{
    const struct xl_instruction *insn = &s->p->code->disassembly.instructions[i];
    const char *arch = s->p->job->row->arch->name;
    if (xl_is_access(arch, insn->operands))
        return;
    add_mnemonic(s, &s->arithmetic, i);
    for (int call = 0; call < XL_SAMPLES; call++)
        if (are_steps(s, (enum xl_sample)call, s->samples[call].counts[i]) &&
            !xl_is_element_move(arch, insn->mnemonic))
            s->exact[call] = insn->mnemonic;
}

/* It may be the instruction that is looked for. */
static void add_undecoded(struct sums *s, const struct xl_instruction *insn)
{
    const struct xl_disassembled_function *f = &s->p->code->disassembly.functions[insn->function];
    snprintf(s->m->undecoded, sizeof s->m->undecoded, "%.90s+0x%llx", f->name,
             (unsigned long long)(insn->address - f->address));
}

void xl_add_vector(struct xl_kernel_trace *m, size_t i)
{
    xl_push(&m->vectors, (uint32_t)i);
}

/* Whether instructions that the sampled calls did not execute are worth a nop too. Other calls go
 * elsewhere: a search ends where it finds something, and a loop that a compiler unrolled has a loop
 * for the rest. */
static bool lists_all(const struct sums *s)
{
    return s->m->family != XL_FAMILY_none && !xl_kernel_is_dispatched(s->m->kernel);
}

/* Returns whether it is an executed vector instruction that counts. */
static bool add_instruction(struct sums *s, size_t i)
{
    const struct xl_instruction *insn = &s->p->code->disassembly.instructions[i];
    const uint64_t small =
        s->samples[XL_SAMPLE_FULL].counts[i] + s->samples[XL_SAMPLE_TAIL].counts[i];
    const uint64_t large = s->samples[XL_SAMPLE_LONG].counts[i];
    struct xl_kernel_trace *m = s->m;
    if (insn->family == XL_FAMILY_pad || (insn->family == XL_FAMILY_unknown && !small && !large))
        return false;
    if (insn->family == XL_FAMILY_unknown)
        add_undecoded(s, insn);
    m->total++;
    m->covered += small || large;
    m->executed += small;
    m->long_executed += large;
    if ((small || large) && xl_is_estimate(s->p->job->row->arch->name, insn->mnemonic))
        xl_list_add(m->estimates, sizeof m->estimates, insn->mnemonic);
    if ((small || large) && !m->beyond_address && is_beyond_isa(s->p, m, i))
        m->beyond_address = insn->address;
    if ((small || large) && *s->needs && is_needed(s->p, s->needs, insn)) {
        m->needed += small;
        m->full_needed += s->samples[XL_SAMPLE_FULL].counts[i];
        m->long_needed += large;
    }
    const bool is_access =
        xl_is_whole_access(s->p->job->row->arch->name, insn->mnemonic, insn->operands);
    if (is_access)
        add_mnemonic(s, &s->accesses, i);
    if (xl_is_plain_logic(s->p->job->row->arch->name, insn->mnemonic, insn->operands))
        add_mnemonic(s, &s->logic, i);
    const bool counts = xl_family_counts(m->family, insn->family),
               is_logic =
                   xl_is_whole_logic(s->p->job->row->arch->name, insn->mnemonic, insn->operands);
    if ((small || large || s->lists_all) &&
        (counts || is_logic || (is_access && m->kernel->bitwise)))
        xl_add_vector(m, i); /* worth a nop */
    if (!(small || large))
        return false;
    if (!counts) {
        if (insn->family != XL_FAMILY_none && insn->family != XL_FAMILY_unknown &&
            !xl_is_contiguous_access(s->p->job->row->arch->name, insn->mnemonic, insn->operands))
            s->other_family += small + large;
        return false;
    }
    m->vector += small;
    m->long_vector += large;
    add_step(s, i);
    return true;
}

/* Notes, of a function whose vector instructions count for this kernel, which others reach it, or
 * the object that it is of, if that is not the kernel's. */
static void add_shared(struct sums *s, size_t function)
{
    const struct xl_agent_code *code = s->p->code;
    const struct xl_disassembled_function *f = &code->disassembly.functions[function];
    size_t others = 0;
    const char *other = NULL;
    char text[XL_TEXT];
    for (size_t v = 0; v < code->image.variant_count; v++)
        if ((long)v != s->m->variant && xl_reachable_has(&code->reachable, v, function) &&
            !others++)
            other = code->image.variants[v].symbol;
    const struct xl_disassembled_function *own =
        xl_disassembly_function(&code->disassembly, code->image.variants[s->m->variant].entry);
    const char *file = strrchr(f->object, '/') ? strrchr(f->object, '/') + 1 : f->object;
    if (others > 1)
        snprintf(text, sizeof text, "%s, which %s and %zu more reach too", f->name, other,
                 others - 1);
    else if (others)
        snprintf(text, sizeof text, "%s, which %s reaches too", f->name, other);
    else if (own && !code->image.variants[s->m->variant].has_library &&
             strcmp(own->object, f->object) != 0)
        snprintf(text, sizeof text, "%s of %s", f->name, file);
    else
        return;
    xl_list_add(s->m->shared, sizeof s->m->shared, text);
}

static void add_function(struct sums *s, size_t function)
{
    const struct xl_disassembled_function *f = &s->p->code->disassembly.functions[function];
    bool is_vector = false;
    for (size_t i = f->first; i < f->end; i++)
        is_vector |= add_instruction(s, i);
    if (xl_disassembly_is_kernels(f))
        xl_list_add(s->m->functions_counted, sizeof s->m->functions_counted,
                    xl_disassembly_readable_name(&s->p->code->disassembly, function));
    if (is_vector)
        add_shared(s, function);
}

/* Adds the name of a dispatched function, or ", ..." if there is no room. */
static void add_dispatched_name(struct xl_kernel_trace *m, const char *between, const char *name)
{
    static const char more[] = ", ...";
    size_t used = strlen(m->dispatched_names);
    if (used + strlen(between) + strlen(name) + sizeof more <= sizeof m->dispatched_names)
        snprintf(m->dispatched_names + used, sizeof m->dispatched_names - used, "%s%s",
                 used ? between : "", name);
    else if (used < sizeof more ||
             strcmp(m->dispatched_names + used - (sizeof more - 1), more) != 0)
        snprintf(m->dispatched_names + used, sizeof m->dispatched_names - used, "%s", more);
}

/* Adds the entries of .dispatch, from one on, that a function which ran is. A function with several
 * names may be several entries. */
static void add_dispatched(const struct xl_disassembly *l, struct xl_kernel_trace *m, size_t from,
                           size_t function)
{
    const struct xl_implementation *of = m->kernel->dispatch;
    const char *last = NULL;
    for (size_t i = from; i < XL_MAX_DISPATCH && of[i].function; i++) {
        const char *name = xl_disassembly_match(l, function, of[i].function);
        if (!name)
            continue;
        m->dispatched |= UINT64_C(1) << i;
        if (!last || strcmp(name, last) != 0)
            add_dispatched_name(m, last ? " = " : ", ", name);
        last = name;
    }
}

/* Finds the entries of .dispatch among the functions that ran, the best first. */
static void find_dispatched(const struct xl_row_evidence *p, struct xl_kernel_trace *m, bool *ran)
{
    const struct xl_disassembly *l = &p->code->disassembly;
    const struct xl_implementation *of = m->kernel->dispatch;
    for (size_t i = 0; i < XL_MAX_DISPATCH && of[i].function; i++)
        for (size_t f = 0; f < l->function_count; f++)
            if (ran[f] && l->functions[f].object[0] && xl_disassembly_match(l, f, of[i].function)) {
                add_dispatched(l, m, i, f);
                ran[f] = false;
            }
}

void xl_mark_functions(const struct xl_disassembly *disassembly, const uint64_t *counts,
                       const struct xl_trace *trace, bool *ran)
{
    for (size_t i = trace->low; i < trace->high; i++)
        if (counts[i] && disassembly->instructions[i].function < disassembly->function_count)
            ran[disassembly->instructions[i].function] = true;
}

static bool has_vectors(const struct xl_disassembly *l, size_t function)
{
    const struct xl_disassembled_function *f = &l->functions[function];
    for (size_t i = f->first; i < f->end; i++)
        if (l->instructions[i].family > XL_FAMILY_none && l->instructions[i].family < XL_FAMILY_pad)
            return true;
    return false;
}

/* Notes what ran, and whether it was chosen among other code. */
static void find_choice(const struct xl_row_evidence *p, struct xl_kernel_trace *m, const bool *ran)
{
    const struct xl_agent_code *code = p->code;
    const struct xl_disassembly *l = &code->disassembly;
    const size_t variant = (size_t)m->variant;
    const uint64_t entry = code->image.variants[variant].entry;
    for (size_t f = 0; f < l->function_count; f++) {
        const bool is_reached = xl_reachable_has(&code->reachable, variant, f);
        if (!is_reached && !xl_reachable_may_have(&code->reachable, &code->image, l, variant, f))
            continue;
        if (ran[f] && l->functions[f].address != entry &&
            xl_disassembly_is_kernels(&l->functions[f]))
            xl_list_add(m->functions_run, sizeof m->functions_run,
                        xl_disassembly_readable_name(l, f));
        if (ran[f] != is_reached && (ran[f] || has_vectors(l, f)))
            m->has_choice = 1;
    }
}

/* The mnemonic whose count is nearest to the steps of a call; NULL: there is none. */
static const struct mnemonic *nearest(const struct mnemonics *list, enum xl_sample call,
                                      uint64_t steps)
{
    const struct mnemonic *found = NULL;
    for (size_t i = 0; i < list->count; i++) {
        const struct mnemonic *m = &list->at[i];
        if (!found || distance(m->counts[call], steps) < distance(found->counts[call], steps))
            found = m;
    }
    return found;
}

/* Whether one call made the steps that the record declares (.vector_steps): some mnemonic ran once
 * for each step. If a step has two such instructions, the mnemonic runs twice: then one instruction
 * must run once, and a load or store of a whole vector with it. */
static bool find_steps(struct sums *s, enum xl_sample call)
{
    struct xl_kernel_trace *m = s->m;
    const uint64_t steps = m->steps = s->steps[call];
    const struct mnemonic *step = nearest(&s->arithmetic, call, steps),
                          *access = nearest(&s->accesses, call, steps);
    bool has_whole = s->exact[call] && access && are_steps(s, call, access->counts[call]);
    bool is_step = has_whole || (step && are_steps(s, call, step->counts[call]));
    m->nearest_steps = is_step ? steps : step ? step->counts[call] : 0;
    snprintf(m->nearest_mnemonic, sizeof m->nearest_mnemonic, "%s",
             has_whole ? s->exact[call]
             : step    ? step->name
                       : "none");
    return m->nearest_steps == steps;
}

/* How often the instructions of a mnemonic ran in all calls. */
static uint64_t times_of(const struct mnemonic *m)
{
    uint64_t times = 0;
    for (int call = 0; call < XL_SAMPLES; call++)
        times += m->counts[call];
    return times;
}

static uint64_t times_of_all(const struct mnemonics *list)
{
    uint64_t times = 0;
    for (size_t i = 0; i < list->count; i++)
        times += times_of(&list->at[i]);
    return times;
}

/* Names what ran of the instructions that whole vectors and scalar code share: logic, or else loads
 * and stores. Nothing if a full vector of elements did not have one: then scalar code used them; or
 * if each could have one of another family. */
static void find_plain(struct sums *s)
{
    struct xl_kernel_trace *m = s->m;
    uint64_t vectors = 0;
    for (int call = 0; call < XL_SAMPLES; call++)
        vectors += s->samples[call].n / xl_lanes_of_kernel(s->p, m->kernel, true);
    m->has_plain_logic = times_of_all(&s->logic) >= vectors;
    if (times_of_all(&s->accesses) < vectors || s->other_family >= vectors)
        return;
    const struct mnemonics *list = m->has_plain_logic ? &s->logic : &s->accesses;
    for (size_t i = 0; i < list->count; i++)
        if (times_of(&list->at[i]))
            xl_list_add(m->plain, sizeof m->plain, list->at[i].name);
}

void xl_trace_sum(const struct xl_row_evidence *p, struct xl_kernel_trace *m,
                  const struct xl_sampled samples[XL_SAMPLES])
{
    const struct xl_agent_code *code = p->code;
    const struct xl_disassembly *l = &code->disassembly;
    const size_t variant = (size_t)m->variant;
    bool *ran = xl_alloc(l->function_count, sizeof *ran);
    struct sums *s = xl_alloc(1, sizeof *s);
    *s = (struct sums){.p = p, .m = m, .samples = samples, .needs = needs_to_show(p, m->kernel)};
    s->lists_all = lists_all(s);
    for (int call = 0; call < XL_SAMPLES; call++) {
        const size_t lanes = xl_lanes_of_kernel(p, m->kernel, true);
        s->steps[call] = samples[call].n / lanes;
        s->is_uneven[call] = samples[call].n % lanes != 0;
        xl_mark_functions(l, samples[call].counts, &samples[call].trace, ran);
    }
    for (size_t f = 0; f < l->function_count; f++)
        if (xl_reachable_has(&code->reachable, variant, f) ||
            (ran[f] && xl_reachable_may_have(&code->reachable, &code->image, l, variant, f)))
            add_function(s, f);
    find_choice(p, m, ran);
    find_dispatched(p, m, ran);
    find_plain(s);
    m->long_n = samples[XL_SAMPLE_LONG].n;
    /* With few elements it may be scalar. */
    if (m->kernel->vector_steps && (!m->vector || find_steps(s, XL_SAMPLE_FULL)) && m->long_vector)
        find_steps(s, XL_SAMPLE_LONG);
    free(s);
    free(ran);
}
