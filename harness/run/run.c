/* A run: selects rows and kernels, makes builds, runs rows in parallel, reports results.
 * SPDX-License-Identifier: MIT
 */
#include "run/run.h"

#include <errno.h>
#include <fts.h>
#include <json-c/json.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/signals.h"
#include "base/terminal.h"
#include "base/text.h"
#include "build/library.h"
#include "execute/calls.h"
#include "matrix/rows.h"
#include "oracle/types.h"
#include "remote/remote.h"
#include "results/baselines.h"
#include "results/cross_row.h"
#include "results/results.h"
#include "results/results_json.h"
#include "results/work.h"
#include "rows/engine.h"
#include "run/builds.h"
#include "run/cache.h"
#include "run/exhaustive.h"
#include "run/expect.h"
#include "run/forecast.h"
#include "run/row_evidence.h"
#include "run/row_run.h"
#include "run/select.h"

/* Everything of one run. */
struct run {
    const struct xl_run_options *options;
    const struct xl_run_callbacks *callbacks;
    struct xl_row_list matrix;
    struct xl_known_bugs bugs;
    struct xl_selection selection;
    struct xl_kernels kernels;
    char *module; /* the kernels' file; once loaded, its directory */
    struct xl_link_fingerprint module_fingerprint;
    struct xl_baseline *baselines; /* for each kernel; NULL: errors are not checked */
    struct xl_work_baselines work; /* likewise; without kernels: instructions are not checked */
    struct xl_builds builds;
    struct xl_results results;
    struct xl_engine engine;
    bool environment_lacks; /* this machine has no memory for any worker */
    bool makes_trees;
};

static void print_row(void *data, size_t i)
{
    const struct run *run = data;
    if (run->callbacks->row)
        run->callbacks->row(run->callbacks->data, &run->results, &run->results.rows[i]);
}

static struct json_object *row_json(void *data, size_t i)
{
    const struct run *run = data;
    return xl_row_json(&run->results, &run->results.rows[i]);
}

/* Fills in the versions of the tools that made the row's agent and run it. */
static void set_versions(const struct xl_build *b, struct xl_row_result *result)
{
    snprintf(result->qemu, sizeof result->qemu, "%s", result->row->native ? "" : b->qemu);
    snprintf(result->compiler_version, sizeof result->compiler_version, "%s", b->compiler_version);
    result->sysroot = b->sysroot;
    snprintf(result->library, sizeof result->library, "%s", b->library);
}

static bool has_few_kernels(const struct run *run)
{
    size_t selection = 0;
    for (size_t i = 0; i < run->selection.kernel_count; i++)
        selection += run->selection.kernels[i];
    return selection <= XL_KERNELS_AFFORDED;
}

static bool is_shortened(const struct run *run, const struct xl_row *row)
{
    return !run->options->no_shortened_rows && xl_row_is_shortened(row) &&
           !(xl_row_is_bochs(row) && has_few_kernels(run));
}

/* Everything but the progress. b: the row's build; NULL: it has none. */
static struct xl_row_job job_of(const struct run *run, const struct xl_row *row,
                                const struct xl_build *b, const struct xl_cache_job *cache)
{
    const struct xl_run_options *o = run->options;
    struct xl_agent_code *codes = run->builds.codes;
    return (struct xl_row_job){
        .row = row,
        .emulator = b ? b->emulator : NULL,
        .qemu = b ? b->qemu : "",
        .code = b && codes ? &codes[b - run->builds.builds] : NULL,
        .agent = b && !b->error[0] ? b->opened : NULL,
        .build_error = b ? b->error : "out of memory",
        .is_absent = b && b->is_absent,
        .build_directory = b ? b->directory : "",
        .module_directory = run->module,
        .kernels = &run->kernels,
        .selected = run->selection.kernels,
        .baselines = run->baselines,
        .work_baselines = run->work.at ? &run->work : NULL,
        .mode = o->mode,
        .seed = o->seed,
        .count = o->count,
        .shortened = is_shortened(run, row),
        .all_streamed = o->kernel_count > 0 || (has_few_kernels(run) && !o->quick),
        .call_limit_ms = (int)o->call_limit_s * 1000,
        .disabled_checks = &o->off,
        .cache = cache,
        .row_limit_s = xl_row_limit(o->count, o->mode.kind == XL_MODE_COVERAGE)};
}

/* What counts executed instructions; NULL: nothing does. */
static struct xl_coverage *coverage_of(const struct run *run)
{
    const struct xl_mode *mode = &run->options->mode;
    return mode->kind == XL_MODE_COVERAGE ? mode->coverage : NULL;
}

static struct xl_expectations expectations_of(const struct run *run)
{
    return (struct xl_expectations){&run->matrix, &run->bugs, !run->options->kernels_dir};
}

static void run_row(void *data, size_t i, void *workspace)
{
    struct run *run = data;
    const struct xl_row *row = run->selection.rows[i];
    const struct xl_build *b = xl_builds_of(&run->builds, row);
    struct xl_progress progress;
    const struct xl_expectations expected = expectations_of(run);
    const struct xl_cache_job cache = {b && run->options->mode.kind != XL_MODE_WORK
                                           ? &run->builds.caches[b - run->builds.builds]
                                           : NULL,
                                       &run->module_fingerprint, xl_builds_whole(&run->builds, row),
                                       !run->options->no_cache, &expected};
    struct xl_row_result *result = &run->results.rows[i];
    struct xl_row_job job = job_of(run, row, b, &cache);
    job.progress = &progress;
    xl_progress_begin(&progress, row->name);
    progress.is_quiet = true; /* the row prints its line at its end */
    if (b)
        set_versions(b, result);
    struct xl_coverage *coverage = coverage_of(run);
    if (coverage)
        xl_coverage_run_row(&job, workspace, b ? &coverage->builds[b - run->builds.builds] : NULL,
                            &run->engine.lock, &coverage->rows[i], result);
    else
        xl_row_run(&job, workspace, result);
    /* Rows that coverage skips are not in the `skips` of matrix.yml. */
    if (!coverage || result->outcome != XL_SKIP)
        xl_expect(&expected, result);
    xl_progress_end(&progress);
    xl_engine_report(&run->engine, i, result->outcome);
}

static void *begin_worker(void)
{
    return xl_workspace_new();
}

static void end_worker(void *workspace)
{
    xl_workspace_free(workspace);
}

static void make_build(void *data, size_t build, size_t nth)
{
    struct run *run = data;
    xl_builds_make(&run->builds, build, nth);
}

static const struct xl_engine_calls calls = {make_build, begin_worker, end_worker,
                                             run_row,    print_row,    row_json};

/* Asks the remote cache for the results of an agent's rows, so that they come while others run. */
static void want_results(void *data, const struct xl_build *agent)
{
    const struct run *run = data;
    const struct xl_cache_job cache = {&run->builds.caches[agent - run->builds.builds],
                                       &run->module_fingerprint, NULL, !run->options->no_cache,
                                       NULL};
    for (size_t i = 0; xl_remote_is_on() && i < run->selection.row_count; i++) {
        const struct xl_row *row = run->selection.rows[i];
        const struct xl_row_job job = job_of(run, row, agent, &cache);
        if (xl_builds_of(&run->builds, row) == agent)
            xl_row_cache_want(&cache, &job);
    }
}

/* Marks the uncached kernels of all rows of an agent. */
static bool mark_uncached(void *data, const struct xl_build *agent,
                          const struct xl_cache_build *whole, bool *is_uncached)
{
    const struct run *run = data;
    const struct xl_expectations expected = expectations_of(run);
    const struct xl_cache_job cache = {whole, &run->module_fingerprint, NULL, true, &expected};
    bool can = true;
    for (size_t i = 0; can && i < run->selection.row_count; i++) {
        const struct xl_row *row = run->selection.rows[i];
        const struct xl_row_job job = job_of(run, row, agent, &cache);
        if (xl_builds_of(&run->builds, row) == agent)
            can = xl_row_mark_uncached(&job, is_uncached);
    }
    return can;
}

/* Rows that did not start, because no worker had a workspace. */
static void fail_unstarted(struct run *run)
{
    for (size_t i = 0; i < run->selection.row_count; i++) {
        struct xl_row_result *result = &run->results.rows[i];
        if (run->engine.is_started[i])
            continue;
        snprintf(result->reason, sizeof result->reason,
                 "no memory for a kernel's buffers: %s; raise 'ulimit -v' or free memory",
                 strerror(run->engine.worker_errno));
        run->environment_lacks = true;
        xl_engine_report(&run->engine, i, result->outcome);
    }
}

/* All rows take part in each walk, so that each reference is called once. */
static void run_exhaustive(struct run *run)
{
    const struct xl_run_options *o = run->options;
    const struct xl_exhaustive how = {o->shard, o->has_inputs, o->first_input, o->last_input};
    const size_t count = run->selection.row_count;
    struct xl_exhaustive_row *rows = xl_alloc(count, sizeof *rows);
    struct xl_cache_job *caches = xl_alloc(count, sizeof *caches);
    struct xl_workspace *workspace = xl_workspace_new();
    if (!workspace)
        run->engine.worker_errno = errno;
    for (size_t i = 0; i < count && workspace; i++) {
        const struct xl_build *b = xl_builds_of(&run->builds, run->selection.rows[i]);
        run->engine.is_started[i] = true;
        caches[i] = (struct xl_cache_job){b ? &run->builds.caches[b - run->builds.builds] : NULL,
                                          &run->module_fingerprint, NULL, false, NULL};
        rows[i] =
            (struct xl_exhaustive_row){.job = job_of(run, run->selection.rows[i], b, &caches[i]),
                                       .result = &run->results.rows[i]};
        if (b)
            set_versions(b, rows[i].result);
    }
    run->engine.progress.is_quiet = true; /* each walk has its own */
    if (workspace)
        xl_exhaustive_run(&how, rows, count, workspace);
    for (size_t i = 0; i < count && workspace; i++) {
        const struct xl_expectations expected = expectations_of(run);
        xl_expect(&expected, rows[i].result);
        xl_engine_report(&run->engine, i, rows[i].result->outcome);
    }
    xl_workspace_free(workspace);
    free(rows);
    free(caches);
}

/* Whether all kernels were skipped because CPUs lack features: a pass would mean nothing. */
static bool is_idle(const struct xl_results *results)
{
    bool lacks = false;
    for (size_t i = 0; i < results->row_count; i++) {
        const struct xl_row_result *row = &results->rows[i];
        if (xl_kernels_checked(row))
            return false;
        for (size_t k = 0; k < row->kernel_count; k++)
            lacks |= row->kernels[k].lacks[0] != '\0';
    }
    return lacks;
}

/* Whether every row was skipped. */
static bool are_skipped(const struct xl_results *results)
{
    size_t count = 0;
    for (size_t i = 0; i < results->row_count; i++)
        count += results->rows[i].outcome == XL_SKIP && !results->rows[i].bad_input;
    return count == results->row_count;
}

/* Writes what --json and later commands have of the run. Returns 0; or 3 after a message. */
static int write_results(const struct run *run)
{
    const struct xl_run_options *o = run->options;
    struct xl_error err;
    struct json_object *notable = o->last_results ? xl_results_json(&run->results, false) : NULL,
                       *all = o->json || o->last_run ? xl_results_json(&run->results, true) : NULL;
    if (notable && xl_json_write(notable, o->last_results, false, &err))
        fprintf(stderr, "crosslane: %s: `repro` cannot use this run\n", err.text);
    const int status = xl_engine_write(&run->engine, all);
    json_object_put(notable);
    json_object_put(all);
    return status;
}

static int conclude(struct run *run)
{
    int status = is_idle(&run->results);
    if (run->options->skip_status && are_skipped(&run->results))
        status = (int)run->options->skip_status;
    for (size_t i = 0; i < run->results.row_count; i++) {
        const struct xl_row_result *row = &run->results.rows[i];
        if (row->bad_input) {
            fprintf(stderr, "%s\n", row->reason);
            status = status ? status : 2;
        } else if (row->outcome == XL_FAIL || row->outcome == XL_NOT_RUN) {
            status = 1;
        }
    }
    if (!run->options->off.check[XL_CHECK_lengths] && xl_work_check_lengths(&run->results))
        status = status ? status : 1;
    xl_results_compare_rows(&run->results);
    if (json_object_array_length(run->results.disagreements))
        status = status ? status : 1;
    if (run->callbacks->end)
        run->callbacks->end(run->callbacks->data, &run->results);
    if (write_results(run))
        status = 3;
    if (run->callbacks->write && run->callbacks->write(run->callbacks->data))
        status = 3;
    return status;
}

static struct json_object *source_json(const struct xl_kernel *kernel)
{
    char text[XL_MAX_ARGS * 80] = "";
    struct json_object *o = json_object_new_object();
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        if (kernel->args[i].kind != XL_ARG_COUNT)
            xl_append(text, sizeof text, "%s%s:%s", *text ? " " : "", kernel->args[i].name,
                      xl_type_name(kernel->args[i].type));
    xl_key_add_text(o, XL_KEY_source_kernel, kernel->name);
    xl_key_add_text(o, XL_KEY_source_family, kernel->family);
    xl_key_add_text(o, XL_KEY_source_file, "");
    xl_key_add_number(o, XL_KEY_source_line, 0);
    xl_key_add_text(o, XL_KEY_source_args, text);
    return o;
}

/* The line of the record in a kernel's file, or 0. */
static size_t line_of(const char *path)
{
    char *line = NULL;
    size_t size = 0, count = 0, found = 0;
    FILE *f = fopen(path, "re");
    while (f && !found && getline(&line, &size, f) >= 0) {
        const char *at = line + strspn(line, " \t");
        count++;
        if (strncmp(at, "XL_KERNEL", strlen("XL_KERNEL")) == 0 &&
            at[strlen("XL_KERNEL") + strspn(at + strlen("XL_KERNEL"), " \t")] == '(')
            found = count;
    }
    if (f)
        fclose(f);
    free(line);
    return found;
}

/* by_name: the sources. A kernel has the name of its file, without the ending. */
static void locate(const FTSENT *e, size_t directory, const char *display_name,
                   struct json_object *by_name)
{
    char name[256], *file = NULL;
    struct json_object *source = NULL;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(e->fts_name, "."), e->fts_name);
    size_t line = json_object_object_get_ex(by_name, name, &source) ? line_of(e->fts_path) : 0;
    if (!line)
        return;
    file = xl_format("%s%s", display_name, e->fts_path + directory);
    xl_key_add_text(source, XL_KEY_source_file, file);
    xl_key_add_number(source, XL_KEY_source_line, line);
    free(file);
}

static void locate_all(const char *directory, const char *display_name, struct json_object *by_name)
{
    char *path = xl_copy_text(directory), *paths[] = {path, NULL};
    FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *e; tree && (e = fts_read(tree));)
        if (e->fts_info == FTS_F)
            locate(e, strlen(directory), display_name, by_name);
    if (tree)
        fts_close(tree);
    free(path);
}

struct json_object *xl_sources(const struct xl_kernels *kernels, const bool *selection,
                               const char *directory, const char *display_name)
{
    struct json_object *list = json_object_new_array(), *by_name = json_object_new_object();
    for (size_t i = 0; i < kernels->count; i++) {
        if (!selection[i])
            continue;
        struct json_object *source = source_json(kernels->kernels[i]);
        json_object_array_add(list, source);
        json_object_object_add(by_name, kernels->kernels[i]->name, json_object_get(source));
    }
    if (directory)
        locate_all(directory, display_name, by_name);
    json_object_put(by_name);
    return list;
}

/* The `sources` of the results. Files of --kernels are named as the user named their directory.
 * SLEEF's kernels are made by the build: their files are unknown. */
static struct json_object *sources_of(const struct run *run)
{
    const struct xl_run_options *o = run->options;
    char *own = xl_join_path(xl_root(), "kernels"),
         *display_name = xl_copy_text(o->kernels_dir_arg ? o->kernels_dir_arg : "kernels");
    size_t length = strlen(display_name);
    while (length > 1 && display_name[length - 1] == '/')
        display_name[--length] = '\0';
    struct json_object *sources = xl_sources(&run->kernels, run->selection.kernels,
                                             o->kernels_dir_arg ? o->kernels_dir
                                             : o->kernels_dir   ? NULL
                                                                : own,
                                             display_name);
    free(own);
    free(display_name);
    return sources;
}

static void prepare_results(struct run *run)
{
    run->results = (struct xl_results){
        .seed = run->options->seed,
        .repeated = run->options->repeated,
        .define = getenv("CROSSLANE_DEFINE"),
        .baseline = run->options->baseline,
        .rows = xl_alloc(run->selection.row_count + 1, sizeof *run->results.rows)};
    run->results.shard = run->selection.shard ? json_object_get(run->selection.shard) : NULL;
    run->results.sources = sources_of(run);
    xl_time_text(run->results.started);
    if (run->options->quick)
        snprintf(run->results.selection, sizeof run->results.selection,
                 "the quick selection: %zu of %zu rows, %zu of %zu kernels",
                 run->selection.row_count, run->selection.all_rows, run->selection.kernel_count,
                 run->selection.all_kernels);
    run->results.row_count = run->selection.row_count;
    for (size_t i = 0; i < run->results.row_count; i++)
        run->results.rows[i] =
            (struct xl_row_result){.row = run->selection.rows[i],
                                   .outcome = XL_NOT_RUN,
                                   .expected = xl_selected_kernels_of(
                                       &run->selection, &run->kernels, run->selection.rows[i])};
}

static int read_baselines(struct run *run)
{
    struct xl_error err;
    if (run->options->kernels_dir && !run->options->baseline)
        return 0;
    char *directory = run->options->baseline ? xl_join_path(run->options->baseline, "work") : NULL;
    run->baselines = xl_baselines_read(run->options->baseline, &run->kernels, &err);
    const bool failed = !run->baselines || xl_work_read(directory, &run->work, &err);
    if (failed)
        fprintf(stderr, "%s\n", err.text);
    free(directory);
    return failed ? 2 : 0;
}

/* Refuses kernels that do not compile on the host, except with CROSSLANE_DEFINE, which makes
 * mutants: each is a kernel of its own. */
static int refuse_uncompiled(const struct run *run)
{
    if (!run->options->kernels_dir || getenv("CROSSLANE_DEFINE"))
        return 0;
    size_t count = 0;
    const char *first = NULL;
    for (size_t i = 0; i < run->kernels.count; i++)
        if (run->selection.kernels[i] && !xl_kernel_compiled(run->kernels.kernels[i]) && !count++)
            first = run->kernels.kernels[i]->name;
    if (count > 1)
        fprintf(stderr, "crosslane: error: kernel %s and %zu more do not compile on the host\n",
                first, count - 1);
    else if (count)
        fprintf(stderr, "crosslane: error: kernel %s does not compile on the host\n", first);
    return count ? 2 : 0;
}

/* Crosslane's own kernels are in the module that was built with the tool. */
static int load_kernels(struct run *run)
{
    struct xl_error err;
    int lock = -1;
    run->module = run->options->kernels_dir
                      ? xl_build_module(run->options->kernels_dir, &lock, &err)
                      : xl_copy_text(xl_kernel_module());
    const bool failed =
        !run->module ||
        xl_kernels_load(run->module, (int)run->options->call_limit_s * 1000, &run->kernels, &err);
    if (run->module)
        *strrchr(run->module, '/') = '\0'; /* from here on, its directory */
    if (!failed && xl_link_fingerprint_read(run->module, "kernels.so", "kernels-objects", NULL,
                                            &run->module_fingerprint, &err))
        xl_link_fingerprint_free(&run->module_fingerprint); /* nothing is cached */
    xl_build_unlock(lock);
    if (failed) {
        xl_error_print(&err);
        return run->options->kernels_dir && xl_work_is_writable() ? 2 : 3;
    }
    if (run->options->kernels_dir) {
        char *library = xl_build_library_file(run->options->kernels_dir),
             *only = xl_format("%s.only", library);
        free(library);
        const int unwritten = xl_library_write_only(&run->kernels, only, &err);
        free(only);
        if (unwritten) {
            xl_error_print(&err);
            return 3;
        }
    }
    int status = xl_select_kernels(run->options, &run->matrix, &run->kernels, &run->selection);
    if (!status)
        status = xl_shard_select(run->options, &run->kernels, NULL,
                                 run->options->exhaustive ? "exhaustive" : "", &run->selection);
    return status ? status : refuse_uncompiled(run);
}

static int read_rows(struct run *run, struct xl_error *err)
{
    const struct xl_run_options *o = run->options;
    if (xl_library_rows(o->matrix, o->rows_dir ? o->rows_dir : o->kernels_dir, &run->matrix, err))
        return -1;
    for (size_t i = 0; i < run->matrix.count && o->rows_dir; i++) { /* they run all kernels */
        run->matrix.rows[i].kernels = NULL;
        run->matrix.rows[i].kernel_count = run->matrix.rows[i].kernels_bits = 0;
    }
    return 0;
}

static int prepare(struct run *run)
{
    struct xl_error err;
    if (read_rows(run, &err) || xl_known_bugs_read_own(&run->bugs, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    int status = xl_select_rows(run->options, &run->matrix, &run->selection);
    if (!status &&
        xl_environment_check("/proc", run->selection.row_count, run->options->jobs, &err)) {
        xl_error_print(&err);
        status = 3;
    }
    if (!status)
        status = load_kernels(run);
    if (!status)
        status = read_baselines(run);
    return status;
}

static void print_forecast(struct run *run)
{
    struct xl_forecast forecast;
    if (!run->callbacks->forecast || run->options->build_only)
        return;
    xl_forecast(run->options, &run->selection, run->builds.builds,
                run->builds.is_up_to_date ? 0 : run->builds.count, &forecast);
    run->callbacks->forecast(run->callbacks->data, &forecast);
    run->engine.expected = forecast.is_unchanged ? 0 : xl_forecast_seconds(&forecast);
    run->makes_trees = forecast.tree_count > 0;
    xl_forecast_free(&forecast);
}

/* The builds and rows. */
static void prepare_engine(struct run *run)
{
    struct xl_engine *e = &run->engine;
    const size_t rows = run->selection.row_count, builds = run->builds.group_count;
    *e = (struct xl_engine){.row_count = rows,
                            .build_count = builds,
                            .build_of = xl_alloc(rows + 1, sizeof *e->build_of),
                            .row_work = xl_alloc(rows + 1, sizeof *e->row_work),
                            .build_work = xl_alloc(builds + 1, sizeof *e->build_work),
                            .jobs = run->options->jobs,
                            .makers = run->options->jobs,
                            .fail_fast = run->options->fail_fast,
                            .json = run->options->json,
                            .last_run = run->options->last_run,
                            .calls = &calls,
                            .data = run};
    for (size_t i = 0; i < builds; i++)
        e->build_work[i] = run->builds.groups[i].seconds;
    for (size_t i = 0; i < rows; i++) {
        e->build_of[i] = xl_builds_group(&run->builds, run->selection.rows[i]);
        e->row_work[i] = xl_forecast_row(run->options, &run->selection, i);
    }
}

/* Takes in how long this run took, if it did all that was expected of it. */
static void measure_rate(const struct run *run)
{
    enum { LEAST = 10 }; /* seconds: less shows little */
    const struct xl_run_options *o = run->options;
    size_t cached = 0;
    for (size_t i = 0; i < run->results.row_count; i++)
        cached += xl_kernels_cached(&run->results.rows[i]);
    if (cached || !run->engine.expected || run->makes_trees || run->results.cut_short[0] ||
        o->mode.kind || o->exhaustive || o->no_evidence)
        return;
    const double seconds = xl_now() - run->engine.progress.started;
    if (seconds >= LEAST)
        xl_rate_add(run->engine.expected / xl_rate_read(), seconds);
}

/* Coverage needs all builds first, because it allocates a count for each of their instructions. */
static void begin_coverage(struct run *run)
{
    if (!coverage_of(run))
        return;
    xl_engine_await_builds(&run->engine);
    xl_coverage_begin(coverage_of(run), run->builds.builds, run->builds.codes, run->builds.count,
                      run->selection.row_count);
}

/* Before the totals are printed. */
static void end_remote(void)
{
    const struct xl_remote_counts counts = xl_remote_end();
    xl_store_note_remote(&counts);
}

/* With build_only: whether every build could be made. */
static int build_alone(struct run *run)
{
    size_t failed = 0;
    xl_engine_await_builds(&run->engine);
    end_remote();
    for (size_t i = 0; i < run->builds.count; i++)
        failed += run->builds.builds[i].error[0] != '\0';
    if (xl_interrupted)
        return xl_stop_status();
    return run->builds.environment_lacks ? 3 : failed != 0;
}

static int build_and_run(struct run *run)
{
    xl_builds_name(&run->builds, run->options, &run->kernels, &run->selection);
    run->builds.callbacks = (struct xl_builds_callbacks){want_results, mark_uncached, run};
    prepare_engine(run);
    print_forecast(run);
    xl_engine_make(&run->engine);
    if (run->options->build_only)
        return build_alone(run);
    begin_coverage(run);
    prepare_results(run);
    if (run->callbacks->begin)
        run->callbacks->begin(run->callbacks->data, &run->results);
    xl_engine_begin_rows(&run->engine);
    if (run->options->exhaustive && run->options->mode.kind != XL_MODE_REPRO) {
        xl_engine_await_builds(&run->engine);
        run_exhaustive(run);
    } else {
        xl_engine_run(&run->engine);
        xl_engine_await_builds(&run->engine);
    }
    fail_unstarted(run);
    xl_engine_end_rows(&run->engine);
    snprintf(run->results.cut_short, sizeof run->results.cut_short, "%s", xl_stop_reason());
    measure_rate(run);
    end_remote();
    int status = conclude(run);
    xl_store_prune((uint64_t)XL_STORE_MIB << 20);
    if (run->results.cut_short[0])
        return xl_stop_status();
    return run->builds.environment_lacks || run->environment_lacks ? 3 : status;
}

static int begin_remote(void)
{
    struct xl_error err;
    const int failed = xl_remote_begin(xl_tool_version, &err);
    if (failed)
        xl_error_print(&err);
    return failed;
}

/* Before any thread starts. --no-cache reads all files again. */
static void begin_digest_index(const struct xl_run_options *options)
{
    char *file = xl_join_path(xl_work_directory(), "digests");
    if (!options->no_cache)
        xl_digest_index_begin(file);
    free(file);
}

int xl_run(const struct xl_run_options *options, const struct xl_run_callbacks *callbacks)
{
    struct run run = {.options = options, .callbacks = callbacks};
    xl_stop_on_signals(options->time_limit_s);
    signal(SIGPIPE, SIG_IGN); /* the wait status shows that a guest died */
    begin_digest_index(options);
    int status = begin_remote() ? 2 : prepare(&run);
    if (!status && options->list_only)
        callbacks->list(callbacks->data, &run.selection);
    else if (!status)
        status = build_and_run(&run);
    else if (xl_interrupted) /* an unfinished module is no wrong input */
        status = xl_stop_status();
    xl_engine_free(&run.engine);
    xl_remote_end();
    xl_results_free(&run.results);
    xl_baselines_free(run.baselines, run.kernels.count);
    xl_work_free(&run.work);
    xl_kernels_unload(&run.kernels);
    xl_link_fingerprint_free(&run.module_fingerprint);
    xl_row_list_free(&run.matrix);
    xl_known_bugs_free(&run.bugs);
    if (coverage_of(&run))
        xl_coverage_take(coverage_of(&run), run.builds.codes);
    xl_builds_free(&run.builds);
    xl_digest_index_end();
    free(run.module);
    xl_selection_free(&run.selection);
    return status;
}
