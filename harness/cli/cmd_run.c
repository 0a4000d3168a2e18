/* crosslane run: the main job.
 * SPDX-License-Identifier: MIT
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/common_options.h"
#include "cli/options.h"
#include "oracle/cases.h"
#include "report/console.h"
#include "report/formats.h"
#include "repro/repro.h"
#include "results/checks.h"
#include "results/results_json.h"

const struct xl_cli_usage xl_cli_run_usage = {
    .begin = "Usage: crosslane run [OPTION]...\n"
             "Build kernels, run them on the selected rows, compare every lane.\n"
             "\n",
    .options =
        {
            XL_OPTION_GROUP("Selection"),
            XL_OPTION("quick", NULL, 'q', "few kernels, one row per architecture (2 min)"),
            XL_SELECT_TIER,
            XL_SELECT_ROW,
            XL_SELECT_KERNEL,
            XL_SELECT_KERNELS,
            XL_OPTION("sleef", NULL, 'S', "libsleef's functions"),
            XL_SELECT_MATRIX,
            XL_OPTION_GROUP("Execution"),
            XL_SELECT_SEED,
            XL_SELECT_COUNT,
            XL_SELECT_JOBS,
            XL_SELECT_CALL_LIMIT("20"),
            XL_OPTION("time-limit", "N", 'T', "seconds before the run stops"),
            XL_SELECT_NO_BUILD,
            XL_OPTION("no-cache", NULL, 'C', "rerun cached results"),
            XL_OPTION("no-evidence", NULL, 'e', "no traced run, no control run"),
            XL_OPTION("host-emulator", NULL, 'H', "QEMU from PATH"),
            XL_OPTION("baseline", "DIR", 'b', "accuracy baselines (default tests/accuracy)"),
            XL_OPTION_GROUP("Output"),
            XL_OPTION("json", "FILE", 'o', "all results"),
            XL_REPORT_JUNIT_OPTION,
            XL_REPORT_SARIF_OPTION,
            XL_REPORT_MARKDOWN_OPTION,
            XL_REPORT_HTML_OPTION,
            XL_REPORT_AGAINST_OPTION,
            XL_OPTION("all", NULL, 'a', "every finding of every row"),
            XL_OPTION("gcc-style", NULL, 'G', "findings as FILE:LINE: error: ..."),
            XL_HIDDEN_OPTION("disable-check", "NAME", 'w'),
            XL_HIDDEN_OPTION("without", "NAME", 'W' + XL_OLD_OPTION),
        },
    .end = "Exit status: 0 as expected, 1 finding or row not run, 2 usage, 3 environment\n",
};

static int set_baseline(struct xl_run_options *run, const char *dir)
{
    struct stat s;
    run->baseline = dir;
    if (stat(dir, &s) == 0 && S_ISDIR(s.st_mode))
        return 0;
    fprintf(stderr, "crosslane: error: --baseline: no such directory: '%s'\n", dir);
    return -1;
}

static int switch_off(struct xl_run_options *run, const char *name)
{
    const char *names[XL_CHECKS + XL_MAX_GROUPS];
    size_t count = 0;
    int check = xl_check_find(name);
    const unsigned group = xl_case_group_find(name);
    if (check >= 0 || group) {
        if (check >= 0)
            run->off.check[check] = true;
        else
            run->off.group[group] = true;
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

static int set_option(struct xl_cli_selection *to, int option)
{
    unsigned long long number = 0;
    switch (option) {
    case 'a':
        to->run.show_all = true;
        return 0;
    case 'G':
        to->run.gcc_style = true;
        return 0;
    case 'b':
        return set_baseline(&to->run, optarg);
    case 'e':
        to->run.no_evidence = 1;
        return 0;
    case 'C':
        to->run.no_cache = 1;
        return 0;
    case 'H':
        to->run.host_emulator = 1;
        return 0;
    case 'q':
        to->run.quick = 1;
        return 0;
    case 'T':
        if (xl_cli_number("time-limit", optarg, 1, 1000000, &number))
            return -1;
        to->run.time_limit_s = (unsigned)number;
        return 0;
    case 'W' + XL_OLD_OPTION:
        fprintf(stderr, "crosslane: note: --without is now --disable-check\n");
        return switch_off(&to->run, optarg);
    case 'w':
        return switch_off(&to->run, optarg);
    default:
        return xl_cli_select(to, option);
    }
}

/* The quick selection is all of these at once. */
static int check_quick(const struct xl_cli_selection *s)
{
    const struct xl_run_options *run = &s->run;
    const char *other = run->row_count      ? "--row"
                        : run->kernel_count ? "--kernel"
                        : run->has_tier     ? "--tier"
                        : s->is_sleef       ? "--sleef"
                                            : NULL;
    if (!run->quick || !other)
        return 0;
    fprintf(stderr, "crosslane: error: --quick cannot be combined with %s\n", other);
    return -1;
}

/* What the watcher of the run knows. */
struct watched {
    struct xl_cli_selection *selection;
    struct xl_cli_reporting *reporting;
    int output; /* where reports go that go to standard output: the console is on standard error
                   then; or -1 */
    /* Once the run has ended, where reports are wanted. */
    struct xl_merged merged;
    struct json_object *difference;
};

static void print_forecast(void *data, const struct xl_forecast *f)
{
    const struct watched *w = data;
    xl_preface_print(&w->selection->run, f);
}

static void prepare_reports(struct watched *w, const struct xl_results *results)
{
    struct xl_error err;
    struct json_object *all = xl_results_json(results);
    if (xl_merge_one(all, &w->merged, &err)) /* they are of this very program */
        fprintf(stderr, "%s\n", err.text);
    w->difference = xl_cli_report_difference(w->reporting, &w->merged);
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
    if (xl_cli_report_wanted(w->reporting))
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
    return xl_cli_report_wanted(w->reporting)
               ? xl_cli_report_write(w->reporting, &w->merged, w->difference,
                                     w->selection->run.json)
               : 0;
}

static int run(struct xl_cli_selection *s, struct xl_cli_reporting *reporting)
{
    struct watched w = {.selection = s, .reporting = reporting, .output = -1};
    const struct xl_run_callbacks console = {&w,  print_forecast, xl_console_head, xl_console_row,
                                             end, write_reports};
    if (xl_cli_report_check(reporting, s->run.json))
        return XL_EXIT_USAGE;
    if (xl_cli_report_to_stdout(reporting, s->run.json)) {
        w.output = dup(STDOUT_FILENO);
        dup2(STDERR_FILENO, STDOUT_FILENO);
    }
    int status = xl_run(&s->run, &console);
    if (w.output >= 0)
        close(w.output);
    json_object_put(w.difference);
    xl_merged_free(&w.merged);
    return status;
}

int xl_cli_run_options(int argc, char **argv, struct xl_cli_selection *s)
{
    optind = 0; /* from the first word on: getopt has read others before */
    for (int option; (option = xl_cli_option(argc, argv, &xl_cli_run_usage)) != -1;)
        if (option == 'h' || set_option(s, option))
            return -1;
    return 0;
}

int xl_cli_run(int argc, char **argv)
{
    struct xl_cli_selection s;
    struct xl_cli_reporting reporting = {.against = NULL};
    xl_cli_select_begin(&s);
    int option;
    while ((option = xl_cli_option(argc, argv, &xl_cli_run_usage)) != -1) {
        if (option == 'h')
            return xl_cli_help(&xl_cli_run_usage);
        if (!xl_cli_report_option(&reporting, option) && set_option(&s, option))
            return XL_EXIT_USAGE;
    }
    if (optind < argc)
        return xl_cli_unexpected(argv[0], argv[optind]);
    if (check_quick(&s))
        return XL_EXIT_USAGE;
    xl_cli_select_sleef(&s);
    char *last = xl_last_results();
    s.run.last_results = last;
    int status = run(&s, &reporting);
    free(last);
    xl_cli_report_free(&reporting);
    return status;
}
