/* Runs the tests of a project on a row by their own runner.
 * SPDX-License-Identifier: MIT
 */
#include "suite/suite_tested.h"

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
#include "base/unicode.h"
#include "suite/runner_output.h"

enum { XL_LIST_SECONDS = 600, XL_SKIPPED_ITSELF = 77 };

static enum xl_runner runner_of(const struct xl_suite *suite)
{
    static const char *const by_ctest[] = {"cmake", "cargo", "go"};
    if (suite->lists[XL_SUITE_TEST].count)
        return XL_COMMANDS;
    for (size_t i = 0; i < sizeof by_ctest / sizeof by_ctest[0]; i++)
        if (strcmp(suite->build, by_ctest[i]) == 0)
            return XL_CTEST;
    return strcmp(suite->build, "meson") == 0 ? XL_MESON : XL_AUTOMAKE;
}

/* A path of a run of tests, which has a directory below the scratch directory: where tests cannot
 * reach, or where they write. The caller frees it. */
static char *of_run(const struct xl_suite_tested *t, const char *run, const char *name)
{
    return xl_format("%s/%s/%s", t->scratch, run, name);
}

static char *writable_of_run(const struct xl_suite_tested *t, const char *run, const char *name)
{
    return xl_format("%s/%s/" XL_CONFINED_WRITABLE "/%s", t->scratch, run, name);
}

/* Makes the directory of a run, with a home in it. The caller frees it. */
static char *make_run(const struct xl_suite_tested *t, const char *run)
{
    char *directory = xl_join_path(t->scratch, "%s", run), *writable = writable_of_run(t, run, ""),
         *home = writable_of_run(t, run, "home");
    mkdir(directory, 0777);
    mkdir(writable, 0777);
    mkdir(home, 0777);
    setenv("HOME", home, 1);
    free(writable);
    free(home);
    return directory;
}

/* Runs a command on the CPU. output: a file; logs: a directory, or NULL. */
static int launch(struct xl_suite_tested *t, const char *run, const char *cpu, char *const *argv,
                  const char *logs, const char *output, unsigned seconds,
                  struct xl_launched *launched, struct xl_error *err)
{
    char *directory = make_run(t, run);
    const struct xl_confined confined = {t->made, directory, t->libraries, t->options->suite->dir,
                                         t->options->suite->has_network};
    const struct xl_launch l = {.row = t->row,
                                .cpu = cpu,
                                .emulator = t->trees->emulator,
                                .sysroot = t->build->sysroot,
                                .logs = logs,
                                .output = output,
                                .directory = t->made,
                                .has_marks = true,
                                .confined = &confined,
                                .elsewhere = t->host,
                                .seconds = seconds ? seconds : 1};
    if (logs)
        mkdir(logs, 0777);
    const int failed = xl_launch(&l, argv, launched, err);
    free(directory);
    return failed;
}

/* ---- Which tests there are ---- */

static int read_list(struct xl_suite_tested *t, struct xl_error *err)
{
    struct xl_launched launched;
    size_t size = 0;
    char *file = t->runner == XL_MESON ? xl_join_path(t->made, "meson-info/intro-tests.json")
                                       : of_run(t, XL_LOGGED_RUN, "tests.json");
    int failed = 0;
    if (t->runner == XL_CTEST)
        failed =
            launch(t, XL_LOGGED_RUN, t->row->qemu_cpu,
                   (char *[]){"sh", "-c", "exec ctest --test-dir . --show-only=json-v1 2>&-", NULL},
                   NULL, file, XL_LIST_SECONDS, &launched, err);
    if (!failed && (t->runner == XL_CTEST || t->runner == XL_MESON)) {
        char *text = xl_file_read(file, &size, err);
        failed = text ? xl_tests_list(t->runner, text, size, &t->tests, err) : -1;
        free(text);
    }
    for (size_t i = 0; t->runner == XL_COMMANDS && i < t->commands.count; i++) {
        const char *name = *t->names.at[i] ? t->names.at[i] : t->commands.at[i];
        const struct xl_test test = {.name = xl_copy_text(name),
                                     .label = xl_copy_text(name),
                                     .outcome = XL_NOT_RUN,
                                     .reason = xl_copy_text(""),
                                     .output = xl_copy_text("")};
        xl_push(&t->tests, test);
    }
    free(file);
    return failed;
}

/* A number from 0 to 1, drawn by the seed; which part a test is in does not depend on that. */
static double draw(const struct xl_suite_tested *t, const struct xl_test *test)
{
    char digits[XL_DIGEST_TEXT],
        *key = xl_format("%llu %s", (unsigned long long)(t->options->parts ? 0 : t->options->seed),
                         test->name);
    xl_digest_write(xl_digest_text(key), digits);
    free(key);
    digits[8] = '\0';
    return (double)strtoul(digits, NULL, 16) / 4294967296.0;
}

/* The part of a test, from 0: parts divide the row of all rows, in which each has its tests side by
 * side. So a part has tests of as few rows as it can, of which each needs a build. */
static size_t part_of(const struct xl_suite_options *o, size_t place, size_t test, size_t tests)
{
    return (place * tests + test) * o->parts / (o->places * tests);
}

bool xl_suite_part_has_row(const struct xl_suite_options *o)
{
    const size_t begin = o->place * o->parts, end = begin + o->parts;
    return !o->parts || (begin < (size_t)o->part * o->places && end > (o->part - 1) * o->places);
}

/* Selects the tests of the part among those that are selected. They are drawn in the order of their
 * digests, so that a new test changes the parts of few others. */
static void select_part(struct xl_suite_tested *t)
{
    double *drawn = xl_alloc(t->tests.count, sizeof *drawn);
    size_t tests = 0;
    for (size_t i = 0; i < t->tests.count; i++) {
        drawn[i] = t->states[i].is_selected ? draw(t, &t->tests.at[i]) : 2;
        tests += t->states[i].is_selected;
    }
    for (size_t i = 0; i < t->tests.count; i++) {
        size_t before = 0;
        for (size_t k = 0; k < t->tests.count; k++)
            before += drawn[k] < drawn[i] || (drawn[k] == drawn[i] && k < i);
        if (t->states[i].is_selected &&
            part_of(t->options, t->options->place, before, tests) != t->options->part - 1) {
            t->states[i].is_selected = false;
            t->states[i].is_left_out = true;
            t->has_selection = true;
            t->elsewhere++;
        }
    }
    free(drawn);
    if (tests && t->elsewhere == tests)
        t->skipped = "it has no test in this part";
    else if (t->elsewhere)
        xl_text_add(&t->notes, "%zu of %zu tests are in part %u of %u, %zu in others\n",
                    tests - t->elsewhere, tests, t->options->part, t->options->parts, t->elsewhere);
}

/* Why a test is not selected. The caller frees it. NULL: it is. least: the least draw. */
static char *why_excluded(const struct xl_suite_tested *t, const struct xl_test *test, double least)
{
    const char *why = xl_suite_match(t->options->suite, XL_SUITE_EXCLUDE, t->row, test->name);
    if (why)
        return xl_format("excluded: %s", why);
    if (t->options->test && fnmatch(t->options->test, test->name, 0) != 0)
        return xl_copy_text("");
    const double drawn = draw(t, test);
    return drawn < t->options->sample || drawn <= least ? NULL : xl_copy_text("");
}

/* Excluded tests become skips, others that are not selected are dropped from the results. */
static void select_tests(struct xl_suite_tested *t)
{
    t->states = xl_alloc(t->tests.count, sizeof *t->states);
    t->state_count = t->tests.count;
    double least = 1;
    for (size_t i = 0; i < t->tests.count; i++)
        least = draw(t, &t->tests.at[i]) < least ? draw(t, &t->tests.at[i]) : least;
    for (size_t i = 0; i < t->tests.count; i++) {
        struct xl_test *test = &t->tests.at[i];
        char *why = why_excluded(t, test, least);
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
    if (t->options->parts)
        select_part(t);
}

/* Fails if --test matches none of the tests that the runner lists. Automake lists none. */
static int check_pattern(const struct xl_suite_tested *t, struct xl_error *err)
{
    const char *pattern = t->options->test, **names = xl_alloc(t->tests.count, sizeof *names);
    char similar[XL_TEXT] = "", some[XL_TEXT] = "";
    size_t matching = 0, count = 0;
    for (size_t i = 0; i < t->tests.count; i++) {
        names[i] = t->tests.at[i].name;
        matching += !pattern || fnmatch(pattern, names[i], 0) == 0;
        xl_append_name(some, sizeof some, &count, names[i]);
    }
    xl_append_rest(some, sizeof some, count);
    if (!matching && pattern && t->tests.count)
        xl_similar_names(pattern, names, t->tests.count, similar, sizeof similar);
    free(names);
    if (matching || !pattern || t->runner == XL_AUTOMAKE)
        return 0;
    return xl_fail(err, XL_UNMATCHED "%s' matches no test; %s: %s", pattern,
                   *similar ? "similar" : "there are",
                   *similar ? similar
                   : *some  ? some
                            : "none");
}

int xl_suite_list_tests(struct xl_suite_tested *t, struct xl_error *err)
{
    t->runner = runner_of(t->options->suite);
    const int failed = read_list(t, err) || check_pattern(t, err) ? -1 : 0;
    if (!failed)
        select_tests(t);
    return failed;
}

/* Tests that the runner did not list, and may have run. */
static void add_unlisted(struct xl_suite_tested *t)
{
    t->states = xl_resize(t->states, t->tests.count, sizeof *t->states);
    for (; t->state_count < t->tests.count; t->state_count++)
        t->states[t->state_count] = (struct xl_test_state){.is_selected = true};
}

/* ---- Runs of tests ---- */

static bool is_chosen(const struct xl_suite_tested *t, const struct xl_test_run *p, size_t i)
{
    return p->chosen ? p->chosen[i] : t->states[i].is_selected;
}

/* Meson runs a test once for each word that selects it. */
static void add_once(struct xl_words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->at[i], word) == 0)
            return;
    xl_words_add(words, word);
}

static void add_words(struct xl_words *words, const char *const *more)
{
    for (; *more; more++)
        xl_words_add(words, *more);
}

/* The runner's command. The caller frees the words. */
static struct xl_words runner_words(struct xl_suite_tested *t, const struct xl_test_run *p,
                                    const char *junit, const char *numbers)
{
    struct xl_words w = {0};
    char jobs[16], seconds[16];
    const bool is_part = p->chosen || t->has_selection;
    snprintf(jobs, sizeof jobs, "%u", t->options->jobs);
    snprintf(seconds, sizeof seconds, "%u", p->seconds);
    if (t->runner == XL_CTEST) {
        /* CTest's own limit is 25 minutes a test, which emulated tests may need. */
        add_words(&w,
                  (const char *const[]){"ctest", "--test-dir", t->made, "-j", jobs,
                                        "--output-junit", junit, "--no-tests=error", "--timeout",
                                        seconds, is_part ? "-I" : NULL, numbers, NULL});
    } else if (t->runner == XL_MESON) {
        add_words(&w, (const char *const[]){"meson", "test", "-C", t->made, "--no-rebuild",
                                            "--num-processes", jobs, "--timeout-multiplier", "20",
                                            NULL});
        for (size_t i = 0; is_part && i < t->tests.count; i++)
            if (is_chosen(t, p, i) && t->tests.at[i].selector)
                add_once(&w, t->tests.at[i].selector);
    } else {
        add_words(&w, (const char *const[]){"make", "-k", "-j", jobs, "check", NULL});
    }
    return w;
}

/* The file with CTest's numbers of the tests: they count from 1, in the order of the list. */
static int write_numbers(struct xl_suite_tested *t, const struct xl_test_run *p, const char *file,
                         struct xl_error *err)
{
    struct xl_text text = {0};
    xl_text_add(&text, "0,0,0");
    for (size_t i = 0; i < t->tests.count; i++)
        if (is_chosen(t, p, i))
            xl_text_add(&text, ",%zu", i + 1);
    xl_text_add(&text, "\n");
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
    size_t size = 0;
    char *text = xl_file_read_untrusted(file, &size);
    if (text && size > MOST)
        memmove(text, text + size - MOST, MOST + 1);
    char *clean = text ? xl_utf8_clean(text) : NULL; /* JSON has no other bytes */
    free(text);
    return clean ? clean : xl_copy_text("");
}

char *xl_suite_logs(const struct xl_suite_tested *t, const char *run, size_t test)
{
    char name[32] = "logs";
    if (t->runner == XL_COMMANDS)
        snprintf(name, sizeof name, "logs.%zu", test);
    return writable_of_run(t, run, name);
}

/* The user's commands: each is a test. */
static int run_commands(struct xl_suite_tested *t, const struct xl_test_run *p,
                        struct xl_launched *launched, struct xl_error *err)
{
    const double deadline = xl_now() + p->seconds;
    int failed = 0;
    for (size_t i = 0; i < t->tests.count && !failed; i++) {
        struct xl_test *test = &t->tests.at[i];
        if (!is_chosen(t, p, i))
            continue;
        const double begin = xl_now();
        char *logs = xl_suite_logs(t, p->name, i),
             *output = xl_format("%s/%s/out.%zu", t->scratch, p->name, i);
        if (begin >= deadline) {
            set_outcome(test, XL_NOT_RUN, xl_copy_text("the row's time was over"));
        } else {
            failed = launch(t, p->name, p->cpu, (char *[]){"sh", "-c", t->commands.at[i], NULL},
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

int xl_suite_run_tests(struct xl_suite_tested *t, const struct xl_test_run *p,
                       struct xl_launched *launched, struct xl_error *err)
{
    if (t->runner == XL_COMMANDS)
        return run_commands(t, p, launched, err);
    char *junit = writable_of_run(t, p->name, "junit"), *numbers = of_run(t, p->name, "numbers"),
         *logs = xl_suite_logs(t, p->name, 0), *console = of_run(t, p->name, "out"),
         *changes = of_run(t, p->name, "build");
    free(make_run(t, p->name));
    struct xl_words words = runner_words(t, p, junit, numbers);
    const time_t since = time(NULL);
    int failed = write_numbers(t, p, numbers, err);
    if (!failed)
        failed = launch(t, p->name, p->cpu, words.at, p->has_logs ? logs : NULL, console,
                        p->seconds, launched, err);
    for (size_t i = 0; i < t->tests.count; i++)
        t->tests.at[i].has_result = false; /* of an earlier run */
    const char *build = launched->is_confined ? changes : t->made;
    if (t->runner == XL_MESON) { /* it has no option for its place */
        free(junit);
        junit = xl_join_path(build, "meson-logs/testlog.junit.xml");
    }
    size_t size = 0;
    struct xl_error ignored;
    char *text = failed ? NULL : xl_file_read(console, &size, &ignored);
    if (!failed)
        failed = xl_tests_read(t->runner, build, junit, since, text, &t->tests, err) &&
                         !launched->stopped[0] /* then it may have no results */
                     ? -1
                     : 0;
    if (failed && text && t->runner == XL_AUTOMAKE && !launched->status) {
        xl_error_set(err, "`make check` ran no tests; name the commands that test under 'test'");
    } else if (failed && text && *text) {
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

/* All commands as one. The caller frees it. */
static char *commands_script(const struct xl_suite_tested *t)
{
    struct xl_text script = {0};
    xl_text_add(&script, ":\n");
    for (size_t i = 0; i < t->commands.count; i++)
        if (t->states[i].is_selected)
            xl_text_add(&script, "(\n%s\n)\n", t->commands.at[i]);
    return script.at;
}

int xl_suite_run_native(struct xl_suite_tested *t, unsigned seconds, struct xl_error *err)
{
    char *directory = make_run(t, "native");
    const struct xl_confined confined = {t->made, directory, t->libraries, t->options->suite->dir,
                                         t->options->suite->has_network};
    /* Where that is not allowed, it was tried in another process. */
    const char *step = t->is_confined ? xl_confine_self(&confined) : NULL;
    free(directory);
    if (step)
        return xl_fail(err, "what executed is unknown: %s: %s", step, strerror(errno));
    const struct xl_test_run p = {t->row->qemu_cpu, "native", false, seconds, NULL};
    char limit[16], *junit = writable_of_run(t, "native", "junit"),
                    *numbers = writable_of_run(t, "native", "numbers"), *script = NULL;
    struct xl_words w = {0}, words = {0};
    struct xl_launched launched;
    snprintf(limit, sizeof limit, "%u", seconds);
    add_words(&w, (const char *const[]){"timeout", "-k", "10", limit, "sh", "-c",
                                        "cd \"$0\" && exec \"$@\"", t->made, NULL});
    if (t->runner == XL_COMMANDS) {
        script = commands_script(t);
        add_words(&w, (const char *const[]){"sh", "-c", script, NULL});
    } else {
        words = runner_words(t, &p, junit, numbers);
        add_words(&w, (const char *const *)words.at);
    }
    int failed = write_numbers(t, &p, numbers, err);
    if (!failed)
        failed = xl_evidence_run_native(&t->evidence_options, w.at, &t->evidence, &launched, err);
    if (!failed)
        xl_evidence_conclude(&t->evidence_options, "", &t->evidence);
    xl_words_free(&w);
    xl_words_free(&words);
    free(script);
    free(junit);
    free(numbers);
    return failed;
}

/* ---- Which test started a program ---- */

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

static bool has_word(const struct xl_words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->at[i], word) == 0)
            return true;
    return false;
}

static bool has_words(const struct xl_words *words, const struct xl_words *wanted)
{
    for (size_t i = 0; i < wanted->count; i++)
        if (!has_word(words, wanted->at[i]))
            return false;
    return true;
}

/* More than any number of environment variables. */
enum { XL_FIT_OF_COMMAND = 1 << 20 };

/* How well the process fits the test. 0: it is not its. Tests of one command may differ in their
 * environment or working directory. */
static size_t fits(const struct xl_started_process *process, const char *cwd,
                   const struct xl_test *test)
{
    if (is_driver(&process->words, test->name))
        return XL_FIT_OF_COMMAND;
    const bool is_of_command = is_command(&process->words, &test->command);
    if (!is_of_command && (!test->environment.count || !test->command.count))
        return 0; /* a shell that became another program leaves its environment */
    const bool is_known = process->environment.count != 0,
               is_set = has_words(&process->environment, &test->environment);
    if (!is_set && (is_known || !is_of_command))
        return 0;
    return (is_of_command ? XL_FIT_OF_COMMAND : 0) + 2 * (is_set ? test->environment.count : 0) +
           (test->directory && strcmp(cwd, test->directory) == 0);
}

size_t xl_suite_test_of(const struct xl_suite_tested *t, const struct xl_started *s)
{
    size_t best = t->tests.count, best_fit = 0;
    for (size_t k = 0; k <= s->parent_count && best_fit < XL_FIT_OF_COMMAND; k++) {
        const struct xl_started_process *process = k ? &s->parents[k - 1] : &s->self;
        for (size_t i = 0; i < t->tests.count; i++) {
            const size_t fit = fits(process, s->cwd, &t->tests.at[i]);
            best = fit > best_fit ? i : best;
            best_fit = fit > best_fit ? fit : best_fit;
        }
    }
    return best;
}

static bool is_same(const struct xl_words *a, const struct xl_words *b)
{
    return a->count == b->count && has_words(a, b) && has_words(b, a);
}

void xl_suite_share_groups(struct xl_suite_tested *t)
{
    for (size_t i = 0; i < t->tests.count; i++) {
        const struct xl_test *test = &t->tests.at[i];
        for (size_t k = 0; k < i && test->command.count && !t->groups[i].programs; k++) {
            const struct xl_test *other = &t->tests.at[k];
            const char *a = test->directory ? test->directory : "",
                       *b = other->directory ? other->directory : "";
            if (is_command(&test->command, &other->command) &&
                test->command.count == other->command.count &&
                is_same(&test->environment, &other->environment) && strcmp(a, b) == 0)
                t->groups[i] = t->groups[k];
        }
    }
}
