/* A project's own tests on many rows: each row is tested in a process of its own.
 * SPDX-License-Identifier: MIT
 */
#include "suite/suite.h"

#include <errno.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/signals.h"
#include "base/text.h"
#include "build/library.h"
#include "results/results_json.h"
#include "rows/engine.h"
#include "suite/launch.h"

/* Raised if rows that were tested by an older Crosslane must run again. */
enum { XL_SUITE_VERSION = 6 };
enum { XL_MOST_SESSIONS = 8 }; /* of one ssh connection: sshd allows ten */

/* A row of the run. */
struct place {
    const struct xl_row *row;
    struct xl_row_trees trees;
    size_t build;             /* of the run's builds; build_count: it needs none */
    struct xl_digest key;     /* of what its result depends on */
    struct json_object *json; /* NULL until it is done */
    bool is_cached;
    bool is_elsewhere; /* all its tests are in other parts */
};

struct suite_run {
    const struct xl_suite_run *run;
    const struct xl_suite_callbacks *callbacks;
    struct xl_suite_options options; /* of all rows; each row sets its `jobs` */
    struct place *places;
    size_t count;
    struct xl_suite_build *builds;  /* and an empty one behind them */
    size_t build_count, *rows_left; /* of each build: rows that are not done */
    struct xl_suite_build native;
    char *native_made;
    bool is_confined;
    struct xl_results results;
    struct xl_engine engine;
};

static const struct xl_suite_build *build_of(const struct suite_run *r, const struct place *p)
{
    return &r->builds[p->build];
}

/* The options of a row. */
static struct xl_suite_options options_of(const struct suite_run *r, const struct place *p)
{
    struct xl_suite_options o = r->options;
    o.place = (size_t)(p - r->places);
    o.places = r->count;
    return o;
}

/* A file of the suite's in the cache. The caller frees it. */
static char *file_of(const struct xl_suite *suite, const struct xl_row *row, const char *suffix)
{
    char *directory = xl_suite_directory(suite->name),
         *file = xl_format("%s/%s%s", directory ? directory : "", row->name, suffix);
    free(directory);
    return file;
}

/* The file with the row's last result. */
static char *result_file(const struct xl_suite *suite, const struct xl_row *row)
{
    return file_of(suite, row, ".json");
}

char *xl_suite_lines_file(const struct xl_suite *suite, const struct xl_row *row)
{
    return file_of(suite, row, ".lines");
}

/* ---- Cached rows ---- */

static bool is_whole(const struct xl_suite_options *o)
{
    return o->sample >= 1 && !o->parts && !o->test;
}

/* Digests the environment that tests inherit, without what differs by session or by job. */
static struct xl_digest environment_digest(void)
{
    static const char *const others[] = {
        "PWD=",         "OLDPWD=", "SHLVL=",  "_=",         "HOME=",      "TERM=",
        "COLUMNS=",     "LINES=",  "TMPDIR=", "MAKEFLAGS=", "CROSSLANE_", "SSH_",
        "XDG_SESSION_", "GITHUB_", "RUNNER_", "CI_",        "GITLAB_",    "SLURM_"};
    size_t count = 0;
    while (environ[count])
        count++;
    char **words = xl_alloc(count + 1, sizeof *words);
    memcpy(words, environ, count * sizeof *words);
    qsort(words, count, sizeof *words, xl_compare_texts);
    struct xl_digest digest = xl_digest_text("environment");
    for (size_t i = 0; i < count; i++) {
        bool counts = true;
        for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
            counts &= strncmp(words[i], others[k], strlen(others[k])) != 0;
        if (counts)
            digest = xl_digest_combine(digest, xl_digest_text(words[i]));
    }
    free(words);
    return digest;
}

static void set_key(const struct suite_run *r, struct place *p)
{
    struct xl_digest file;
    char *text = xl_format("%d\n%s\n%s\n%s\n%s\n%d %d %d\n%u", XL_SUITE_VERSION, p->row->name,
                           p->row->qemu_cpu, p->trees.emulator, build_of(r, p)->sysroot,
                           r->options.no_control, r->options.no_log_check,
                           r->options.allows_autovectorized, p->trees.vl_bits);
    xl_digest_file(r->options.suite->file, &file);
    p->key =
        xl_digest_combine(xl_digest_combine(xl_digest_text(text), file), build_of(r, p)->inputs);
    p->key = xl_digest_combine(p->key, environment_digest());
    free(text);
}

/* The row's last result, if it passed and nothing changed. */
static struct json_object *find_cached(const struct suite_run *r, const struct place *p)
{
    char key[XL_DIGEST_TEXT], *file = result_file(r->options.suite, p->row);
    xl_digest_write(p->key, key);
    struct json_object *kept = json_object_from_file(file),
                       *row = xl_json_get(kept, "row", json_type_object), *found = NULL;
    char *lines = xl_suite_lines_file(r->options.suite, p->row);
    const bool has_lines = !r->options.has_lines || access(lines, R_OK) == 0;
    free(lines);
    if (has_lines && !r->run->no_cache && is_whole(&r->options) &&
        strcmp(xl_json_text(kept, "key"), key) == 0 && xl_key_outcome(row) == XL_PASS)
        found = json_object_get(row);
    json_object_put(kept);
    free(file);
    return found;
}

static bool has_flaky(struct json_object *row)
{
    struct json_object *tests = xl_key_array(row, XL_KEY_row_kernels);
    bool has = false;
    for (size_t i = 0; i < xl_json_length(tests); i++)
        has |= xl_key_outcome(json_object_array_get_idx(tests, i)) == XL_FLAKY;
    return has;
}

static void keep(const struct suite_run *r, const struct place *p, struct json_object *row)
{
    char key[XL_DIGEST_TEXT], *file = result_file(r->options.suite, p->row);
    struct json_object *kept = json_object_new_object();
    struct xl_error ignored;
    xl_digest_write(p->key, key);
    json_object_object_add(kept, "key", json_object_new_string(key));
    json_object_object_add(kept, "row", json_object_get(row));
    const char *text = json_object_to_json_string_ext(kept, JSON_C_TO_STRING_PLAIN);
    if (is_whole(&r->options) && !has_flaky(row) && !*xl_suite_unwatched(r->options.suite))
        xl_file_update(file, text, strlen(text), &ignored); /* it runs again */
    json_object_put(kept);
    free(file);
}

/* Seconds that a row took when it last ran, or -1: it never ran. */
static double last_seconds(const struct xl_suite *suite, const struct xl_row *row)
{
    char *file = result_file(suite, row);
    struct json_object *kept = json_object_from_file(file),
                       *last = xl_json_get(kept, "row", json_type_object);
    const double seconds = last ? xl_key_double(last, XL_KEY_row_seconds) : -1;
    json_object_put(kept);
    free(file);
    return seconds;
}

/* ---- Tests that rows lack ---- */

static bool has_test(struct json_object *row, const char *name)
{
    return xl_json_find(xl_key_array(row, XL_KEY_row_kernels), xl_key_name(XL_KEY_kernel_kernel),
                        name) != NULL;
}

/* Names the tests of one row that another lacks. Returns their number. */
static size_t name_lacking(const struct xl_suite *suite, const struct xl_row *matrix_row,
                           struct json_object *row, struct json_object *other, char *names,
                           size_t size)
{
    struct json_object *tests = xl_key_array(other, XL_KEY_row_kernels);
    size_t count = 0;
    names[0] = '\0';
    for (size_t i = 0; i < xl_json_length(tests); i++) {
        const char *name = xl_key_text(json_object_array_get_idx(tests, i), XL_KEY_kernel_kernel);
        if (!has_test(row, name) && !xl_suite_match(suite, XL_SUITE_OPTIONAL, matrix_row, name))
            xl_append_name(names, size, &count, name);
    }
    xl_append_rest(names, size, count);
    return count;
}

/* A row with fewer tests than another of its architecture fails. Other architectures may have other
 * tests, and `optional` names tests that some CPUs have. */
static void compare_tests(const struct suite_run *r)
{
    for (size_t i = 0; i < r->count && !r->options.parts; i++) {
        struct json_object *row = r->places[i].json, *most = row;
        for (size_t k = 0; k < r->count && row; k++) {
            struct json_object *other = r->places[k].json;
            if (other &&
                strcmp(xl_key_text(other, XL_KEY_row_arch), xl_key_text(row, XL_KEY_row_arch)) ==
                    0 &&
                xl_json_length(xl_key_array(other, XL_KEY_row_kernels)) >
                    xl_json_length(xl_key_array(most, XL_KEY_row_kernels)))
                most = other;
        }
        char names[XL_TEXT];
        const size_t lacking =
            xl_json_length(xl_key_array(row, XL_KEY_row_kernels)) && most != row
                ? name_lacking(r->options.suite, r->places[i].row, row, most, names, sizeof names)
                : 0;
        if (!lacking)
            continue;
        const char *before = xl_key_text(row, XL_KEY_row_reason);
        char *reason =
            xl_format("%s%s%zu test%s that %s has %s missing: %s", before, *before ? "; " : "",
                      lacking, xl_s(lacking), xl_key_text(most, XL_KEY_row_row),
                      xl_plural(lacking, "is", "are"), names);
        xl_key_add_text(row, XL_KEY_row_outcome, xl_outcome_name(XL_FAIL));
        xl_key_add_text(row, XL_KEY_row_reason, reason);
        free(reason);
    }
}

/* ---- Rows ---- */

static struct json_object *row_without_tests(const struct suite_run *r, const struct place *p,
                                             enum xl_outcome outcome, const char *reason)
{
    return xl_suite_row_without_tests(r->options.suite, p->row, build_of(r, p), outcome, reason);
}

/* In a new process: tests the row, and writes SCRATCH/row.json. */
static void work(const struct suite_run *r, const struct place *p,
                 const struct xl_suite_options *options, const char *scratch)
{
    char *file = xl_join_path(scratch, "row.json");
    xl_suite_set_packages(options->suite, p->row);
    /* It is opened now, because this process may confine itself. */
    const int to = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    struct json_object *row = xl_suite_row(options, p->row, &p->trees, build_of(r, p), scratch);
    _exit(json_object_to_fd(to, row, JSON_C_TO_STRING_PLAIN) ? 1 : 0);
}

/* ---- Progress of a row ---- */

/* A row while its process tests it. */
struct watched {
    const char *scratch;
    struct xl_progress progress;
    double last;     /* seconds that the row took when it last ran; -1: it never did */
    const char *run; /* of the tests: its directory */
    double run_began;
    size_t commands; /* tests that crosslane.yml names */
};

/* The runs of a row's tests, in their order (suite_row.c). */
static const struct {
    const char *name, *what;
} runs[] = {{XL_LOGGED_RUN, "tests"},
            {"plain", "tests without the log"},
            {"again", "tests once more, as the connection broke"},
            {"logged-again", "tests with the log once more"},
            {"plain-again", "tests without the log once more"},
            {"native", "tests with breakpoints"},
            {"control", "one test on a CPU without the ISA"},
            {"control-all", "tests on a CPU without the ISA"}};

/* How many tests ended, by what their runner prints: "3/8 Test #3: name ...", "3/8 name". */
static void count_ended(const char *console, size_t *done, size_t *all)
{
    size_t size = 0, a, b;
    char *text = xl_file_read_untrusted(console, &size), *rest = NULL;
    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        if (sscanf(line, " %zu/%zu %*s", &a, &b) == 2 && a <= b) {
            *done = a;
            *all = b;
        }
    free(text);
}

static void show_progress(struct watched *w)
{
    enum { LEAST_SHARE = 10 }; /* a tenth: a test that takes minutes may be the first of hundreds */
    const char *what = "tests";
    char step[100];
    size_t done = 0, all = w->commands;
    char *directory = NULL, *console;
    for (size_t i = sizeof runs / sizeof runs[0]; i > 0 && !directory; i--) {
        directory = xl_join_path(w->scratch, "%s", runs[i - 1].name);
        what = runs[i - 1].what;
        if (access(directory, F_OK) == 0) {
            w->run_began = w->run == runs[i - 1].name ? w->run_began : xl_now();
            w->run = runs[i - 1].name;
        } else {
            free(directory);
            directory = NULL;
        }
    }
    if (!directory)
        return;
    for (size_t i = 0; i < w->commands; i++) { /* each has a file from its begin on */
        console = xl_join_path(directory, "out.%zu", i);
        done = access(console, F_OK) == 0 ? i : done;
        free(console);
    }
    console = xl_join_path(directory, "out");
    if (!w->commands)
        count_ended(console, &done, &all);
    free(console);
    free(directory);
    const double now = xl_now(), left = w->last - (now - w->progress.started);
    snprintf(step, sizeof step, "%zu of %zu %s", done, all, what);
    if (!done || done >= all)
        xl_progress_tick(&w->progress, what);
    else if (left <= 0 && done * LEAST_SHARE < all)
        xl_progress_tick(&w->progress, step);
    else
        xl_progress_parts(
            &w->progress, done, all, what,
            left > 0 ? left : xl_seconds_left(0, (double)done / (double)all, now - w->run_began));
}

/* Waits for the process of a row, or ends it if the run is ended. Returns its wait status. */
static int wait_for(const struct suite_run *r, const struct place *p, const char *scratch,
                    struct xl_process *worker)
{
    enum { TICK_MS = 1000, END_MS = 10000, LOG_S = 30 };
    struct xl_words commands = {0};
    struct watched w = {.scratch = scratch, .last = last_seconds(r->options.suite, p->row)};
    int status = 0;
    xl_suite_select(r->options.suite, XL_SUITE_TEST, p->row, r->options.native, NULL, &commands);
    w.commands = commands.count;
    xl_words_free(&commands);
    xl_progress_begin(&w.progress, p->row->name);
    w.progress.interval_s = LOG_S;
    while (!xl_process_wait(worker, TICK_MS, &status)) {
        show_progress(&w);
        if (!xl_interrupted)
            continue;
        xl_process_end(worker, END_MS);
        status = 0;
        break;
    }
    w.progress.is_quiet = true; /* the row prints its line */
    xl_progress_end(&w.progress);
    return status;
}

/* Takes what the process wrote. */
static struct json_object *take_row(const struct suite_run *r, const struct place *p,
                                    const char *scratch, int status)
{
    char *file = xl_join_path(scratch, "row.json"), reason[200];
    size_t size;
    char *text = xl_file_read_untrusted(file, &size);
    struct json_object *row = text ? json_tokener_parse(text) : NULL;
    free(text);
    free(file);
    char *lines = xl_join_path(scratch, "lines"),
         *kept_lines = xl_suite_lines_file(r->options.suite, p->row);
    rename(lines, kept_lines); /* the lines of an older result are wrong now */
    if (access(lines, F_OK) == 0 || !r->options.has_lines)
        unlink(kept_lines);
    free(lines);
    free(kept_lines);
    if (row) {
        if (!p->row->runner)
            keep(r, p, row);
        return row;
    }
    snprintf(reason, sizeof reason, "%s",
             *xl_stop_reason() ? xl_stop_reason() : "Crosslane failed: the row has no result");
    if (!*xl_stop_reason() && WIFSIGNALED(status))
        snprintf(reason, sizeof reason, "Crosslane died of signal %d", WTERMSIG(status));
    return row_without_tests(r, p, XL_NOT_RUN, reason);
}

/* Tests of the row that may run at once: rows share the processors. */
static unsigned jobs_of_row(struct suite_run *r)
{
    pthread_mutex_lock(&r->engine.lock);
    const size_t left = r->count - r->engine.done, at_once = r->engine.jobs;
    pthread_mutex_unlock(&r->engine.lock);
    const size_t rows = left < at_once ? left : at_once;
    return r->run->jobs / (unsigned)(rows ? rows : 1);
}

/* Tests the row, in a process of its own: it changes its environment, and confines itself. */
static struct json_object *test_row(struct suite_run *r, struct place *p)
{
    char scratch[PATH_MAX], *directory = xl_suite_directory(r->options.suite->name);
    struct xl_suite_options options = options_of(r, p);
    struct xl_process worker = {.output = -1};
    struct xl_error err;
    const int held = xl_scratch_begin(directory ? directory : "", "run", scratch);
    free(directory);
    if (held < 0)
        return row_without_tests(r, p, XL_NOT_RUN, strerror(errno));
    options.jobs = jobs_of_row(r);
    if (p->row->host && options.jobs > XL_MOST_SESSIONS)
        options.jobs = XL_MOST_SESSIONS;
    const int forked = xl_process_fork(&worker, &err);
    if (forked > 0)
        work(r, p, &options, scratch);
    struct json_object *row = forked < 0
                                  ? row_without_tests(r, p, XL_NOT_RUN, err.text)
                                  : take_row(r, p, scratch, wait_for(r, p, scratch, &worker));
    char *said = xl_process_output(&worker);
    if (said && *said) {
        xl_progress_pause();
        fprintf(stderr, "%s", said);
        xl_progress_resume();
    }
    free(said);
    xl_process_free(&worker);
    xl_scratch_end(held, scratch);
    return row;
}

/* Whether the suite is compiled for vectors of another length. */
static bool has_other_length(const struct xl_row *row)
{
    return row->suite_bits && row->suite_bits != row->vl_bits;
}

/* Whether the row needs no build. */
static bool is_left_out(const struct place *p)
{
    return p->trees.status || p->is_elsewhere || has_other_length(p->row);
}

/* The row's result: at once if its tests cannot run or need not, or else from its tests. */
static struct json_object *conclude_row(struct suite_run *r, struct place *p)
{
    const struct xl_suite_build *build = build_of(r, p);
    if (p->is_elsewhere)
        return row_without_tests(r, p, XL_SKIP, "all its tests are in other parts");
    char reason[200];
    snprintf(reason, sizeof reason, "it is compiled for vectors of %u bits, and this CPU has %u",
             p->row->suite_bits, p->row->vl_bits);
    if (has_other_length(p->row))
        return row_without_tests(r, p, XL_SKIP, reason);
    if (p->trees.is_skipped)
        return row_without_tests(r, p, XL_SKIP, p->trees.reason);
    if (p->trees.status)
        return row_without_tests(r, p, p->trees.status == 1 ? XL_FAIL : XL_NOT_RUN,
                                 p->trees.reason);
    if (xl_interrupted)
        return row_without_tests(r, p, XL_NOT_RUN, xl_stop_reason());
    if (*build->error)
        return row_without_tests(r, p, build->is_lacking ? XL_SKIP : XL_FAIL, build->error);
    if (p->row->runner) /* nobody knows which CPU will be there */
        return test_row(r, p);
    set_key(r, p);
    struct json_object *row = find_cached(r, p);
    p->is_cached = row != NULL;
    return row ? row : test_row(r, p);
}

/* Once the last row of a build is done, other runs may change the build. */
static void leave_build(struct suite_run *r, const struct place *p)
{
    pthread_mutex_lock(&r->engine.lock);
    if (--r->rows_left[p->build] == 0)
        xl_suite_build_unlock(&r->builds[p->build]);
    pthread_mutex_unlock(&r->engine.lock);
}

static void run_row(void *data, size_t i, void *worker)
{
    struct suite_run *r = data;
    struct place *p = &r->places[i];
    (void)worker;
    p->json = conclude_row(r, p);
    leave_build(r, p);
    xl_engine_report(&r->engine, i, (enum xl_outcome)xl_key_outcome(p->json));
}

static void make_build(void *data, size_t build, size_t nth)
{
    struct suite_run *r = data;
    size_t first = 0;
    (void)nth;
    while (r->places[first].build != build)
        first++;
    if (!xl_interrupted)
        xl_suite_build_make(r->options.suite, r->places[first].row, r->options.native,
                            &r->builds[build]);
}

static void print_row(void *data, size_t i)
{
    const struct suite_run *r = data;
    r->callbacks->row(r->callbacks->data, r->places[i].json, r->places[i].is_cached);
}

static struct json_object *row_json(void *data, size_t i)
{
    const struct suite_run *r = data;
    return json_object_get(r->places[i].json);
}

/* Workers have nothing: rows have processes of their own. */
static const struct xl_engine_calls calls = {
    .make = make_build, .run = run_row, .print = print_row, .json = row_json};

/* ---- Builds ---- */

/* Rows whose builds have the same directory share it. Rows that cannot run need none. */
static void name_builds(struct suite_run *r)
{
    const struct xl_suite *suite = r->options.suite;
    r->builds = xl_alloc(r->count + 1, sizeof *r->builds);
    r->rows_left = xl_alloc(r->count + 1, sizeof *r->rows_left);
    for (size_t i = 0; i < r->count; i++) {
        struct place *p = &r->places[i];
        struct xl_suite_build *build = &r->builds[r->build_count];
        if (is_left_out(p))
            continue;
        xl_suite_build_name(suite, p->row, r->options.native, build);
        while (strcmp(r->builds[p->build].directory, build->directory) != 0)
            p->build++;
        if (p->build == r->build_count)
            r->build_count++;
        else
            xl_suite_build_free(build);
    }
    r->builds[r->build_count] =
        (struct xl_suite_build){.compiler_version = xl_copy_text(""), .lock = -1};
    for (size_t i = 0; i < r->count; i++) {
        if (is_left_out(&r->places[i]))
            r->places[i].build = r->build_count;
        r->rows_left[r->places[i].build]++;
    }
}

/* Builds are made one by one, in the order of their rows: each takes all processors, and tests of
 * other rows have time limits. */
static void prepare_engine(struct suite_run *r)
{
    r->engine = (struct xl_engine){.row_count = r->count,
                                   .build_count = r->build_count,
                                   .build_of = xl_alloc(r->count + 1, sizeof *r->engine.build_of),
                                   .row_work = r->engine.row_work,
                                   .jobs = r->is_confined ? r->run->jobs : 1,
                                   .makers = 1,
                                   .fail_fast = r->run->fail_fast,
                                   .json = r->run->json,
                                   .last_run = r->run->last_run,
                                   .calls = &calls,
                                   .data = r};
    for (size_t i = 0; i < r->count; i++)
        r->engine.build_of[i] = r->places[i].build;
}

/* Finds out, on the CPU of this row, whether rows can have a build each for themselves. */
static void try_confinement(struct suite_run *r, const struct xl_row *row,
                            const struct xl_row_trees *trees)
{
    char scratch[PATH_MAX], *directory = xl_suite_directory(r->options.suite->name),
                            *build = xl_format("%s/empty", directory ? directory : ""),
                            *writable = NULL;
    const struct xl_confined confined = {.build = build, .scratch = scratch, .source = ""};
    struct xl_launched launched = {0};
    struct xl_error err = {""};
    mkdir(build, 0777);
    const int held = xl_scratch_begin(directory ? directory : "", "run", scratch);
    if (held >= 0) {
        writable = xl_join_path(scratch, XL_CONFINED_WRITABLE);
        mkdir(writable, 0777);
        const struct xl_launch l = {.row = row,
                                    .cpu = row->qemu_cpu,
                                    .emulator = trees->emulator,
                                    .sysroot = trees->sysroot,
                                    .output = "/dev/null",
                                    .confined = &confined};
        xl_launch(&l, (char *[]){"true", NULL}, &launched, &err);
        xl_scratch_end(held, scratch);
    }
    r->is_confined = launched.is_confined;
    if (!r->is_confined)
        fprintf(stderr,
                "note: tests can change files of this machine, and rows run one by one: %s\n"
                "  help: docs/your-tests.md, \"What both need\"\n",
                *err.text ? err.text : launched.why_not_confined);
    free(directory);
    free(writable);
    free(build);
}

/* By what the rows took when they last ran, if all did. */
static void begin_forecast(struct suite_run *r)
{
    double seconds = r->options.parts ? -1 : 0;
    r->engine.row_work = xl_alloc(r->count + 1, sizeof *r->engine.row_work);
    for (size_t i = 0; i < r->count && seconds >= 0; i++) {
        r->engine.row_work[i] = last_seconds(r->options.suite, r->run->rows[i]);
        seconds = r->engine.row_work[i] < 0 ? -1 : seconds + r->engine.row_work[i];
    }
    if (seconds < 0) {
        free(r->engine.row_work);
        r->engine.row_work = NULL;
    }
    r->callbacks->begin(r->callbacks->data, seconds);
}

/* Finds out what the rows of the part need. Returns the first of them. */
static const struct place *probe(struct suite_run *r)
{
    struct xl_row_trees *trees = xl_alloc(r->count, sizeof *trees);
    const struct xl_row **rows = xl_alloc(r->count, sizeof *rows);
    const struct place *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < r->count; i++) {
        struct place *p = &r->places[i];
        const struct xl_suite_options o = options_of(r, p);
        p->row = r->run->rows[i];
        p->is_elsewhere = !xl_suite_part_has_row(&o);
        if (!p->is_elsewhere)
            rows[count++] = p->row;
    }
    xl_rows_probe(r->run->suite->directory, rows, count, trees);
    for (size_t i = 0, k = 0; i < r->count; i++)
        if (!r->places[i].is_elsewhere) {
            first = first ? first : &r->places[i];
            r->places[i].trees = trees[k++];
        }
    free(rows);
    free(trees);
    return first;
}

static int prepare(struct suite_run *r, struct xl_error *err)
{
    struct xl_suite *suite = r->run->suite;
    if (suite->source && !(suite->sources = xl_source_fetch(suite->source, err)))
        return -1;
    if (!suite->dir)
        suite->dir = xl_copy_text(suite->sources);
    const struct place *first = probe(r);
    if (suite->has_native) {
        xl_suite_build_name(suite, NULL, NULL, &r->native);
        xl_suite_build_make(suite, NULL, NULL, &r->native);
        if (*r->native.error)
            return xl_fail(err, "the native build failed: %s", r->native.error);
        r->options.native = r->native_made = xl_join_path(r->native.directory, "made");
    }
    name_builds(r);
    try_confinement(r, first->row, &first->trees);
    prepare_engine(r);
    return 0;
}

static void prepare_results(struct suite_run *r)
{
    r->results = (struct xl_results){.seed = r->options.seed,
                                     .shard = json_object_get(r->run->shard),
                                     .sources = json_object_new_array(),
                                     .disagreements = json_object_new_array()};
    xl_time_text(r->results.started);
}

/* A row whose result says that --test matches none of its tests; NULL: one has tests, or none says
 * so. */
static struct json_object *find_unmatched(const struct suite_run *r)
{
    struct json_object *found = NULL;
    for (size_t i = 0; i < r->count; i++) {
        struct json_object *row = r->places[i].json;
        if (xl_json_length(xl_key_array(row, XL_KEY_row_kernels)))
            return NULL;
        if (strncmp(xl_key_text(row, XL_KEY_row_reason), XL_UNMATCHED, strlen(XL_UNMATCHED)) == 0)
            found = row;
    }
    return found;
}

static int conclude(struct suite_run *r)
{
    const struct xl_suite_callbacks *callbacks = r->callbacks;
    compare_tests(r);
    r->results.notable = json_object_new_array();
    for (size_t i = 0; i < r->count; i++)
        json_object_array_add(r->results.notable, json_object_get(r->places[i].json));
    snprintf(r->results.cut_short, sizeof r->results.cut_short, "%s", xl_stop_reason());
    int status = !callbacks->end(callbacks->data, r->results.notable);
    struct json_object *results = xl_results_json(&r->results, false);
    if (xl_engine_write(&r->engine, results))
        status = 3;
    if (callbacks->write(callbacks->data, results))
        status = 3;
    json_object_put(results);
    struct json_object *unmatched = find_unmatched(r);
    if (unmatched && status == 1 && !r->results.cut_short[0]) {
        fprintf(stderr, "crosslane: error: %s\n", xl_key_text(unmatched, XL_KEY_row_reason));
        status = 2;
    }
    return r->results.cut_short[0] ? xl_stop_status() : status;
}

static void end(struct suite_run *r)
{
    for (size_t i = 0; i < r->count; i++) {
        xl_row_trees_free(&r->places[i].trees);
        json_object_put(r->places[i].json);
    }
    for (size_t i = 0; i <= r->build_count && r->builds; i++)
        xl_suite_build_free(&r->builds[i]);
    free(r->builds);
    free(r->rows_left);
    xl_engine_free(&r->engine);
    xl_results_free(&r->results);
    xl_suite_build_free(&r->native);
    free(r->native_made);
    free(r->places);
}

int xl_suite_run(const struct xl_suite_run *run, const struct xl_suite_callbacks *callbacks)
{
    struct suite_run r = {.run = run,
                          .callbacks = callbacks,
                          .options = run->options,
                          .places = xl_alloc(run->row_count, sizeof *r.places),
                          .count = run->row_count};
    struct xl_error err;
    int status = 3;
    r.options.suite = run->suite;
    xl_stop_on_signals(0);
    prepare_results(&r);
    begin_forecast(&r);
    if (prepare(&r, &err)) {
        xl_error_print(&err);
    } else {
        xl_engine_make(&r.engine);
        xl_engine_begin_rows(&r.engine);
        xl_engine_run(&r.engine);
        xl_engine_await_builds(&r.engine);
        xl_engine_end_rows(&r.engine);
        status = conclude(&r);
    }
    end(&r);
    return status;
}
