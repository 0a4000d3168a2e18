/* A run: rows chosen, builds made, rows run in parallel, results reported as they come.
 * SPDX-License-Identifier: MIT
 */
#include "run/run.h"

#include <errno.h>
#include <json-c/json.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "accuracy/baseline.h"
#include "base/progress.h"
#include "base/root.h"
#include "base/stop.h"
#include "build/build.h"
#include "prove/proof.h"
#include "run/choose.h"
#include "run/counted.h"
#include "run/expect.h"
#include "run/forecast.h"
#include "run/quick.h"
#include "run/row.h"

/* Of a row; each is times --count. */
enum { XL_ROW_LIMIT_S = 900, XL_COUNTED_ROW_LIMIT_S = 4 * XL_ROW_LIMIT_S };

/* Everything of one run. */
struct run {
    const struct xl_run_options *options;
    const struct xl_run_watcher *watcher;
    struct xl_row_list matrix;
    struct xl_known_bugs bugs;
    struct xl_choice chosen;
    struct xl_kernels kernels;
    char module[4096];             /* the kernels' file; once loaded, its folder */
    struct xl_baseline *baselines; /* one for each of kernels; NULL: none are held to */
    struct xl_build *builds;       /* those of one folder side by side */
    size_t build_count;
    struct xl_code *codes; /* one for each of builds; NULL without evidence */
    struct xl_results results;
    FILE *lines; /* one JSON object a row, as they come; NULL without --json */
    char lines_file[4096];
    pthread_mutex_t lock; /* of next, done, the console and lines */
    size_t next;
    size_t done;                 /* rows */
    struct xl_progress progress; /* of the rows */
};

static struct xl_build *find_build(struct run *run, const struct xl_row *row)
{
    for (size_t i = 0; i < run->build_count; i++)
        if (run->builds[i].name && strcmp(run->builds[i].name, row->build) == 0 &&
            strcmp(run->builds[i].isa, row->isa->name) == 0)
            return &run->builds[i];
    return NULL;
}

/* What the builds of this run are of. only: room for the names. */
static struct xl_build_kernels kernels_of(const struct run *run, char *dir, size_t dir_size,
                                          char *only, size_t only_size)
{
    const struct xl_run_options *o = run->options;
    xl_root_path("kernels", dir, dir_size);
    if (o->kernels_dir)
        snprintf(dir, dir_size, "%s", o->kernels_dir);
    only[0] = '\0';
    for (size_t i = 0, used = 0; i < XL_QUICK_KERNELS && xl_is_of_few_kernels(o); i++)
        used += (size_t)snprintf(only + used, only_size - used, "%s%s", i ? ";" : "",
                                 xl_quick_kernels[i]);
    return (struct xl_build_kernels){dir, o->kernels_dir != NULL, only};
}

/* Those of this build that rows from the first on need. */
static void name_agents(struct run *run, const struct xl_build_kernels *kernels, size_t first)
{
    const char *build = run->chosen.rows[first]->build;
    for (size_t i = first; i < run->chosen.row_count; i++) {
        const struct xl_row *row = run->chosen.rows[i];
        if (strcmp(row->build, build) != 0 || find_build(run, row))
            continue;
        struct xl_build *b = &run->builds[run->build_count++];
        b->name = row->build;
        b->isa = row->isa->name;
        b->arch = row->arch->name;
        b->compiler = row->compiler;
        b->opt = row->opt;
        xl_build_name(b, kernels);
    }
}

static int name_builds(struct run *run, const struct xl_build_kernels *kernels)
{
    run->builds = calloc(run->chosen.row_count + 1, sizeof *run->builds);
    if (!run->builds)
        return 3;
    for (size_t i = 0; i < run->chosen.row_count; i++)
        if (!find_build(run, run->chosen.rows[i]))
            name_agents(run, kernels, i);
    return 0;
}

/* What is done to an agent once it is there. */
static void finish_agent(struct run *run, struct xl_build *b)
{
    const struct xl_run_options *o = run->options;
    const struct xl_arch *arch = xl_arch_find(b->arch);
    if (o->no_build)
        xl_build_take(b);
    if (o->host_emulator && !b->error[0])
        xl_build_use_host_emulator(b, arch->qemu);
    if (run->codes && !b->error[0])
        xl_code_inspect(b->folder, b->isa, arch, &run->codes[b - run->builds]);
}

/* Makes, or takes, the agents of one folder. */
static void make_agents(struct run *run, const struct xl_build_kernels *kernels,
                        struct xl_build *first, size_t count, const char *label)
{
    const char *tools = getenv("CROSSLANE_TOOLS");
    if (!run->options->no_build)
        xl_build_agents(first, count, kernels, label);
    for (size_t i = 0; i < count; i++)
        finish_agent(run, &first[i]);
    if (tools && strcmp(tools, "host") == 0 && !first->error[0])
        fprintf(stderr, "build %s: the host's own tools: %s, qemu %s\n", first->name,
                first->compiler_version, first->qemu);
    for (size_t i = 0; i < count && !xl_interrupted; i++)
        if (first[i].error[0] && (i == 0 || strcmp(first[i].error, first[i - 1].error) != 0))
            fprintf(stderr, "crosslane: error: %s\n", first[i].error);
}

/* A folder after the other. Returns 3 if the environment lacks something, else 0. */
static int make_folders(struct run *run, const struct xl_build_kernels *kernels)
{
    int status = 0;
    size_t folders = xl_build_folders(run->builds, run->build_count), nth = 0;
    for (size_t i = 0, count; i < run->build_count; i += count) {
        struct xl_build *first = &run->builds[i];
        char label[128];
        count = xl_build_same_folder(first, run->build_count - i);
        snprintf(label, sizeof label, "build %s (%zu of %zu)", first->name, ++nth, folders);
        for (size_t k = 0; xl_interrupted && k < count; k++)
            snprintf(first[k].error, XL_TEXT, "%s", xl_stop_reason());
        if (!xl_interrupted)
            make_agents(run, kernels, first, count, label);
        if (first->lacks)
            status = 3;
    }
    return status;
}

/* Returns 3 if the environment lacks something, else 0: a build that fails fails its rows, and no
 * other. */
static int make_builds(struct run *run)
{
    const struct xl_run_options *o = run->options;
    const char *arches[XL_MAX_ARCHES] = {0};
    char dir[4096], only[512];
    const struct xl_build_kernels kernels = kernels_of(run, dir, sizeof dir, only, sizeof only);
    if (name_builds(run, &kernels))
        return 3;
    if (run->watcher->forecast) {
        struct xl_forecast forecast;
        xl_forecast(o, &run->chosen, run->builds, run->build_count, &forecast);
        run->watcher->forecast(run->watcher->data, &forecast);
    }
    int status = 0;
    if (!o->no_build && xl_build_trees(arches, xl_chosen_arches(&run->chosen, arches)) &&
        !xl_interrupted)
        status = 3;
    run->codes = o->no_evidence ? NULL : calloc(run->build_count + 1, sizeof *run->codes);
    return make_folders(run, &kernels) ? 3 : status;
}

static void report_row(struct run *run, struct xl_row_result *result)
{
    pthread_mutex_lock(&run->lock);
    xl_progress_hide(&run->progress);
    if (run->watcher->row)
        run->watcher->row(run->watcher->data, &run->results, result);
    xl_progress_parts(&run->progress, ++run->done, run->chosen.row_count, "rows");
    if (run->lines) {
        struct json_object *o = xl_row_json(&run->results, result);
        fprintf(run->lines, "%s\n", json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN));
        fflush(run->lines);
        json_object_put(o);
    }
    pthread_mutex_unlock(&run->lock);
}

static void run_row(struct run *run, size_t i, struct xl_workspace *workspace)
{
    const struct xl_row *row = run->chosen.rows[i];
    const struct xl_build *b = find_build(run, row);
    struct xl_row_result *result = &run->results.rows[i];
    struct xl_row_job job = {
        .row = row,
        .emulator = b ? b->emulator : NULL,
        .qemu = b ? b->qemu : "",
        .code = b && run->codes ? &run->codes[b - run->builds] : NULL,
        .agent = b && !b->error[0] ? b->agent : NULL,
        .build_error = b ? b->error : "out of memory",
        .build_folder = b ? b->folder : "",
        .module_folder = run->module,
        .kernels = &run->kernels,
        .selected = run->chosen.kernels,
        .baselines = run->baselines,
        .plot = run->options->plot,
        .seed = run->options->seed,
        .count = run->options->count,
        .call_limit_ms = (int)run->options->call_limit_s * 1000,
        .off = &run->options->off,
        .row_limit_s = (long)run->options->count *
                       (run->options->coverage ? XL_COUNTED_ROW_LIMIT_S : XL_ROW_LIMIT_S)};
    if (b) {
        snprintf(result->qemu, sizeof result->qemu, "%s", row->native ? "" : b->qemu);
        snprintf(result->compiler_version, sizeof result->compiler_version, "%s",
                 b->compiler_version);
        snprintf(result->sysroot, sizeof result->sysroot, "%s", b->sysroot);
        snprintf(result->library, sizeof result->library, "%s", b->library);
    }
    struct xl_coverage *coverage = run->options->coverage;
    if (coverage)
        xl_coverage_run_row(&job, workspace, b ? &coverage->builds[b - run->builds] : NULL,
                            &run->lock, &coverage->rows[i], result);
    else
        xl_row_run(&job, workspace, result);
    /* What coverage leaves out is no skip that matrix.yml could expect. */
    if (!coverage || result->outcome != XL_SKIP) {
        const struct xl_expectations expected = {&run->matrix, &run->bugs,
                                                 !run->options->kernels_dir};
        xl_expect(&expected, result);
    }
    report_row(run, result);
}

static void *work(void *argument)
{
    struct run *run = argument;
    struct xl_workspace *workspace = xl_workspace_new();
    for (;;) {
        pthread_mutex_lock(&run->lock);
        size_t i = run->next < run->chosen.row_count ? run->next++ : run->chosen.row_count;
        pthread_mutex_unlock(&run->lock);
        if (i == run->chosen.row_count || !workspace)
            break;
        run_row(run, i, workspace);
    }
    xl_workspace_free(workspace);
    return NULL;
}

static void run_rows(struct run *run)
{
    enum { MOST = 256 };
    pthread_t threads[MOST];
    unsigned wanted = run->options->jobs < MOST ? run->options->jobs : MOST, started = 0;
    while (started + 1 < wanted && started + 1 < run->chosen.row_count &&
           pthread_create(&threads[started], NULL, work, run) == 0)
        started++;
    xl_progress_begin(&run->progress, "run");
    run->progress.every = 30; /* each row has its line already */
    work(run);                /* this thread is one of them */
    while (started)
        pthread_join(threads[--started], NULL);
    xl_progress_hide(&run->progress);
    snprintf(run->results.cut_short, sizeof run->results.cut_short, "%s", xl_stop_reason());
}

static int conclude(struct run *run)
{
    int status = 0;
    struct xl_error err;
    for (size_t i = 0; i < run->results.row_count; i++) {
        const struct xl_row_result *row = &run->results.rows[i];
        if (row->bad_input) {
            fprintf(stderr, "%s\n", row->reason);
            status = status ? status : 2;
        } else if (row->outcome == XL_FAIL || row->outcome == XL_NOT_RUN) {
            status = 1;
        }
    }
    xl_results_compare_rows(&run->results);
    if (json_object_array_length(run->results.disagreements))
        status = status ? status : 1;
    if (run->watcher->end)
        run->watcher->end(run->watcher->data, &run->results);
    if (run->options->json && xl_results_write_json(&run->results, run->options->json, &err)) {
        bool kept = run->lines && !ferror(run->lines);
        fprintf(stderr, "crosslane: error: %s%s%s\n", err.text, kept ? "; the rows are in " : "",
                kept ? run->lines_file : "");
        status = 3;
    } else if (run->lines) {
        remove(run->lines_file);
    }
    return status;
}

static void prepare_results(struct run *run)
{
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    run->results =
        (struct xl_results){.seed = run->options->seed,
                            .count = run->options->count,
                            .kernels_dir = run->options->kernels_dir_given,
                            .matrix = run->options->matrix_given,
                            .define = getenv("CROSSLANE_DEFINE"),
                            .baseline = run->options->baseline,
                            .host_emulator = run->options->host_emulator,
                            .rows = calloc(run->chosen.row_count + 1, sizeof *run->results.rows)};
    strftime(run->results.started, sizeof run->results.started, "%Y-%m-%dT%H:%M:%SZ", &utc);
    if (run->options->quick)
        snprintf(run->results.selection, sizeof run->results.selection,
                 "the quick selection: %zu of %zu rows, %zu of %zu kernels", run->chosen.row_count,
                 run->chosen.all_rows, run->chosen.kernel_count, run->chosen.all_kernels);
    run->results.row_count = run->results.rows ? run->chosen.row_count : 0;
    for (size_t i = 0; i < run->results.row_count; i++)
        run->results.rows[i] = (struct xl_row_result){
            .row = run->chosen.rows[i],
            .outcome = XL_NOT_RUN,
            .expected = xl_chosen_kernels_of(&run->chosen, &run->kernels, run->chosen.rows[i])};
    /* Until the JSON file is whole, each row is safe in a file of lines beside it. */
    snprintf(run->lines_file, sizeof run->lines_file, "%s.lines",
             run->options->json ? run->options->json : "");
    if (run->options->json && !xl_is_special_file(run->options->json))
        run->lines = fopen(run->lines_file, "we");
}

static int read_baselines(struct run *run)
{
    struct xl_error err;
    if (run->options->kernels_dir && !run->options->baseline)
        return 0;
    run->baselines = xl_baselines_read(run->options->baseline, &run->kernels, &err);
    if (!run->baselines)
        fprintf(stderr, "%s\n", err.text);
    return run->baselines ? 0 : 2;
}

/* The kernels of this repository are in the module that was built with the tool. */
static int load_kernels(struct run *run)
{
    struct xl_error err;
    snprintf(run->module, sizeof run->module, "%s", xl_kernel_module());
    if ((run->options->kernels_dir &&
         xl_build_module(run->options->kernels_dir, run->module, sizeof run->module, &err)) ||
        xl_kernels_load(run->module, &run->kernels, &err)) {
        fprintf(stderr, "crosslane: error: %s\n", err.text);
        return run->options->kernels_dir ? 2 : 3;
    }
    *strrchr(run->module, '/') = '\0'; /* from here on, its folder */
    return xl_choose_kernels(run->options, &run->matrix, &run->kernels, &run->chosen);
}

static int prepare(struct run *run)
{
    struct xl_error err;
    if (xl_row_list_read(run->options->matrix, &run->matrix, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    if (xl_known_bugs_read_own(&run->bugs, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    int status = xl_choose_rows(run->options, &run->matrix, &run->chosen);
    if (!status)
        status = load_kernels(run);
    if (!status)
        status = read_baselines(run);
    return status;
}

static int build_and_run(struct run *run)
{
    int lacks = make_builds(run);
    if (run->options->coverage && xl_coverage_begin(run->options->coverage, run->builds, run->codes,
                                                    run->build_count, run->chosen.row_count))
        return 3;
    prepare_results(run);
    if (run->watcher->begin)
        run->watcher->begin(run->watcher->data, &run->results);
    run_rows(run);
    int status = conclude(run);
    if (run->results.cut_short[0])
        return xl_stop_status();
    return lacks ? lacks : status;
}

int xl_run(const struct xl_run_options *options, const struct xl_run_watcher *watcher)
{
    struct run run = {.options = options, .watcher = watcher, .lock = PTHREAD_MUTEX_INITIALIZER};
    xl_stop_begin(options->time_limit_s);
    signal(SIGPIPE, SIG_IGN); /* a guest that has died is seen by its wait status */

    int status = prepare(&run);
    if (!status)
        status = build_and_run(&run);
    else if (xl_interrupted) /* a module that was not finished is no wrong input */
        status = xl_stop_status();
    if (run.lines)
        fclose(run.lines);
    xl_results_free(&run.results);
    xl_baselines_free(run.baselines, run.kernels.count);
    xl_kernels_unload(&run.kernels);
    xl_row_list_free(&run.matrix);
    xl_known_bugs_free(&run.bugs);
    if (options->coverage)
        xl_coverage_take(options->coverage, run.codes);
    for (size_t i = 0; i < run.build_count && run.codes; i++)
        xl_code_free(&run.codes[i]);
    free(run.codes);
    free(run.builds);
    xl_choice_free(&run.chosen);
    return status;
}
