/* crosslane run: the main job.
 * SPDX-License-Identifier: MIT
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <fts.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/signals.h"
#include "base/text.h"
#include "build/build.h"
#include "build/library.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "cli/options.h"
#include "oracle/case.h"
#include "report/console.h"
#include "report/formats.h"
#include "repro/reproduction.h"
#include "results/checks.h"
#include "results/merge.h"
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
            XL_SELECT_CALL_LIMIT(XL_USUAL_CALL_LIMIT),
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

/* ---- --failed: what failed in the last run of this checkout ---- */

struct last_failed {
    struct json_object *results;   /* of the last run */
    struct xl_finding_ref finding; /* one of its findings, of which the selection has the options */
};

static int load_last_run(struct last_failed *f)
{
    struct xl_error err;
    size_t count;
    char **files = xl_past_runs(&count);
    if (!count)
        xl_error_set(&err, "crosslane: error: --failed: no results of a run in this checkout");
    f->results = count ? xl_results_load(files[0], &err) : NULL;
    xl_past_runs_free(files, count);
    if (f->results)
        return 0;
    xl_message("%s\n  help: use `./crosslane run` without --failed first\n", err.text);
    return -1;
}

/* The command of the first finding of the kernel, with its options. */
static void take_command(struct last_failed *f, struct json_object *kernel)
{
    struct json_object *findings = xl_key_array(kernel, XL_KEY_kernel_findings);
    struct json_object *first =
        xl_json_length(findings) ? json_object_array_get_idx(findings, 0) : NULL;
    const char *command = xl_key_text(first, XL_KEY_finding_command);
    if (f->finding.text || !*command || xl_finding_ref_parse_command(&f->finding, command))
        return;
    xl_finding_ref_free(&f->finding);
}

/* Adds a name as a pattern, once. Returns 0, or -1 after a message. */
static int add_once(const char **names, size_t *count, const char *name)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp(names[i], name) == 0)
            return 0;
    return xl_cli_add_word(names, count, XL_MAX_PATTERNS, name);
}

/* A row that was not run because the run was ended did not fail. Returns 0, or -1 after a message.
 */
static int select_row(struct last_failed *f, struct json_object *row, bool *has_all_kernels,
                      struct xl_cli_selection *s)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    const bool was_ended = *xl_key_text(f->results, XL_KEY_run_cut_short) != '\0';
    const int outcome = xl_key_outcome(row);
    bool is_of_kernels = false;
    int status = 0;
    if (outcome != XL_FAIL && (outcome != XL_NOT_RUN || was_ended))
        return 0;
    for (size_t i = 0; i < xl_json_length(kernels) && !status; i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        if (xl_key_verdict(kernel) != XL_FAIL)
            continue;
        is_of_kernels = true;
        take_command(f, kernel);
        status =
            add_once(s->kernels, &s->run.kernel_count, xl_key_text(kernel, XL_KEY_kernel_kernel));
    }
    *has_all_kernels |= !is_of_kernels;
    return status ? status : xl_cli_add_row(s, xl_key_text(row, XL_KEY_row_row));
}

/* The options of the run that failed. */
static int take_options(struct last_failed *f, struct xl_cli_selection *s)
{
    struct xl_cli_selection *of = xl_alloc(1, sizeof *of);
    xl_cli_select_begin(of);
    int status =
        xl_cli_parse(f->finding.word_count, f->finding.words, &xl_cli_run_usage, of, NULL) == -1
            ? 0
            : -1;
    if (!status && s->run.seed == XL_USUAL_SEED)
        s->run.seed = of->run.seed;
    if (!status)
        status = xl_cli_inherit(&xl_cli_run_usage, s, of);
    free(of);
    return status;
}

/* Selects the rows and the kernels that failed, and takes the options of the run from a finding,
 * unless they are given. Says on standard error what it selects. Returns 0; 1 after the message
 * that nothing failed; or -1 after an error message. The selection points into f, which the caller
 * frees. */
static int select_failed(struct last_failed *f, struct xl_cli_selection *s)
{
    bool has_all_kernels = false;
    if (load_last_run(f))
        return -1;
    struct json_object *rows = xl_key_array(f->results, XL_KEY_run_rows);
    for (size_t i = 0; i < xl_json_length(rows); i++)
        if (select_row(f, json_object_array_get_idx(rows, i), &has_all_kernels, s))
            return -1;
    const char *started = xl_key_text(f->results, XL_KEY_run_started);
    if (!s->run.row_count) {
        fprintf(stderr, "crosslane: --failed: nothing failed in the last run (%s)\n", started);
        return 1;
    }
    if (has_all_kernels)
        s->run.kernel_count = 0;
    fprintf(stderr, "crosslane: --failed: %zu row%s", s->run.row_count, xl_s(s->run.row_count));
    if (s->run.kernel_count)
        fprintf(stderr, ", %zu kernel%s", s->run.kernel_count, xl_s(s->run.kernel_count));
    fprintf(stderr, " of the last run (%s)\n", started);
    return f->finding.text ? take_options(f, s) : 0;
}

static void free_last_failed(struct last_failed *f)
{
    json_object_put(f->results);
    xl_finding_ref_free(&f->finding);
}

/* ---- The run ---- */

/* What the callbacks of the run know. */
struct output {
    struct xl_cli_selection *selection;
    int reports;  /* where reports go that go to standard output: the console is on standard error
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
    const struct output *out = data;
    xl_preface_print(&out->selection->run, f);
}

static void end_row(void *data, const struct xl_results *results, const struct xl_row_result *row)
{
    const struct output *out = data;
    /* After Ctrl-C, a limit or --fail-fast, one line says how many rows are unfinished. */
    if (!xl_interrupted || row->outcome != XL_NOT_RUN)
        xl_console_row(NULL, results, row);
    if (!out->stream)
        return;
    struct json_object *o = xl_row_json(results, row);
    fprintf(out->stream, "%s\n", json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN));
    fflush(out->stream);
    json_object_put(o);
}

static void prepare_reports(struct output *out, const struct xl_results *results)
{
    struct xl_error err;
    struct json_object *all = xl_results_json(results, true);
    if (xl_merge_one(all, &out->merged, &err)) /* they are of this very program */
        fprintf(stderr, "%s\n", err.text);
    out->difference = xl_cli_report_difference(&out->selection->reporting, &out->merged);
    if (out->difference)
        xl_difference_print(out->difference, stdout);
    json_object_put(all);
}

/* The totals stay the last line, also where both outputs go into one log. */
static void end(void *data, const struct xl_results *results)
{
    struct output *out = data;
    const struct xl_run_options *run = &out->selection->run;
    xl_console_tail(results,
                    run->gcc_style  ? XL_GCC_STYLE
                    : run->show_all ? XL_EACH_FINDING
                                    : XL_EACH_BUG,
                    run->json);
    if (run->durations)
        xl_durations_print(results, run->durations);
    if (xl_cli_report_wanted(&out->selection->reporting))
        prepare_reports(out, results);
    fflush(stdout);
    xl_hints_print(run, results);
    xl_console_totals(results);
    fflush(stdout);
    if (out->reports >= 0) /* what is written next */
        dup2(out->reports, STDOUT_FILENO);
}

static int write_reports(void *data)
{
    const struct output *out = data;
    return xl_cli_report_wanted(&out->selection->reporting)
               ? xl_cli_report_write(&out->selection->reporting, &out->merged, out->difference,
                                     out->selection->run.json)
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
static int close_stream(const struct output *out, int status)
{
    if (!out->stream)
        return status;
    const bool failed = ferror(out->stream) != 0;
    if (fclose(out->stream) == 0 && !failed)
        return status;
    fprintf(stderr, "crosslane: error: --stream: cannot write all lines to '%s'\n",
            out->selection->stream);
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
    struct output out = {.selection = s, .reports = -1};
    const struct xl_run_callbacks console = {&out,    list_rows, print_forecast, xl_console_head,
                                             end_row, end,       write_reports};
    bool to_stdout;
    if (check_outputs(s, &to_stdout))
        return XL_EXIT_USAGE;
    if (to_stdout) {
        out.reports = dup(STDOUT_FILENO);
        dup2(STDERR_FILENO, STDOUT_FILENO);
    }
    int status = open_stream(s->stream, out.reports, &out.stream);
    if (!status)
        status = close_stream(&out, xl_run(&s->run, &console));
    if (out.reports >= 0)
        close(out.reports);
    json_object_put(out.difference);
    xl_merged_free(&out.merged);
    return status;
}

/* Runs what the options select. */
static int run_selection(struct xl_cli_selection *s)
{
    struct last_failed failed = {0};
    const int chosen = s->is_failed ? select_failed(&failed, s) : 0;
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
    free_last_failed(&failed);
    return status;
}

/* ---- --watch: waits for an edit between two runs ---- */

/* What a run depends on: files, and directories with all below them. */
struct watched {
    char **at;
    size_t count, room;
};

enum { XL_LOOK_MS = 250 };

/* The sum does not depend on the order in which the files are found. Hidden files and directories
 * are left out: editors and git write there. */
static void add_state(const char *of, uint64_t *state)
{
    char *path = xl_copy_text(of), *paths[] = {path, NULL};
    FTS *tree = fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *e; tree && (e = fts_read(tree));) {
        if (e->fts_level > FTS_ROOTLEVEL && e->fts_name[0] == '.') {
            fts_set(tree, e, FTS_SKIP);
            continue;
        }
        if (e->fts_info != FTS_F)
            continue;
        const struct stat *s = e->fts_statp;
        char *line = xl_format("%s %lld %lld %ld", e->fts_path, (long long)s->st_size,
                               (long long)s->st_mtim.tv_sec, s->st_mtim.tv_nsec);
        *state += xl_digest_text(line).low;
        free(line);
    }
    if (tree)
        fts_close(tree);
    free(path);
}

/* The paths of [==[...]==] in the lines that xl_library_write made. */
static void add_library_files(struct watched *w, const char *kernels_dir)
{
    static const char begin[] = "[==[/", end[] = "]==]";
    struct xl_error err;
    size_t size;
    char *file = xl_build_library_file(kernels_dir), *text = xl_file_read(file, &size, &err);
    for (const char *at = text; at && (at = strstr(at, begin)); at++) {
        const char *path = at + strlen(begin) - 1, *until = strstr(path, end);
        if (until)
            xl_push(w, xl_format("%.*s", (int)(until - path), path));
    }
    free(text);
    free(file);
}

/* The directory of kernels, or Crosslane's own kernels and arch/ (NULL); and what the last build
 * took of the directory's crosslane.yml. */
static struct watched watched_of(const char *kernels_dir)
{
    struct watched w = {0};
    if (kernels_dir) {
        xl_push(&w, xl_copy_text(kernels_dir));
        add_library_files(&w, kernels_dir);
    } else {
        xl_push(&w, xl_join_path(xl_root(), "kernels"));
        xl_push(&w, xl_join_path(xl_root(), "arch"));
    }
    return w;
}

static void free_watched(struct watched *w)
{
    for (size_t i = 0; i < w->count; i++)
        free(w->at[i]);
    free(w->at);
}

/* The state of all files: names, sizes and times of change. What is missing, or disappears
 * meanwhile, is a state too. */
static uint64_t watched_state(const struct watched *w)
{
    uint64_t state = 0;
    for (size_t i = 0; i < w->count; i++)
        add_state(w->at[i], &state);
    return state;
}

/* Waits until the state is another than `was`, and then until it stays the same for a moment,
 * because editors write in steps. Returns 0, or -1 if a signal ends the wait. */
static int wait_for_edit(const struct watched *w, uint64_t was)
{
    const struct timespec moment = {.tv_nsec = XL_LOOK_MS * 1000000L};
    uint64_t last = was, now = was;
    while (now == was || now != last) {
        if (xl_interrupted)
            return -1;
        nanosleep(&moment, NULL);
        last = now;
        now = watched_state(w);
    }
    return 0;
}

/* Runs, waits for an edit, and starts anew from ./crosslane, which builds what was edited. An edit
 * during the run counts. again: its words. Returns the exit status once a signal ends it. */
static int watch(char **again, struct xl_cli_selection *s)
{
    static const char variable[] = "CROSSLANE_WATCHED"; /* the state that the run before ended at */
    char *start = xl_join_path(xl_root(), "crosslane"), state[32];
    struct watched files = watched_of(s->run.kernels_dir);
    const size_t count = files.count;
    const char *earlier = getenv(variable);
    uint64_t was = earlier ? strtoull(earlier, NULL, 16) : watched_state(&files);
    run_selection(s);
    if (xl_interrupted == SIGALRM || xl_interrupted == SIGUSR1)
        xl_interrupted = 0; /* the run alone was ended */
    if (!xl_interrupted)
        fprintf(stderr, "crosslane: watching %s; Ctrl-C ends\n", files.at[0]);
    xl_stop_on_signals(0);
    free_watched(&files);
    files = watched_of(s->run.kernels_dir);
    if (files.count != count) /* the first build has told what else it takes */
        was = watched_state(&files);
    int status = xl_stop_status();
    if (wait_for_edit(&files, was) == 0) {
        snprintf(state, sizeof state, "%" PRIx64, watched_state(&files));
        setenv(variable, state, 1);
        again[0] = start;
        execv(start, again);
        fprintf(stderr, "crosslane: error: cannot start %s: %s\n", start, strerror(errno));
        status = XL_EXIT_ENVIRONMENT;
    }
    free_watched(&files);
    free(start);
    return status;
}

/* ---- The command ---- */

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
