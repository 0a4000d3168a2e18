/* One row: its agent started and checked against the row, its kernels run to their verdicts.
 * SPDX-License-Identifier: MIT
 */
#include "run/row.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/digest.h"
#include "base/signals.h"
#include "base/terminal.h"
#include "binary/signature.h"
#include "build/build.h"
#include "execute/agent_client.h"
#include "execute/earlier_calls.h"
#include "execute/fault.h"
#include "execute/repeat.h"
#include "oracle/strides.h"
#include "repro/repro.h"
#include "results/baselines.h"
#include "results/results.h"
#include "run/agent_start.h"
#include "run/cache.h"
#include "run/evidence.h"
#include "run/kernel_order.h"
#include "run/throughput.h"

enum { XL_RATED_ROW_LIMIT_S = 24 * 3600 }; /* ten times all calls, for somebody who waits */

static enum xl_start start_agent(const struct xl_row_job *job, struct xl_agent *agent,
                                 struct xl_error *err)
{
    return job->log ? xl_log_start(job, agent, job->row->qemu_cpu, *job->log, err)
                    : xl_plain_start(job, agent, err);
}

/* Whether this CPU is the one that the row names. Fills the row's outcome where it is not. */
static bool is_the_row(const struct xl_row *row, const struct xl_agent *agent,
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
        snprintf(result->reason, sizeof result->reason, "the CPU \"%s\" does not have %s (%s)",
                 row->qemu_cpu, row->isa->name, row->where);
        return false;
    }
    result->vl_bits = isa->vl_bits;
    result->has_vl = 1;
    if (isa->vl_bits != row->vl_bits) {
        snprintf(result->reason, sizeof result->reason,
                 "the vector length is %u bits, the row says %u (%s)", isa->vl_bits, row->vl_bits,
                 row->where);
        return false;
    }
    for (size_t i = 0; i < XL_MAX_LACKS && row->lacks[i]; i++) {
        if (xl_agent_isa(agent, row->lacks[i]->name)) {
            snprintf(result->reason, sizeof result->reason,
                     "the CPU has %s, which the row says it lacks (%s)", row->lacks[i]->name,
                     row->where);
            return false;
        }
    }
    result->outcome = XL_PASS;
    return true;
}

static void fail_kernel(const struct xl_row_job *job, struct xl_kernel_result *k,
                        enum xl_check check, const char *why)
{
    if (!xl_check_is_disabled(job->disabled_checks, check))
        xl_result_add_finding_for(k, check, why);
}

/* Whether the function that is to be called is one of other arguments than the record's. */
static bool is_called_otherwise(const struct xl_row_job *job, const struct xl_kernel *kernel,
                                char *text, size_t size)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* rows share the agent's image */
    const char *function = xl_kernel_function(kernel);
    const long variant =
        job->code ? xl_image_variant(&job->code->image, kernel->name, job->row->isa->name, function)
                  : -1;
    struct xl_signature signature;
    if (variant < 0 || !job->code->image.elf)
        return false;
    const struct xl_image_variant *v = &job->code->image.variants[variant];
    pthread_mutex_lock(&lock);
    bool is_known = xl_signature_read(job->code->image.elf, v->entry, &signature);
    pthread_mutex_unlock(&lock);
    return is_known &&
           xl_signature_mismatch(kernel, job->row->arch->state->narrow,
                                 function ? function : v->symbol, &signature, text, size);
}

static bool is_told(const struct xl_kernels *kernels, const struct xl_agent_variant *v)
{
    for (size_t i = 0; i < kernels->count; i++) {
        const char *function = xl_kernel_function(kernels->kernels[i]);
        if (strcmp(kernels->kernels[i]->name, v->kernel) == 0 &&
            xl_kernel_is_for(kernels->kernels[i], v->isa) &&
            strcmp(function ? function : "", v->function) == 0)
            return true;
    }
    return false;
}

/* Whether the agent has code of the kernel for the ISA that the host knows nothing of, and that
 * would not be tested. */
static bool has_untold(const struct xl_kernels *kernels, const struct xl_agent *agent,
                       const struct xl_kernel *kernel, const char *isa, char *text, size_t size)
{
    for (size_t i = 0; i < agent->variant_count; i++) {
        const struct xl_agent_variant *v = &agent->variants[i];
        if (v->state != XL_VARIANT_OK || strcmp(v->kernel, kernel->name) != 0 ||
            strcmp(v->isa, isa) != 0)
            continue;
        char symbol[2 * XL_NAME_MAX + 2];
        snprintf(symbol, sizeof symbol, "%s__%s", v->kernel, v->isa);
        if (!v->function[0] && !is_told(kernels, v) &&
            xl_agent_variant(agent, v->kernel, v->isa, symbol) < 0)
            snprintf(text, size,
                     "XL_VECTOR has code for %s, which no XL_VARIANT has run: "
                     "XL_VARIANT(%s, %s, %s)",
                     isa, v->kernel, isa, symbol);
        else if (v->function[0] && !is_told(kernels, v))
            snprintf(text, size,
                     "the host knows nothing of its XL_VARIANT(%s, %s, %s): that must stand "
                     "outside of #if",
                     v->kernel, isa, v->function);
        else
            continue;
        return true;
    }
    return false;
}

/* Decides what can be said of a kernel without calling it. Returns true if it is to be called. */
static bool is_callable(const struct xl_row_job *job, const struct xl_agent *agent,
                        const struct xl_kernel *kernel, long variant, struct xl_kernel_result *k)
{
    char text[XL_TEXT], what[128];
    const char *isa = job->row->isa->name;
    const char *missing = xl_kernel_missing(kernel, isa);
    long own = xl_agent_variant(agent, kernel->name, isa, NULL);
    bool is_broken = own >= 0 && agent->variants[own].state == XL_VARIANT_BROKEN;
    bool present = variant >= 0 && agent->variants[variant].state == XL_VARIANT_OK;
    if (!xl_kernel_compiled(kernel)) {
        xl_build_error_of(job->module_folder, "objects", kernel->name,
                          "it does not compile on the host", text, sizeof text);
        fail_kernel(job, k, XL_CHECK_build, text);
        return false;
    }
    if (is_broken && !missing) {
        snprintf(what, sizeof what, "it does not compile for %s", isa);
        xl_build_error_of(job->build_folder, isa, kernel->name, what, text, sizeof text);
        fail_kernel(job, k, XL_CHECK_build, text);
        return false;
    }
    if (has_untold(job->kernels, agent, kernel, isa, text, sizeof text)) {
        fail_kernel(job, k, XL_CHECK_missing, text);
        return false;
    }
    if (!present && missing) {
        k->outcome = XL_SKIP;
        snprintf(k->reason, sizeof k->reason, "%s", missing);
        return false;
    }
    xl_missing_features(agent, xl_kernel_needs(kernel, isa), k->lacks, sizeof k->lacks);
    if (present && k->lacks[0]) {
        k->outcome = XL_SKIP;
        snprintf(k->reason, sizeof k->reason, "it needs %s, which this CPU does not have",
                 k->lacks);
        return false;
    }
    if (present && is_called_otherwise(job, kernel, text, sizeof text)) {
        fail_kernel(job, k, XL_CHECK_build, text);
        return false;
    }
    if (!present) {
        snprintf(text, sizeof text, "it has no code for %s, and gives no reason in .missing", isa);
        fail_kernel(job, k, XL_CHECK_missing, text);
        return false;
    }
    return true;
}

/* By an agent of its own, with the same memory laid out twice. */
static void rate_kernel(const struct xl_row_job *job, const struct xl_context *calls)
{
    struct xl_agent agent;
    struct xl_error err;
    struct xl_row_job raw = *job;
    raw.disabled_checks = &xl_throughput_off;
    if (xl_agent_init(&agent, job->row->arch->big_endian, &err) == 0 &&
        start_agent(&raw, &agent, &err) == XL_START_OK)
        xl_throughput_kernel(job->throughputs, job->row, calls, &agent);
    xl_agent_free(&agent);
}

/* k is not called, because the agent did not start again. */
static void set_not_started(struct xl_kernel_result *k, const struct xl_error *err)
{
    k->outcome = XL_NOT_RUN;
    snprintf(k->reason, sizeof k->reason, "%s%.400s",
             xl_interrupted ? "" : "the agent did not start again: ",
             xl_interrupted ? xl_stop_reason() : err->text);
}

/* The first call of a kernel that keeps something in static memory, again: on fresh agents, because
 * there is one first call in a process; on slow ones, so that it can be stopped in the middle. */
static enum xl_call_status run_first(const struct xl_row_job *job, const struct xl_context *calls,
                                     struct xl_kernel_result *k)
{
    enum { TIMES = 4 };
    struct xl_error err;
    if (job->log || k->outcome == XL_FAIL || !k->statics_bytes ||
        xl_check_is_disabled(job->disabled_checks, XL_CHECK_threads))
        return XL_STATUS_OK;
    enum xl_call_status turn = xl_record_later_calls(calls, k);
    for (int i = 0; i < TIMES && turn == XL_STATUS_OK && k->outcome == XL_PASS; i++) {
        if (xl_step_start(job, calls->agent, &err) == XL_START_OK)
            turn = xl_race_first_call(calls, k);
        else
            set_not_started(k, &err);
        xl_agent_stop(calls->agent);
    }
    return turn;
}

long xl_row_limit(unsigned count, bool is_counted)
{
    enum { LIMIT_S = 900, COUNTED_LIMIT_S = 4 * LIMIT_S };
    return (long)count * (is_counted ? COUNTED_LIMIT_S : LIMIT_S);
}

void xl_kernel_conclude(const struct xl_row_job *job, struct xl_agent *agent,
                        enum xl_call_status turn, struct xl_kernel_result *k)
{
    if (turn == XL_STATUS_INTERRUPTED && k->outcome != XL_FAIL) {
        k->outcome = XL_NOT_RUN;
        snprintf(k->reason, sizeof k->reason, "%s", xl_stop_reason());
    } else if (turn == XL_STATUS_ROW_TIMEOUT && k->outcome != XL_FAIL) {
        k->outcome = XL_NOT_RUN;
        snprintf(k->reason, sizeof k->reason,
                 "the row's time, %ld s, was used up after %llu calls of it", job->row_limit_s,
                 (unsigned long long)k->calls);
    } else if (k->outcome == XL_FAIL) {
        snprintf(k->reason, sizeof k->reason, "%s", k->findings[0].message);
        /* It may have damaged what the next kernel stands on: the shared mapping, for one. */
        xl_agent_stop(agent);
    } else if (!k->checked && k->outcome == XL_PASS) {
        k->outcome = XL_NOT_RUN;
        snprintf(k->reason, sizeof k->reason, "nothing was compared");
    }
}

static size_t codes_kept(const struct xl_row_result *row)
{
    size_t count = 0;
    for (size_t i = 0; i < row->kernel_count; i++)
        count += row->kernels[i].code != NULL;
    return count;
}

/* Says of a wrong value whether the call is right by itself, in a process that has made no other.
 */
static void tell_alone(const struct xl_row_job *job, const struct xl_context *calls,
                       struct xl_kernel_result *k)
{
    struct xl_finding *f = &k->findings[0];
    struct xl_error err;
    if (!k->changes_statics || !k->finding_count || !f->has_call || f->c.explicit_inputs ||
        job->repro || job->log || (f->check != XL_CHECK_value && f->check != XL_CHECK_alias))
        return;
    struct xl_kernel_result *alone = calloc(1, sizeof *alone);
    xl_agent_stop(calls->agent);
    if (alone && start_agent(job, calls->agent, &err) == XL_START_OK) {
        alone->outcome = XL_PASS;
        if (xl_execute_call(calls, &f->c, alone) == XL_STATUS_OK && alone->outcome == XL_PASS)
            snprintf(f->alone, sizeof f->alone,
                     "the call is right in a process that has made no other: it depends on calls "
                     "before it, static state");
    }
    free(alone);
}

/* What the calls of all kernels have in common. */
static struct xl_context calls_of(const struct xl_row_job *job, struct xl_agent *agent,
                                  struct xl_workspace *workspace, const struct xl_row_result *row)
{
    return (struct xl_context){.agent = agent,
                               .workspace = workspace,
                               .state = job->row->arch->state,
                               .flushes = job->row->isa->flushes,
                               .vl_bits = row->vl_bits,
                               .seed = job->seed,
                               .count = job->count,
                               .shortened = job->shortened,
                               .call_limit_ms = job->call_limit_ms,
                               .disabled_checks = job->disabled_checks,
                               .code = job->code};
}

/* Each kernel that has passed after each other one. */
static void run_order(const struct xl_row_job *job, struct xl_agent *agent,
                      struct xl_workspace *workspace, struct xl_row_result *row)
{
    const struct xl_context calls = calls_of(job, agent, workspace, row);
    if (job->log || job->throughputs || xl_interrupted ||
        xl_check_is_disabled(job->disabled_checks, XL_CHECK_repeat))
        return;
    xl_progress_tick(job->progress, "each kernel after each other");
    xl_order_check(job, &calls, start_agent, row);
}

unsigned xl_streamed_calls(const struct xl_row_job *job, const char *kernel)
{
    enum { ONE_IN = 128, ALL = (1 << XL_STREAMED_CASES) - 1 };
    if (job->shortened || strcmp(job->row->opt, "O0") == 0 || job->log || job->plot ||
        job->throughputs)
        return 0;
    if (job->all_streamed)
        return ALL;
    const uint64_t hash =
        xl_mix(xl_mix(job->seed, xl_digest_text(job->row->name).low), xl_digest_text(kernel).low);
    return hash % ONE_IN == 0 ? 1u << (hash / ONE_IN) % XL_STREAMED_CASES : 0;
}

static void run_kernel(const struct xl_row_job *job, struct xl_agent *agent,
                       struct xl_workspace *workspace, const struct timespec *deadline,
                       const struct xl_accuracy *accuracy, struct xl_row_result *row,
                       struct xl_kernel_result *k)
{
    const struct xl_kernel *kernel = k->record;
    struct xl_error err;
    if (!agent->process.pid && start_agent(job, agent, &err) != XL_START_OK) {
        set_not_started(k, &err);
        return;
    }
    long variant =
        xl_agent_variant(agent, kernel->name, job->row->isa->name, xl_kernel_function(kernel));
    if (!is_callable(job, agent, kernel, variant, k))
        return;
    struct xl_context calls = calls_of(job, agent, workspace, row);
    calls.kernel = kernel;
    calls.variant = (size_t)variant;
    calls.baseline = &accuracy->baseline;
    calls.has_row_baseline = accuracy->own != NULL;
    calls.plot = job->plot;
    calls.deadline = deadline;
    calls.streamed = xl_streamed_calls(job, kernel->name);
    if (job->repro && xl_repro_kernel(job->repro, job, &calls, start_agent, k))
        return;
    enum xl_call_status turn = xl_execute_kernel(&calls, k);
    if (turn == XL_STATUS_OK && k->outcome == XL_PASS && job->throughputs)
        rate_kernel(job, &calls);
    else if (turn == XL_STATUS_OK)
        turn = run_first(job, &calls, k);
    if (turn == XL_STATUS_OK && k->changes_statics && k->outcome == XL_PASS && !job->log &&
        !job->throughputs && (agent->process.pid || start_agent(job, agent, &err) == XL_START_OK)) {
        turn = xl_check_earlier_calls(&calls, k); /* looks at static memory anew */
        xl_agent_stop(agent);                     /* what is kept is for no other kernel yet */
    }
    if (k->outcome == XL_FAIL)
        tell_alone(job, &calls, k);
    if (k->outcome == XL_FAIL && codes_kept(row) < XL_MAX_CODES)
        xl_store_code(&calls, k);
    xl_kernel_conclude(job, agent, turn, k);
}

/* cut_short: why the row was not finished; "": it was. */
static void conclude(struct xl_row_result *result, const char *cut_short)
{
    size_t failed = 0, not_run = 0;
    for (size_t i = 0; i < result->kernel_count; i++) {
        failed += result->kernels[i].outcome == XL_FAIL;
        not_run += result->kernels[i].outcome == XL_NOT_RUN;
    }
    if (failed || not_run || cut_short[0])
        result->outcome = failed ? XL_FAIL : XL_NOT_RUN;
    if (failed)
        snprintf(result->reason, sizeof result->reason, "%zu of %zu kernels failed%s%s", failed,
                 result->kernel_count, cut_short[0] ? "; " : "", cut_short);
    else if (cut_short[0])
        snprintf(result->reason, sizeof result->reason, "%s", cut_short);
    else if (not_run)
        snprintf(result->reason, sizeof result->reason, "%zu of %zu kernels were not run: %.300s",
                 not_run, result->kernel_count, result->kernels[result->kernel_count - 1].reason);
    else if (result->control_failed) {
        result->outcome = XL_FAIL;
        snprintf(result->reason, sizeof result->reason, "the control run: %.450s", result->control);
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

/* The first kernel from `from` on that the row runs; their number: there is none. */
static size_t next_kernel(const struct xl_row_job *job, size_t from)
{
    const struct xl_kernels *all = job->kernels;
    while (from < all->count &&
           (!job->selected[from] || !xl_row_has_kernel(job->row, all->kernels[from]->name) ||
            !xl_kernel_is_for(all->kernels[from], job->row->isa->name)))
        from++;
    return from;
}

/* All that the row runs, and what is known of them before. */
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

static void tell_progress(const struct xl_row_job *job, const struct xl_row_result *result,
                          const struct xl_kernel_result *k)
{
    char text[200];
    snprintf(text, sizeof text, "%zu of %zu, %s", (size_t)(k - result->kernels) + 1,
             result->kernel_count, k->kernel);
    xl_progress_tick(job->progress, text);
}

/* agent: NULL: every kernel's result was kept. */
static void run_kernels(const struct xl_row_job *job, struct xl_agent *agent,
                        struct xl_workspace *workspace, struct xl_row_result *result)
{
    struct timespec deadline;
    struct xl_kernel_result *k = result->kernels;
    const char *first = NULL;
    size_t absent = 0;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += job->throughputs ? XL_RATED_ROW_LIMIT_S : job->row_limit_s;
    for (size_t i = next_kernel(job, 0); i < job->kernels->count;
         i = next_kernel(job, i + 1), k++) {
        if (xl_interrupted) {
            k->outcome = XL_NOT_RUN;
            snprintf(k->reason, sizeof k->reason, "%s", xl_stop_reason());
            continue;
        }
        struct xl_accuracy accuracy;
        tell_progress(job, result, k);
        begin_accuracy(job, i, &accuracy);
        if (agent && !k->cached[0])
            run_kernel(job, agent, workspace, &deadline, &accuracy, result, k);
        if (!xl_check_is_disabled(job->disabled_checks, XL_CHECK_accuracy))
            xl_accuracy_end(&accuracy, job->seed, job->count, result, k);
        if (accuracy.is_absent && !absent++)
            first = k->kernel;
    }
    xl_accuracy_note_absent(result, absent, first);
    if (agent)
        run_order(job, agent, workspace, result);
    if (agent && job->code && !job->log && !xl_interrupted) {
        xl_progress_tick(job->progress, "evidence that its ISA executes");
        xl_evidence_row(job, agent, workspace, result);
    }
    conclude(result, xl_stop_reason());
}

static void start_and_run(const struct xl_row_job *job, struct xl_workspace *workspace,
                          struct xl_row_result *result)
{
    struct xl_agent agent;
    struct xl_error err;
    if (xl_agent_init(&agent, job->row->arch->big_endian, &err)) {
        snprintf(result->reason, sizeof result->reason, "%s", err.text);
        result->kernel_count = 0;
        xl_agent_free(&agent);
        return;
    }
    enum xl_start start = start_agent(job, &agent, &err);
    if (xl_interrupted) {
        snprintf(result->reason, sizeof result->reason, "%s", xl_stop_reason());
    } else if (start != XL_START_OK) {
        result->bad_input = start == XL_START_REFUSED && !job->row->native;
        snprintf(result->reason, sizeof result->reason, "%s: error: QEMU_CPU \"%s\": %.400s",
                 job->row->where, job->row->qemu_cpu, err.text);
    } else if (is_the_row(job->row, &agent, result)) {
        run_kernels(job, &agent, workspace, result);
        xl_agent_free(&agent);
        return;
    }
    result->kernel_count = 0; /* none was run */
    xl_agent_free(&agent);
}

/* Whether the row can be run. */
static bool can_run(const struct xl_row_job *job, struct xl_row_result *result)
{
    result->outcome = XL_NOT_RUN;
    if (!job->agent) {
        snprintf(result->reason, sizeof result->reason, "%s", job->build_error);
    } else if (xl_interrupted) {
        snprintf(result->reason, sizeof result->reason, "%s", xl_stop_reason());
    } else if (!(result->kernels = calloc(job->kernels->count + 1, sizeof *result->kernels))) {
        snprintf(result->reason, sizeof result->reason, "out of memory");
    } else {
        return true;
    }
    return false;
}

/* Whether the agent's code can be evidence, where that is wanted. Fills the row's outcome where it
 * cannot. */
static bool is_inspected(const struct xl_row_job *job, struct xl_row_result *result)
{
    if (job->code)
        xl_agent_code_inspect(job->code);
    if (!job->code || !job->code->error[0])
        return true;
    result->outcome = XL_FAIL;
    result->kernel_count = 0;
    snprintf(result->reason, sizeof result->reason, "%s", job->code->error);
    return false;
}

bool xl_row_lacks(const struct xl_row_job *job, bool *lacking)
{
    struct xl_row_cache cache;
    struct xl_row_result result = {.row = job->row};
    result.kernels = calloc(job->kernels->count + 1, sizeof *result.kernels);
    if (!result.kernels)
        return false;
    list_kernels(job, &result);
    xl_row_cache_begin(&cache, job->cache, job, &result);
    size_t count = 0;
    const struct xl_kernel_result *k = result.kernels;
    for (size_t i = next_kernel(job, 0); i < job->kernels->count;
         i = next_kernel(job, i + 1), k++) {
        lacking[i] |= !k->cached[0];
        count += !k->cached[0];
    }
    const bool can = cache.store && (count || xl_row_cache_serves(&cache, &result));
    result.kernel_count = 0; /* none is to be kept */
    xl_row_cache_end(&cache, &result);
    free(result.kernels);
    return can;
}

/* Whether all is there that the row's own agent does not have. Fills the row's outcome where it is
 * not. */
static bool has_others(const struct xl_row_cache *cache, struct xl_row_result *result)
{
    const size_t lost = xl_row_cache_lost(cache, result);
    if (!lost)
        return true;
    result->kernel_count = 0;
    snprintf(result->reason, sizeof result->reason,
             "the results of %zu kernels went while the run began, which it counted on: run again",
             lost);
    return false;
}

/* What is not kept is run. */
static void fill_row(const struct xl_row_job *job, struct xl_workspace *workspace,
                     struct xl_row_result *result)
{
    struct xl_row_cache cache;
    list_kernels(job, result);
    xl_row_cache_begin(&cache, job->cache, job, result);
    if (xl_row_cache_serves(&cache, result)) {
        result->outcome = XL_PASS;
        run_kernels(job, NULL, workspace, result);
    } else if (has_others(&cache, result) && is_inspected(job, result)) {
        start_and_run(job, workspace, result);
    }
    xl_row_cache_end(&cache, result);
}

void xl_row_run(const struct xl_row_job *job, struct xl_workspace *workspace,
                struct xl_row_result *result)
{
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    result->reason[0] = '\0';
    if (can_run(job, result))
        fill_row(job, workspace, result);
    clock_gettime(CLOCK_MONOTONIC, &end);
    result->seconds =
        (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
}
