/* A row run with every executed instruction of its kernels counted.
 * SPDX-License-Identifier: MIT
 *
 * The log of a whole row has gigabytes. So the emulator writes it into a pipe, and a thread counts.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "code/counts.h"
#include "run/agent_start.h"
#include "run/row_run.h"

enum { XL_PIPE_BYTES = 1 << 20 };

/* The reading end of the pipe. */
struct counter {
    int fd;
    struct xl_trace trace;
    struct xl_indirect_calls indirect;
};

void xl_coverage_begin(struct xl_coverage *coverage, const struct xl_build *builds,
                       struct xl_agent_code *codes, size_t build_count, size_t row_count)
{
    coverage->builds = xl_alloc(build_count, sizeof *coverage->builds);
    coverage->rows = xl_alloc(row_count, sizeof *coverage->rows);
    coverage->build_count = build_count;
    coverage->row_count = row_count;
    for (size_t i = 0; i < build_count; i++) {
        struct xl_coverage_build *b = &coverage->builds[i];
        xl_agent_code_inspect(&codes[i]);
        b->arch = xl_arch_find(builds[i].arch);
        snprintf(b->name, sizeof b->name, "%s", builds[i].name);
        const size_t variants = codes[i].image.variant_count;
        b->counts = xl_alloc(codes[i].disassembly.count, sizeof *b->counts);
        b->rows = xl_alloc(variants, sizeof *b->rows);
        b->may_lack_vectors = xl_alloc(variants, sizeof *b->may_lack_vectors);
        b->indirect = xl_alloc(variants * codes[i].disassembly.function_count, sizeof *b->indirect);
    }
}

void xl_coverage_take(struct xl_coverage *coverage, struct xl_agent_code *codes)
{
    for (size_t i = 0; i < coverage->build_count; i++) {
        coverage->builds[i].image = codes[i].image;
        coverage->builds[i].disassembly = codes[i].disassembly;
        coverage->builds[i].reachable = codes[i].reachable;
        xl_agent_code_close(&codes[i]);
        free(codes[i].program_path);
        free(codes[i].disassembly_path);
        codes[i] = (struct xl_agent_code){0};
    }
}

static void *count(void *argument)
{
    struct counter *c = argument;
    char buffer[1 << 16];
    for (ssize_t got; (got = read(c->fd, buffer, sizeof buffer)) != 0;) {
        if (got > 0)
            xl_trace_feed(&c->trace, buffer, (size_t)got);
        else if (errno != EINTR)
            break;
    }
    xl_indirect_calls_end(&c->indirect);
    return NULL;
}

/* Fails the row if it executed an instruction that the disassembly lacks: it would not count. */
static void check_complete(const struct xl_row_job *job, const struct xl_trace *t,
                           struct xl_row_result *result)
{
    if (!t->elsewhere || !xl_log_has(job->code, t->last_elsewhere) || result->outcome != XL_PASS)
        return;
    result->outcome = XL_FAIL;
    snprintf(result->reason, sizeof result->reason,
             "executed instruction at 0x%llx is not in the disassembly",
             (unsigned long long)t->last_elsewhere);
}

static void add_counts(const struct xl_row_job *job, const struct xl_row_result *result,
                       const struct counter *counter, struct xl_coverage_build *build)
{
    const struct xl_agent_code *code = job->code;
    for (size_t i = 0; i < code->disassembly.count; i++)
        build->counts[i] += counter->trace.counts[i];
    for (size_t i = 0; i < code->image.variant_count * code->disassembly.function_count; i++)
        build->indirect[i] |= counter->indirect.has[i];
    for (size_t i = 0; i < result->kernel_count; i++) {
        long variant =
            xl_image_variant(&code->image, result->kernels[i].kernel, job->row->isa->name,
                             xl_kernel_function(result->kernels[i].record));
        if (variant < 0 || !result->kernels[i].calls)
            continue;
        build->rows[variant]++;
        build->may_lack_vectors[variant] = result->kernels[i].record->bitwise ||
                                           xl_kernel_is_dispatched(result->kernels[i].record);
    }
}

/* Lists the kernels that the row calls, in their order. */
static void begin_indirect_calls(const struct xl_row_job *job, struct xl_indirect_calls *calls)
{
    const struct xl_agent_code *code = job->code;
    xl_indirect_calls_begin(calls, &code->image, &code->disassembly, &code->reachable);
    for (size_t i = 0; i < job->kernels->count; i++) {
        const struct xl_kernel *kernel = job->kernels->kernels[i];
        long variant = xl_image_variant(&code->image, kernel->name, job->row->isa->name,
                                        xl_kernel_function(kernel));
        if (variant >= 0 && job->selected[i])
            xl_indirect_calls_order(calls, (size_t)variant, i + 1);
    }
}

/* False with the row's reason: it was not run. */
static bool run_counted(const struct xl_row_job *job, struct xl_workspace *workspace,
                        struct counter *counter, struct xl_row_result *result)
{
    int fds[2];
    pthread_t thread;
    if (pipe2(fds, O_CLOEXEC)) {
        snprintf(result->reason, sizeof result->reason, "cannot make a pipe: %s", strerror(errno));
        return false;
    }
    fcntl(fds[1], F_SETPIPE_SZ, XL_PIPE_BYTES); /* fewer switches; any size works */
    counter->fd = fds[0];
    counter->trace.indirect = &counter->indirect;
    int failed = pthread_create(&thread, NULL, count, counter);
    if (!failed) {
        struct xl_row_job logged = *job;
        logged.log = &fds[1];
        xl_row_run(&logged, workspace, result);
    } else {
        snprintf(result->reason, sizeof result->reason, "cannot start a thread: %s",
                 strerror(failed));
    }
    close(fds[1]); /* the emulator has ended: the thread reads the end of the pipe */
    if (!failed) {
        pthread_join(thread, NULL);
        check_complete(job, &counter->trace, result);
    }
    close(fds[0]);
    return !failed;
}

/* NULL: the row can be measured. */
static const char *why_not_measured(const struct xl_row_job *job)
{
    if (!job->agent)
        return job->build_error;
    if (job->row->native)
        return "not measured: it runs natively, so no emulator counts its instructions";
    if (job->code->error[0])
        return job->code->error;
    return job->code->unavailable[0] ? job->code->unavailable : NULL;
}

static void count_row(const struct xl_row_job *job, struct xl_workspace *workspace,
                      struct xl_coverage_build *build, pthread_mutex_t *lock,
                      struct xl_coverage_row *row, struct xl_row_result *result)
{
    struct counter counter = {.fd = -1};
    uint64_t *counts = xl_alloc(job->code->disassembly.count, sizeof *counts);
    xl_trace_begin(&counter.trace, &job->code->disassembly, counts);
    begin_indirect_calls(job, &counter.indirect);
    if (run_counted(job, workspace, &counter, result)) {
        pthread_mutex_lock(lock);
        add_counts(job, result, &counter, build);
        pthread_mutex_unlock(lock);
        row->was_measured = result->kernel_count > 0;
    }
    xl_indirect_calls_free(&counter.indirect);
    free(counts);
}

void xl_coverage_run_row(const struct xl_row_job *job, struct xl_workspace *workspace,
                         struct xl_coverage_build *build, pthread_mutex_t *lock,
                         struct xl_coverage_row *row, struct xl_row_result *result)
{
    const char *why = why_not_measured(job);
    result->outcome = why && job->agent && job->row->native ? XL_SKIP : XL_NOT_RUN;
    snprintf(row->name, sizeof row->name, "%s", job->row->name);
    if (why)
        snprintf(result->reason, sizeof result->reason, "%s", why);
    else
        count_row(job, workspace, build, lock, row, result);
    row->seconds = result->seconds;
    snprintf(row->reason, sizeof row->reason, "%s", result->reason);
}
