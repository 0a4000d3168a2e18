/* One row: its agent is started and checked against the row, then its kernels run.
 * SPDX-License-Identifier: MIT
 */
#include "run/row_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/signals.h"
#include "base/terminal.h"
#include "execute/calls.h"
#include "results/baselines.h"
#include "results/checks.h"
#include "results/results.h"
#include "results/work.h"
#include "run/cache.h"
#include "run/expect.h"
#include "run/row_evidence.h"
#include "run/runner.h"

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
    if (!isa && row->runner) {
        snprintf(result->reason, sizeof result->reason, "the CPU of runner %s lacks %s (%s)",
                 row->runner, row->isa->name, row->where);
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

/* Kernels called after others in one agent: state that they share shows only in some order.
 *
 * One agent calls them from the first to the last and back, another from the last to the first and
 * back. So each is called before and after each other one, and each of two is the first that a
 * process calls. */

enum {
    XL_NEAR_VARIANTS = 6, /* variants of a record that are called right after each other */
    XL_MOST_SUSPECTS = 60 /* each takes two agents */
};

struct order {
    const struct xl_row_job *job;
    struct xl_context context;
    struct xl_kernel_result **kernels;
    size_t count;
    size_t *history; /* numbers of the kernels that this agent has called, in order */
    size_t history_count;
};

static bool restart_agent(struct order *o)
{
    struct xl_error err;
    xl_agent_stop(o->context.agent);
    return !xl_interrupted && xl_row_start_agent(o->job, o->context.agent, &err) == XL_START_OK;
}

/* False: the kernel could not be called. */
static bool call_kernel(struct order *o, size_t number, struct xl_kernel_result *result)
{
    const struct xl_kernel *kernel = o->kernels[number]->record;
    const long variant = xl_agent_variant(o->context.agent, kernel->name, o->job->row->isa->name,
                                          xl_kernel_function(kernel));
    *result = (struct xl_kernel_result){.outcome = XL_PASS, .kernel = kernel->name};
    if (variant < 0)
        return false;
    o->context.kernel = kernel;
    o->context.variant = (size_t)variant;
    const enum xl_call_status status = xl_execute_few_calls(&o->context, result);
    return status == XL_STATUS_OK || result->outcome == XL_FAIL;
}

/* Whether a new agent that calls these kernels in order fails the last one only. */
static bool fails_last(struct order *o, const size_t *numbers, size_t count,
                       struct xl_kernel_result *result)
{
    if (!restart_agent(o))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!call_kernel(o, numbers[i], result) || (result->outcome == XL_FAIL && i + 1 < count))
            return false;
    return result->outcome == XL_FAIL;
}

enum { XL_NOBODY = -1 };

/* The last kernel whose calls make this one wrong. */
static long find_culprit(struct order *o, size_t wrong, struct xl_kernel_result *result)
{
    size_t tried = 0;
    for (size_t s = o->history_count; s-- > 0 && tried < XL_MOST_SUSPECTS;) {
        const size_t suspect = o->history[s], after[] = {suspect, wrong},
                     between[] = {wrong, suspect, wrong};
        bool is_new = suspect != wrong;
        for (size_t t = s + 1; t < o->history_count && is_new; t++)
            is_new = o->history[t] != suspect;
        if (!is_new)
            continue;
        tried++;
        if (fails_last(o, after, 2, result) || fails_last(o, between, 3, result))
            return (long)suspect;
    }
    return XL_NOBODY;
}

/* "wrong after NAME was called: wrong value in r[0]". fails_alone: it needs no other kernel. */
static void add_finding(struct xl_kernel_result *k, const struct xl_finding *from,
                        const struct xl_kernel_result *culprit, bool fails_alone)
{
    struct xl_finding *f = xl_result_add_finding(k, fails_alone ? from->check : XL_CHECK_repeat);
    if (!f)
        return;
    const enum xl_check check = f->check;
    const bool is_varied = culprit && culprit->record->variant;
    *f = *from;
    f->check = check;
    if (fails_alone)
        return;
    f->after = culprit ? culprit->kernel : "";
    snprintf(f->message, sizeof f->message, "wrong after %s%s%s%s: %.300s",
             culprit ? culprit->kernel : "all of the kernels", is_varied ? ", variant " : "",
             is_varied ? culprit->variant : "", culprit ? " was called" : " were called",
             from->message);
}

/* Finds out why the last kernel failed with `result`, and adds its findings. */
static void explain(struct order *o, size_t wrong, const struct xl_kernel_result *result)
{
    struct xl_kernel_result *k = o->kernels[wrong], *repeated = xl_alloc(1, sizeof *repeated);
    const size_t alone[] = {wrong};
    const bool fails_alone = fails_last(o, alone, 1, repeated);
    const long culprit = fails_alone ? XL_NOBODY : find_culprit(o, wrong, repeated);
    const struct xl_kernel_result *from = fails_alone || culprit >= 0 ? repeated : result;
    for (unsigned i = 0; i < from->finding_count && !xl_interrupted; i++)
        add_finding(k, &from->findings[i], culprit >= 0 ? o->kernels[culprit] : NULL, fails_alone);
    if (k->finding_count)
        snprintf(k->reason, sizeof k->reason, "%s", k->findings[0].message);
    k->cached[0] = '\0'; /* its cached result does not hold */
    free(repeated);
}

/* Calls a kernel after those before it. False: no more can be called. */
static bool call_next(struct order *o, size_t number)
{
    if (o->kernels[number]->outcome != XL_PASS)
        return true;
    struct xl_kernel_result *result = xl_alloc(1, sizeof *result);
    bool goes_on = call_kernel(o, number, result);
    if (goes_on && result->outcome == XL_FAIL) {
        explain(o, number, result);
        o->history_count = 0;
        goes_on = restart_agent(o);
    } else if (goes_on) {
        o->history[o->history_count++] = number;
    }
    free(result);
    return goes_on;
}

/* From the first to the last and back; or from the last to the first and back. */
static bool call_there_and_back(struct order *o, bool is_reverse)
{
    const size_t last = o->count - 1;
    o->history_count = 0;
    bool goes_on = restart_agent(o);
    for (size_t s = 0; s <= 2 * last && goes_on; s++) {
        const size_t at = s < last ? s : 2 * last - s;
        goes_on = call_next(o, is_reverse ? last - at : at);
    }
    return goes_on;
}

/* Each variant of a record right after each other one. */
static void call_pairs(struct order *o)
{
    bool goes_on = true;
    for (size_t i = 0; i < o->count; i++)
        for (size_t k = i + 1; k < o->count && k < i + XL_NEAR_VARIANTS && goes_on &&
                               strcmp(o->kernels[i]->kernel, o->kernels[k]->kernel) == 0;
             k++)
            goes_on = call_next(o, i) && call_next(o, k) && call_next(o, i);
}

/* Calls the kernels that have passed a few times each: each after each other one, and each variant
 * of a record right after each other one of it. A kernel that is wrong then fails with a finding
 * that names the kernel called before. context: of any kernel of the row. Restarts the agent. */
static void try_orders(const struct xl_row_job *job, const struct xl_context *context,
                       struct xl_row_result *row)
{
    const size_t most_calls = (row->kernel_count + 1) * (4 + 3 * (size_t)XL_NEAR_VARIANTS);
    struct order o = {.job = job,
                      .context = *context,
                      .kernels = xl_alloc(row->kernel_count, sizeof(struct xl_kernel_result *)),
                      .history = xl_alloc(most_calls, sizeof *o.history)};
    bool any_keeps = false;
    o.context.baseline = NULL;
    o.context.has_row_baseline = false;
    for (size_t i = 0; i < row->kernel_count; i++)
        if (row->kernels[i].outcome == XL_PASS) {
            o.kernels[o.count++] = &row->kernels[i];
            any_keeps |= row->kernels[i].changes_statics != 0;
        }
    if (any_keeps && o.count > 1 && call_there_and_back(&o, false) && call_there_and_back(&o, true))
        call_pairs(&o);
    free(o.kernels);
    free(o.history);
}

/* The kernels of a row. */

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
    try_orders(job, &context, row);
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

/* Bochs is an emulator, whose bugs are known by its version. */
static void name_runner(const struct xl_row *row, const struct xl_agent *agent,
                        struct xl_row_result *result)
{
    char name[sizeof result->qemu];
    xl_runner_describe(row, name, sizeof name);
    if (xl_row_is_bochs(row))
        memcpy(result->qemu, name, sizeof name);
    snprintf(result->runner, sizeof result->runner, "%s%s%s", name, *agent->machine ? ", " : "",
             agent->machine);
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
    if (status == XL_START_OK && job->row->runner)
        name_runner(job->row, agent, result);
    if (!has_memory) {
        snprintf(result->reason, sizeof result->reason, "%s", err.text);
    } else if (xl_interrupted) {
        snprintf(result->reason, sizeof result->reason, "%s", xl_stop_reason());
    } else if (status != XL_START_OK && job->row->runner) {
        if (agent->is_absent)
            result->outcome = XL_SKIP;
        snprintf(result->reason, sizeof result->reason, "runner %.64s%s%.60s%s: %.300s",
                 job->row->runner, job->row->host ? " " : "", job->row->host ? job->row->host : "",
                 agent->is_absent ? " is not there" : "", err.text);
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
        result->outcome = job->is_absent ? XL_SKIP : XL_NOT_RUN;
        snprintf(result->reason, sizeof result->reason, "%s", job->build_error);
    } else if (job->row->native && !job->row->runner && !xl_arch_is_native(job->row->arch)) {
        result->outcome = XL_SKIP;
        snprintf(result->reason, sizeof result->reason,
                 "this machine's CPU has no %s: it is not %s", job->row->isa->name,
                 job->row->arch->name);
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
