/* Builds a project, and runs its tests on rows, each in a process of its own.
 * SPDX-License-Identifier: MIT
 */
#include "suite/suite.h"

#include <errno.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/scratch.h"
#include "base/signals.h"
#include "base/text.h"
#include "build/source.h"
#include "results/results_json.h"
#include "suite/launch.h"

/* Raised if rows that were tested by an older Crosslane must run again. */
enum { XL_SUITE_VERSION = 5 };

/* A row of the run. */
struct place {
    const struct xl_row *row;
    struct xl_row_trees trees;
    struct xl_suite_build build;
    struct xl_digest key; /* of what its result depends on */
    pid_t worker;         /* 0: none */
    char *scratch;
    int held;                 /* its lock */
    struct json_object *json; /* NULL until it is done */
};

struct suite_run {
    struct xl_suite_run *run;
    struct place *places;
    size_t count;
    struct xl_suite_build native;
    bool is_confined;
};

/* The file with the row's last result. The caller frees it. */
static char *result_file(const struct suite_run *r, const struct xl_row *row)
{
    char *folder = xl_suite_folder(r->run->options.suite->name),
         *file = xl_format("%s/%s.json", folder ? folder : "", row->name);
    free(folder);
    return file;
}

char *xl_suite_lines_file(const struct xl_suite *suite, const struct xl_row *row)
{
    char *folder = xl_suite_folder(suite->name),
         *file = xl_format("%s/%s.lines", folder ? folder : "", row->name);
    free(folder);
    return file;
}

/* ---- Cached rows ---- */

static bool is_whole(const struct xl_suite_run *run)
{
    return run->options.sample >= 1 && !run->options.test;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
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
    qsort(words, count, sizeof *words, compare_texts);
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
    char *text =
        xl_format("%d\n%s\n%s\n%s\n%s\n%d %d\n%u", XL_SUITE_VERSION, p->row->name, p->row->qemu_cpu,
                  p->trees.emulator, p->build.sysroot, r->run->options.no_control,
                  r->run->options.no_log_check, p->trees.vl_bits);
    xl_digest_file(r->run->options.suite->file, &file);
    p->key = xl_digest_combine(xl_digest_combine(xl_digest_text(text), file), p->build.inputs);
    p->key = xl_digest_combine(p->key, environment_digest());
    free(text);
}

/* The row's last result, if it passed and nothing changed. */
static struct json_object *find_cached(const struct suite_run *r, const struct place *p)
{
    char key[XL_DIGEST_TEXT], *file = result_file(r, p->row);
    xl_digest_write(p->key, key);
    struct json_object *kept = json_object_from_file(file),
                       *row = xl_json_get(kept, "row", json_type_object), *found = NULL;
    char *lines = xl_suite_lines_file(r->run->options.suite, p->row);
    const bool has_lines = !r->run->options.has_lines || access(lines, R_OK) == 0;
    free(lines);
    if (has_lines && !r->run->no_cache && is_whole(r->run) &&
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

static void keep(const struct suite_run *r, const struct place *p)
{
    char key[XL_DIGEST_TEXT], *file = result_file(r, p->row);
    struct json_object *kept = json_object_new_object();
    struct xl_error ignored;
    xl_digest_write(p->key, key);
    json_object_object_add(kept, "key", json_object_new_string(key));
    json_object_object_add(kept, "row", json_object_get(p->json));
    const char *text = json_object_to_json_string_ext(kept, JSON_C_TO_STRING_PLAIN);
    if (is_whole(r->run) && !has_flaky(p->json) && !*xl_suite_unwatched(r->run->options.suite))
        xl_file_update(file, text, strlen(text), &ignored); /* it runs again */
    json_object_put(kept);
    free(file);
}

double xl_suite_forecast(const struct xl_suite_run *run)
{
    const struct suite_run r = {.run = (struct xl_suite_run *)run};
    double seconds = 0;
    for (size_t i = 0; i < run->row_count && seconds >= 0; i++) {
        char *file = result_file(&r, run->rows[i]);
        struct json_object *kept = json_object_from_file(file),
                           *row = xl_json_get(kept, "row", json_type_object);
        seconds = row ? seconds + xl_key_double(row, XL_KEY_row_seconds) : -1;
        json_object_put(kept);
        free(file);
    }
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
    enum { NAMED = 5 };
    struct json_object *tests = xl_key_array(other, XL_KEY_row_kernels);
    size_t count = 0;
    names[0] = '\0';
    for (size_t i = 0; i < xl_json_length(tests); i++) {
        const char *name = xl_key_text(json_object_array_get_idx(tests, i), XL_KEY_kernel_kernel);
        if (!has_test(row, name) && !xl_suite_match(suite, XL_SUITE_OPTIONAL, matrix_row, name) &&
            count++ < NAMED)
            xl_append(names, size, "%s%s", *names ? ", " : "", name);
    }
    if (count > NAMED)
        xl_append(names, size, " and %zu more", count - NAMED);
    return count;
}

/* A row with fewer tests than another of its architecture fails. Other architectures may have other
 * tests, and `optional` names tests that some CPUs have. */
static void compare_tests(const struct suite_run *r)
{
    for (size_t i = 0; i < r->count; i++) {
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
        const size_t lacking = xl_json_length(xl_key_array(row, XL_KEY_row_kernels)) && most != row
                                   ? name_lacking(r->run->options.suite, r->places[i].row, row,
                                                  most, names, sizeof names)
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

/* ---- Workers ---- */

static void done(struct suite_run *r, struct place *p, struct json_object *json, bool is_cached)
{
    p->json = json;
    if (r->run->row_done)
        r->run->row_done(r->run->data, json, is_cached);
}

static void done_without_tests(struct suite_run *r, struct place *p, enum xl_outcome outcome,
                               const char *reason)
{
    done(r, p,
         xl_suite_row_without_tests(r->run->options.suite, p->row, &p->build, outcome, reason),
         false);
}

/* In a new process: tests the row, and writes SCRATCH/row.json. */
static void work(const struct suite_run *r, const struct place *p, pid_t parent)
{
    char *file = xl_join_path(p->scratch, "row.json");
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(1);
    signal(SIGINT, SIG_IGN); /* the parent ends it */
    signal(SIGTERM, SIG_DFL);
    xl_suite_set_packages(r->run->options.suite, p->row);
    /* It is opened now, because this process may confine itself. */
    const int to = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    struct json_object *row =
        xl_suite_row(&r->run->options, p->row, &p->trees, &p->build, p->scratch);
    _exit(json_object_to_fd(to, row, JSON_C_TO_STRING_PLAIN) ? 1 : 0);
}

static void start(struct suite_run *r, struct place *p)
{
    char path[PATH_MAX], *folder = xl_suite_folder(r->run->options.suite->name);
    p->held = xl_scratch_begin(folder ? folder : "", "run", path);
    p->scratch = xl_copy_text(path);
    free(folder);
    if (p->held < 0) {
        done_without_tests(r, p, XL_NOT_RUN, strerror(errno));
        return;
    }
    const pid_t parent = getpid();
    fflush(NULL);
    p->worker = fork();
    if (p->worker == 0)
        work(r, p, parent);
    if (p->worker < 0) {
        p->worker = 0;
        done_without_tests(r, p, XL_NOT_RUN, strerror(errno));
    }
}

/* Takes what a worker wrote. */
static void finish(struct suite_run *r, struct place *p, int status)
{
    char *file = xl_join_path(p->scratch, "row.json"), reason[200];
    size_t size;
    char *text = xl_file_read_untrusted(file, &size);
    struct json_object *row = text ? json_tokener_parse(text) : NULL;
    free(text);
    char *lines = xl_join_path(p->scratch, "lines"),
         *kept_lines = xl_suite_lines_file(r->run->options.suite, p->row);
    rename(lines, kept_lines); /* the lines of an older result are wrong now */
    if (access(lines, F_OK) == 0 || !r->run->options.has_lines)
        unlink(kept_lines);
    free(lines);
    free(kept_lines);
    p->worker = 0;
    if (row) {
        done(r, p, row, false);
        keep(r, p);
    } else {
        snprintf(reason, sizeof reason, "%s",
                 *xl_stop_reason() ? xl_stop_reason() : "Crosslane failed: the row has no result");
        if (!*xl_stop_reason() && WIFSIGNALED(status))
            snprintf(reason, sizeof reason, "Crosslane died of signal %d", WTERMSIG(status));
        done_without_tests(r, p, XL_NOT_RUN, reason);
    }
    xl_scratch_end(p->held, p->scratch);
    free(file);
}

/* Waits for one worker to end. */
static void wait_for_one(struct suite_run *r)
{
    int status;
    const pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && errno == EINTR && xl_interrupted)
        for (size_t i = 0; i < r->count; i++)
            if (r->places[i].worker)
                kill(r->places[i].worker, SIGTERM);
    for (size_t i = 0; pid > 0 && i < r->count; i++)
        if (r->places[i].worker == pid)
            finish(r, &r->places[i], status);
}

static size_t count_workers(const struct suite_run *r)
{
    size_t count = 0;
    for (size_t i = 0; i < r->count; i++)
        count += r->places[i].worker != 0;
    return count;
}

/* Tests the rows that share the build of the first one. */
static void test_rows(struct suite_run *r, struct place **rows, size_t count)
{
    const unsigned jobs = r->run->jobs;
    const size_t workers = !r->is_confined ? 1 : count < jobs ? count : jobs;
    r->run->options.jobs = (unsigned)(jobs / (workers ? workers : 1));
    for (size_t i = 0; i < count; i++) {
        while (count_workers(r) >= workers)
            wait_for_one(r);
        if (xl_interrupted)
            done_without_tests(r, rows[i], XL_NOT_RUN, xl_stop_reason());
        else
            start(r, rows[i]);
    }
    while (count_workers(r))
        wait_for_one(r);
}

/* ---- Builds ---- */

/* Gives the rows of a build what it is, and tests those that have no result yet. */
static void build_and_test(struct suite_run *r, struct place *first)
{
    struct place **rows = xl_alloc(r->count, sizeof *rows);
    size_t count = 0;
    struct xl_suite_build *build = &first->build;
    if (!xl_interrupted)
        xl_suite_build_make(r->run->options.suite, first->row, r->run->options.native, build);
    for (struct place *p = first; p < r->places + r->count; p++) {
        if (p->json || strcmp(p->build.folder, build->folder) != 0)
            continue;
        if (p != first) {
            xl_suite_build_free(&p->build);
            p->build = (struct xl_suite_build){xl_copy_text(build->folder),
                                               build->sysroot ? xl_copy_text(build->sysroot) : NULL,
                                               xl_copy_text(build->compiler_version),
                                               build->inputs,
                                               xl_copy_text(build->error),
                                               -1};
        }
        struct json_object *cached = NULL;
        if (xl_interrupted) {
            done_without_tests(r, p, XL_NOT_RUN, xl_stop_reason());
        } else if (*p->build.error) {
            done_without_tests(r, p, XL_FAIL, p->build.error);
        } else {
            set_key(r, p);
            cached = find_cached(r, p);
            if (cached)
                done(r, p, cached, true);
            else
                rows[count++] = p;
        }
    }
    test_rows(r, rows, count);
    xl_suite_build_unlock(build);
    free(rows);
}

/* Finds out, on the CPU of this row, whether rows can have a build each for themselves. */
static void try_confinement(struct suite_run *r, const struct xl_row *row,
                            const struct xl_row_trees *trees)
{
    char scratch[PATH_MAX], *folder = xl_suite_folder(r->run->options.suite->name),
                            *build = xl_format("%s/empty", folder ? folder : ""), *writable = NULL;
    const struct xl_confined confined = {.build = build, .scratch = scratch, .source = ""};
    struct xl_launched launched = {0};
    struct xl_error err = {""};
    mkdir(build, 0777);
    const int held = xl_scratch_begin(folder ? folder : "", "run", scratch);
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
    free(folder);
    free(writable);
    free(build);
}

static int begin(struct suite_run *r, struct xl_error *err)
{
    struct xl_suite *suite = (struct xl_suite *)r->run->options.suite;
    struct xl_row_trees *trees = xl_alloc(r->count, sizeof *trees);
    if (suite->source && !suite->dir && !(suite->dir = xl_source_fetch(suite->source, err))) {
        free(trees);
        return -1;
    }
    char *dir = xl_format("%.*s", (int)(strrchr(suite->file, '/') - suite->file), suite->file);
    xl_rows_probe(dir, r->run->rows, r->count, trees);
    free(dir);
    for (size_t i = 0; i < r->count; i++) {
        r->places[i].row = r->run->rows[i];
        r->places[i].trees = trees[i];
    }
    free(trees);
    if (suite->has_native) {
        xl_suite_build_name(suite, NULL, NULL, &r->native);
        xl_suite_build_make(suite, NULL, NULL, &r->native);
        if (*r->native.error)
            return xl_fail(err, "the native build failed: %s", r->native.error);
        r->run->options.native = xl_join_path(r->native.folder, "made");
    }
    for (size_t i = 0; i < r->count; i++)
        xl_suite_build_name(suite, r->places[i].row, r->run->options.native, &r->places[i].build);
    try_confinement(r, r->run->rows[0], &r->places[0].trees);
    return 0;
}

static void end(struct suite_run *r)
{
    for (size_t i = 0; i < r->count; i++) {
        xl_row_trees_free(&r->places[i].trees);
        xl_suite_build_free(&r->places[i].build);
        free(r->places[i].scratch);
    }
    xl_suite_build_free(&r->native);
    free((char *)r->run->options.native);
    r->run->options.native = NULL;
    free(r->places);
}

int xl_suite_run(struct xl_suite_run *run, struct json_object **rows, struct xl_error *err)
{
    struct suite_run r = {run, xl_alloc(run->row_count, sizeof *r.places), run->row_count, {0}, 0};
    const int failed = begin(&r, err);
    for (size_t i = 0; i < r.count && !failed; i++) {
        struct place *p = &r.places[i];
        if (p->trees.status)
            done_without_tests(&r, p, p->trees.status == 1 ? XL_FAIL : XL_NOT_RUN, p->trees.reason);
    }
    for (size_t i = 0; i < r.count && !failed; i++)
        if (!r.places[i].json)
            build_and_test(&r, &r.places[i]);
    compare_tests(&r);
    *rows = json_object_new_array();
    for (size_t i = 0; i < r.count; i++)
        if (r.places[i].json)
            json_object_array_add(*rows, r.places[i].json);
    end(&r);
    return failed;
}
