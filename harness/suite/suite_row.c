/* The tests of a project on one row: runs them with logs, and reads what they executed.
 * SPDX-License-Identifier: MIT
 */
#include "suite/suite_tested.h"

#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "suite/properties.h"

enum {
    XL_SMALL_RUN = 1000 /* bytes of code */,
    XL_SMALL_PART = 20,
    XL_SECONDS_OF_LOG_CHECK = 60 /* a row's tests take with the log; they take less without */
};

/* Reads the logs of a run: of all tests, or of one. */
static int read_logs(struct xl_suite_tested *t, const char *pass, size_t only,
                     struct xl_evidence_group *groups, struct xl_evidence *e, struct xl_error *err)
{
    int failed = 0;
    const size_t directories = t->runner == XL_COMMANDS ? t->tests.count : 1;
    char *build = xl_join_path(t->scratch, "%s/build", pass),
         *temporary = xl_join_path(t->scratch, "%s/tmp", pass);
    struct xl_evidence_options options = t->evidence_options;
    options.files.copied[0].directory = t->made;
    options.files.copied[0].changes = build;
    options.files.copied[1].directory = "/tmp";
    options.files.copied[1].changes = temporary;
    for (size_t i = 0; i < directories && !failed; i++) {
        char *logs = xl_suite_logs(t, pass, i);
        struct xl_started_list list = {0}, chosen = {0};
        struct stat s;
        if (stat(logs, &s) == 0)
            failed = xl_started_read(logs, &list, err);
        for (size_t k = 0; k < list.count; k++) {
            list.at[k].group = t->runner == XL_COMMANDS ? i : xl_suite_test_of(t, &list.at[k]);
            if (groups && list.at[k].group == t->tests.count)
                t->unassigned++;
            if (only == XL_ALL_TESTS || list.at[k].group == only)
                xl_push(&chosen, list.at[k]);
        }
        if (!failed)
            failed = xl_evidence_add(&options, &chosen, groups, t->tests.count, e, err);
        free(chosen.at);
        xl_started_free(&list);
        free(logs);
    }
    free(build);
    free(temporary);
    return failed;
}

/* Counts the programs of each test of a row with a runner, which writes no logs. lost: of each
 * test, whether the connection broke while a program ran; the last one: of an unknown test. Returns
 * 0, or -1 with err. */
static int count_programs(struct xl_suite_tested *t, const char *run, bool *lost,
                          struct xl_error *err)
{
    int failed = 0;
    const size_t directories = t->runner == XL_COMMANDS ? t->tests.count : 1;
    for (size_t i = 0; i < directories && !failed; i++) {
        char *logs = xl_suite_logs(t, run, i);
        struct xl_started_list list = {0};
        struct stat s;
        if (stat(logs, &s) == 0)
            failed = xl_started_read(logs, &list, err);
        for (size_t k = 0; k < list.count; k++) {
            const size_t test = t->runner == XL_COMMANDS ? i : xl_suite_test_of(t, &list.at[k]);
            if (test < t->tests.count)
                t->groups[test].programs++;
            t->unassigned += test == t->tests.count;
            lost[test] |= xl_elsewhere_was_lost(list.at[k].log);
        }
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
    static const char *const empty[] = {"Running 0 tests", "No tests ran",        "no tests ran",
                                        "0 tests ran",     "No tests were found", "no tests found"};
    if (t->states[i].is_excluded || (test->outcome != XL_PASS && test->outcome != XL_SKIP))
        return "";
    if (test->outcome == XL_SKIP)
        return "it skipped itself";
    for (size_t k = 0; k < sizeof empty / sizeof empty[0]; k++)
        if (strstr(test->output, empty[k]))
            return "its output reports that no test ran";
    if (strstr(test->output, "CPU does not support"))
        return "its output reports that the CPU lacks what it needs";
    if ((t->row->native && !t->row->runner) || !t->groups_are_known)
        return "";
    if (!g->programs) /* unless a program is not known to be of another test */
        return t->unassigned ? "" : "it started no program of the row's architecture";
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

/* Runs tests once more, for results of their own: those of *again, which the caller gives to
 * end_again. What is stopped has none. */
static int run_again(const struct xl_suite_tested *t, const struct xl_test_run *run,
                     struct xl_suite_tested *again, struct xl_launched *launched,
                     struct xl_error *err)
{
    *again = *t;
    again->tests = xl_tests_copy(&t->tests);
    again->states = xl_alloc(t->state_count, sizeof *again->states);
    memcpy(again->states, t->states, t->state_count * sizeof *again->states);
    for (size_t i = 0; i < again->tests.count && run->chosen; i++)
        if (run->chosen[i])
            again->tests.at[i].outcome = XL_NOT_RUN;
    return xl_suite_run_tests(again, run, launched, err);
}

static void end_again(struct xl_suite_tested *again)
{
    xl_tests_free(&again->tests);
    free(again->states);
}

/* Runs one test, or all, on a CPU without the ISA, and compares. The tests' outcomes there do not
 * count. */
static int run_control(struct xl_suite_tested *t, size_t only, struct xl_evidence *e,
                       struct xl_error *err)
{
    struct xl_suite_tested other;
    struct xl_launched launched = {0};
    struct xl_evidence control = {0};
    bool *chosen = xl_alloc(t->tests.count, sizeof *chosen);
    const char *name = only == XL_ALL_TESTS ? "control-all" : "control";
    for (size_t i = 0; i < t->tests.count; i++)
        chosen[i] = only == XL_ALL_TESTS ? t->states[i].is_selected : i == only;
    const struct xl_test_run p = {t->row->isa->control, name, true, t->options->suite->timeout,
                                  only == XL_ALL_TESTS ? NULL : chosen};
    struct xl_error ignored;
    run_again(t, &p, &other, &launched, &ignored); /* they may all fail */
    int failed = read_logs(&other, name, XL_ALL_TESTS, NULL, &control, err);
    if (!failed)
        xl_evidence_conclude(&t->evidence_options, "", &control);
    if (!failed && launched.stopped[0]) /* it may have had no time to execute the same */
        snprintf(e->defect, sizeof e->defect, "the control run on QEMU_CPU \"%s\" was stopped: %s",
                 t->row->isa->control, launched.stopped);
    else if (!failed)
        xl_evidence_compare(&t->evidence_options, e, &control);
    xl_evidence_free(&control);
    end_again(&other);
    free(chosen);
    return failed;
}

/* The control run: of the quickest test; of all, if that executes the same code, and they may need
 * more than the ISA before. */
static int prove_isa(struct xl_suite_tested *t, struct xl_error *err)
{
    const size_t only = t->groups_are_known ? quickest_test(t) : XL_ALL_TESTS;
    struct xl_evidence alone = {0};
    int failed = 0;
    if (only != XL_ALL_TESTS) {
        failed = read_logs(t, XL_LOGGED_RUN, only, NULL, &alone, err);
        if (!failed)
            xl_evidence_conclude(&t->evidence_options, "", &alone);
        alone.defect[0] = '\0'; /* one test need not execute what all must */
        if (!failed)
            failed = run_control(t, only, &alone, err);
        if (!failed && alone.control[0] &&
            (!alone.needs_less || !xl_evidence_has_own(&t->evidence))) {
            t->evidence.needs_less = alone.needs_less;
            snprintf(t->evidence.control, sizeof t->evidence.control, "%.400s, in %.80s",
                     alone.control, t->tests.at[only].name);
        }
        xl_evidence_free(&alone);
    }
    if (!failed && !t->evidence.control[0])
        failed = run_control(t, XL_ALL_TESTS, &t->evidence, err);
    return failed;
}

/* ---- With and without the log ---- */

/* Whether one of two results is a pass, and the other a failure. */
static bool differ(const struct xl_test *a, const struct xl_test *b)
{
    return (a->outcome == XL_PASS && b->outcome == XL_FAIL) ||
           (a->outcome == XL_FAIL && b->outcome == XL_PASS);
}

static void take_result(struct xl_test *to, const struct xl_test *from)
{
    to->outcome = from->outcome;
    free(to->reason);
    free(to->output);
    to->reason = xl_copy_text(from->reason);
    to->output = xl_copy_text(from->output);
}

/* Decides a test that did not end the same in all runs: with a log, without, and both again. */
static void decide(struct xl_suite_tested *t, size_t test, const struct xl_test *const runs[4])
{
    struct xl_test *to = &t->tests.at[test];
    size_t failures = 0, known = 0;
    const struct xl_test *failure = NULL, *pass = NULL;
    for (size_t i = 0; i < 4; i++) {
        known += runs[i]->outcome == XL_PASS || runs[i]->outcome == XL_FAIL;
        failures += runs[i]->outcome == XL_FAIL;
        failure = !failure && runs[i]->outcome == XL_FAIL ? runs[i] : failure;
        pass = !pass && runs[i]->outcome == XL_PASS ? runs[i] : pass;
    }
    const bool log_decides = known == 4 && !differ(runs[0], runs[2]) && !differ(runs[1], runs[3]);
    if (log_decides && runs[1]->outcome == XL_PASS) {
        xl_text_add(&t->notes,
                    "%s fails with the emulator's log, twice (%s), and passes without, twice\n",
                    to->name, failure->reason);
        take_result(to, runs[1]);
        return;
    }
    char *reason = log_decides
                       ? xl_format("%s; it passes with the emulator's log only",
                                   *failure->reason ? failure->reason : "it failed")
                       : xl_format("it failed in %zu of %zu runs (%s), and passed unchanged",
                                   failures, known, failure->reason),
         *output = log_decides ? xl_copy_text(failure->output)
                               : xl_format("--- when it failed\n%s\n--- when it passed\n%s",
                                           failure->output, pass->output);
    to->outcome = log_decides ? XL_FAIL : XL_FLAKY;
    free(to->reason);
    free(to->output);
    to->reason = reason;
    to->output = output;
}

/* The tests that run again without the emulator's log, which programs may close or write to: all if
 * that costs little, or else those that did not pass with it. */
static bool *choose_again(struct xl_suite_tested *t)
{
    bool *chosen = xl_alloc(t->tests.count, sizeof *chosen), any = false;
    double seconds = 0;
    for (size_t i = 0; i < t->tests.count; i++)
        seconds += t->states[i].is_selected ? t->tests.at[i].seconds : 0;
    const bool all = seconds <= XL_SECONDS_OF_LOG_CHECK && !t->options->no_log_check;
    for (size_t i = 0; i < t->tests.count; i++) {
        const enum xl_outcome outcome = t->tests.at[i].outcome;
        chosen[i] = t->states[i].is_selected && outcome != XL_NOT_RUN &&
                    (all || outcome == XL_FAIL || t->groups[i].incomplete);
        any |= chosen[i];
    }
    if (!all && !t->options->no_log_check)
        xl_text_add(&t->notes,
                    "tests that passed ran with the emulator's log only: they take more "
                    "than %d s\n",
                    XL_SECONDS_OF_LOG_CHECK);
    if (any)
        return chosen;
    free(chosen);
    return NULL;
}

/* Runs tests again, without a log. What ends otherwise runs twice more: the log is the cause, or
 * the test is flaky. */
static int check_again(struct xl_suite_tested *t, double end, struct xl_error *err)
{
    static const char *const names[] = {"plain", "logged-again", "plain-again"};
    bool *chosen = choose_again(t), differs = chosen != NULL;
    struct xl_suite_tested again[3] = {0};
    struct xl_tests logged = xl_tests_copy(&t->tests);
    int failed = 0;
    for (int run = 0; run < 3 && differs && !failed; run++) {
        struct xl_launched launched = {0};
        const double left = end - xl_now();
        const struct xl_test_run p = {t->row->qemu_cpu, names[run], run == 1,
                                      left > 1 ? (unsigned)left : 1, chosen};
        failed = run_again(t, &p, &again[run], &launched, err);
        differs = run > 0;
        for (size_t i = 0; run == 0 && !failed && i < logged.count; i++) {
            differs |= differ(&logged.at[i], &again[0].tests.at[i]);
            if (again[0].tests.at[i].outcome == XL_FAIL || t->groups[i].incomplete)
                take_result(&t->tests.at[i], &again[0].tests.at[i]);
        }
    }
    for (size_t i = 0; again[2].states && !failed && i < logged.count; i++)
        if (differ(&logged.at[i], &again[0].tests.at[i]))
            decide(t, i,
                   (const struct xl_test *const[]){&logged.at[i], &again[0].tests.at[i],
                                                   &again[1].tests.at[i], &again[2].tests.at[i]});
    for (int run = 0; run < 3; run++)
        end_again(&again[run]);
    xl_tests_free(&logged);
    free(chosen);
    return failed;
}

/* Tests that failed after the CPU refused an instruction: that is the reason. */
static void explain_traps(struct xl_suite_tested *t)
{
    for (size_t i = 0; i < t->tests.count; i++) {
        struct xl_test *test = &t->tests.at[i];
        if (test->outcome != XL_FAIL || !t->groups[i].trap.is_known)
            continue;
        char *trap = xl_evidence_trap(&t->evidence_options, &t->evidence, &t->groups[i].trap),
             *reason = xl_format("%s%s%s", trap, *test->reason ? "; " : "", test->reason);
        free(trap);
        free(test->reason);
        test->reason = reason;
    }
}

/* ---- Elsewhere ---- */

/* Which tests run again, as the connection broke while they ran: all, if it is not known of a
 * program whose it was. Returns their number. */
static size_t choose_lost(const struct xl_suite_tested *t, const bool *lost, bool *chosen)
{
    size_t count = 0;
    for (size_t i = 0; i < t->tests.count; i++) {
        chosen[i] = t->states[i].is_selected && (lost[i] || lost[t->tests.count]);
        count += chosen[i];
    }
    return count;
}

/* A row whose programs ran by its runner: what they executed is unknown. Tests whose connection
 * broke run again, up to four times in all. What is lost then is not run. */
static int conclude_elsewhere(struct xl_suite_tested *t, double end, struct xl_error *err)
{
    static const char *const names[] = {XL_LOGGED_RUN, "again", "again-2", "again-3"};
    enum { RUNS = sizeof names / sizeof names[0] };
    bool *lost = xl_alloc(t->tests.count + 1, sizeof *lost),
         *chosen = xl_alloc(t->tests.count + 1, sizeof *chosen);
    int failed = count_programs(t, names[0], lost, err);
    size_t count = choose_lost(t, lost, chosen), programs = t->unassigned;
    if (count)
        xl_text_add(&t->notes, "%zu test%s ran again, as the connection broke\n", count,
                    xl_s(count));
    for (int run = 1; run < RUNS && count && !failed; run++) {
        struct xl_suite_tested again;
        struct xl_launched launched = {0};
        struct xl_error ignored;
        const double left = end - xl_now();
        const struct xl_test_run p = {t->row->qemu_cpu, names[run], true,
                                      left > 1 ? (unsigned)left : 1, chosen};
        run_again(t, &p, &again, &launched, &ignored); /* of what broke, it may have no results */
        for (size_t i = 0; i < t->tests.count; i++)
            if (chosen[i])
                take_result(&t->tests.at[i], &again.tests.at[i]);
        end_again(&again);
        memset(lost, 0, (t->tests.count + 1) * sizeof *lost);
        failed = count_programs(t, names[run], lost, err);
        count = choose_lost(t, lost, chosen);
    }
    for (size_t i = 0; i < t->tests.count; i++) {
        programs += t->groups[i].programs;
        if (!chosen[i])
            continue;
        t->tests.at[i].outcome = XL_NOT_RUN;
        free(t->tests.at[i].reason);
        t->tests.at[i].reason = xl_format("the connection broke in %d of %d runs", RUNS, RUNS);
    }
    t->groups_are_known = programs != t->unassigned || !programs;
    if (!programs)
        snprintf(t->evidence.defect, sizeof t->evidence.defect,
                 "the tests started no program of %s", t->row->arch->name);
    char *untraced = xl_suite_untraced(t);
    xl_text_add(&t->notes, "programs ran %s\n", untraced);
    if (t->host && t->host->copied[0])
        xl_text_add(&t->notes, "%s\n", t->host->copied);
    free(untraced);
    free(chosen);
    free(lost);
    return failed;
}

/* ---- All of it ---- */

/* Skips a native row if the dynamic linker refused a program, because this machine's C library is
 * older than the sysroot's (elf/dl-version.c of glibc). */
static void skip_old_library(struct xl_suite_tested *t)
{
    static const char reason[] =
        "this machine's C library is too old for programs that were built with the sysroot's";
    for (size_t i = 0; i < t->tests.count && t->row->native; i++) {
        struct xl_test *test = &t->tests.at[i];
        if (test->outcome != XL_FAIL || !strstr(test->output, "`GLIBC_") ||
            !strstr(test->output, "' not found (required by "))
            continue;
        t->skipped = reason;
        test->outcome = XL_SKIP;
        free(test->reason);
        test->reason = xl_copy_text(reason);
    }
}

/* What tests that fail may lack, by what they print. */
static const struct {
    const char *printed, *lacks, *help;
} lacks[] = {
    {"resolve host", "the network", "`network: yes` gives it to tests"},
    {"name resolution", "the network", "`network: yes` gives it to tests"},
    {"Name or service not known", "the network", "`network: yes` gives it to tests"},
    {"etwork is unreachable", "the network", "`network: yes` gives it to tests"},
    {"open display", "a display", "`exclude` leaves tests out"},
    {"connect to display", "a display", "`exclude` leaves tests out"},
    {"allocate memory", "memory", "--jobs 1, or `exclude`"},
    {"bad_alloc", "memory", "--jobs 1, or `exclude`"},
    {"ut of memory", "memory", "--jobs 1, or `exclude`"},
};

static void note_lacking(struct xl_suite_tested *t)
{
    for (size_t i = 0; i < t->tests.count; i++) {
        const struct xl_test *test = &t->tests.at[i];
        for (size_t k = 0; k < sizeof lacks / sizeof lacks[0] && test->outcome == XL_FAIL; k++)
            if (strstr(test->output, lacks[k].printed)) {
                xl_text_add(&t->notes, "%s may lack %s, as its output has \"%s\": %s\n", test->name,
                            lacks[k].lacks, lacks[k].printed, lacks[k].help);
                break;
            }
    }
}

static int test_row(struct xl_suite_tested *t, struct xl_error *err)
{
    const double begin = xl_now();
    struct xl_launched launched = {0};
    /* Rows without a vector ISA have logs too: a test may start no program there. */
    const bool has_logs = !t->row->native, is_native = t->row->native && !t->row->runner,
               has_evidence = has_logs && xl_family_find(t->row->isa->family) != XL_FAMILY_none;
    if (xl_suite_list_tests(t, err))
        return -1;
    if (*t->skipped)
        return 0;
    const struct xl_test_run p = {t->row->qemu_cpu, XL_LOGGED_RUN, !is_native,
                                  t->options->suite->timeout, NULL};
    int failed = xl_suite_run_tests(t, &p, &launched, err);
    t->groups = xl_alloc(t->tests.count, sizeof *t->groups);
    if (failed)
        return -1;
    skip_old_library(t);
    if (*t->skipped)
        return 0;
    if (launched.stopped[0])
        snprintf(t->stopped, sizeof t->stopped, "%s", launched.stopped);
    t->is_confined = launched.is_confined;
    t->cannot_start = !is_native && launched.way == XL_WAY_NONE;
    if (t->cannot_start)
        xl_text_add(&t->notes, "programs that tests start did not run: %s\n", launched.why_not);
    if (*xl_suite_unwatched(t->options->suite))
        xl_text_add(&t->notes, "not cached, because a change of what this names is not seen: %s\n",
                    xl_suite_unwatched(t->options->suite));
    if (!launched.is_confined)
        xl_text_add(&t->notes, "the tests were not confined: %s\n", launched.why_not_confined);
    const char *why_not = t->cannot_start ? launched.why_not : "";
    if (has_logs) {
        failed = read_logs(t, XL_LOGGED_RUN, XL_ALL_TESTS, t->groups, &t->evidence, err);
        xl_suite_share_groups(t);
        if (t->unassigned)
            xl_text_add(&t->notes,
                        "%zu programs may be of any test: no process above them has a "
                        "test's command\n",
                        t->unassigned);
        t->groups_are_known = !t->evidence.code.programs; /* no test started any */
        for (size_t i = 0; i < t->tests.count; i++)
            t->groups_are_known |= t->groups[i].programs != 0;
        if (!failed && has_evidence)
            xl_evidence_conclude(&t->evidence_options, why_not, &t->evidence);
    }
    const double left = t->options->suite->timeout - (xl_now() - begin);
    if (!failed && !t->stopped[0] && has_logs)
        failed = check_again(t, begin + t->options->suite->timeout, err);
    if (t->row->runner)
        failed = conclude_elsewhere(t, begin + t->options->suite->timeout, err);
    if (!t->stopped[0] && is_native && xl_family_find(t->row->isa->family) &&
        xl_suite_run_native(t, left > 1 ? (unsigned)left : 1, err)) {
        xl_evidence_free(&t->evidence); /* a row without evidence fails */
        snprintf(t->evidence.defect, sizeof t->evidence.defect, "%s", err->text);
    }
    explain_traps(t);
    xl_evidence_note(&t->evidence, &t->notes);
    xl_properties_note(t->made, t->row->arch, &t->notes);
    note_lacking(t);
    for (size_t i = 0; i < t->tests.count; i++)
        t->states[i].hollow = why_hollow(t, i);
    if (!failed && has_evidence && !t->evidence.defect[0] && !t->options->no_control &&
        t->row->isa->control[0])
        failed = prove_isa(t, err);
    if (t->elsewhere && t->evidence.defect[0]) { /* tests of other parts decide it, too */
        xl_text_add(&t->notes, "in this part, %s\n", t->evidence.defect);
        t->evidence.defect[0] = '\0';
    }
    t->seconds = xl_now() - begin;
    if (!failed && has_evidence && t->options->has_lines) {
        const struct xl_suite *suite = t->options->suite;
        char *lines = xl_join_path(t->scratch, "lines");
        failed = xl_suite_lines_write(&t->evidence, suite->sources ? suite->sources : suite->dir,
                                      lines, err);
        free(lines);
    }
    return failed;
}

/* The sysroot's libraries if this machine's C library is older: the row's programs may need the
 * newer one. NULL: they need not. The caller frees it. */
static char *newer_libraries(const struct xl_row *row, const char *sysroot)
{
    static const char package[] = "\nlibc6 ";
    struct xl_error ignored;
    size_t size = 0;
    char *file = xl_join_path(sysroot, "manifest"),
         *text = row->native ? xl_file_read(file, &size, &ignored) : NULL;
    const char *line = text ? strstr(text, package) : NULL;
    const bool is_older = line && strverscmp(gnu_get_libc_version(), line + strlen(package)) < 0;
    free(text);
    free(file);
    return is_older ? xl_join_path(sysroot, "usr/lib/%s", row->arch->triple) : NULL;
}

/* Sets what the Makefile was built with, so that `make check` builds nothing anew for this machine:
 * build-library.sh's variables (a word with an escaped blank is one), and its `uname`. */
static void set_make(const char *directory)
{
    struct xl_error ignored;
    size_t size;
    char *file = xl_join_path(directory, "words"), *text = xl_file_read(file, &size, &ignored),
         *rest = NULL;
    struct xl_text flags = {0};
    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest)) {
        if (!strchr(line, '=') || *line == '-')
            continue; /* an option or a target */
        xl_text_add(&flags, "%s", flags.used ? " " : "");
        for (const char *c = line; *c; c++)
            xl_text_add(&flags, "%s%c", *c == '$' ? "$" : strchr(" \\", *c) ? "\\" : "", *c);
    }
    if (flags.used)
        setenv("MAKEFLAGS", flags.at, 1);
    const char *path = getenv("PATH"); /* setenv may have moved it */
    char *own = xl_format("%s/bin:%s", directory, path ? path : "/usr/bin:/bin");
    setenv("PATH", own, 1);
    free(own);
    free(flags.at);
    free(text);
    free(file);
}

static void set_environment(const struct xl_suite *suite, const char *directory,
                            const struct xl_words *env)
{
    unsetenv("TMPDIR"); /* /tmp is the row's own */
    unsetenv("MAKEFLAGS");
    if (strcmp(suite->build, "make") == 0)
        set_make(directory);
    for (size_t i = 0; i < env->count; i++) {
        char *value = strchr(env->at[i], '=');
        *value = '\0';
        setenv(env->at[i], value + 1, 1);
        *value = '=';
    }
}

struct json_object *xl_suite_row(const struct xl_suite_options *o, const struct xl_row *row,
                                 const struct xl_row_trees *trees,
                                 const struct xl_suite_build *build, const char *scratch)
{
    struct xl_suite_tested t = {.options = o,
                                .skipped = "",
                                .row = row,
                                .trees = trees,
                                .build = build,
                                .scratch = scratch,
                                .made = xl_join_path(build->directory, "made"),
                                .libraries = newer_libraries(row, build->sysroot)};
    struct xl_words env = {0}, of = {0}, expect = {0}, autovectorized = {0};
    struct xl_error err;
    xl_suite_select(o->suite, XL_SUITE_ENV, row, o->native, NULL, &env);
    xl_suite_select(o->suite, XL_SUITE_OF, row, o->native, NULL, &of);
    xl_suite_select(o->suite, XL_SUITE_EXPECT, row, o->native, NULL, &expect);
    xl_suite_select(o->suite, XL_SUITE_AUTOVECTORIZED, row, o->native, NULL, &autovectorized);
    if (o->allows_autovectorized)
        xl_words_add(&autovectorized, "*");
    xl_suite_select(o->suite, XL_SUITE_TEST, row, o->native, &t.names, &t.commands);
    t.evidence_options =
        (struct xl_evidence_options){.row = row,
                                     .files = {.sysroot = build->sysroot},
                                     .tools = trees->tools,
                                     .of = (const char *const *)of.at,
                                     .of_count = of.count,
                                     .expect = (const char *const *)expect.at,
                                     .expect_count = expect.count,
                                     .autovectorized = (const char *const *)autovectorized.at,
                                     .autovectorized_count = autovectorized.count,
                                     .library = &t.library};
    xl_library_names_read(row->arch, build->sysroot, &t.library); /* needs HOME for the cache */
    set_environment(o->suite, build->directory, &env);
    struct xl_elsewhere elsewhere;
    t.host = &elsewhere;
    struct json_object *json;
    if (xl_elsewhere_begin(row, build->sysroot, (const char *const[]){t.made, o->suite->dir, NULL},
                           scratch, &elsewhere, &err))
        json = xl_suite_row_without_tests(o->suite, row, build,
                                          elsewhere.is_absent ? XL_SKIP : XL_NOT_RUN, err.text);
    else
        json = test_row(&t, &err)
                   ? xl_suite_row_without_tests(o->suite, row, build, XL_FAIL, err.text)
                   : xl_suite_tested_json(&t);
    xl_elsewhere_end(&elsewhere);
    xl_suite_tested_free(&t);
    xl_words_free(&env);
    xl_words_free(&of);
    xl_words_free(&expect);
    xl_words_free(&autovectorized);
    return json;
}
