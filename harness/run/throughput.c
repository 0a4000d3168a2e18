/* Throughput of a kernel on a row, in results per second: checked, and raw.
 * SPDX-License-Identifier: MIT
 */
#include "run/throughput.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "execute/pipeline.h"

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
    bool passed = true;
    for (int i = 0; i < XL_ROUNDS && passed; i++) {
        checked[i] = checked_round(calls, result);
        unchecked[i] = raw_round(calls, raw, result);
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
