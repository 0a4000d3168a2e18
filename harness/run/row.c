/* One row: its agent is started and checked against the row, then its kernels run.
 * SPDX-License-Identifier: MIT
 */
#include "run/row.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/signals.h"
#include "base/terminal.h"
#include "results/baselines.h"
#include "results/results.h"
#include "results/work.h"
#include "run/cache.h"
#include "run/evidence.h"

enum { XL_THROUGHPUT_ROW_LIMIT_S = 24 * 3600 }; /* all calls are made ten times */

long xl_row_limit(unsigned count, bool is_counted)
{
    enum { LIMIT_S = 900, COUNTED_LIMIT_S = 4 * LIMIT_S };
    return (long)count * (is_counted ? COUNTED_LIMIT_S : LIMIT_S);
}

/* Whether the agent's CPU is the one that the row names. If not, sets the row's outcome. */
static bool has_expected_cpu(const struct xl_row *row, const struct xl_agent *agent,
                             struct xl_row_result *result)
{
    const struct xl_agent_isa *isa = xl_agent_isa(agent, row->isa->name);
    result->outcome = XL_FAIL;
    if (agent->page != XL_PAGE) {
        snprintf(result->reason, sizeof result->reason, "pages are %u bytes, not %d", agent->page,
                 XL_PAGE);
        return false;
    }
    if (!isa && row->native) {
        result->outcome = XL_SKIP;
        snprintf(result->reason, sizeof result->reason,
                 "this machine's CPU has no %s, and no emulator has it", row->isa->name);
        return false;
    }
    if (!isa) {
        snprintf(result->reason, sizeof result->reason, "CPU \"%s\" lacks %s (%s)", row->qemu_cpu,
                 row->isa->name, row->where);
        return false;
    }
    result->vl_bits = isa->vl_bits;
    result->has_vl = 1;
    if (isa->vl_bits != row->vl_bits) {
        snprintf(result->reason, sizeof result->reason, "vector length %u bits, expected %u (%s)",
                 isa->vl_bits, row->vl_bits, row->where);
        return false;
    }
    for (size_t i = 0; i < XL_MAX_ABSENT_ISAS && row->absent_isas[i]; i++) {
        if (xl_agent_isa(agent, row->absent_isas[i]->name)) {
            snprintf(result->reason, sizeof result->reason,
                     "the CPU has %s, which `lacks` of the row excludes (%s)",
                     row->absent_isas[i]->name, row->where);
            return false;
        }
    }
    result->outcome = XL_PASS;
    return true;
}

void xl_row_conclude(struct xl_row_result *result, const char *stopped)
{
    size_t failed = 0, not_run = 0;
    for (size_t i = 0; i < result->kernel_count; i++) {
        failed += result->kernels[i].outcome == XL_FAIL;
        not_run += result->kernels[i].outcome == XL_NOT_RUN;
    }
    if (failed || not_run || stopped[0])
        result->outcome = failed ? XL_FAIL : XL_NOT_RUN;
    if (failed)
        snprintf(result->reason, sizeof result->reason, "%zu of %zu kernels failed%s%s", failed,
                 result->kernel_count, stopped[0] ? "; " : "", stopped);
    else if (stopped[0])
        snprintf(result->reason, sizeof result->reason, "%s", stopped);
    else if (not_run)
        snprintf(result->reason, sizeof result->reason, "%zu of %zu kernels were not run: %.300s",
                 not_run, result->kernel_count, result->kernels[result->kernel_count - 1].reason);
    else if (result->control_failed) {
        result->outcome = XL_FAIL;
        snprintf(result->reason, sizeof result->reason, "control run: %.450s", result->control);
    } else if (result->lacks_evidence)
        snprintf(result->reason, sizeof result->reason, "evidence %.450s", result->evidence);
}

static void begin_accuracy(const struct xl_row_job *job, size_t i, struct xl_accuracy *a)
{
    static const struct xl_baseline none;
    const struct xl_kernel *kernel = job->kernels->kernels[i];
    xl_accuracy_begin(a, kernel, job->baselines ? &job->baselines[i] : &none, job->row);
    a->is_absent = job->baselines && !a->own && xl_baseline_is_for(kernel) &&
                   !xl_kernel_missing(kernel, job->row->isa->name);
}

/* The first kernel from number `from` on that the row runs; kernels->count: none. */
static size_t next_kernel(const struct xl_row_job *job, size_t from)
{
    const struct xl_kernels *all = job->kernels;
    while (from < all->count &&
           (!job->selected[from] || !xl_row_has_kernel(job->row, all->kernels[from]->name) ||
            !xl_kernel_is_for(all->kernels[from], job->row->isa->name)))
        from++;
    return from;
}

/* Lists the kernels that the row runs, with what their records say. */
static void list_kernels(const struct xl_row_job *job, struct xl_row_result *result)
{
    for (size_t i = next_kernel(job, 0); i < job->kernels->count; i = next_kernel(job, i + 1)) {
        const struct xl_kernel *kernel = job->kernels->kernels[i];
        struct xl_kernel_result *k = &result->kernels[result->kernel_count++]; /* all zero */
        k->kernel = kernel->name;
        k->variant = kernel->variant ? kernel->variant : job->row->isa->name;
        k->record = xl_resolved(&job->kernels->resolutions, kernel, job->row->arch, job->row->isa);
        k->bound = kernel->contract.ulp;
        k->exact = kernel->contract.kind == XL_EXACT;
        k->is_function = kernel->function != NULL;
    }
}

static void show_progress(const struct xl_row_job *job, const struct xl_row_result *result,
                          const struct xl_kernel_result *k)
{
    char text[200];
    snprintf(text, sizeof text, "%zu of %zu, %s", (size_t)(k - result->kernels) + 1,
             result->kernel_count, k->kernel);
    xl_progress_tick(job->progress, text);
}

/* Calls each kernel that has passed after each other one. */
static void check_order(const struct xl_row_job *job, struct xl_agent *agent,
                        struct xl_workspace *workspace, struct xl_row_result *row)
{
    const struct xl_context context = xl_row_context(job, agent, workspace, row);
    if (job->log || job->mode.kind == XL_MODE_THROUGHPUT || job->mode.kind == XL_MODE_WORK ||
        xl_interrupted || xl_check_is_disabled(job->disabled_checks, XL_CHECK_repeat))
        return;
    xl_progress_tick(job->progress, "each kernel after each other");
    xl_order_check(job, &context, row);
}

/* Compares instructions with baselines, also those of cached results: a baseline can change. */
static void check_work(const struct xl_row_job *job, struct xl_row_result *result)
{
    if (!job->work_baselines || xl_check_is_disabled(job->disabled_checks, XL_CHECK_work))
        return;
    for (size_t i = 0; i < result->kernel_count; i++)
        xl_work_check(job->work_baselines, result, &result->kernels[i]);
}

/* agent: NULL if every kernel's result is cached. */
static void run_kernels(const struct xl_row_job *job, struct xl_agent *agent,
                        struct xl_workspace *workspace, struct xl_row_result *result)
{
    struct timespec deadline;
    struct xl_kernel_result *k = result->kernels;
    const char *first = NULL;
    size_t absent = 0;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec +=
        job->mode.kind == XL_MODE_THROUGHPUT ? XL_THROUGHPUT_ROW_LIMIT_S : job->row_limit_s;
    for (size_t i = next_kernel(job, 0); i < job->kernels->count;
         i = next_kernel(job, i + 1), k++) {
        if (xl_interrupted) {
            k->outcome = XL_NOT_RUN;
            snprintf(k->reason, sizeof k->reason, "%s", xl_stop_reason());
            continue;
        }
        struct xl_accuracy accuracy;
        begin_accuracy(job, i, &accuracy);
        const double began = xl_now();
        if (agent && !k->cached[0]) {
            show_progress(job, result, k);
            xl_kernel_run(job, agent, workspace, &deadline, &accuracy, result, k);
            k->seconds = xl_now() - began;
        }
        if (!xl_check_is_disabled(job->disabled_checks, XL_CHECK_accuracy))
            xl_accuracy_end(&accuracy, job->seed, job->count, result, k);
        if (accuracy.is_absent && !absent++)
            first = k->kernel;
    }
    xl_accuracy_note_absent(result, absent, first);
    if (agent)
        check_order(job, agent, workspace, result);
    if (agent && job->code && job->mode.kind == XL_MODE_WORK && !xl_interrupted) {
        xl_progress_tick(job->progress, "instructions per element");
        xl_work_row(job, agent, workspace, result);
    } else if (agent && job->code && !job->log && !xl_interrupted) {
        xl_progress_tick(job->progress, "evidence that the ISA executes");
        xl_evidence_row(job, agent, workspace, result);
    }
    check_work(job, result);
    xl_row_conclude(result, xl_stop_reason());
}

/* Starts the row's agent. False: it does not run, or its CPU is not the row's; sets the row's
 * outcome. The caller frees the agent. */
static bool start(const struct xl_row_job *job, struct xl_agent *agent,
                  struct xl_row_result *result)
{
    struct xl_error err;
    const bool has_memory = xl_agent_init(agent, job->row->arch->big_endian, &err) == 0;
    const enum xl_start status =
        has_memory ? xl_row_start_agent(job, agent, &err) : XL_START_FAILED;
    if (!has_memory) {
        snprintf(result->reason, sizeof result->reason, "%s", err.text);
    } else if (xl_interrupted) {
        snprintf(result->reason, sizeof result->reason, "%s", xl_stop_reason());
    } else if (status != XL_START_OK) {
        result->bad_input = status == XL_START_REFUSED && !job->row->native;
        snprintf(result->reason, sizeof result->reason, "%s: error: QEMU_CPU \"%s\": %.400s",
                 job->row->where, job->row->qemu_cpu, err.text);
    } else if (has_expected_cpu(job->row, agent, result)) {
        return true;
    }
    xl_row_forget_kernels(result); /* none ran */
    return false;
}

static void start_and_run(const struct xl_row_job *job, struct xl_workspace *workspace,
                          struct xl_row_result *result)
{
    struct xl_agent agent;
    if (start(job, &agent, result))
        run_kernels(job, &agent, workspace, result);
    xl_agent_free(&agent);
}

/* Whether the row can run. If not, sets its reason. */
static bool can_run(const struct xl_row_job *job, struct xl_row_result *result)
{
    result->outcome = XL_NOT_RUN;
    if (!job->agent) {
        snprintf(result->reason, sizeof result->reason, "%s", job->build_error);
    } else if (xl_interrupted) {
        snprintf(result->reason, sizeof result->reason, "%s", xl_stop_reason());
    } else {
        result->kernels = xl_alloc_mapped(job->kernels->count + 1, sizeof *result->kernels);
        return true;
    }
    return false;
}

/* Inspects the agent's code, which evidence needs. False: it cannot; sets the row's outcome. */
static bool inspect_code(const struct xl_row_job *job, struct xl_row_result *result)
{
    if (job->code)
        xl_agent_code_inspect(job->code);
    if (!job->code || !job->code->error[0])
        return true;
    result->outcome = XL_FAIL;
    xl_row_forget_kernels(result);
    snprintf(result->reason, sizeof result->reason, "%s", job->code->error);
    return false;
}

bool xl_row_begin(const struct xl_row_job *job, struct xl_agent *agent,
                  struct xl_row_result *result)
{
    *agent = (struct xl_agent){.process.output = -1, .memory_fd = -1, .command = -1, .reply = -1};
    result->reason[0] = '\0';
    if (!can_run(job, result))
        return false;
    list_kernels(job, result);
    return inspect_code(job, result) && start(job, agent, result);
}

bool xl_row_mark_uncached(const struct xl_row_job *job, bool *is_uncached)
{
    struct xl_row_cache cache;
    struct xl_row_result result = {.row = job->row};
    result.kernels = xl_alloc_mapped(job->kernels->count + 1, sizeof *result.kernels);
    list_kernels(job, &result);
    xl_row_cache_begin(&cache, job->cache, job, &result);
    size_t count = 0;
    const struct xl_kernel_result *k = result.kernels;
    for (size_t i = next_kernel(job, 0); i < job->kernels->count;
         i = next_kernel(job, i + 1), k++) {
        is_uncached[i] |= !k->cached[0];
        count += !k->cached[0];
    }
    const bool can = cache.store && (count || xl_row_cache_serves(&cache, &result));
    xl_row_forget_kernels(&result); /* nothing to store */
    result.outcome = XL_NOT_RUN;
    xl_row_cache_end(&cache, &result);
    xl_free_mapped(result.kernels);
    return can;
}

/* Whether the cache still has the results of kernels that the row's agent lacks. If not, sets the
 * row's outcome. */
static bool has_cached_rest(const struct xl_row_cache *cache, struct xl_row_result *result)
{
    const size_t lost = xl_row_cache_lost(cache, result);
    if (!lost)
        return true;
    xl_row_forget_kernels(result);
    snprintf(result->reason, sizeof result->reason, "%zu cached results disappeared; rerun", lost);
    return false;
}

/* Runs the kernels whose results are not cached. */
static void fill_row(const struct xl_row_job *job, struct xl_workspace *workspace,
                     struct xl_row_result *result)
{
    struct xl_row_cache cache;
    list_kernels(job, result);
    xl_row_cache_begin(&cache, job->cache, job, result);
    if (xl_row_cache_serves(&cache, result)) {
        result->outcome = XL_PASS;
        run_kernels(job, NULL, workspace, result);
    } else if (has_cached_rest(&cache, result)) {
        if (inspect_code(job, result))
            start_and_run(job, workspace, result);
        if (job->code)
            xl_agent_code_release(job->code);
    }
    xl_row_cache_end(&cache, result);
}

void xl_row_run(const struct xl_row_job *job, struct xl_workspace *workspace,
                struct xl_row_result *result)
{
    const double begin = xl_now();
    result->reason[0] = '\0';
    if (can_run(job, result))
        fill_row(job, workspace, result);
    result->seconds = xl_now() - begin;
}
