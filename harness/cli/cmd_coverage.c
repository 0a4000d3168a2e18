/* crosslane coverage: which instructions of the kernels a run reaches.
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "cli/options.h"
#include "report/console.h"
#include "report/coverage_report.h"

struct wanted {
    struct xl_cli_selection s;
    const char *lcov, *json;
    double least; /* percent; < 0: not asked for */
};

static int take_least(void *wanted, const char *text)
{
    struct wanted *w = wanted;
    char *end;
    errno = 0;
    w->least = strtod(text, &end);
    if (!errno && end != text && !*end && w->least >= 0 && w->least <= 100)
        return 0;
    fprintf(stderr, "crosslane: error: --min-coverage: '%s' is not a percentage from 0 to 100\n",
            text);
    return -1;
}

const struct xl_cli_usage xl_cli_coverage_usage = {
    .begin = "Usage: crosslane coverage [OPTION]...\n"
             "Run the calls of `crosslane run`, count every executed instruction, and show which\n"
             "instructions of each kernel were executed. Rows of one build are added up. With one\n"
             "row and one kernel, print its code with counts and source lines.\n"
             "\n",
    .options =
        {
            XL_SELECT_ANY_TIER,
            XL_SELECT_ANY_ROW,
            XL_SELECT_KERNEL,
            XL_SELECT_ANY_KERNELS,
            XL_SELECT_MATRIX,
            XL_SELECT_SEED("random seed"),
            XL_SELECT_JOBS,
            XL_SELECT_CALL_LIMIT(120),
            XL_SELECT_NO_BUILD,
            XL_VALUE_OPTION("lcov", "FILE", FILE, struct wanted, lcov,
                            "LCOV tracefile, for genhtml or Codecov"),
            XL_VALUE_OPTION("json", "FILE", FILE, struct wanted, json, "all counts"),
            XL_TAKEN_OPTION("min-coverage", "P", TEXT, take_least,
                            "fail if a variant has less than P percent"),
        },
    .end =
        "Exit status: 0, 1 a variant below --min-coverage or not measurable, a finding or a row\n"
        "not run, 2 usage or a build without line numbers, 3 environment\n",
};

/* Returns 0, or 2 with a message for each build that was measured and has no line numbers. */
static int read_sources(struct xl_coverage *coverage)
{
    int status = 0;
    for (size_t i = 0; i < coverage->build_count; i++) {
        struct xl_coverage_build *b = &coverage->builds[i];
        struct xl_error err;
        if (!b->image.elf)
            continue;
        b->source = xl_source_read(b->image.elf, &err);
        if (b->source)
            continue;
        fprintf(stderr, "crosslane: error: build %s: no source lines in the agent: %s\n", b->name,
                err.text);
        status = XL_EXIT_USAGE;
    }
    return status;
}

static int write_files(const struct wanted *w, const struct xl_coverage *coverage,
                       const struct xl_coverage_variant *variants, size_t count)
{
    const char *directories[] = {xl_root(), w->s.run.kernels_dir};
    struct xl_error err;
    if ((w->json &&
         xl_coverage_write_json(coverage, variants, count, w->s.run.seed, w->json, &err)) ||
        (w->lcov &&
         xl_lcov_write(coverage, directories, w->s.run.kernels_dir ? 2 : 1, w->lcov, &err))) {
        fprintf(stderr, "crosslane: error: %s\n", err.text);
        return XL_EXIT_ENVIRONMENT;
    }
    return 0;
}

/* Prints and writes what was asked for. Returns the worse of this status and its own. */
static int report(const struct wanted *w, struct xl_coverage *coverage, int status)
{
    size_t count;
    int sources = read_sources(coverage);
    struct xl_coverage_variant *variants = xl_coverage_variants(coverage, &count);
    if (!variants)
        return XL_EXIT_ENVIRONMENT;
    if (coverage->row_count == 1 && count == 1)
        xl_coverage_annotate(&variants[0], stdout);
    xl_coverage_print(variants, count, stdout);
    int files = write_files(w, coverage, variants, count);
    bool is_below = w->least >= 0 && xl_coverage_print_below(variants, count, w->least, stderr);
    if (xl_coverage_print_unknown(variants, count, stderr) && !status)
        status = XL_EXIT_FINDING;
    if (!count && !status) {
        fprintf(stderr, "crosslane: error: no selected row can be measured\n");
        status = XL_EXIT_FINDING;
    }
    free(variants);
    if (status > XL_EXIT_FINDING || files || sources)
        return status > XL_EXIT_FINDING ? status : files ? files : sources;
    return is_below ? XL_EXIT_FINDING : status;
}

static void end(void *unused, const struct xl_results *results)
{
    (void)unused;
    xl_console_tail(results, XL_EACH_BUG, NULL);
    xl_console_totals(results);
}

int xl_cli_coverage(int argc, char **argv)
{
    static const struct xl_run_callbacks console = {
        .begin = xl_console_head, .row = xl_console_row, .end = end};
    struct wanted w = {.least = -1};
    struct xl_coverage coverage = {0};
    xl_cli_select_begin(&w.s);
    w.s.run.mode = (struct xl_mode){XL_MODE_COVERAGE, .coverage = &coverage};
    int status = xl_cli_parse(argc, argv, &xl_cli_coverage_usage, &w, NULL);
    if (status != -1)
        return status;
    if (xl_cli_writable("json", w.json) || xl_cli_writable("lcov", w.lcov))
        return XL_EXIT_USAGE;
    status = xl_run(&w.s.run, &console);
    if (status <= XL_EXIT_FINDING)
        status = report(&w, &coverage, status);
    xl_coverage_free(&coverage);
    return status;
}
