/* Throughput of a kernel on a row, in results per second: checked, and raw.
 * SPDX-License-Identifier: MIT
 */
#include "run/throughput.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "execute/walk.h"
#include "oracle/values.h"

enum { XL_ROUNDS = 5 };

const struct xl_disabled_checks xl_throughput_off = {
    .check = {[XL_CHECK_poison] = true, [XL_CHECK_exit] = true}};

/* Results per second; 0 if the kernel did not pass. */
static double checked_round(const struct xl_context *calls, struct xl_kernel_result *result)
{
    *result = (struct xl_kernel_result){.kernel = calls->kernel->name};
    const double begin = xl_now();
    const enum xl_call_status status = xl_execute_kernel(calls, result);
    const double seconds = xl_now() - begin;
    return status == XL_STATUS_OK && result->outcome == XL_PASS ? (double)result->checked / seconds
                                                                : 0;
}

static double raw_round(const struct xl_context *calls, struct xl_agent *agent,
                        struct xl_kernel_result *result)
{
    struct xl_timing raw = {0};
    struct xl_context timed = *calls;
    timed.agent = agent;
    timed.baseline = NULL;
    timed.timing = &raw;
    return xl_execute_kernel(&timed, result) == XL_STATUS_OK ? (double)raw.results / raw.seconds
                                                             : 0;
}

/* Inputs of a walk's round, from all over: an emulator may be fast with some. */
enum { PIECES = 16, PIECE = 1 << 17 };

/* One round of a walk. timing: of the raw calls; or NULL. Returns results per second; 0 if the
 * kernel did not pass. */
static double walk_round(const struct xl_context *calls, struct xl_timing *timing,
                         struct xl_kernel_result *result)
{
    const uint64_t all = xl_all_inputs(calls->kernel),
                   each = all / PIECES < PIECE ? all / PIECES : PIECE;
    struct xl_walker walker = {.context = *calls, .result = result, .is_active = true};
    const struct xl_walk walk = {&walker, 1, calls->workspace};
    enum xl_call_status status = XL_STATUS_OK;
    walker.context.timing = timing;
    /* As late in a walk: the first round finds the worst error, and each one on the way there is
     * computed exactly. */
    *result = (struct xl_kernel_result){.kernel = calls->kernel->name, .max_ulp = result->max_ulp};
    const double begin = xl_now();
    for (uint64_t i = 0; i < PIECES && status == XL_STATUS_OK && walker.is_active; i++)
        status = timing ? xl_walk_timed(&walk, all / PIECES * i, each)
                        : xl_walk(&walk, all / PIECES * i, each);
    const double seconds = timing ? timing->seconds : xl_now() - begin;
    return status == XL_STATUS_OK && result->outcome == XL_PASS
               ? (double)(timing ? timing->results : result->checked) / seconds
               : 0;
}

static double raw_walk_round(const struct xl_context *calls, struct xl_agent *agent,
                             struct xl_kernel_result *result)
{
    struct xl_timing raw = {0};
    struct xl_context timed = *calls;
    timed.agent = agent;
    return walk_round(&timed, &raw, result);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double rounds[XL_ROUNDS])
{
    qsort(rounds, XL_ROUNDS, sizeof rounds[0], by_size);
    return rounds[XL_ROUNDS / 2];
}

static void add(struct xl_throughputs *throughputs, const struct xl_throughput *rate)
{
    throughputs->at = xl_resize(throughputs->at, throughputs->count + 1, sizeof *throughputs->at);
    throughputs->at[throughputs->count++] = *rate;
    if (throughputs->on_measured)
        throughputs->on_measured(rate);
}

void xl_throughput_kernel(struct xl_throughputs *throughputs, const struct xl_row *row,
                          const struct xl_context *calls, struct xl_agent *raw)
{
    double checked[XL_ROUNDS], unchecked[XL_ROUNDS];
    struct xl_kernel_result *result = xl_alloc(1, sizeof *result);
    const bool is_walk = throughputs->are_exhaustive;
    bool passed = !is_walk || !xl_walk_refuses(calls->kernel);
    for (int i = 0; i < XL_ROUNDS && passed; i++) {
        checked[i] = is_walk ? walk_round(calls, NULL, result) : checked_round(calls, result);
        unchecked[i] = is_walk ? raw_walk_round(calls, raw, result) : raw_round(calls, raw, result);
        passed = checked[i] > 0 && unchecked[i] > 0;
    }
    if (passed) {
        struct xl_throughput rate = {
            .row = row, .raw = median(unchecked), .checked = median(checked)};
        snprintf(rate.kernel, sizeof rate.kernel, "%s", calls->kernel->name);
        add(throughputs, &rate);
    }
    free(result);
}
