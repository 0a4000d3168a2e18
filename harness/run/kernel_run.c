/* One kernel on one row: whether it can be called, its calls, and its outcome.
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/memory.h"
#include "base/signals.h"
#include "base/text.h"
#include "build/build.h"
#include "execute/calls.h"
#include "oracle/strides.h"
#include "results/baselines.h"
#include "results/results.h"
#include "run/agent_start.h"
#include "run/row_run.h"
#include "run/signature.h"

enum xl_start xl_row_start_agent(const struct xl_row_job *job, struct xl_agent *agent,
                                 struct xl_error *err)
{
    return job->log
               ? xl_log_start(job, agent, job->row->qemu_cpu, XL_LOG_INSTRUCTIONS, *job->log, err)
               : xl_plain_start(job, agent, err);
}

/* Limits of calls are longer under Bochs: it is slow, and slower on a busy machine. */
enum { XL_BOCHS_TIMES = 10 };

struct xl_context xl_row_context(const struct xl_row_job *job, struct xl_agent *agent,
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
                               .call_limit_ms = xl_row_is_bochs(job->row)
                                                    ? XL_BOCHS_TIMES * job->call_limit_ms
                                                    : job->call_limit_ms,
                               .disabled_checks = job->disabled_checks,
                               .code = job->code};
}

static void fail_kernel(const struct xl_row_job *job, struct xl_kernel_result *k,
                        enum xl_check check, const char *why)
{
    if (!xl_check_is_disabled(job->disabled_checks, check))
        xl_result_add_finding_for(k, check, why);
}

/* Whether the compiled function takes other arguments than the record says. */
static bool has_other_signature(const struct xl_row_job *job, const struct xl_kernel *kernel,
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
           xl_signature_mismatch(kernel, job->row->arch->state->arg_extension,
                                 function ? function : v->symbol, &signature, text, size);
}

static bool is_known_variant(const struct xl_kernels *kernels, const struct xl_agent_variant *v)
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

/* Whether the agent has code of the kernel for the ISA that the host's module does not list: it
 * would not be tested. */
static bool has_unknown_variant(const struct xl_kernels *kernels, const struct xl_agent *agent,
                                const struct xl_kernel *kernel, const char *isa, char *text,
                                size_t size)
{
    for (size_t i = 0; i < agent->variant_count; i++) {
        const struct xl_agent_variant *v = &agent->variants[i];
        if (v->state != XL_VARIANT_OK || strcmp(v->kernel, kernel->name) != 0 ||
            strcmp(v->isa, isa) != 0)
            continue;
        char symbol[2 * XL_NAME_MAX + 2];
        snprintf(symbol, sizeof symbol, "%s__%s", v->kernel, v->isa);
        if (!v->function[0] && !is_known_variant(kernels, v) &&
            xl_agent_variant(agent, v->kernel, v->isa, symbol) < 0)
            snprintf(text, size,
                     "XL_VECTOR has code for %s that no XL_VARIANT runs: add XL_VARIANT(%s, %s, "
                     "%s)",
                     isa, v->kernel, isa, symbol);
        else if (v->function[0] && !is_known_variant(kernels, v))
            snprintf(text, size, "XL_VARIANT(%s, %s, %s) must be outside of #if", v->kernel, isa,
                     v->function);
        else
            continue;
        return true;
    }
    return false;
}

bool xl_kernel_can_call(const struct xl_row_job *job, const struct xl_agent *agent,
                        const struct xl_kernel *kernel, long variant, struct xl_kernel_result *k)
{
    char text[XL_TEXT], fallback[128];
    const char *isa = job->row->isa->name;
    const char *missing = xl_kernel_missing(kernel, isa);
    long own = xl_agent_variant(agent, kernel->name, isa, NULL);
    bool is_broken = own >= 0 && agent->variants[own].state == XL_VARIANT_BROKEN;
    bool present = variant >= 0 && agent->variants[variant].state == XL_VARIANT_OK;
    if (!xl_kernel_compiled(kernel)) {
        xl_build_error_of(job->module_directory, "objects", kernel->name,
                          "it does not compile on the host", text, sizeof text);
        fail_kernel(job, k, XL_CHECK_build, text);
        return false;
    }
    if (is_broken && !missing) {
        snprintf(fallback, sizeof fallback, "it does not compile for %s", isa);
        xl_build_error_of(job->build_directory, isa, kernel->name, fallback, text, sizeof text);
        fail_kernel(job, k, XL_CHECK_build, text);
        return false;
    }
    if (has_unknown_variant(job->kernels, agent, kernel, isa, text, sizeof text)) {
        fail_kernel(job, k, XL_CHECK_missing, text);
        return false;
    }
    if (!present && missing) {
        k->outcome = XL_SKIP;
        snprintf(k->reason, sizeof k->reason, "%s", missing);
        return false;
    }
    xl_missing_features(agent, xl_kernel_needs(kernel, isa), k->lacks, sizeof k->lacks);
    if (job->row->kernels_bits && job->row->kernels_bits != job->row->vl_bits)
        xl_append(k->lacks, sizeof k->lacks, "%svectors of exactly %u bits", *k->lacks ? ", " : "",
                  job->row->kernels_bits);
    if (present && k->lacks[0]) {
        k->outcome = XL_SKIP;
        snprintf(k->reason, sizeof k->reason, "it needs %s, which this CPU lacks", k->lacks);
        return false;
    }
    if (present && has_other_signature(job, kernel, text, sizeof text)) {
        fail_kernel(job, k, XL_CHECK_build, text);
        return false;
    }
    if (!present) {
        snprintf(text, sizeof text, "no code for %s and no reason in .missing", isa);
        fail_kernel(job, k, XL_CHECK_missing, text);
        return false;
    }
    return true;
}

/* The kernel is not called, because the agent did not restart. */
static void set_not_started(struct xl_kernel_result *k, const struct xl_error *err)
{
    k->outcome = XL_NOT_RUN;
    snprintf(k->reason, sizeof k->reason, "%s%.400s",
             xl_interrupted ? "" : "the agent did not restart: ",
             xl_interrupted ? xl_stop_reason() : err->text);
}

/* In a new, slow agent, too: no thread has made a call, and a call lasts until it is stopped. */
static enum xl_call_status run_crowd(const struct xl_row_job *job, const struct xl_context *context,
                                     struct xl_kernel_result *k)
{
    struct xl_error err;
    if (xl_step_start(job, context->agent, &err) != XL_START_OK) {
        set_not_started(k, &err);
        return XL_STATUS_OK;
    }
    const enum xl_call_status status = xl_check_crowd(context, k);
    xl_agent_stop(context->agent);
    return status;
}

/* Repeats the first call of a kernel that keeps something in static memory: in new agents, because
 * a process has only one first call, and in slow ones, so that it can be stopped in the middle. */
static enum xl_call_status repeat_first_call(const struct xl_row_job *job,
                                             const struct xl_context *context,
                                             struct xl_kernel_result *k)
{
    enum { TIMES = 4 };
    struct xl_error err;
    if (job->log || k->outcome == XL_FAIL || !k->statics_bytes ||
        xl_check_is_disabled(job->disabled_checks, XL_CHECK_threads))
        return XL_STATUS_OK;
    enum xl_call_status status = xl_record_later_calls(context, k);
    for (int i = 0; i < TIMES && status == XL_STATUS_OK && k->outcome == XL_PASS; i++) {
        if (xl_step_start(job, context->agent, &err) == XL_START_OK)
            status = xl_race_first_call(context, k);
        else
            set_not_started(k, &err);
        xl_agent_stop(context->agent);
    }
    if (status == XL_STATUS_OK && k->outcome == XL_PASS)
        status = run_crowd(job, context, k);
    return status;
}

void xl_kernel_conclude(const struct xl_row_job *job, struct xl_agent *agent,
                        enum xl_call_status status, struct xl_kernel_result *k)
{
    if (status == XL_STATUS_INTERRUPTED && k->outcome != XL_FAIL) {
        k->outcome = XL_NOT_RUN;
        snprintf(k->reason, sizeof k->reason, "%s", xl_stop_reason());
    } else if (status == XL_STATUS_ROW_TIMEOUT && k->outcome != XL_FAIL) {
        k->outcome = XL_NOT_RUN;
        snprintf(k->reason, sizeof k->reason, "row time limit %ld s reached after %llu calls",
                 job->row_limit_s, (unsigned long long)k->calls);
    } else if (k->outcome == XL_FAIL) {
        snprintf(k->reason, sizeof k->reason, "%s", k->findings[0].message);
        /* It may have damaged what the next kernel uses, such as the shared mapping. */
        xl_agent_stop(agent);
    } else if (!k->checked && k->outcome == XL_PASS) {
        k->outcome = XL_NOT_RUN;
        snprintf(k->reason, sizeof k->reason, "nothing was compared");
    }
}

static size_t saved_code_count(const struct xl_row_result *row)
{
    size_t count = 0;
    for (size_t i = 0; i < row->kernel_count; i++)
        count += row->kernels[i].code != NULL;
    return count;
}

/* Notes whether a call with a wrong value is right in a process that has made no other call. */
static void note_right_alone(const struct xl_row_job *job, const struct xl_context *context,
                             struct xl_kernel_result *k)
{
    struct xl_finding *f = &k->findings[0];
    struct xl_error err;
    if (!k->changes_statics || !k->finding_count || !f->has_call || f->c.explicit_inputs ||
        job->mode.kind == XL_MODE_REPRO || job->log ||
        (f->check != XL_CHECK_value && f->check != XL_CHECK_alias))
        return;
    xl_agent_stop(context->agent);
    if (xl_row_start_agent(job, context->agent, &err) != XL_START_OK)
        return;
    struct xl_kernel_result *alone = xl_alloc(1, sizeof *alone);
    alone->outcome = XL_PASS;
    if (xl_execute_call(context, &f->c, alone) == XL_STATUS_OK && alone->outcome == XL_PASS)
        snprintf(f->alone, sizeof f->alone,
                 "the call is right in a process that has made no other: it depends on calls "
                 "before it, static state");
    free(alone);
}

/* Which of a kernel's longest calls (oracle/strides.h) the row makes, as bits. The streamed ones
 * cost as much as all its other calls. If few kernels are selected, all of them; otherwise, by row
 * and seed, a streamed call of one kernel in 128, and one of those between of one in 8. Where a
 * total of integers may wrap, the call in which it does, of one in 4: ten rows miss it for one
 * kernel in 18. */
static unsigned streamed_calls(const struct xl_row_job *job, uint64_t seed,
                               const struct xl_kernel *kernel)
{
    enum { ONE_IN = 128, BETWEEN_ONE_IN = 8, TOTAL_ONE_IN = 4, ALL = (1 << XL_LONGEST_CASES) - 1 };
    if (job->shortened || strcmp(job->row->opt, "O0") == 0 || job->log ||
        job->mode.kind == XL_MODE_PLOT || job->mode.kind == XL_MODE_THROUGHPUT)
        return 0;
    if (job->all_streamed)
        return ALL;
    const uint64_t hash = xl_mix(seed, xl_digest_text(kernel->name).low), between = xl_mix(hash, 1);
    const unsigned streamed = hash % ONE_IN == 0 ? 1u << (hash / ONE_IN) % XL_STREAMED_CASES : 0;
    if (xl_total_wraps(kernel))
        return between % TOTAL_ONE_IN != 0 ? streamed : streamed | 1u << (XL_LONGEST_CASES - 1);
    return between % BETWEEN_ONE_IN != 0
               ? streamed
               : streamed | 1u << (XL_STREAMED_CASES + between / BETWEEN_ONE_IN % XL_BETWEEN_CASES);
}

static void run_once(const struct xl_row_job *job, struct xl_agent *agent,
                     struct xl_workspace *workspace, const struct timespec *deadline,
                     const struct xl_accuracy *accuracy, struct xl_row_result *row,
                     struct xl_kernel_result *k)
{
    const struct xl_kernel *kernel = k->record;
    const bool is_timed = job->mode.kind == XL_MODE_THROUGHPUT;
    struct xl_error err;
    if (!agent->process.pid && xl_row_start_agent(job, agent, &err) != XL_START_OK) {
        set_not_started(k, &err);
        return;
    }
    long variant =
        xl_agent_variant(agent, kernel->name, job->row->isa->name, xl_kernel_function(kernel));
    if (!xl_kernel_can_call(job, agent, kernel, variant, k))
        return;
    if (job->mode.kind == XL_MODE_WORK) {
        k->checked = 1; /* or it would count as not run */
        return;
    }
    struct xl_context context = xl_row_context(job, agent, workspace, row);
    context.kernel = kernel;
    context.variant = (size_t)variant;
    context.baseline = &accuracy->baseline;
    context.has_row_baseline = accuracy->own != NULL;
    context.plot = job->mode.kind == XL_MODE_PLOT ? job->mode.plot : NULL;
    context.deadline = deadline;
    context.streamed_seed = xl_mix(job->seed, xl_digest_text(job->row->name).low);
    context.streamed = streamed_calls(job, context.streamed_seed, kernel);
    if (job->mode.kind == XL_MODE_REPRO && job->mode.repeat(job->mode.data, job, &context, k))
        return;
    enum xl_call_status status = xl_execute_kernel(&context, k);
    if (status == XL_STATUS_OK && k->outcome == XL_PASS && is_timed)
        job->mode.measure(job->mode.data, job, &context);
    else if (status == XL_STATUS_OK)
        status = repeat_first_call(job, &context, k);
    if (status == XL_STATUS_OK && k->changes_statics && k->outcome == XL_PASS && !job->log &&
        !is_timed && (agent->process.pid || xl_row_start_agent(job, agent, &err) == XL_START_OK)) {
        status = xl_check_earlier_calls(&context, k);
        xl_agent_stop(agent); /* the next kernel starts without the state of this one */
    }
    if (k->outcome == XL_FAIL)
        note_right_alone(job, &context, k);
    if (k->outcome == XL_FAIL && saved_code_count(row) < XL_MAX_CODES)
        xl_store_code(&context, k);
    if (k->outcome == XL_FAIL)
        xl_ask_other_emulators(job, &context, row, k);
    xl_kernel_conclude(job, agent, status, k);
}

/* Again if the way to an agent elsewhere was lost. */
void xl_kernel_run(const struct xl_row_job *job, struct xl_agent *agent,
                   struct xl_workspace *workspace, const struct timespec *deadline,
                   const struct xl_accuracy *accuracy, struct xl_row_result *row,
                   struct xl_kernel_result *k)
{
    if (!job->row->runner) {
        run_once(job, agent, workspace, deadline, accuracy, row, k);
        return;
    }
    struct xl_kernel_result *listed = xl_alloc(1, sizeof *listed);
    unsigned lost = 0;
    *listed = *k;
    run_once(job, agent, workspace, deadline, accuracy, row, k);
    while (xl_agent_was_lost(agent) && !xl_interrupted && ++lost < XL_LOST_MOST) {
        *k = *listed;
        run_once(job, agent, workspace, deadline, accuracy, row, k);
    }
    if (lost == XL_LOST_MOST) {
        *k = *listed;
        k->outcome = XL_NOT_RUN;
        snprintf(k->reason, sizeof k->reason, "runner %s was lost %u times in its calls",
                 job->row->runner, lost);
    }
    free(listed);
}
