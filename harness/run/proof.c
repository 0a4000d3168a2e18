/* The proof that a row's ISA executed: a traced run, and a control run with the ISA switched off.
 * SPDX-License-Identifier: MIT
 *
 * What is measured depends on the agent, the emulator, the CPU string and the sampled calls only:
 * it is kept in the build's folder `evidence`, under a hash of these, and not measured again.
 */
#include "run/proof.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checks.h"
#include "evidence/trace.h"
#include "hash.h"
#include "root.h"

enum {
    XL_SAMPLE_VECTORS = 8, /* full vectors in the first sampled call */
    XL_SAMPLE_TAIL = 3,    /* elements past one vector in the second */
    XL_RANGE_GAP = 4096,   /* ranges of code this near are one */
    XL_FILTER_ROOM = 4096,
    XL_MNEMONICS = 512,
    XL_PROOF_VERSION = 2 /* of the files it keeps, and of how steps are found */
};

/* What the traced run says of one kernel. */
struct measure {
    struct xl_kernel_result *result;
    const struct xl_kernel *kernel;
    size_t agents_number; /* of its variant in the agent's list */
    long variant;         /* in the image */
    uint64_t executed, vector, covered, total;
    uint64_t steps, most_steps; /* what was wanted, and what came nearest; equal where it was met */
    char most[32];              /* the mnemonic that came nearest */
};

/* One row's proof under way. */
struct proving {
    const struct xl_row_job *job;
    const struct xl_proof *proof;
    struct xl_agent *agent;
    struct xl_bench *bench;
    struct xl_row_result *row;
    enum xl_family family;
    struct measure *measures;
    size_t count;
    int log; /* the emulator's */
    char filter[XL_FILTER_ROOM];
};

static enum xl_family family_of(const struct xl_isa *isa)
{
    for (int f = XL_FAMILY_none + 1; f < XL_FAMILY_pad; f++)
        if (strcmp(xl_family_name((enum xl_family)f), isa->family) == 0)
            return (enum xl_family)f;
    return XL_FAMILY_none;
}

/* An ISA without a control CPU is one that every CPU of the architecture has. */
static bool is_baseline(const struct xl_arch *arch, enum xl_family family)
{
    for (size_t i = 0; i < xl_isa_count; i++)
        if (strcmp(xl_isas[i].arch, arch->name) == 0 && !xl_isas[i].control[0] &&
            family_of(&xl_isas[i]) == family)
            return true;
    return family == XL_FAMILY_none || family == XL_FAMILY_pad;
}

static void inspect_instructions(const struct xl_arch *arch, struct xl_proof *p)
{
    p->owners = malloc(p->listing.count * sizeof *p->owners);
    for (size_t i = 0; i < p->listing.count && p->owners; i++) {
        const struct xl_instruction *insn = &p->listing.instructions[i];
        const struct xl_image_function *f = xl_image_function(&p->image, insn->address);
        p->owners[i] = f ? f->owner : XL_OWNER_NONE;
        p->families = p->families * 31 + (uint64_t)insn->family;
        if (f && f->owner == XL_OWNER_AGENT && !is_baseline(arch, insn->family) && !p->error[0])
            snprintf(p->error, sizeof p->error,
                     "the agent's own code is not at the baseline: %s+0x%llx is %s", f->name,
                     (unsigned long long)(insn->address - f->address), insn->mnemonic);
    }
    if (!p->owners)
        snprintf(p->error, sizeof p->error, "out of memory");
}

/* A listing that lacks a variant's first instruction is not of this agent. */
static void check_listing(struct xl_proof *p)
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

void xl_proof_inspect(const char *folder, const struct xl_arch *arch, struct xl_proof *proof)
{
    char path[1024];
    struct xl_error err;
    *proof = (struct xl_proof){0};
    snprintf(path, sizeof path, "%s/agent", folder);
    if (xl_image_read(path, arch, &proof->image, &err)) {
        snprintf(proof->error, sizeof proof->error, "%.500s", err.text);
        return;
    }
    snprintf(path, sizeof path, "%s/disassembly", folder);
    if (access(path, R_OK)) {
        snprintf(proof->lacking, sizeof proof->lacking,
                 "not measured: there is no disassembly of the agent (no llvm-objdump)");
        return;
    }
    if (xl_listing_read(path, arch->name, &proof->listing, &err)) {
        snprintf(proof->error, sizeof proof->error, "%.400s", err.text);
        return;
    }
    check_listing(proof);
    inspect_instructions(arch, proof);
}

void xl_proof_free(struct xl_proof *proof)
{
    xl_image_free(&proof->image);
    xl_listing_free(&proof->listing);
    free(proof->owners);
    *proof = (struct xl_proof){0};
}

static const char *symbol_of(const struct proving *p, const struct measure *m)
{
    return p->proof->image.variants[m->variant].symbol;
}

static void fail_kernel(struct xl_kernel_result *k, const char *message)
{
    if (xl_check_is_off("evidence"))
        return;
    k->findings[k->finding_count++] = (struct xl_finding){.check = "evidence"};
    snprintf(k->findings[0].message, sizeof k->findings[0].message, "%s", message);
    snprintf(k->reason, sizeof k->reason, "%s", message);
    k->outcome = XL_FAIL;
    k->differences++;
}

static const struct xl_kernel *find_kernel(const struct xl_row_job *job, const char *name)
{
    for (size_t i = 0; i < job->kernels->count; i++)
        if (strcmp(job->kernels->kernels[i]->name, name) == 0)
            return job->kernels->kernels[i];
    return NULL;
}

static size_t agents_number(const struct xl_agent *agent, const char *kernel, const char *isa)
{
    size_t i = 0;
    while (i < agent->variant_count && (strcmp(agent->variants[i].kernel, kernel) != 0 ||
                                        strcmp(agent->variants[i].isa, isa) != 0))
        i++;
    return i;
}

/* The kernels that passed so far; one whose symbol is not there has nothing to be traced. */
static void choose_kernels(struct proving *p)
{
    const char *isa = p->job->row->isa->name;
    for (size_t i = 0; i < p->row->kernel_count; i++) {
        struct xl_kernel_result *k = &p->row->kernels[i];
        long variant = xl_image_variant(&p->proof->image, k->kernel, isa);
        char text[XL_TEXT];
        const struct xl_kernel *kernel = find_kernel(p->job, k->kernel);
        if (k->outcome != XL_PASS || !kernel)
            continue;
        if (variant < 0) {
            snprintf(text, sizeof text, "its code for %s is not in the agent: no symbol %s__%s",
                     isa, k->kernel, isa);
            fail_kernel(k, text);
            continue;
        }
        p->measures[p->count++] =
            (struct measure){.result = k,
                             .kernel = kernel,
                             .agents_number = agents_number(p->agent, k->kernel, isa),
                             .variant = variant};
    }
}

static size_t lanes_of(const struct proving *p, const struct xl_kernel *kernel, bool widest)
{
    size_t size = 0;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++) {
        const struct xl_arg *arg = &kernel->args[i];
        size_t this = xl_type_size(arg->type);
        if (xl_arg_is_buffer(arg) &&
            (!size || (widest ? this > size : this < size)))
            size = this;
    }
    size_t lanes = p->row->vl_bits / 8 / (size ? size : 4);
    return lanes ? lanes : 1;
}

/* Whether two functions are of kernels of this row's ISA. */
static bool is_rows(const struct proving *p, const struct xl_image_function *f)
{
    return f->owner >= 0 &&
           strcmp(p->proof->image.variants[f->owner].isa, p->job->row->isa->name) == 0;
}

/* The ranges of the row's kernels, as -dfilter takes them: ends included. */
static void write_filter(struct proving *p)
{
    const struct xl_image *image = &p->proof->image;
    uint64_t from = 0, to = 0;
    size_t used = 0;
    for (size_t i = 0; i <= image->function_count; i++) {
        const struct xl_image_function *f = i < image->function_count ? &image->functions[i] : NULL;
        if (f && !is_rows(p, f))
            continue;
        bool is_near = f && to && f->address - to < XL_RANGE_GAP;
        if (to && !is_near && used + 64 < sizeof p->filter)
            used += (size_t)snprintf(p->filter + used, sizeof p->filter - used, "%s0x%llx..0x%llx",
                                     used ? "," : "", (unsigned long long)from,
                                     (unsigned long long)to - 1);
        if (f && !is_near)
            from = f->address;
        if (f)
            to = f->address + f->size;
    }
}

/* "10.0.13" has the option's new name; it came with 8.1. */
static bool is_old_emulator(const char *version)
{
    int major = 0, minor = 0;
    return sscanf(version, "%d.%d", &major, &minor) == 2 &&
           (major < 8 || (major == 8 && minor < 1));
}

static enum xl_start start_traced(const struct proving *p, const char *cpu, struct xl_error *err)
{
    char log[64];
    snprintf(log, sizeof log, "/proc/%d/fd/%d", (int)getpid(), p->log);
    const char *argv[12 + XL_CHECKS] = {p->job->emulator,
                                        "-cpu",
                                        cpu,
                                        is_old_emulator(p->job->qemu) ? "-singlestep"
                                                                      : "-one-insn-per-tb",
                                        "-d",
                                        "exec,nochain",
                                        "-dfilter",
                                        p->filter,
                                        "-D",
                                        log,
                                        p->job->agent};
    xl_check_tell(argv);
    return xl_agent_start(p->agent, argv, err);
}

static enum xl_turn sample(const struct proving *p, const struct measure *m, size_t n, int *detail)
{
    struct xl_calls calls = {.agent = p->agent,
                             .bench = p->bench,
                             .kernel = m->kernel,
                             .variant = m->agents_number,
                             .state = p->job->row->arch->state,
                             .vl_bits = p->row->vl_bits,
                             .seed = p->job->seed,
                             .call_limit_ms = p->job->call_limit_ms};
    return xl_calls_sample(&calls, n, detail);
}

/* Reads the log from one offset to another; to < 0: its end. */
static void read_log(const struct proving *p, off_t from, off_t to, struct xl_trace *trace)
{
    char buffer[1 << 16];
    for (;;) {
        size_t want = sizeof buffer;
        if (to >= 0 && (off_t)want > to - from)
            want = (size_t)(to - from);
        ssize_t got = want ? pread(p->log, buffer, want, from) : 0;
        if (got <= 0)
            return;
        xl_trace_feed(trace, buffer, (size_t)got);
        from += got;
    }
}

static off_t log_size(const struct proving *p)
{
    struct stat s;
    return fstat(p->log, &s) == 0 ? s.st_size : 0;
}

/* The counts of one mnemonic, all over a kernel. */
struct mnemonic {
    const char *name;
    uint64_t count;
};

static void add_mnemonic(struct mnemonic *list, size_t *used, const char *name, uint64_t count)
{
    size_t i = 0;
    while (i < *used && strcmp(list[i].name, name) != 0)
        i++;
    if (i == XL_MNEMONICS)
        return;
    if (i == *used)
        list[(*used)++] = (struct mnemonic){name, 0};
    list[i].count += count;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* Which mnemonic comes nearest to the steps that the contract declares. */
static void find_steps(const struct proving *p, struct measure *m, const struct mnemonic *list,
                       size_t used)
{
    size_t n = XL_SAMPLE_VECTORS * lanes_of(p, m->kernel, false);
    m->steps = n / lanes_of(p, m->kernel, true);
    m->most_steps = 0;
    snprintf(m->most, sizeof m->most, "none");
    for (size_t i = 0; i < used; i++) {
        if (i == 0 || distance(list[i].count, m->steps) < distance(m->most_steps, m->steps)) {
            m->most_steps = list[i].count;
            snprintf(m->most, sizeof m->most, "%s", list[i].name);
        }
    }
}

/* Sums up the counts of a kernel's functions: `full` of the calls with whole vectors, `tail` of the
 * others. */
static void sum_up(const struct proving *p, struct measure *m, const uint64_t *full,
                   const uint64_t *tail)
{
    const struct xl_listing *l = &p->proof->listing;
    struct mnemonic list[XL_MNEMONICS];
    size_t used = 0;
    for (size_t i = 0; i < l->count; i++) {
        const struct xl_instruction *insn = &l->instructions[i];
        if (p->proof->owners[i] != m->variant || insn->family == XL_FAMILY_pad)
            continue;
        m->total++;
        m->executed += full[i] + tail[i];
        m->covered += full[i] || tail[i];
        if (!xl_family_counts(p->family, insn->family))
            continue;
        m->vector += full[i] + tail[i];
        if (!xl_is_access(p->job->row->arch->name, insn->operands))
            add_mnemonic(list, &used, insn->mnemonic, full[i]);
    }
    if (m->kernel->vector_steps)
        find_steps(p, m, list, used);
}

/* Why the agent did not come through the traced run. */
static void explain_turn(const struct proving *p, enum xl_turn turn, int detail, const char *during,
                         char *text, size_t size)
{
    if (turn == XL_TURN_SIGNAL && detail == SIGXFSZ)
        snprintf(text, size, "its trace is longer than %u MiB", p->agent->process.file_mib);
    else if (turn == XL_TURN_SIGNAL)
        snprintf(text, size, "%s died of signal %d (%s)", during, detail, strsignal(detail));
    else
        snprintf(text, size, "the agent did not come back from %s", during);
}

/* Makes the sampled calls: all with whole vectors, then all with a tail. Returns where in the log
 * the tails begin, or -1 with what went wrong. */
static off_t make_calls(const struct proving *p, char *text, size_t size)
{
    off_t mark = 0;
    for (int is_tail = 0; is_tail < 2; is_tail++) {
        for (size_t i = 0; i < p->count; i++) {
            const struct measure *m = &p->measures[i];
            size_t lanes = lanes_of(p, m->kernel, false);
            int detail = 0;
            enum xl_turn turn =
                sample(p, m, is_tail ? lanes + XL_SAMPLE_TAIL : XL_SAMPLE_VECTORS * lanes, &detail);
            if (turn != XL_TURN_DONE) {
                explain_turn(p, turn, detail, symbol_of(p, m), text, size);
                return -1;
            }
        }
        if (!is_tail)
            mark = log_size(p);
    }
    return mark;
}

/* An instruction of a kernel that the disassembly does not have would be counted nowhere. */
static bool is_complete(const struct proving *p, const struct xl_trace *t, char *text, size_t size)
{
    const struct xl_image_function *f =
        t->elsewhere ? xl_image_function(&p->proof->image, t->last_elsewhere) : NULL;
    if (!f || !is_rows(p, f))
        return true;
    snprintf(text, size, "the disassembly has no instruction at %s+0x%llx, which was executed",
             f->name, (unsigned long long)(t->last_elsewhere - f->address));
    return false;
}

static int trace_row(struct proving *p, char *text, size_t size)
{
    struct xl_error err;
    size_t count = p->proof->listing.count;
    uint64_t *full = calloc(count, sizeof *full), *tail = calloc(count, sizeof *tail);
    struct xl_trace traces[2];
    off_t mark = -1;
    int failed = -1;
    if (!full || !tail)
        snprintf(text, size, "out of memory");
    else if (start_traced(p, p->job->row->qemu_cpu, &err) != XL_START_OK)
        snprintf(text, size, "%.400s", err.text);
    else
        mark = make_calls(p, text, size);
    xl_agent_stop(p->agent);
    if (mark >= 0) {
        xl_trace_begin(&traces[0], &p->proof->listing, full);
        read_log(p, 0, mark, &traces[0]);
        xl_trace_begin(&traces[1], &p->proof->listing, tail);
        read_log(p, mark, -1, &traces[1]);
        for (size_t i = 0; i < p->count; i++)
            sum_up(p, &p->measures[i], full, tail);
        failed = is_complete(p, &traces[0], text, size) && is_complete(p, &traces[1], text, size)
                     ? 0
                     : -1;
    }
    free(full);
    free(tail);
    return failed;
}

/* A hash of all that the measures of this CPU string depend on. */
static uint64_t key_of(const struct proving *p, const char *cpu, unsigned vl_bits)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return 0;
    fprintf(f, "%d %llx %llx %s %s %s %u %llu\n", XL_PROOF_VERSION,
            (unsigned long long)p->proof->image.hash, (unsigned long long)p->proof->families,
            p->job->qemu, cpu, p->job->row->isa->name, vl_bits, (unsigned long long)p->job->seed);
    for (size_t i = 0; i < p->count; i++) {
        const struct xl_kernel *k = p->measures[i].kernel;
        fprintf(f, "%s %d\n", k->name, k->vector_steps);
        for (size_t a = 0; a < XL_MAX_ARGS && k->args[a].kind; a++)
            fprintf(f, "%d %d %zu %zu %a %a\n", k->args[a].kind, k->args[a].type, k->args[a].per_n,
                    k->args[a].fixed, k->args[a].lo, k->args[a].hi);
    }
    fclose(f);
    uint64_t key = xl_hash(text, size);
    free(text);
    return key;
}

static void name_kept(const struct proving *p, const char *name, char *path, size_t size)
{
    snprintf(path, size, "%s/evidence/%s", p->job->build_folder, name);
}

/* Opens what was kept under this key; NULL if there is nothing, or it is of other things. */
static FILE *open_kept(const struct proving *p, const char *name, uint64_t key)
{
    char path[1024];
    unsigned long long kept;
    name_kept(p, name, path, sizeof path);
    FILE *f = fopen(path, "re");
    if (f && (fscanf(f, "key %llx\n", &kept) != 1 || kept != key)) {
        fclose(f);
        f = NULL;
    }
    return f;
}

/* Nothing depends on it being kept: where it cannot be written, it is measured again. */
static void keep(const struct proving *p, const char *name, uint64_t key, const char *text)
{
    char path[1024], temporary[1100];
    name_kept(p, "", path, sizeof path);
    mkdir(path, 0777);
    name_kept(p, name, path, sizeof path);
    snprintf(temporary, sizeof temporary, "%s.%d.%p", path, (int)getpid(), (const void *)p);
    FILE *f = fopen(temporary, "we");
    if (!f)
        return;
    int written = fprintf(f, "key %llx\n%s", (unsigned long long)key, text);
    if (fclose(f) || written < 0 || rename(temporary, path))
        remove(temporary);
}

static bool read_measures(struct proving *p, uint64_t key)
{
    FILE *f = open_kept(p, p->job->row->name, key);
    bool all = f != NULL;
    for (size_t i = 0; i < p->count && all; i++) {
        struct measure *m = &p->measures[i];
        unsigned long long n[6];
        all = fscanf(f, "%llu %llu %llu %llu %llu %llu %31s\n", &n[0], &n[1], &n[2], &n[3], &n[4],
                     &n[5], m->most) == 7;
        m->executed = n[0];
        m->vector = n[1];
        m->covered = n[2];
        m->total = n[3];
        m->steps = n[4];
        m->most_steps = n[5];
    }
    if (f)
        fclose(f);
    return all;
}

static void keep_measures(const struct proving *p, uint64_t key)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    for (size_t i = 0; i < p->count && f; i++) {
        const struct measure *m = &p->measures[i];
        fprintf(f, "%llu %llu %llu %llu %llu %llu %s\n", (unsigned long long)m->executed,
                (unsigned long long)m->vector, (unsigned long long)m->covered,
                (unsigned long long)m->total, (unsigned long long)m->steps,
                (unsigned long long)m->most_steps, m->most[0] ? m->most : "-");
    }
    if (!f)
        return;
    fclose(f);
    keep(p, p->job->row->name, key, text);
    free(text);
}

static void judge(const struct proving *p, struct measure *m)
{
    char text[XL_TEXT];
    const char *isa = p->job->row->isa->name, *family = xl_family_name(p->family);
    struct xl_kernel_result *k = m->result;
    k->was_traced = 1;
    k->vector_insns = m->vector;
    k->insns_covered = m->covered;
    k->insns_total = m->total;
    text[0] = '\0';
    if (!m->executed)
        snprintf(text, sizeof text, "nothing of %s was executed", symbol_of(p, m));
    else if (!m->vector)
        snprintf(text, sizeof text, "no %s instruction was executed in %s: its %llu were others",
                 family, symbol_of(p, m), (unsigned long long)m->executed);
    else if (m->steps != m->most_steps)
        snprintf(text, sizeof text,
                 "no %s instruction was executed once for each of %llu vectors of %s; the nearest, "
                 "%s, %llu times",
                 family, (unsigned long long)m->steps, isa, m->most,
                 (unsigned long long)m->most_steps);
    if (text[0])
        fail_kernel(k, text);
}

/* The control. */

/* The first ISA of its family must die where the family is off; one that adds to another may have
 * nothing that does. */
static bool must_die(const struct xl_row *row)
{
    for (size_t i = 0; i < xl_isa_count; i++)
        if (strcmp(xl_isas[i].arch, row->isa->arch) == 0 &&
            strcmp(xl_isas[i].family, row->isa->family) == 0)
            return &xl_isas[i] == row->isa;
    return true;
}

/* A data exception of s390x is SIGFPE: "vector instructions are not enabled" (Principles of
 * Operation, "Data Exception"). */
static bool is_death(const struct xl_row *row, int signal)
{
    return signal == SIGILL || (signal == SIGFPE && strcmp(row->arch->name, "s390x") == 0);
}

/* Where the traced agent was last: in code of this row's kernels, or NULL. */
static const struct xl_instruction *last_instruction(const struct proving *p, uint64_t *counts,
                                                     const struct xl_image_function **function)
{
    struct xl_trace trace;
    xl_trace_begin(&trace, &p->proof->listing, counts);
    read_log(p, 0, -1, &trace);
    *function = trace.executed ? xl_image_function(&p->proof->image, trace.last) : NULL;
    size_t at = xl_listing_find(&p->proof->listing, trace.last);
    if (!*function || !is_rows(p, *function) || at == p->proof->listing.count ||
        p->proof->listing.instructions[at].address != trace.last)
        return NULL;
    return &p->proof->listing.instructions[at];
}

/* Returns whether the death is the one that was wanted. */
static bool describe_death(const struct proving *p, int signal, char *text, size_t size)
{
    uint64_t *counts = calloc(p->proof->listing.count, sizeof *counts);
    const struct xl_image_function *f = NULL;
    const struct xl_instruction *insn = counts ? last_instruction(p, counts, &f) : NULL;
    if (insn)
        snprintf(text, size, "died of SIG%s in %s+0x%llx (%s %s)", sigabbrev_np(signal), f->name,
                 (unsigned long long)(insn->address - f->address), insn->mnemonic, insn->operands);
    else
        snprintf(text, size, "died of SIG%s outside the kernels", sigabbrev_np(signal));
    free(counts);
    return insn && is_death(p->job->row, signal);
}

/* Calls kernels on the control CPU until one dies. Returns whether that, or that none could, is as
 * it should be. */
static bool run_control(const struct proving *p, char *text, size_t size)
{
    const struct xl_isa *isa = p->job->row->isa;
    struct xl_error err;
    if (start_traced(p, isa->control, &err) != XL_START_OK) {
        snprintf(text, size, "QEMU_CPU \"%s\": %.400s", isa->control, err.text);
        return false;
    }
    for (size_t i = 0; i < p->count; i++) {
        const struct measure *m = &p->measures[i];
        int detail = 0;
        enum xl_turn turn =
            sample(p, m, XL_SAMPLE_VECTORS * lanes_of(p, m->kernel, false), &detail);
        if (turn == XL_TURN_SIGNAL)
            return describe_death(p, detail, text, size);
        if (turn != XL_TURN_DONE) {
            explain_turn(p, turn, detail, symbol_of(p, m), text, size);
            return false;
        }
        if (must_die(p->job->row) && m->vector) {
            snprintf(text, size, "%s ran to its end on a CPU without %s", symbol_of(p, m),
                     isa->name);
            return false;
        }
    }
    snprintf(text, size, "none: no kernel has an instruction that dies without %s", isa->name);
    return !must_die(p->job->row) || !p->count;
}

static void control(struct proving *p)
{
    char kept[XL_TEXT], name[128];
    const struct xl_isa *isa = p->job->row->isa;
    struct xl_row_result *row = p->row;
    if (!isa->control[0]) {
        snprintf(row->control, sizeof row->control, "none: every CPU of %s that starts has %s",
                 p->job->row->arch->name, isa->name);
        return;
    }
    uint64_t key = key_of(p, isa->control, 0); /* the same for every vector length */
    snprintf(name, sizeof name, "control-%s", isa->name);
    FILE *f = open_kept(p, name, key);
    if (f && fgets(kept, sizeof kept, f)) {
        kept[strcspn(kept, "\n")] = '\0';
        snprintf(row->control, sizeof row->control, "%s", kept);
    } else if (run_control(p, row->control, sizeof row->control)) {
        snprintf(kept, sizeof kept, "%.500s\n", row->control);
        keep(p, name, key, kept);
    } else {
        row->control_failed = !xl_interrupted;
    }
    if (f)
        fclose(f);
    xl_agent_stop(p->agent);
}

/* Nothing traces a program that runs on the host's own CPU: what stands in its code is all that is
 * known. */
static void prove_native(struct proving *p)
{
    snprintf(p->row->evidence, sizeof p->row->evidence,
             "static: runs natively, so nothing is traced; its code has the instructions");
    for (size_t k = 0; k < p->count; k++) {
        struct measure *m = &p->measures[k];
        char text[XL_TEXT];
        for (size_t i = 0; i < p->proof->listing.count; i++)
            m->vector += p->proof->owners[i] == m->variant &&
                         xl_family_counts(p->family, p->proof->listing.instructions[i].family);
        if (m->vector)
            continue;
        snprintf(text, sizeof text, "%s has no %s instruction", symbol_of(p, m),
                 xl_family_name(p->family));
        fail_kernel(m->result, text);
    }
}

static void prove_traced(struct proving *p)
{
    char text[XL_TEXT] = "";
    uint64_t key = key_of(p, p->job->row->qemu_cpu, p->row->vl_bits);
    if (!read_measures(p, key)) {
        if (trace_row(p, text, sizeof text)) {
            snprintf(p->row->evidence, sizeof p->row->evidence, "not measured: %.450s", text);
            p->row->is_unproven = 1;
            for (size_t i = 0; i < p->count && !xl_interrupted; i++)
                fail_kernel(p->measures[i].result, p->row->evidence);
            return;
        }
        keep_measures(p, key);
    }
    snprintf(p->row->evidence, sizeof p->row->evidence, "traced");
    for (size_t i = 0; i < p->count; i++)
        judge(p, &p->measures[i]);
}

static void prove(struct proving *p)
{
    bool is_native = strcmp(p->job->row->qemu_cpu, "native") == 0;
    p->log = memfd_create("trace", MFD_CLOEXEC);
    p->measures = calloc(p->row->kernel_count + 1, sizeof *p->measures);
    if (p->log < 0 || !p->measures) {
        snprintf(p->row->evidence, sizeof p->row->evidence, "not measured: %s", strerror(errno));
        p->row->is_unproven = 1;
        return;
    }
    choose_kernels(p);
    if (p->proof->lacking[0]) {
        snprintf(p->row->evidence, sizeof p->row->evidence, "%s", p->proof->lacking);
        snprintf(p->row->control, sizeof p->row->control, "none: not measured either");
        p->row->is_unproven = 1;
        return;
    }
    write_filter(p);
    if (p->count && is_native)
        prove_native(p);
    else if (p->count)
        prove_traced(p);
    if (p->count && !xl_interrupted)
        control(p);
}

void xl_proof_row(const struct xl_row_job *job, struct xl_agent *agent, struct xl_bench *bench,
                  struct xl_row_result *result)
{
    struct proving p = {.job = job,
                        .proof = job->proof,
                        .agent = agent,
                        .bench = bench,
                        .row = result,
                        .family = family_of(job->row->isa),
                        .log = -1};
    if (p.family == XL_FAMILY_none) {
        snprintf(result->evidence, sizeof result->evidence, "none needed: scalar code");
        snprintf(result->control, sizeof result->control, "none: scalar code runs everywhere");
        return;
    }
    prove(&p);
    if (p.log >= 0)
        close(p.log);
    free(p.measures);
}
