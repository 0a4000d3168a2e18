/* crosslane bench rate: results a second of each kernel and row, checked and raw.
 * SPDX-License-Identifier: MIT
 */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "execute/walk.h"
#include "oracle/values.h"
#include "run/row_run.h"
#include "run/select.h"

struct options {
    struct xl_cli_selection s;
    bool exhaustive;
};

static const struct xl_cli_usage usage = {
    .begin = "Usage: crosslane bench rate [OPTION]...\n"
             "Measure results per second of each kernel on each row: with all that a run does for\n"
             "the kernel (checked), and of the same calls without checks (raw). Print medians of\n"
             "five rounds, in turns, with efficiency (checked / raw). Then print medians and the\n"
             "least efficient kernel of each architecture.\n"
             "With --exhaustive, kernels whose every input run --exhaustive can try.\n"
             "\n",
    .options =
        {
            XL_SELECT_ROW("rows; repeatable (default: those of run --quick)"),
            XL_SELECT_KERNEL,
            XL_FLAG_OPTION("exhaustive", struct options, exhaustive,
                           "the calls of run --exhaustive"),
            XL_VALUE_OPTION("json", "FILE", FILE, struct options, s.run.json,
                            "array of row, kernel, raw, checked, efficiency"),
        },
    .end = "Exit status: 0, 1 a failing kernel or nothing measured, 2 usage, 3 environment\n",
};

/* Medians of some rounds, which alternate. Checked: all that a run does with a kernel. Raw: the
 * same calls with the same inputs, prepared before the clock starts and not verified, without
 * poison and without the search for forked processes. */
struct rate {
    const struct xl_row *row;
    char kernel[XL_NAME_MAX];
    double raw, checked; /* results per second */
};

/* Of one run, whose rows run one after the other. */
struct rates {
    struct rate *at;
    size_t count, room;
    /* Calls of an exhaustive run (execute/walk.h), with inputs from all over. Kernels that cannot
     * be walked are not measured. */
    bool are_exhaustive;
};

/* What is to be said while the matrix is there, at the end of the run. */
struct bench {
    struct rates rates;
    const char *json;
    int status;
};

static double efficiency_of(const struct rate *rate)
{
    return rate->checked / rate->raw;
}

static void print_rate(const struct rate *rate)
{
    printf("%-28s %-24s %9.3f %9.3f %6.2f\n", rate->row->name, rate->kernel, rate->raw / 1e6,
           rate->checked / 1e6, efficiency_of(rate));
    fflush(stdout);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, by_size);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

enum { ROUNDS = 5 };

/* The checks that are disabled in the agent of the raw calls. */
static const struct xl_disabled_checks raw_off = {
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

static void measure_rounds(struct rates *rates, const struct xl_row *row,
                           const struct xl_context *calls, struct xl_agent *raw)
{
    double checked[ROUNDS], unchecked[ROUNDS];
    struct xl_kernel_result *result = xl_alloc(1, sizeof *result);
    const bool is_walk = rates->are_exhaustive;
    bool passed = !is_walk || !xl_walk_refuses(calls->kernel);
    for (int i = 0; i < ROUNDS && passed; i++) {
        checked[i] = is_walk ? walk_round(calls, NULL, result) : checked_round(calls, result);
        unchecked[i] = is_walk ? raw_walk_round(calls, raw, result) : raw_round(calls, raw, result);
        passed = checked[i] > 0 && unchecked[i] > 0;
    }
    if (passed) {
        struct rate rate = {
            .row = row, .raw = median(unchecked, ROUNDS), .checked = median(checked, ROUNDS)};
        snprintf(rate.kernel, sizeof rate.kernel, "%s", calls->kernel->name);
        xl_push(rates, rate);
        print_rate(&rate);
    }
    free(result);
}

/* Measures a kernel that has passed. A kernel that fails in some round is not added. The raw calls
 * are made by a second agent, which shares no memory with the first. */
static void measure(void *data, const struct xl_row_job *job, const struct xl_context *calls)
{
    struct bench *b = data;
    struct xl_agent agent;
    struct xl_error err;
    struct xl_row_job raw = *job;
    raw.disabled_checks = &raw_off;
    if (xl_agent_init(&agent, job->row->arch->big_endian, &err) == 0 &&
        xl_row_start_agent(&raw, &agent, &err) == XL_START_OK)
        measure_rounds(&b->rates, job->row, calls, &agent);
    xl_agent_free(&agent);
}

/* The line of one architecture. Returns -1 without memory. */
static int print_arch(const struct rates *rates, const struct xl_arch *arch)
{
    double *values = calloc(3 * rates->count, sizeof *values);
    const struct rate *least = NULL;
    size_t count = 0;
    if (!values)
        return -1;
    double *raw = values, *checked = raw + rates->count, *efficiency = checked + rates->count;
    for (size_t i = 0; i < rates->count; i++) {
        const struct rate *rate = &rates->at[i];
        if (rate->row->arch != arch)
            continue;
        raw[count] = rate->raw;
        checked[count] = rate->checked;
        efficiency[count++] = efficiency_of(rate);
        if (!least || efficiency_of(rate) < efficiency_of(least))
            least = rate;
    }
    if (least)
        printf("%-9s %5zu %9.3f %9.3f %8.2f %6.2f  %s on %s\n", arch->name, count,
               median(raw, count) / 1e6, median(checked, count) / 1e6, median(efficiency, count),
               efficiency_of(least), least->kernel, least->row->name);
    free(values);
    return 0;
}

static int print_arches(const struct rates *rates)
{
    int status = 0;
    printf("\n%-9s %5s %9s %9s %8s %6s  %s\n", "arch", "rates", "raw M/s", "checked", "median",
           "least", "efficiency, of");
    for (size_t i = 0; i < xl_arch_count && !status; i++)
        status = print_arch(rates, &xl_arches[i]);
    return status ? 3 : 0;
}

static int write_json(const struct rates *rates, const char *file)
{
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < rates->count; i++) {
        const struct rate *rate = &rates->at[i];
        struct json_object *o = json_object_new_object();
        json_object_object_add(o, "row", json_object_new_string(rate->row->name));
        json_object_object_add(o, "kernel", json_object_new_string(rate->kernel));
        json_object_object_add(o, "raw", json_object_new_double(rate->raw));
        json_object_object_add(o, "checked", json_object_new_double(rate->checked));
        json_object_object_add(o, "efficiency", json_object_new_double(efficiency_of(rate)));
        json_object_array_add(array, o);
    }
    int failed = json_object_to_file_ext(file, array, JSON_C_TO_STRING_PRETTY);
    json_object_put(array);
    if (failed)
        fprintf(stderr, "crosslane: error: cannot write %s\n", file);
    return failed ? 3 : 0;
}

static void fail_row(void *unused, const struct xl_results *results,
                     const struct xl_row_result *row)
{
    (void)unused;
    (void)results;
    if (row->outcome != XL_PASS)
        fprintf(stderr, "%s: %s\n", row->row->name, row->reason);
}

static void end(void *data, const struct xl_results *results)
{
    struct bench *b = data;
    (void)results;
    b->status = b->rates.count ? print_arches(&b->rates) : 1;
    if (!b->status && b->json)
        b->status = write_json(&b->rates, b->json);
}

static void choose_quick_rows(struct xl_cli_selection *s, const struct xl_row_list *list)
{
    for (size_t i = 0; i < xl_arch_count; i++) {
        const struct xl_row *row = xl_quick_row(list, &xl_arches[i]);
        if (row)
            s->rows[s->run.row_count++] = row->name;
    }
}

int main(int argc, char **argv)
{
    static struct options o;
    struct bench b = {0};
    struct xl_row_list list;
    const struct xl_run_callbacks watcher = {.data = &b, .row = fail_row, .end = end};
    xl_cli_select_begin(&o.s);
    argv[0] = "bench";
    int status = xl_cli_parse(argc, argv, &usage, &o, NULL);
    if (status != -1)
        return status;
    if (xl_cli_writable("json", o.s.run.json) || xl_cli_matrix_read(&list))
        return XL_EXIT_USAGE;
    if (!o.s.run.row_count)
        choose_quick_rows(&o.s, &list);
    b.rates.are_exhaustive = o.exhaustive;
    b.json = o.s.run.json;
    o.s.run.json = NULL;
    o.s.run.jobs = 1;
    o.s.run.no_evidence = true;
    o.s.run.mode = (struct xl_mode){XL_MODE_THROUGHPUT, .measure = measure, .data = &b};
    printf("%-28s %-24s %9s %9s %6s\n", "row", "kernel", "raw M/s", "checked", "eff.");
    status = xl_run(&o.s.run, &watcher);
    free(b.rates.at);
    xl_row_list_free(&list);
    return status ? status : b.status;
}
