/* crosslane suite: a project's own tests on rows.
 * SPDX-License-Identifier: MIT
 */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "report/coverage_report.h"
#include "report/suite_text.h"
#include "results/packed_rows.h"
#include "results/past_runs.h"
#include "results/results_json.h"
#include "run/select.h"
#include "suite/suite.h"

struct request {
    struct xl_cli_selection selection;
    const char *dir, *test, *lcov;
    double sample;
    unsigned part, parts;
    bool no_control, no_log_check, allows_flaky, allows_autovectorized, no_cache, list;
};

/* A fraction, or PART/PARTS, of which the first counts on: part 31 of 30 is the first one again. */
static int take_sample(void *request, const char *text)
{
    enum { MOST_PARTS = 10000 };
    struct request *r = request;
    char *end, slash = '\0';
    unsigned long long part = 0;
    if (sscanf(text, "%llu%c%u", &part, &slash, &r->parts) == 3 && slash == '/') {
        const bool is_whole = strspn(text, "0123456789/") == strlen(text);
        r->part = r->parts ? (unsigned)((part + r->parts - 1) % r->parts) + 1 : 0;
        if (is_whole && part && r->parts && r->parts <= MOST_PARTS)
            return 0;
    } else {
        r->parts = 0;
        r->sample = strtod(text, &end);
        if (*text && !*end && r->sample > 0 && r->sample <= 1)
            return 0;
    }
    fprintf(stderr,
            "crosslane: error: --sample: '%s' is not a number above 0, up to 1, nor a part such "
            "as 7/30\n",
            text);
    return -1;
}

const struct xl_cli_usage xl_cli_suite_usage = {
    .begin = "Usage: crosslane suite [OPTION]... [DIR]\n"
             "Build the project that DIR/crosslane.yml describes under `suite:` (default: .), run\n"
             "its own tests on rows, and show which of its vector functions executed.\n"
             "\n",
    .options =
        {
            XL_SELECT_ANY_ROW,
            XL_SELECT_ANY_TIER,
            XL_SELECT_SHARD,
            XL_SELECT_COSTS,
            XL_SELECT_JOBS,
            XL_FLAG_OPTION("list", struct request, list,
                           "print the rows that would be run, and run none"),
            XL_VALUE_OPTION("test", "GLOB", TEXT, struct request, test, "run these tests only"),
            XL_TAKEN_OPTION("sample", "PART", TEXT, take_sample,
                            "run a part of the tests, such as 0.1 or 7/30"),
            XL_SELECT_SEED("seed of the sample"),
            XL_FLAG_OPTION("allow-flaky", struct request, allows_flaky,
                           "flaky tests do not fail their rows"),
            XL_FLAG_OPTION("allow-autovectorized", struct request, allows_autovectorized,
                           "what the compiler vectorized counts as vector code"),
            XL_FLAG_OPTION("no-log-check", struct request, no_log_check,
                           "do not run tests that passed once more without the emulator's log"),
            XL_FLAG_OPTION("no-control", struct request, no_control,
                           "do not run tests on a CPU without the ISA"),
            XL_FLAG_OPTION("no-cache", struct request, no_cache,
                           "run tests that passed and did not change"),
            XL_FLAG_OPTION("fail-fast", struct xl_cli_selection, run.fail_fast,
                           "stop after the first row that fails"),
            XL_VALUE_OPTION("json", "FILE", FILE, struct xl_cli_selection, run.json,
                            "results as JSON, with all functions (- is stdout)"),
            XL_VALUE_OPTION("lcov", "FILE", FILE, struct request, lcov,
                            "source lines that executed, as LCOV tracefile"),
            XL_REPORT_OPTIONS,
        },
    .operands = 1,
    .end = "Exit status: 0 passed, 1 finding, 2 usage, 3 environment\n",
};

/* Keeps the selected rows that the suite has. Returns 0, or 2 with a message. */
static int keep_rows(const struct xl_suite *suite, struct xl_selection *c)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->row_count; i++) {
        struct xl_words patterns = {0};
        bool is_kept = suite->lists[XL_SUITE_ROWS].count == 0;
        xl_suite_select(suite, XL_SUITE_ROWS, c->rows[i], NULL, NULL, &patterns);
        for (size_t k = 0; k < patterns.count; k++)
            is_kept |= fnmatch(patterns.at[k], c->rows[i]->name, 0) == 0;
        if (is_kept)
            c->rows[kept++] = c->rows[i];
        xl_words_free(&patterns);
    }
    if (!kept)
        fprintf(stderr,
                "crosslane: error: none of the %zu selected row%s is among 'rows' of %s\n"
                "  help: --row GLOB or --tier full selects others\n",
                c->row_count, xl_s(c->row_count), suite->file);
    c->row_count = kept;
    return kept ? 0 : XL_EXIT_USAGE;
}

/* What callbacks of a run need. */
struct watching {
    const struct request *request;
    const struct xl_suite *suite;
    const struct xl_selection *selection;
    int width; /* of the longest name of a row */
};

static void begin(void *data, double seconds)
{
    const struct watching *w = data;
    const size_t rows = w->selection->row_count, jobs = w->request->selection.run.jobs,
                 at_once = jobs < rows ? jobs : rows;
    char text[64];
    if (seconds >= 0) {
        xl_format_estimate(seconds / (double)(at_once ? at_once : 1), text, sizeof text);
        fprintf(stderr, "crosslane: the tests took %s the last time, without builds\n", text);
    }
    xl_suite_print_head(w->width);
}

static void print_row(void *data, struct json_object *row, bool is_cached)
{
    const struct watching *w = data;
    struct json_object *shown = xl_results_printable(row);
    xl_suite_print_row(shown, is_cached, w->width);
    json_object_put(shown);
}

static bool print_end(void *data, struct json_object *rows)
{
    const struct xl_run_options *o = &((struct watching *)data)->request->selection.run;
    struct json_object *shown = xl_results_printable(rows);
    const bool passed = xl_suite_print_end(shown, o->seed, o->json);
    json_object_put(shown);
    return passed;
}

/* Writes the lines of all rows into one file. */
static int write_lcov(const char *file, const struct xl_suite *suite, const struct xl_selection *c)
{
    struct xl_lcov *lcov = xl_lcov_new();
    struct xl_atomic_file w;
    struct xl_error err;
    size_t rows = 0;
    for (size_t i = 0; i < c->row_count; i++) {
        char *lines = xl_suite_lines_file(suite, c->rows[i]);
        rows += access(lines, R_OK) == 0 && xl_lcov_add_lines(lcov, lines, &err) == 0;
        free(lines);
    }
    xl_atomic_file_begin(&w, file);
    if (w.f)
        xl_lcov_print(lcov, w.f);
    xl_lcov_free(lcov);
    fprintf(stderr, "crosslane: %s: lines of %zu of %zu rows\n", file, rows, c->row_count);
    const int failed = xl_atomic_file_end(&w, &err);
    if (failed)
        xl_error_print(&err);
    return failed ? XL_EXIT_ENVIRONMENT : 0;
}

/* Writes the reports that options want. */
static int write_reports(void *data, struct json_object *results)
{
    const struct watching *w = data;
    const struct xl_cli_reporting *reports = &w->request->selection.reporting;
    struct xl_merged merged;
    struct xl_error err;
    int failed = 0;
    if (xl_cli_report_wanted(reports)) {
        failed = xl_merge_one(results, &merged, &err);
        if (failed) {
            xl_error_print(&err);
        } else {
            struct json_object *difference = xl_cli_report_difference(reports, &merged);
            failed =
                xl_cli_report_write(reports, &merged, difference, w->request->selection.run.json);
            json_object_put(difference);
        }
        xl_merged_free(&merged);
    }
    if (!failed && w->request->lcov)
        failed = write_lcov(w->request->lcov, w->suite, w->selection);
    return failed;
}

static int run_suite(const struct request *r, struct xl_suite *suite, const struct xl_selection *c)
{
    const struct xl_run_options *o = &r->selection.run;
    struct watching w = {r, suite, c, 3};
    for (size_t i = 0; i < c->row_count; i++) {
        char *name = xl_suite_row_name(suite, c->rows[i]);
        const int length = (int)strlen(name);
        w.width = length > w.width ? length : w.width;
        free(name);
    }
    char *last = xl_last_run();
    const struct xl_suite_run run = {.suite = suite,
                                     .options = {.sample = r->sample,
                                                 .part = r->part,
                                                 .parts = r->parts,
                                                 .seed = o->seed,
                                                 .test = r->test,
                                                 .no_control = r->no_control,
                                                 .no_log_check = r->no_log_check,
                                                 .allows_flaky = r->allows_flaky,
                                                 .allows_autovectorized = r->allows_autovectorized,
                                                 .has_lines = r->lcov != NULL},
                                     .rows = c->rows,
                                     .row_count = c->row_count,
                                     .jobs = o->jobs,
                                     .no_cache = r->no_cache,
                                     .fail_fast = o->fail_fast,
                                     .json = o->json,
                                     .last_run = last,
                                     .shard = c->shard};
    const struct xl_suite_callbacks callbacks = {&w, begin, print_row, print_end, write_reports};
    const int status = xl_suite_run(&run, &callbacks);
    free(last);
    return status;
}

static int select_shard(const struct request *r, struct xl_selection *c)
{
    char *how = xl_format("%llu %g %u/%u %s", (unsigned long long)r->selection.run.seed, r->sample,
                          r->part, r->parts, r->test ? r->test : "");
    const int status = xl_shard_select(&r->selection.run, NULL, r->dir, how, c);
    free(how);
    return status;
}

static int select_and_run(struct request *r)
{
    struct xl_suite suite;
    struct xl_row_list list;
    struct xl_error err;
    struct xl_selection c = {0};
    int status = XL_EXIT_USAGE;
    if (xl_suite_read(r->dir, &suite, &err)) {
        xl_error_print(&err);
    } else if (!xl_cli_report_check(&r->selection.reporting, r->selection.run.json) &&
               !xl_cli_rows_read(r->dir, &list)) {
        status = xl_select_rows(&r->selection.run, &list, &c);
        if (!status)
            status = keep_rows(&suite, &c);
        if (!status)
            status = select_shard(r, &c);
        for (size_t i = 0; !status && r->list && i < c.row_count; i++)
            printf("%s\n", c.rows[i]->name);
        if (!status && !r->list)
            status = run_suite(r, &suite, &c);
        xl_selection_free(&c);
        xl_row_list_free(&list);
    }
    xl_suite_free(&suite);
    return status;
}

int xl_cli_suite(int argc, char **argv)
{
    struct request r = {.sample = 1};
    size_t count;
    xl_cli_select_begin(&r.selection);
    int status = xl_cli_parse(argc, argv, &xl_cli_suite_usage, &r, &count);
    if (status != -1)
        return status;
    r.dir = count ? argv[1] : ".";
    status = xl_cli_writable("lcov", r.lcov) ? XL_EXIT_USAGE : select_and_run(&r);
    xl_cli_report_free(&r.selection.reporting);
    return status;
}
