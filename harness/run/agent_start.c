/* The command lines that start a row's agent: plain, slow, or with a log of executed instructions.
 * SPDX-License-Identifier: MIT
 */
#include "run/agent_start.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "results/checks.h"
#include "run/runner.h"

enum {
    XL_RANGE_GAP = 4096,      /* ranges of code with smaller gaps become one */
    XL_FILTER_MOST = 64 << 10 /* bytes; Linux allows less than 128 KiB in an argument */
};

/* The end of a function: by its symbol, or its last instruction. */
static uint64_t end_of(const struct xl_agent_code *code, const struct xl_disassembled_function *f)
{
    const struct xl_image_function *known = xl_image_function(&code->image, f->address);
    uint64_t end = known ? known->address + known->size : f->address + 1;
    uint64_t last = f->end > f->first ? code->disassembly.instructions[f->end - 1].address + 1 : 0;
    return last > end ? last : end;
}

/* The ranges of kernels' code, in the format of -dfilter: ends included. */
static char *write_filter(const struct xl_agent_code *code, uint64_t gap)
{
    const struct xl_disassembly *l = &code->disassembly;
    uint64_t from = 0, to = 0;
    struct xl_text filter = {0};
    for (size_t i = 0; i <= l->function_count; i++) {
        const struct xl_disassembled_function *f = i < l->function_count ? &l->functions[i] : NULL;
        if (f && !f->object[0])
            continue;
        const bool is_near = f && to && (f->address <= to || f->address - to < gap);
        if (to && !is_near)
            xl_text_add(&filter, "%s0x%llx..0x%llx", filter.used ? "," : "",
                        (unsigned long long)from, (unsigned long long)to - 1);
        if (f && !is_near)
            from = f->address;
        if (f)
            to = is_near && to > end_of(code, f) ? to : end_of(code, f);
    }
    return filter.at ? filter.at : xl_copy_text("");
}

char *xl_log_filter(const struct xl_agent_code *code)
{
    uint64_t gap = XL_RANGE_GAP;
    char *filter = write_filter(code, gap);
    while (strlen(filter) > XL_FILTER_MOST) {
        free(filter);
        filter = write_filter(code, gap *= 2);
    }
    return filter;
}

/* The option -one-insn-per-tb came with QEMU 8.1. */
static bool is_old_emulator(const char *version)
{
    int major = 0, minor = 0;
    return sscanf(version, "%d.%d", &major, &minor) == 2 &&
           (major < 8 || (major == 8 && minor < 1));
}

/* The option that makes each translated block one instruction. */
static const char *step_option(const struct xl_row_job *job)
{
    return is_old_emulator(job->qemu) ? "-singlestep" : "-one-insn-per-tb";
}

enum xl_start xl_plain_start(const struct xl_row_job *job, struct xl_agent *agent,
                             struct xl_error *err)
{
    const char *argv[5 + XL_CHECKS] = {job->emulator, "-cpu", job->row->qemu_cpu, job->agent};
    if (job->row->runner)
        return xl_runner_start(job, agent, err);
    xl_check_tell(job->disabled_checks, argv);
    xl_agent_poison_heap(agent, job->row->native);
    return xl_agent_start(agent, job->row->native ? argv + 3 : argv, err);
}

enum xl_start xl_step_start(const struct xl_row_job *job, struct xl_agent *agent,
                            struct xl_error *err)
{
    const char *argv[8 + XL_CHECKS] = {
        job->emulator, "-cpu", job->row->qemu_cpu, step_option(job), "-d", "nochain", job->agent};
    if (job->row->runner)
        return xl_runner_start(job, agent, err);
    xl_check_tell(job->disabled_checks, argv);
    xl_agent_poison_heap(agent, job->row->native);
    return xl_agent_start(agent, job->row->native ? argv + 6 : argv, err);
}

enum xl_start xl_log_start(const struct xl_row_job *job, struct xl_agent *agent, const char *cpu,
                           enum xl_log_of of, int log, struct xl_error *err)
{
    char path[64], *filter = xl_log_filter(job->code);
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), log);
    const char *by_block[11 + XL_CHECKS] = {
        job->emulator, "-cpu", cpu,  "-d", "exec,nochain,in_asm",
        "-dfilter",    filter, "-D", path, job->agent};
    const char *by_instruction[12 + XL_CHECKS] = {
        job->emulator, "-cpu",
        cpu,           step_option(job),
        "-d",          of == XL_LOG_REGISTERS ? "exec,nochain,cpu" : "exec,nochain",
        "-dfilter",    filter,
        "-D",          path,
        job->agent};
    const char **argv = of == XL_LOG_BLOCKS ? by_block : by_instruction;
    xl_check_tell(job->disabled_checks, argv);
    xl_agent_poison_heap(agent, job->row->native);
    const enum xl_start start = xl_agent_start(agent, argv, err);
    free(filter);
    return start;
}

static bool is_logged(const void *code, uint64_t address)
{
    return xl_log_has(code, address);
}

/* A program, and the functions that are single-stepped. */
struct stepped_program {
    const char *const *argv;
    struct xl_single_step steps;
};

static int start_stepped(void *data, struct xl_process *process, const int fds[XL_PROCESS_FDS],
                         struct xl_error *err)
{
    const struct stepped_program *f = data;
    return xl_process_start_stepped(process, f->argv, fds, &f->steps, err);
}

/* Writes what is to be stepped elsewhere (XL_FRAME_STEPS). */
static int write_steps(const struct xl_agent_code *code, const uint64_t *entries, size_t count,
                       int log, struct xl_error *err)
{
    char *ranges = xl_log_filter(code);
    struct xl_text text = {0};
    for (size_t i = 0; i < count; i++)
        xl_text_add(&text, "%s%llx", i ? " " : "", (unsigned long long)entries[i]);
    xl_text_add(&text, "\n%s", ranges);
    const bool is_written =
        ftruncate(log, 0) == 0 && pwrite(log, text.at, text.used, 0) == (ssize_t)text.used;
    free(text.at);
    free(ranges);
    return is_written ? 0 : xl_fail(err, "cannot write what is to be stepped");
}

enum xl_start xl_follow_start(const struct xl_row_job *job, struct xl_agent *agent,
                              const uint64_t *entries, size_t count, int log,
                              const volatile bool *is_wanted, struct xl_error *err)
{
    const char *argv[2 + XL_CHECKS] = {job->agent};
    struct stepped_program f = {argv, {entries, count, is_logged, job->code, log, is_wanted, NULL}};
    if (job->row->runner)
        return write_steps(job->code, entries, count, log, err)
                   ? XL_START_FAILED
                   : xl_runner_start_stepped(job, agent, log, err);
    xl_check_tell(job->disabled_checks, argv);
    xl_agent_poison_heap(agent, job->row->native);
    return xl_agent_start_by(agent, start_stepped, &f, err);
}
