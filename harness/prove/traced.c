/* The traced run: a few short calls of each kernel, with each executed instruction counted.
 * SPDX-License-Identifier: MIT
 */
#include "prove/traced.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "prove/log.h"
#include "prove/sample.h"

enum {
    XL_SAMPLE_TAIL = 3, /* elements past one vector in the second sampled call */
    XL_MNEMONICS = 512,
    XL_PART_KERNELS = 128 /* in one traced run: their log must fit the limit of a guest's files */
};

static off_t log_size(const struct xl_proving *p)
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
static void find_steps(const struct xl_proving *p, struct xl_measure *m,
                       const struct mnemonic *list, size_t used)
{
    size_t n = XL_SAMPLE_VECTORS * xl_lanes_of_kernel(p, m->kernel, false);
    m->steps = n / xl_lanes_of_kernel(p, m->kernel, true);
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
static void sum_up(const struct xl_proving *p, struct xl_measure *m, const uint64_t *full,
                   const uint64_t *tail)
{
    const struct xl_listing *l = &p->code->listing;
    struct mnemonic list[XL_MNEMONICS];
    long code = p->code->image.variants[m->variant].code;
    size_t used = 0;
    for (size_t i = 0; i < l->count; i++) {
        const struct xl_instruction *insn = &l->instructions[i];
        if (p->code->owners[i] != code || insn->family == XL_FAMILY_pad)
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

static bool start(const struct xl_proving *p, char *text, size_t size)
{
    struct xl_error err;
    if (xl_log_start(p->job, p->agent, p->job->row->qemu_cpu, p->log, &err) == XL_START_OK)
        return true;
    snprintf(text, size, "%.400s", err.text);
    return false;
}

/* Makes the sampled calls: all with whole vectors, whose log goes to traces[0], then all with a
 * tail. The emulator begins a log anew when it starts: a new agent gets it before the old log is so
 * long that a kernel has less than half of the limit for itself. False with what went wrong. */
static bool make_calls(const struct xl_proving *p, struct xl_trace traces[2], char *text,
                       size_t size)
{
    off_t read = 0;
    if (!start(p, text, size))
        return false;
    for (size_t i = 0; i < 2 * p->count; i++) {
        bool is_tail = i >= p->count, is_last = i + 1 == p->count || i + 1 == 2 * p->count;
        const struct xl_measure *m = &p->measures[is_tail ? i - p->count : i];
        size_t lanes = xl_lanes_of_kernel(p, m->kernel, false);
        int detail = 0;
        enum xl_turn turn =
            xl_sample(p, m, is_tail ? lanes + XL_SAMPLE_TAIL : XL_SAMPLE_VECTORS * lanes, &detail);
        if (turn != XL_TURN_DONE) {
            xl_explain_turn(p, turn, detail, xl_symbol_of(p, m), text, size);
            return false;
        }
        off_t end = log_size(p);
        bool is_long = end > ((off_t)p->agent->process.file_mib << 20) / 2;
        if (!is_long && !is_last)
            continue;
        xl_read_log(p, read, end, &traces[is_tail]);
        read = end;
        if (is_long) {
            xl_agent_stop(p->agent);
            read = 0;
            if (!start(p, text, size))
                return false;
        }
    }
    return true;
}

/* An instruction of a kernel that the disassembly does not have would be counted nowhere. */
static bool is_complete(const struct xl_proving *p, const struct xl_trace *t, char *text,
                        size_t size)
{
    const struct xl_image_function *f =
        t->elsewhere ? xl_image_function(&p->code->image, t->last_elsewhere) : NULL;
    if (!f || !xl_log_has(&p->code->image, p->job->row->isa, f))
        return true;
    snprintf(text, size, "the disassembly has no instruction at %s+0x%llx, which was executed",
             f->name, (unsigned long long)(t->last_elsewhere - f->address));
    return false;
}

static int trace_part(struct xl_proving *p, char *text, size_t size)
{
    size_t count = p->code->listing.count;
    uint64_t *full = calloc(count, sizeof *full), *tail = calloc(count, sizeof *tail);
    struct xl_trace traces[2];
    bool done = false;
    if (full && tail) {
        xl_trace_begin(&traces[0], &p->code->listing, full);
        xl_trace_begin(&traces[1], &p->code->listing, tail);
        done = make_calls(p, traces, text, size);
        xl_agent_stop(p->agent);
    } else {
        snprintf(text, size, "out of memory");
    }
    for (size_t i = 0; done && i < p->count; i++)
        sum_up(p, &p->measures[i], full, tail);
    done = done && is_complete(p, &traces[0], text, size) && is_complete(p, &traces[1], text, size);
    free(full);
    free(tail);
    return done ? 0 : -1;
}

int xl_trace_row(struct xl_proving *p, char *text, size_t size)
{
    struct xl_proving part = *p;
    int failed = 0;
    for (size_t i = 0; i < p->count && !failed; i += part.count) {
        part.measures = p->measures + i;
        part.count = p->count - i < XL_PART_KERNELS ? p->count - i : XL_PART_KERNELS;
        failed = trace_part(&part, text, size);
    }
    return failed;
}
