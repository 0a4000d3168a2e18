/* crosslane run: the main job.
 * SPDX-License-Identifier: MIT
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/signals.h"
#include "build/library.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "cli/last_failed.h"
#include "cli/options.h"
#include "cli/watch.h"
#include "oracle/cases.h"
#include "report/console.h"
#include "report/formats.h"
#include "repro/repro.h"
#include "results/checks.h"
#include "results/past_runs.h"
#include "results/results_json.h"
#include "run/select.h"

static int take_baseline(void *selection, const char *dir)
{
    struct stat s;
    ((struct xl_cli_selection *)selection)->run.baseline = dir;
    if (stat(dir, &s) == 0 && S_ISDIR(s.st_mode))
        return 0;
    fprintf(stderr, "crosslane: error: --baseline: no such directory: '%s'\n", dir);
    return -1;
}

static int take_disabled(void *selection, const char *name)
{
    struct xl_disabled_checks *off = &((struct xl_cli_selection *)selection)->run.off;
    const char *names[XL_CHECKS + XL_MAX_GROUPS];
    size_t count = 0;
    int check = xl_check_find(name);
    const unsigned group = xl_case_group_find(name);
    if (check >= 0 || group) {
        if (check >= 0)
            off->check[check] = true;
        else
            off->group[group] = true;
        return 0;
    }
    while (count < XL_CHECKS) {
        names[count] = xl_check_name((enum xl_check)count);
        count++;
    }
    for (unsigned i = 1; i <= xl_case_groups(); i++)
        names[count++] = xl_case_group_name(i);
    xl_cli_unknown("check or group of calls", name, names, count, "see docs/reference/checks.md");
    return -1;
}

/* "FIRST-LAST", decimal or with 0x. */
static int take_inputs(void *selection, const char *text)
{
    struct xl_run_options *run = &((struct xl_cli_selection *)selection)->run;
    char *end = NULL;
    errno = 0;
    run->first_input = strtoull(text, &end, 0);
    const bool has_last =
        isdigit((unsigned char)text[0]) && *end == '-' && isdigit((unsigned char)end[1]);
    if (has_last)
        run->last_input = strtoull(end + 1, &end, 0);
    run->has_inputs = has_last && !*end && !errno && run->first_input <= run->last_input &&
                      run->last_input <= UINT32_MAX;
    if (run->has_inputs)
        return 0;
    fprintf(stderr,
            "crosslane: error: --inputs: '%s' is not FIRST-LAST, numbers from 0 to 0xffffffff\n",
            text);
    return -1;
}

#define RUN_FLAG(NAME, MEMBER, ...)                                                                \
    XL_FLAG_OPTION(NAME, struct xl_cli_selection, MEMBER, __VA_ARGS__)

const struct xl_cli_usage xl_cli_run_usage = {
    .begin = "Usage: crosslane run [OPTION]... [WORD]...\n"
             "Build kernels, run them on the selected rows, compare every lane. A WORD selects\n"
             "the rows that have it in their names; if there is none, the kernels.\n"
             "\n",
    .options =
        {
            XL_OPTION_GROUP("Selection"),
            RUN_FLAG("quick", run.quick, "few kernels, one row per architecture (2 min)"),
            RUN_FLAG("failed", is_failed, "what failed in the last run"),
            XL_SELECT_ANY_TIER,
            XL_SELECT_ANY_ROW,
            XL_SELECT_KERNEL,
            XL_SELECT_ANY_KERNELS,
            XL_TAKEN_OPTION("sleef", NULL, FLAG, xl_cli_take_sleef, "libsleef's functions"),
            XL_SELECT_MATRIX,
            XL_SELECT_SHARD,
            XL_SELECT_COSTS,
            RUN_FLAG("list", run.list_only, "print the rows, their builds and labels; run none"),
            XL_OPTION_GROUP("Execution"),
            RUN_FLAG("exhaustive", run.exhaustive,
                     "try all inputs, up to 2^32; a killed run goes on"),
            XL_TAKEN_OPTION("inputs", "FIRST-LAST", TEXT, take_inputs,
                            "--exhaustive: only these, such as 0x7f800000-0x7fffffff"),
            XL_SELECT_SEED("random seed"),
            XL_SELECT_COUNT,
            XL_SELECT_JOBS,
            XL_SELECT_CALL_LIMIT(20),
            XL_NUMBER_OPTION("time-limit", "N", struct xl_cli_selection, run.time_limit_s, 1,
                             1000000, 0, "seconds before the run stops"),
            RUN_FLAG("fail-fast", run.fail_fast, "stop after the first row that fails"),
            RUN_FLAG("watch", is_watching, "run again after each edit of a kernel, until Ctrl-C"),
            XL_SELECT_NO_BUILD,
            RUN_FLAG("build-only", run.build_only, "make builds, run no row"),
            RUN_FLAG("no-cache", run.no_cache, "rerun cached results"),
            RUN_FLAG("no-evidence", run.no_evidence, "no traced run, no control run"),
            XL_TAKEN_OPTION("baseline", "DIR", DIRECTORY, take_baseline,
                            "accuracy baselines (default tests/accuracy)",
                            .field = XL_MEMBER(struct xl_cli_selection, run.baseline, const char *),
                            .is_repeated = true),
            RUN_FLAG("host-emulator", run.host_emulator, "QEMU from PATH", .is_repeated = true),
            XL_NUMBER_OPTION("skip-status", "N", struct xl_cli_selection, run.skip_status, 1, 255,
                             0, "exit status if all rows were skipped, such as 77"),
            XL_OPTION_GROUP("Output"),
            XL_VALUE_OPTION("json", "FILE", FILE, struct xl_cli_selection, run.json, "all results"),
            XL_VALUE_OPTION("stream", "FILE", FILE, struct xl_cli_selection, stream,
                            "each row when it ends, as a line of JSON"),
            XL_REPORT_OPTIONS,
            RUN_FLAG("all", run.show_all, "every finding of every row"),
            RUN_FLAG("gcc-style", run.gcc_style, "findings as FILE:LINE: error: ..."),
            XL_NUMBER_OPTION("durations", "N", struct xl_cli_selection, run.durations, 1, 1000000,
                             0, "the N kernels that took longest"),
            /* Of tests. */
            XL_TAKEN_OPTION("disable-check", "NAME", TEXT, take_disabled, NULL),
            XL_OLD_OPTION("without", "disable-check"),
            XL_VALUE_OPTION("probe-rows", "DIR", DIRECTORY, struct xl_cli_selection, run.rows_dir,
                            NULL),
        },
    .operands = XL_ANY_OPERANDS,
    .end = "Exit status: 0 as expected, 1 finding or row not run, 2 usage, 3 environment\n",
};

/* The quick selection, and what failed, are rows and kernels of their own. */
static int check_combined(const struct xl_cli_selection *s, const char *word)
{
    const struct xl_run_options *run = &s->run;
    if (run->has_inputs && !run->exhaustive) {
        fprintf(stderr, "crosslane: error: --inputs needs --exhaustive\n");
        return -1;
    }
    if (run->has_inputs && run->shard.count) {
        fprintf(stderr, "crosslane: error: --inputs cannot be combined with --shard\n");
        return -1;
    }
    const char *option = run->quick ? "--quick" : s->is_failed ? "--failed" : NULL;
    const char *other = word                         ? word
                        : run->row_count             ? "--row"
                        : run->kernel_count          ? "--kernel"
                        : run->has_tier              ? "--tier"
                        : s->is_sleef                ? "--sleef"
                        : run->quick && s->is_failed ? "--failed"
                                                     : NULL;
    if (!option || !other)
        return 0;
    fprintf(stderr, "crosslane: error: %s cannot be combined with %s\n", option, other);
    return -1;
}

/* A word selects the rows that have it in their names. If there is none, it is for kernels.
 * Returns 0, or -1 with the message on standard error. patterns: the words, freed by the caller. */
static int take_words(struct xl_cli_selection *s, char **patterns, size_t count)
{
    struct xl_row_list matrix;
    struct xl_error err;
    if (!count)
        return 0;
    if (xl_library_rows(s->run.matrix, s->run.kernels_dir, &matrix, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return -1;
    }
    int status = 0;
    for (size_t i = 0; i < count && !status; i++) {
        bool is_row = false;
        for (size_t k = 0; k < matrix.count && !is_row; k++)
            is_row = fnmatch(patterns[i], matrix.rows[k].name, 0) == 0;
        s->run.kernel_words += !is_row;
        status = is_row ? xl_cli_add_row(s, patterns[i]) : xl_cli_add_kernel(s, patterns[i]);
    }
    xl_row_list_free(&matrix);
    return status;
}

/* What the watcher of the run knows. */
struct watched {
    struct xl_cli_selection *selection;
    int output;   /* where reports go that go to standard output: the console is on standard error
                     then; or -1 */
    FILE *stream; /* of --stream, or NULL */
    /* Once the run has ended, where reports are wanted. */
    struct xl_merged merged;
    struct json_object *difference;
};

static void list_rows(void *data, const struct xl_selection *selection)
{
    (void)data;
    for (size_t i = 0; i < selection->row_count; i++) {
        char *labels = xl_cli_row_labels(selection->rows[i]);
        for (char *at = labels; (at = strchr(at, ';'));)
            *at = '\t';
        printf("%s\t%s\t%s\n", selection->rows[i]->name, selection->rows[i]->build, labels);
        free(labels);
    }
}

static void print_forecast(void *data, const struct xl_forecast *f)
{
    const struct watched *w = data;
    xl_preface_print(&w->selection->run, f);
}

static void end_row(void *data, const struct xl_results *results, const struct xl_row_result *row)
{
    const struct watched *w = data;
    /* After Ctrl-C, a limit or --fail-fast, one line says how many rows are unfinished. */
    if (!xl_interrupted || row->outcome != XL_NOT_RUN)
        xl_console_row(NULL, results, row);
    if (!w->stream)
        return;
    struct json_object *o = xl_row_json(results, row);
    fprintf(w->stream, "%s\n", json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN));
    fflush(w->stream);
    json_object_put(o);
}

static void prepare_reports(struct watched *w, const struct xl_results *results)
{
    struct xl_error err;
    struct json_object *all = xl_results_json(results, true);
    if (xl_merge_one(all, &w->merged, &err)) /* they are of this very program */
        fprintf(stderr, "%s\n", err.text);
    w->difference = xl_cli_report_difference(&w->selection->reporting, &w->merged);
    if (w->difference)
        xl_difference_print(w->difference, stdout);
    json_object_put(all);
}

/* The totals stay the last line, also where both outputs go into one log. */
static void end(void *data, const struct xl_results *results)
{
    struct watched *w = data;
    const struct xl_run_options *run = &w->selection->run;
    xl_console_tail(results,
                    run->gcc_style  ? XL_GCC_STYLE
                    : run->show_all ? XL_EACH_FINDING
                                    : XL_EACH_BUG,
                    run->json);
    if (run->durations)
        xl_durations_print(results, run->durations);
    if (xl_cli_report_wanted(&w->selection->reporting))
        prepare_reports(w, results);
    fflush(stdout);
    xl_hints_print(run, results);
    xl_console_totals(results);
    fflush(stdout);
    if (w->output >= 0) /* what is written next */
        dup2(w->output, STDOUT_FILENO);
}

static int write_reports(void *data)
{
    const struct watched *w = data;
    return xl_cli_report_wanted(&w->selection->reporting)
               ? xl_cli_report_write(&w->selection->reporting, &w->merged, w->difference,
                                     w->selection->run.json)
               : 0;
}

/* Opens the file of --stream. Returns 0, or the exit status after a message. */
static int open_stream(const char *file, int output, FILE **stream)
{
    if (!file)
        return 0;
    const int fd = output >= 0 && strcmp(file, "-") == 0
                       ? dup(output)
                       : open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    *stream = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (*stream)
        return 0;
    fprintf(stderr, "crosslane: error: --stream: cannot write '%s': %s\n", file, strerror(errno));
    return XL_EXIT_ENVIRONMENT;
}

/* Returns the status of the run, or that lines are missing. */
static int close_stream(const struct watched *w, int status)
{
    if (!w->stream)
        return status;
    const bool failed = ferror(w->stream) != 0;
    if (fclose(w->stream) == 0 && !failed)
        return status;
    fprintf(stderr, "crosslane: error: --stream: cannot write all lines to '%s'\n",
            w->selection->stream);
    return XL_EXIT_ENVIRONMENT;
}

static int check_outputs(struct xl_cli_selection *s, bool *to_stdout)
{
    if (xl_cli_writable("stream", s->stream) || xl_cli_report_check(&s->reporting, s->run.json))
        return -1;
    *to_stdout = xl_cli_report_to_stdout(&s->reporting, s->run.json);
    if (!s->stream || strcmp(s->stream, "-") != 0)
        return 0;
    if (*to_stdout) {
        fprintf(stderr, "crosslane: error: only one report can be written to standard output\n");
        return -1;
    }
    *to_stdout = true;
    return 0;
}

static int run(struct xl_cli_selection *s)
{
    struct watched w = {.selection = s, .output = -1};
    const struct xl_run_callbacks console = {&w,      list_rows, print_forecast, xl_console_head,
                                             end_row, end,       write_reports};
    bool to_stdout;
    if (check_outputs(s, &to_stdout))
        return XL_EXIT_USAGE;
    if (to_stdout) {
        w.output = dup(STDOUT_FILENO);
        dup2(STDERR_FILENO, STDOUT_FILENO);
    }
    int status = open_stream(s->stream, w.output, &w.stream);
    if (!status)
        status = close_stream(&w, xl_run(&s->run, &console));
    if (w.output >= 0)
        close(w.output);
    json_object_put(w.difference);
    xl_merged_free(&w.merged);
    return status;
}

/* Runs what the options select. */
static int run_selection(struct xl_cli_selection *s)
{
    struct xl_last_failed failed = {0};
    const int chosen = s->is_failed ? xl_last_failed_select(&failed, s) : 0;
    int status = chosen < 0 ? XL_EXIT_USAGE : XL_EXIT_OK;
    if (!chosen) {
        xl_cli_select_sleef(s);
        const bool runs_rows = !s->run.list_only && !s->run.build_only;
        char *file = runs_rows ? xl_past_run_new() : NULL;
        char *last = runs_rows ? xl_last_run() : NULL;
        s->run.last_results = file;
        s->run.last_run = last;
        char *repeated = xl_cli_repeated(&xl_cli_run_usage, s);
        s->run.repeated = repeated;
        status = run(s);
        free(repeated);
        free(file);
        free(last);
    }
    xl_last_failed_free(&failed);
    return status;
}

/* Runs, waits for an edit, and starts anew from ./crosslane, which builds what was edited. An edit
 * during the run counts. again: its words. Returns the exit status once a signal ends it. */
static int watch(char **again, struct xl_cli_selection *s)
{
    static const char variable[] = "CROSSLANE_WATCHED"; /* the state that the run before ended at */
    char *start = xl_join_path(xl_root(), "crosslane"), state[32];
    struct xl_watched files = xl_watched_of(s->run.kernels_dir);
    const size_t count = files.count;
    const char *earlier = getenv(variable);
    uint64_t was = earlier ? strtoull(earlier, NULL, 16) : xl_watched_state(&files);
    run_selection(s);
    if (xl_interrupted == SIGALRM || xl_interrupted == SIGUSR1)
        xl_interrupted = 0; /* the run alone was ended */
    if (!xl_interrupted)
        fprintf(stderr, "crosslane: watching %s; Ctrl-C ends\n", files.at[0]);
    xl_stop_on_signals(0);
    xl_watched_free(&files);
    files = xl_watched_of(s->run.kernels_dir);
    if (files.count != count) /* the first build has told what else it takes */
        was = xl_watched_state(&files);
    int status = xl_stop_status();
    if (xl_watched_wait(&files, was) == 0) {
        snprintf(state, sizeof state, "%" PRIx64, xl_watched_state(&files));
        setenv(variable, state, 1);
        again[0] = start;
        execv(start, again);
        fprintf(stderr, "crosslane: error: cannot start %s: %s\n", start, strerror(errno));
        status = XL_EXIT_ENVIRONMENT;
    }
    xl_watched_free(&files);
    free(start);
    return status;
}

int xl_cli_run(int argc, char **argv)
{
    struct xl_cli_selection s;
    size_t count;
    char **again = xl_alloc((size_t)argc + 2, sizeof *again); /* "crosslane" "run" WORD... */
    memcpy(again + 1, argv, (size_t)argc * sizeof *again);
    xl_cli_select_begin(&s);
    int status = xl_cli_parse(argc, argv, &xl_cli_run_usage, &s, &count);
    s.run.no_evidence |= s.run.exhaustive; /* a usual run has it */
    if (status == -1) {
        char **words = xl_alloc(count + 1, sizeof *words);
        for (size_t i = 0; i < count; i++)
            words[i] = xl_format("*%s*", argv[i + 1]);
        status = check_combined(&s, count ? "a word" : NULL) || take_words(&s, words, count)
                     ? XL_EXIT_USAGE
                 : s.is_watching ? watch(again, &s)
                                 : run_selection(&s);
        for (size_t i = 0; i < count; i++)
            free(words[i]);
        free(words);
    }
    free(again);
    xl_cli_report_free(&s.reporting);
    return status;
}
