/* The tests of a project on one row: runs them with logs, reads how they ended and what they
 * executed.
 * SPDX-License-Identifier: MIT
 */
#include "suite/suite_row.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "suite/lines.h"
#include "suite/suite_json.h"

enum { XL_LIST_SECONDS = 600, XL_SKIPPED_ITSELF = 77, XL_SMALL_RUN = 1000 /* bytes of code */, XL_SMALL_PART = 20 };

static enum xl_runner runner_of(const struct xl_suite *suite)
{
    return suite->lists[XL_SUITE_TEST].count        ? XL_COMMANDS
           : strcmp(suite->build, "cmake") == 0     ? XL_CTEST
           : strcmp(suite->build, "meson") == 0     ? XL_MESON
                                                    : XL_AUTOMAKE;
}

/* The path of a file below the scratch directory. The caller frees it. */
static char *in_scratch(const struct xl_suite_tested *t, const char *name)
{
    return xl_join_path(t->scratch, "%s", name);
}

/* Runs a command on the CPU. output: a file; logs: a directory, or NULL. */
static int launch(struct xl_suite_tested *t, const char *cpu, char *const *argv, const char *logs,
                  const char *output, unsigned seconds, struct xl_launched *launched,
                  struct xl_error *err)
{
    const struct xl_confined confined = {t->made, t->scratch};
    const struct xl_launch l = {.row = t->row,
                                .cpu = cpu,
                                .emulator = t->trees->emulator,
                                .sysroot = t->build->sysroot,
                                .logs = t->row->native ? NULL : logs,
                                .output = output,
                                .folder = t->made,
                                .has_marks = true,
                                .confined = &confined,
                                .has_network = t->options->suite->has_network,
                                .seconds = seconds ? seconds : 1};
    if (logs)
        mkdir(logs, 0777);
    return xl_launch(&l, argv, launched, err);
}

/* ---- Which tests there are ---- */

static int list_tests(struct xl_suite_tested *t, struct xl_error *err)
{
    struct xl_launched launched;
    size_t size = 0;
    char *file = t->runner == XL_MESON ? xl_join_path(t->made, "meson-info/intro-tests.json")
                                       : in_scratch(t, "tests.json");
    int failed = 0;
    if (t->runner == XL_CTEST)
        failed = launch(t, t->row->qemu_cpu,
                        (char *[]){"sh", "-c", "exec ctest --test-dir . --show-only=json-v1 2>&-",
                                   NULL},
                        NULL, file, XL_LIST_SECONDS, &launched, err);
    if (!failed && (t->runner == XL_CTEST || t->runner == XL_MESON)) {
        char *text = xl_file_read(file, &size, err);
        failed = text ? xl_tests_list(t->runner, text, size, &t->tests, err) : -1;
        free(text);
    }
    for (size_t i = 0; t->runner == XL_COMMANDS && i < t->commands.count; i++) {
        const char *name = *t->names.at[i] ? t->names.at[i] : t->commands.at[i];
        const struct xl_test test = {.name = xl_copy_text(name),
                                     .outcome = XL_NOT_RUN,
                                     .reason = xl_copy_text(""),
                                     .output = xl_copy_text("")};
        xl_push(&t->tests, test);
    }
    free(file);
    return failed;
}

/* Why a test is not selected. The caller frees it. NULL: it is. */
static char *why_excluded(const struct xl_suite_tested *t, const struct xl_test *test)
{
    const struct xl_suite *suite = t->options->suite;
    char digits[XL_DIGEST_TEXT], *key = xl_format("%llu %s", (unsigned long long)t->options->seed,
                                                  test->name);
    xl_digest_write(xl_digest_text(key), digits);
    free(key);
    digits[8] = '\0';
    const double drawn = (double)strtoul(digits, NULL, 16) / 4294967296.0;
    for (size_t i = 0; i < suite->lists[XL_SUITE_EXCLUDE].count; i++)
        if (fnmatch(suite->lists[XL_SUITE_EXCLUDE].at[i].name, test->name, 0) == 0)
            return xl_format("excluded: %s", suite->lists[XL_SUITE_EXCLUDE].at[i].text);
    if (t->options->test && fnmatch(t->options->test, test->name, 0) != 0)
        return xl_copy_text("");
    return drawn < t->options->sample ? NULL : xl_copy_text("");
}

/* Excluded tests become skips, others that are not selected are dropped from the results. */
static void select_tests(struct xl_suite_tested *t)
{
    t->states = xl_alloc(t->tests.count, sizeof *t->states);
    t->state_count = t->tests.count;
    for (size_t i = 0; i < t->tests.count; i++) {
        struct xl_test *test = &t->tests.at[i];
        char *why = why_excluded(t, test);
        t->states[i].is_selected = !why && test->outcome != XL_SKIP;
        t->states[i].is_left_out = why && !*why;
        t->states[i].is_excluded = why && *why;
        t->has_selection |= why != NULL;
        if (why && *why) {
            test->outcome = XL_SKIP;
            free(test->reason);
            test->reason = why;
        } else {
            free(why);
        }
    }
}

/* Tests that the runner did not list, and may have run. */
static void add_unlisted(struct xl_suite_tested *t)
{
    t->states = xl_resize(t->states, t->tests.count, sizeof *t->states);
    for (; t->state_count < t->tests.count; t->state_count++)
        t->states[t->state_count] = (struct xl_test_state){.is_selected = true};
}

/* ---- Runs of tests ---- */

/* What a run of tests is for. */
struct pass {
    const char *cpu;
    const char *name; /* of its files in the scratch directory */
    bool has_logs;
    unsigned seconds;
    const bool *chosen; /* of the tests; NULL: all that are selected */
};

static bool is_chosen(const struct xl_suite_tested *t, const struct pass *p, size_t i)
{
    return p->chosen ? p->chosen[i] : t->states[i].is_selected;
}

/* The runner's command. The caller frees the words. */
static struct xl_words runner_words(struct xl_suite_tested *t, const struct pass *p,
                                    const char *junit, const char *numbers)
{
    struct xl_words w = {0};
    char jobs[16];
    const bool is_part = p->chosen || t->has_selection;
    snprintf(jobs, sizeof jobs, "%u", t->options->jobs);
    if (t->runner == XL_CTEST) {
        const char *const words[] = {"ctest", "--test-dir", t->made, "-j", jobs, "--output-junit",
                                     junit,   "--no-tests=error"};
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            xl_words_add(&w, words[i]);
        if (is_part) {
            xl_words_add(&w, "-I");
            xl_words_add(&w, numbers);
        }
    } else if (t->runner == XL_MESON) {
        const char *const words[] = {"meson", "test", "-C",  t->made,
                                     "--no-rebuild", "--num-processes", jobs,
                                     "--timeout-multiplier", "20"};
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            xl_words_add(&w, words[i]);
        for (size_t i = 0; is_part && i < t->tests.count; i++)
            if (is_chosen(t, p, i))
                xl_words_add(&w, t->tests.at[i].name);
    } else {
        char *make = xl_format("make -k -j%s check", jobs);
        xl_words_add_text(&w, make);
        free(make);
    }
    return w;
}

/* The file with CTest's numbers of the tests: they count from 1, in the order of the list. */
static int write_numbers(struct xl_suite_tested *t, const struct pass *p, const char *file,
                         struct xl_error *err)
{
    struct xl_text text = {0};
    xl_text_add(&text, "0,0,0");
    for (size_t i = 0; i < t->tests.count; i++)
        if (is_chosen(t, p, i))
            xl_text_add(&text, ",%zu", i + 1);
    const int failed = xl_file_update(file, text.at, text.used, err);
    free(text.at);
    return failed;
}

static void set_outcome(struct xl_test *test, enum xl_outcome outcome, char *reason)
{
    test->outcome = outcome;
    free(test->reason);
    test->reason = reason;
}

/* The end of a file, for a finding. The caller frees it. */
static char *read_end(const char *file)
{
    enum { MOST = 4000 };
    struct xl_error ignored;
    size_t size = 0;
    char *text = xl_file_read(file, &size, &ignored);
    if (text && size > MOST)
        memmove(text, text + size - MOST, MOST + 1);
    return text ? text : xl_copy_text("");
}

/* The user's commands: each is a test. */
static int run_commands(struct xl_suite_tested *t, const struct pass *p,
                        struct xl_launched *launched, struct xl_error *err)
{
    const double deadline = xl_now() + p->seconds;
    int failed = 0;
    for (size_t i = 0; i < t->tests.count && !failed; i++) {
        struct xl_test *test = &t->tests.at[i];
        if (!is_chosen(t, p, i))
            continue;
        const double begin = xl_now();
        char *logs = xl_format("%s/%s.logs.%zu", t->scratch, p->name, i),
             *output = xl_format("%s/%s.out.%zu", t->scratch, p->name, i);
        if (begin >= deadline) {
            set_outcome(test, XL_NOT_RUN, xl_copy_text("the row's time was over"));
        } else {
            failed = launch(t, p->cpu, (char *[]){"sh", "-c", t->commands.at[i], NULL},
                            p->has_logs ? logs : NULL, output, (unsigned)(deadline - begin) + 1,
                            launched, err);
            test->seconds = xl_now() - begin;
            free(test->output);
            test->output = read_end(output);
            if (launched->stopped[0])
                set_outcome(test, XL_FAIL, xl_format("stopped: %s", launched->stopped));
            else
                set_outcome(test,
                            launched->status == 0                   ? XL_PASS
                            : launched->status == XL_SKIPPED_ITSELF ? XL_SKIP
                                                                    : XL_FAIL,
                            launched->status ? xl_format("exit status %d", launched->status)
                                             : xl_copy_text(""));
        }
        free(logs);
        free(output);
    }
    return failed;
}

/* Runs tests, and reads how they ended. */
static int run_tests(struct xl_suite_tested *t, const struct pass *p,
                     struct xl_launched *launched, struct xl_error *err)
{
    if (t->runner == XL_COMMANDS)
        return run_commands(t, p, launched, err);
    char *junit = xl_format("%s/%s.junit", t->scratch, p->name),
         *numbers = xl_format("%s/%s.numbers", t->scratch, p->name),
         *logs = xl_format("%s/%s.logs", t->scratch, p->name),
         *console = xl_format("%s/%s.out", t->scratch, p->name),
         *changes = in_scratch(t, "build");
    struct xl_words words = runner_words(t, p, junit, numbers);
    const time_t since = time(NULL);
    int failed = write_numbers(t, p, numbers, err);
    if (!failed)
        failed = launch(t, p->cpu, words.at, p->has_logs ? logs : NULL, console, p->seconds,
                        launched, err);
    size_t size = 0;
    struct xl_error ignored;
    char *text = failed ? NULL : xl_file_read(console, &size, &ignored);
    if (!failed)
        failed = xl_tests_read(t->runner, launched->is_confined ? changes : t->made, junit, since,
                               text, &t->tests, err);
    if (failed && text && *text) {
        char *end = read_end(console);
        xl_append(err->text, sizeof err->text, "; the runner ended with %d and printed: %.300s",
                  launched->status, end);
        free(end);
    }
    add_unlisted(t);
    xl_words_free(&words);
    free(text);
    free(changes);
    free(junit);
    free(numbers);
    free(logs);
    free(console);
    return failed;
}

/* ---- What they executed ---- */

/* Whether the words of a process end with the test's command. */
static bool is_command(const struct xl_words *process, const struct xl_words *command)
{
    if (!command->count || process->count < command->count)
        return false;
    char **words = process->at + (process->count - command->count);
    for (size_t i = 1; i < command->count; i++)
        if (strcmp(words[i], command->at[i]) != 0)
            return false;
    const char *a = strrchr(words[0], '/'), *b = strrchr(command->at[0], '/');
    return strcmp(a ? a : words[0], b ? b : command->at[0]) == 0;
}

/* Whether the process is Automake's driver of this test. */
static bool is_driver(const struct xl_words *process, const char *test)
{
    for (size_t i = 0; i + 1 < process->count; i++)
        if (strcmp(process->at[i], "--test-name") == 0) {
            const size_t a = strlen(test), b = strlen(process->at[i + 1]);
            return b <= a && strcmp(test + (a - b), process->at[i + 1]) == 0;
        }
    return false;
}

/* The test of a program; the number of tests: unknown. */
static size_t test_of(const struct xl_suite_tested *t, const struct xl_started *s)
{
    for (size_t k = 0; k <= s->parent_count; k++) {
        const struct xl_words *words = k ? &s->parents[k - 1] : &s->words;
        for (size_t i = 0; i < t->tests.count; i++)
            if (is_command(words, &t->tests.at[i].command) || is_driver(words, t->tests.at[i].name))
                return i;
    }
    return t->tests.count;
}

/* Reads the logs of a run: of all tests, or of one. */
static int read_logs(struct xl_suite_tested *t, const char *pass, size_t only,
                     struct xl_evidence_group *groups, struct xl_evidence *e, struct xl_error *err)
{
    int failed = 0;
    const size_t folders = t->runner == XL_COMMANDS ? t->tests.count : 1;
    for (size_t i = 0; i < folders && !failed; i++) {
        char *logs = t->runner == XL_COMMANDS
                         ? xl_format("%s/%s.logs.%zu", t->scratch, pass, i)
                         : xl_format("%s/%s.logs", t->scratch, pass);
        struct xl_started_list list = {0}, chosen = {0};
        struct stat s;
        if (stat(logs, &s) == 0)
            failed = xl_started_read(logs, &list, err);
        for (size_t k = 0; k < list.count; k++) {
            list.at[k].group = t->runner == XL_COMMANDS ? i : test_of(t, &list.at[k]);
            if (only == XL_ALL_TESTS || list.at[k].group == only)
                xl_push(&chosen, list.at[k]);
        }
        if (!failed)
            failed = xl_evidence_add(&t->evidence_options, &chosen, groups, t->tests.count, e, err);
        free(chosen.at);
        xl_started_free(&list);
        free(logs);
    }
    return failed;
}

/* Why a test that did not fail may have tested nothing. "": it did. */
static const char *why_hollow(const struct xl_suite_tested *t, size_t i)
{
    const struct xl_test *test = &t->tests.at[i];
    const struct xl_evidence_group *g = &t->groups[i];
    static const char *const empty[] = {"Running 0 tests", "No tests ran", "no tests ran",
                                        "0 tests ran", "No tests were found", "no tests found"};
    if (t->states[i].is_excluded || (test->outcome != XL_PASS && test->outcome != XL_SKIP))
        return "";
    if (test->outcome == XL_SKIP)
        return "it skipped itself";
    for (size_t k = 0; k < sizeof empty / sizeof empty[0]; k++)
        if (strstr(test->output, empty[k]))
            return "its output reports that no test ran";
    if (t->row->native || !t->groups_are_known)
        return "";
    if (!g->programs)
        return "it started no program of the row's architecture";
    /* A small test of a small program is one; it may also test a library. */
    return !g->functions && !g->library_bytes && g->bytes < XL_SMALL_RUN &&
                   g->bytes * XL_SMALL_PART < g->program_bytes
               ? "it ended soon after main() began"
               : "";
}

/* The test with vector code that took the least time. */
static size_t quickest_test(const struct xl_suite_tested *t)
{
    size_t best = XL_ALL_TESTS;
    for (size_t i = 0; i < t->tests.count; i++)
        if (t->groups[i].functions && t->tests.at[i].outcome == XL_PASS &&
            (best == XL_ALL_TESTS || t->tests.at[i].seconds < t->tests.at[best].seconds))
            best = i;
    return best;
}

/* Runs one test, or all, on a CPU without the ISA, and compares. The tests' outcomes there do not
 * count. */
static int run_control(struct xl_suite_tested *t, size_t only, struct xl_evidence *e,
                       struct xl_error *err)
{
    struct xl_suite_tested other = *t;
    struct xl_launched launched = {0};
    struct xl_evidence control = {0};
    bool *chosen = xl_alloc(t->tests.count, sizeof *chosen);
    const char *name = only == XL_ALL_TESTS ? "control-all" : "control";
    for (size_t i = 0; i < t->tests.count; i++)
        chosen[i] = only == XL_ALL_TESTS ? t->states[i].is_selected : i == only;
    const struct pass p = {t->row->isa->control, name, true, t->options->suite->timeout,
                           only == XL_ALL_TESTS ? NULL : chosen};
    other.tests = xl_tests_copy(&t->tests);
    other.states = xl_alloc(t->state_count, sizeof *other.states);
    memcpy(other.states, t->states, t->state_count * sizeof *other.states);
    struct xl_error ignored;
    run_tests(&other, &p, &launched, &ignored); /* they may all fail */
    int failed = read_logs(&other, name, XL_ALL_TESTS, NULL, &control, err);
    if (!failed)
        xl_evidence_conclude(&t->evidence_options, "", &control);
    if (!failed)
        xl_evidence_compare(&t->evidence_options, e, &control);
    xl_evidence_free(&control);
    xl_tests_free(&other.tests);
    free(other.states);
    free(chosen);
    return failed;
}

/* The control run: of the quickest test; of all, if that executes the same code. */
static int prove_isa(struct xl_suite_tested *t, struct xl_error *err)
{
    const size_t only = t->groups_are_known ? quickest_test(t) : XL_ALL_TESTS;
    struct xl_evidence alone = {0};
    int failed = 0;
    if (only != XL_ALL_TESTS) {
        failed = read_logs(t, "logged", only, NULL, &alone, err);
        if (!failed)
            xl_evidence_conclude(&t->evidence_options, "", &alone);
        alone.defect[0] = '\0'; /* one test need not execute what all must */
        if (!failed)
            failed = run_control(t, only, &alone, err);
        if (!failed && alone.control[0])
            snprintf(t->evidence.control, sizeof t->evidence.control, "%.400s, in %.80s",
                     alone.control, t->tests.at[only].name);
        xl_evidence_free(&alone);
    }
    if (!failed && !t->evidence.control[0])
        failed = run_control(t, XL_ALL_TESTS, &t->evidence, err);
    return failed;
}

/* ---- All of it ---- */

/* Runs tests again without a log that did not pass with it: their verdict is that of a program
 * that may close or write all its descriptors. */
static int repeat_without_log(struct xl_suite_tested *t, unsigned seconds, struct xl_error *err)
{
    struct xl_launched launched = {0};
    bool *chosen = xl_alloc(t->tests.count, sizeof *chosen), any = false;
    for (size_t i = 0; i < t->tests.count; i++) {
        const enum xl_outcome outcome = t->tests.at[i].outcome;
        chosen[i] = t->states[i].is_selected && (outcome == XL_FAIL || t->groups[i].incomplete);
        any |= chosen[i];
    }
    const struct pass p = {t->row->qemu_cpu, "plain", false, seconds, chosen};
    struct xl_tests before = xl_tests_copy(&t->tests);
    const int failed = any ? run_tests(t, &p, &launched, err) : 0;
    for (size_t i = 0; any && !failed && i < before.count; i++)
        if (before.at[i].outcome == XL_FAIL && t->tests.at[i].outcome == XL_PASS)
            xl_text_add(&t->notes, "%s failed with the emulator's log (%s) and passed without\n",
                        before.at[i].name, before.at[i].reason);
    xl_tests_free(&before);
    free(chosen);
    return failed;
}

static int test_row(struct xl_suite_tested *t, struct xl_error *err)
{
    const double begin = xl_now();
    struct xl_launched launched = {0};
    const bool has_evidence = !t->row->native && xl_family_find(t->row->isa->family);
    if (list_tests(t, err))
        return -1;
    select_tests(t);
    const struct pass p = {t->row->qemu_cpu, "logged", has_evidence, t->options->suite->timeout,
                           NULL};
    int failed = run_tests(t, &p, &launched, err);
    t->groups = xl_alloc(t->tests.count, sizeof *t->groups);
    if (failed)
        return -1;
    if (launched.stopped[0])
        snprintf(t->stopped, sizeof t->stopped, "%s", launched.stopped);
    if (launched.why_not[0])
        xl_text_add(&t->notes, "%s: %s\n",
                    launched.starts_others ? "the tests were not confined"
                                           : "programs that tests start did not run",
                    launched.why_not);
    if (has_evidence) {
        failed = read_logs(t, "logged", XL_ALL_TESTS, t->groups, &t->evidence, err);
        for (size_t i = 0; i < t->tests.count; i++)
            t->groups_are_known |= t->groups[i].programs != 0;
        if (!failed)
            xl_evidence_conclude(&t->evidence_options, launched.why_not, &t->evidence);
    }
    const double left = t->options->suite->timeout - (xl_now() - begin);
    if (!failed && !t->stopped[0] && has_evidence)
        failed = repeat_without_log(t, left > 1 ? (unsigned)left : 1, err);
    for (size_t i = 0; i < t->tests.count; i++)
        t->states[i].hollow = why_hollow(t, i);
    if (!failed && has_evidence && !t->evidence.defect[0] && !t->options->no_control &&
        t->row->isa->control[0])
        failed = prove_isa(t, err);
    t->seconds = xl_now() - begin;
    if (!failed && has_evidence && t->options->has_lines) {
        char *lines = in_scratch(t, "lines");
        failed = xl_suite_lines_write(&t->evidence, t->options->suite->dir, lines, err);
        free(lines);
    }
    return failed;
}

static void set_environment(const struct xl_suite_tested *t, const struct xl_words *env)
{
    char *home = in_scratch(t, "home");
    mkdir(home, 0777);
    setenv("HOME", home, 1);
    unsetenv("TMPDIR"); /* /tmp is the row's own */
    unsetenv("MAKEFLAGS");
    for (size_t i = 0; i < env->count; i++) {
        char *value = strchr(env->at[i], '=');
        *value = '\0';
        setenv(env->at[i], value + 1, 1);
        *value = '=';
    }
    free(home);
}

struct json_object *xl_suite_row(const struct xl_suite_options *o, const struct xl_row *row,
                                 const struct xl_row_trees *trees,
                                 const struct xl_suite_build *build, const char *scratch)
{
    struct xl_suite_tested t = {.options = o,
                                .row = row,
                                .trees = trees,
                                .build = build,
                                .scratch = scratch,
                                .made = xl_join_path(build->folder, "made"),
                                .runner = runner_of(o->suite)};
    struct xl_words env = {0}, of = {0}, expect = {0};
    struct xl_error err;
    xl_suite_select(o->suite, XL_SUITE_ENV, row, o->native, NULL, &env);
    xl_suite_select(o->suite, XL_SUITE_OF, row, o->native, NULL, &of);
    xl_suite_select(o->suite, XL_SUITE_EXPECT, row, o->native, NULL, &expect);
    xl_suite_select(o->suite, XL_SUITE_TEST, row, o->native, &t.names, &t.commands);
    t.evidence_options = (struct xl_evidence_options){.row = row,
                                                      .sysroot = build->sysroot,
                                                      .objdump = trees->objdump,
                                                      .of = (const char *const *)of.at,
                                                      .of_count = of.count,
                                                      .expect = (const char *const *)expect.at,
                                                      .expect_count = expect.count,
                                                      .library = &t.library};
    xl_library_names_read(row->arch, build->sysroot, &t.library); /* needs HOME for the cache */
    set_environment(&t, &env);
    struct json_object *json =
        test_row(&t, &err) ? xl_suite_row_without_tests(o->suite, row, build, XL_FAIL, err.text)
                           : xl_suite_tested_json(&t);
    xl_suite_tested_free(&t);
    xl_words_free(&env);
    xl_words_free(&of);
    xl_words_free(&expect);
    return json;
}
