/* crosslane run: the main job.
 * SPDX-License-Identifier: MIT
 */
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/nearest.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/selection.h"
#include "report/console.h"
#include "report/preface.h"
#include "results/checks.h"

const struct xl_cli_usage xl_cli_run_usage = {
    .begin = "Usage: crosslane run [OPTION]...\n"
             "Builds the kernels for every selected row, runs them, and compares every lane\n"
             "with the reference.\n",
    .options =
        {
            XL_OPTION(
                "quick", NULL, 'q',
                "one row of each architecture with a few kernels: a first look, in two minutes"),
            XL_SELECT_ROW,
            XL_SELECT_KERNEL,
            XL_SELECT_TIER,
            XL_SELECT_KERNELS,
            XL_OPTION(
                "sleef", NULL, 'S',
                "test the functions of each sysroot's libsleef instead; so does --kernel with "
                "sleef_*.\n"
                "If no rows are given: every CPU once, as gcc-O2"),
            XL_SELECT_MATRIX,
            XL_SELECT_SEED,
            XL_SELECT_COUNT,
            XL_SELECT_JOBS,
            XL_OPTION("json", "FILE", 'o', "write all results there"),
            XL_OPTION("all", NULL, 'a', "print every finding of every row, and not each bug once"),
            XL_OPTION(
                "baseline", "DIR", 'b',
                "the worst errors that kernels are held to; tests/accuracy for Crosslane's own"),
            XL_OPTION("host-emulator", NULL, 'H',
                      "run under the qemu of PATH instead of the tools tree's"),
            XL_SELECT_NO_BUILD,
            XL_OPTION("no-evidence", NULL, 'e', "no traced run and no control run"),
            XL_OPTION("no-cache", NULL, 'C',
                      "run what was run already, with nothing changed since: races, for instance"),
            XL_SELECT_CALL_LIMIT("20"),
            XL_OPTION("time-limit", "N", 'T',
                      "seconds after which the run ends; rows that are not finished are not-run"),
            XL_HIDDEN_OPTION("without", "CHECK", 'w'),
        },
    .end = "Exit status: 0 all rows pass or skip as expected; 1 a finding, or a row not run;\n"
           "2 bad usage or input; 3 the environment lacks something.\n",
};

static int set_baseline(struct xl_run_options *run, const char *dir)
{
    struct stat s;
    run->baseline = dir;
    if (stat(dir, &s) == 0 && S_ISDIR(s.st_mode))
        return 0;
    fprintf(stderr, "crosslane: error: --baseline: there is no folder '%s'\n", dir);
    return -1;
}

static int switch_off(struct xl_run_options *run, const char *name)
{
    const char *names[XL_CHECKS];
    char nearest[200];
    int check = xl_check_find(name);
    if (check >= 0) {
        run->off.check[check] = true;
        return 0;
    }
    for (int i = 0; i < XL_CHECKS; i++)
        names[i] = xl_check_name((enum xl_check)i);
    xl_nearest(name, names, XL_CHECKS, nearest, sizeof nearest);
    fprintf(stderr, "crosslane: error: no check is named '%s'; the nearest: %s\n", name, nearest);
    return -1;
}

static int set_option(struct xl_cli_selection *to, int option)
{
    unsigned long long number = 0;
    switch (option) {
    case 'a':
        to->run.show_all = true;
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
    fprintf(stderr,
            "crosslane: error: --quick chooses rows and kernels itself: leave it or %s out\n",
            other);
    return -1;
}

static void print_forecast(void *run, const struct xl_forecast *f)
{
    xl_preface_print(run, f);
}

/* The totals stay the last line, also where both outputs go into one log. */
static void end(void *data, const struct xl_results *results)
{
    const struct xl_run_options *run = data;
    xl_console_tail(results, run->show_all, run->json);
    fflush(stdout);
    xl_hints_print(run, results);
    xl_console_totals(results);
    fflush(stdout);
}

int xl_cli_run(int argc, char **argv)
{
    struct xl_cli_selection s;
    const struct xl_run_watcher console = {&s.run, print_forecast, xl_console_head, xl_console_row,
                                           end};
    xl_cli_select_begin(&s);
    int option;
    while ((option = xl_cli_option(argc, argv, &xl_cli_run_usage)) != -1) {
        if (option == 'h')
            return xl_cli_help(&xl_cli_run_usage);
        if (set_option(&s, option))
            return XL_EXIT_USAGE;
    }
    if (optind < argc)
        return xl_cli_unwanted(argv[optind]);
    if (check_quick(&s))
        return XL_EXIT_USAGE;
    xl_cli_select_sleef(&s);
    if (xl_cli_writable("json", s.run.json))
        return XL_EXIT_USAGE;
    return xl_run(&s.run, &console);
}
