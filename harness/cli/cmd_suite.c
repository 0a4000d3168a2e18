/* crosslane suite: a project's own tests on rows.
 * SPDX-License-Identifier: MIT
 */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/signals.h"
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
    bool no_control, no_log_check, allows_flaky, no_cache, list;
};

static int take_sample(void *request, const char *text)
{
    double *sample = &((struct request *)request)->sample;
    char *end;
    *sample = strtod(text, &end);
    if (*text && !*end && *sample > 0 && *sample <= 1)
        return 0;
    fprintf(stderr, "crosslane: error: --sample: '%s' is not a number above 0, up to 1\n", text);
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
                            "run a part of the tests, such as 0.1"),
            XL_SELECT_SEED("seed of the sample"),
            XL_FLAG_OPTION("allow-flaky", struct request, allows_flaky,
                           "flaky tests do not fail their rows"),
            XL_FLAG_OPTION("no-log-check", struct request, no_log_check,
                           "do not run tests that passed once more without the emulator's log"),
            XL_FLAG_OPTION("no-control", struct request, no_control,
                           "do not run tests on a CPU without the ISA"),
            XL_FLAG_OPTION("no-cache", struct request, no_cache,
                           "run tests that passed and did not change"),
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

struct printing {
    int width;
};

static void print_row(void *data, struct json_object *row, bool is_cached)
{
    const struct printing *p = data;
    struct json_object *shown = xl_results_printable(row);
    xl_suite_print_row(shown, is_cached, p->width);
    json_object_put(shown);
}

static void print_forecast(const struct xl_suite_run *run)
{
    char text[64];
    const double seconds = xl_suite_forecast(run);
    if (seconds < 0)
        return;
    const size_t at_once = run->jobs < run->row_count ? run->jobs : run->row_count;
    xl_format_estimate(seconds / (double)(at_once ? at_once : 1), text, sizeof text);
    fprintf(stderr, "crosslane: the tests took %s the last time, without builds\n", text);
}

/* The object that --json writes. The caller puts it. */
static struct json_object *results_json(const struct request *r, struct json_object *rows,
                                        struct json_object *shard)
{
    const time_t now = time(NULL);
    struct tm utc;
    struct xl_results results = {.seed = r->selection.run.seed,
                                 .shard = shard,
                                 .notable = rows,
                                 .sources = json_object_new_array(),
                                 .disagreements = json_object_new_array()};
    strftime(results.started, sizeof results.started, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    snprintf(results.cut_short, sizeof results.cut_short, "%s", xl_stop_reason());
    struct json_object *o = xl_results_json(&results, false);
    json_object_put(results.sources);
    json_object_put(results.disagreements);
    return o;
}

static int write_results(const struct request *r, struct json_object *results)
{
    const struct xl_cli_reporting *reports = &r->selection.reporting;
    const char *json = r->selection.run.json;
    struct xl_merged merged;
    struct xl_error err;
    if (json && xl_json_write(results, json, false, &err)) {
        xl_error_print(&err);
        return XL_EXIT_ENVIRONMENT;
    }
    if (!xl_cli_report_wanted(reports))
        return 0;
    int failed = xl_merge_one(results, &merged, &err);
    if (failed) {
        xl_error_print(&err);
    } else {
        struct json_object *difference = xl_cli_report_difference(reports, &merged);
        failed = xl_cli_report_write(reports, &merged, difference, json);
        json_object_put(difference);
    }
    xl_merged_free(&merged);
    return failed ? XL_EXIT_ENVIRONMENT : 0;
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

static int run_suite(struct request *r, const struct xl_suite *suite, const struct xl_selection *c)
{
    struct xl_error err;
    struct json_object *rows = NULL;
    struct printing printing = {.width = 3};
    for (size_t i = 0; i < c->row_count; i++) {
        char *name = xl_suite_row_name(suite, c->rows[i]);
        const int length = (int)strlen(name);
        printing.width = length > printing.width ? length : printing.width;
        free(name);
    }
    struct xl_suite_run run = {.options = {.suite = suite,
                                           .sample = r->sample,
                                           .seed = r->selection.run.seed,
                                           .test = r->test,
                                           .no_control = r->no_control,
                                           .no_log_check = r->no_log_check,
                                           .allows_flaky = r->allows_flaky,
                                           .has_lines = r->lcov != NULL},
                               .rows = c->rows,
                               .row_count = c->row_count,
                               .jobs = r->selection.run.jobs,
                               .no_cache = r->no_cache,
                               .row_done = print_row,
                               .data = &printing};
    print_forecast(&run);
    xl_stop_on_signals(0);
    xl_suite_print_head(printing.width);
    if (xl_suite_run(&run, &rows, &err)) {
        xl_error_print(&err);
        json_object_put(rows);
        return XL_EXIT_ENVIRONMENT;
    }
    struct json_object *shown = xl_results_printable(rows);
    const bool passed = xl_suite_print_end(shown, r->selection.run.seed, r->selection.run.json);
    json_object_put(shown);
    struct json_object *results = results_json(r, rows, c->shard);
    char *last = xl_last_run();
    if (xl_json_write(results, last, true, &err))
        fprintf(stderr, "crosslane: %s: `report` needs --json\n", err.text);
    free(last);
    int written = write_results(r, results);
    if (!written && r->lcov)
        written = write_lcov(r->lcov, suite, c);
    json_object_put(results);
    json_object_put(rows);
    return *xl_stop_reason() ? xl_stop_status()
           : written         ? written
           : passed          ? XL_EXIT_OK
                             : XL_EXIT_FINDING;
}

static int select_shard(const struct request *r, struct xl_selection *c)
{
    char *how = xl_format("%llu %g %s", (unsigned long long)r->selection.run.seed, r->sample,
                          r->test ? r->test : "");
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
