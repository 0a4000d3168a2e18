/* crosslane report: results as JUnit XML, SARIF, Markdown and HTML.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "report/conclusion.h"
#include "report/finding_text.h"
#include "report/formats.h"
#include "report/suite_text.h"
#include "results/keys.h"
#include "results/past_runs.h"
#include "results/results_json.h"

struct request {
    struct xl_cli_reporting reporting;
    const char *suites;
    bool show_all, gcc_style, schema;
};

const struct xl_cli_usage xl_cli_report_usage = {
    .begin = "Usage: crosslane report [OPTION]... [RESULTS...]\n"
             "Merge results of `run --json` and write reports, or print the findings. Without\n"
             "RESULTS: of the last run or suite.\n"
             "\n",
    .options =
        {
            XL_REPORT_OPTIONS,
            XL_VALUE_OPTION("suites", "FILE", FILE, struct request, suites,
                            "tables of test suites, below '## Measured' of FILE"),
            XL_FLAG_OPTION("all", struct request, show_all, "print every finding of every row"),
            XL_FLAG_OPTION("gcc-style", struct request, gcc_style,
                           "print FILE:LINE: error: ..., for editors"),
            XL_FLAG_OPTION("schema", struct request, schema, "print the JSON Schema of results"),
        },
    .operands = XL_ANY_OPERANDS,
    .end = "Exit status: 0 whatever the results, 1 with --against something broke, 2 usage, 3 "
           "environment\n",
};

static int print_schema(void)
{
    char *text = xl_schema();
    fputs(text, stdout);
    free(text);
    return XL_EXIT_OK;
}

/* What a person reads where no file is wanted. */
static void print(const struct xl_merged *m, enum xl_finding_style style)
{
    struct json_object *rows = xl_key_array(m->results, XL_KEY_run_rows);
    xl_wrapped_begin();
    xl_findings_print(rows, xl_key_array(m->results, XL_KEY_run_sources),
                      xl_key_number(m->results, XL_KEY_run_seed), style, NULL);
    putchar('\n');
    xl_outcomes_put(stdout, m->counts);
    char *counts = xl_merged_counts(m), *conclusion = xl_merged_conclusion(m);
    printf("%s\n", counts);
    free(counts);
    xl_conclusion_print(conclusion);
    xl_wrapped_end();
    free(conclusion);
}

/* Without an option the findings. */
static int report(const struct xl_cli_reporting *r, const struct xl_merged *m,
                  enum xl_finding_style style)
{
    struct json_object *difference = xl_cli_report_difference(r, m);
    int status = xl_cli_report_write(r, m, difference, NULL) ? XL_EXIT_ENVIRONMENT : XL_EXIT_OK;
    if (!xl_cli_report_wanted(r))
        print(m, style);
    if (difference)
        xl_difference_print(difference, xl_cli_report_to_stdout(r, NULL) ? stderr : stdout);
    if (difference && !status && xl_difference_is_bad(difference))
        status = XL_EXIT_FINDING;
    json_object_put(difference);
    return status;
}

static int read_and_report(struct xl_cli_reporting *r, const char *const *files, size_t count,
                           enum xl_finding_style style)
{
    struct xl_merged merged = {0};
    struct xl_error err;
    if (xl_cli_report_check(r, NULL))
        return XL_EXIT_USAGE;
    int status = XL_EXIT_USAGE;
    if (xl_merge(files, count, NULL, &merged, &err))
        xl_error_print(&err);
    else
        status = report(r, &merged, style);
    xl_merged_free(&merged);
    return status;
}

static int write_suites(const char *const *files, size_t count, const char *page)
{
    struct xl_merged merged;
    struct xl_error err;
    int status = xl_merge(files, count, NULL, &merged, &err) ? XL_EXIT_USAGE : XL_EXIT_OK;
    if (!status && xl_suites_page_write(xl_key_array(merged.results, XL_KEY_run_rows), page, &err))
        status = XL_EXIT_USAGE;
    if (status)
        xl_error_print(&err);
    xl_merged_free(&merged);
    return status;
}

int xl_cli_report(int argc, char **argv)
{
    struct request r = {0};
    size_t count;
    int status = xl_cli_parse(argc, argv, &xl_cli_report_usage, &r, &count);
    if (status != -1)
        return status;
    if (r.schema)
        return count ? xl_cli_unexpected(argv[0], argv[1]) : print_schema();
    char *last = xl_last_run();
    if (!count && access(last, R_OK)) {
        free(last);
        return xl_cli_missing("report", "RESULTS");
    }
    const char *const *files = count ? (const char *const *)argv + 1 : (const char *const *)&last;
    count += !count;
    status = r.suites ? write_suites(files, count, r.suites)
                      : read_and_report(&r.reporting, files, count,
                                        r.gcc_style  ? XL_GCC_STYLE
                                        : r.show_all ? XL_EACH_FINDING
                                                     : XL_EACH_BUG);
    xl_cli_report_free(&r.reporting);
    free(last);
    return status;
}
