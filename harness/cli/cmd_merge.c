/* crosslane merge: the results of several runs as one report.
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/unicode.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "report/conclusion.h"
#include "report/formats.h"

struct wanted {
    const char *plan, *json, *summary, *untested;
    unsigned nights;
    bool tight;
};

const struct xl_cli_usage xl_cli_merge_usage = {
    .begin = "Usage: crosslane merge [OPTION]... RESULTS...\n"
             "Merge results of `run --json`.\n"
             "\n",
    .options =
        {
            XL_VALUE_OPTION("plan", "FILE", FILE, struct wanted, plan,
                            "plan whose rows without a result count as not run"),
            XL_VALUE_OPTION("json", "FILE", FILE, struct wanted, json, "all results"),
            XL_VALUE_OPTION("summary", "FILE", FILE, struct wanted, summary,
                            "append Markdown, as much as GitHub shows"),
            XL_VALUE_OPTION("untested", "FILE", FILE, struct wanted, untested,
                            "count reports in a row in which no row of an ISA ran"),
            XL_NUMBER_OPTION("nights", "N", struct wanted, nights, 1, 1000000, 0,
                             "fail if a count of --untested reaches N"),
            XL_FLAG_OPTION("tight", struct wanted, tight,
                           "fail if a baseline of tests/accuracy can be lower"),
            XL_OLD_OPTION("unrun", "untested"),
        },
    .operands = XL_ANY_OPERANDS,
    .end = "Exit status: 0 as expected, 1 finding, row not run, --nights or --tight, 2 usage,\n"
           "3 environment\n",
};

static int write_summary(const struct xl_merged *merged, const struct wanted *w, const char *due)
{
    const char *slash = w->json ? strrchr(w->json, '/') : NULL;
    FILE *f = fopen(w->summary, "a");
    if (f && !xl_summary_write(merged, due, slash ? slash + 1 : w->json, f))
        fprintf(stderr, "crosslane: note: %s is full: no summary appended\n", w->summary);
    if (f && !xl_file_close(f))
        return 0;
    fprintf(stderr, "crosslane: error: cannot write %s: %s\n", w->summary, strerror(errno));
    return -1;
}

/* Returns 0, or the exit status with a message on standard error. *due: as of xl_untested_count. */
static int write_files(const struct xl_merged *m, const struct wanted *w, char **due)
{
    struct xl_error err;
    int status =
        w->untested ? xl_untested_count(&m->untested, w->untested, w->nights, due, &err) : 0;
    if (status) {
        fprintf(stderr, "%s\n", err.text);
        return status == -1 ? XL_EXIT_USAGE : XL_EXIT_ENVIRONMENT;
    }
    if (w->json &&
        json_object_to_file_ext(w->json, m->results,
                                JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE)) {
        fprintf(stderr, "crosslane: error: cannot write %s: %s\n", w->json, strerror(errno));
        return XL_EXIT_ENVIRONMENT;
    }
    return w->summary && write_summary(m, w, *due ? *due : "") ? XL_EXIT_ENVIRONMENT : 0;
}

static void print_line(const char *text)
{
    char *shown = xl_printable(text, "\n");
    printf("%s\n", shown);
    free(shown);
}

static void print_unrun(const struct xl_merged *m, const char *due)
{
    char *names = xl_untested_names(&m->untested), *why = xl_untested_why(&m->untested);
    char *line = names && why && *names ? xl_format("no row ran on %s (%s)", names, why) : NULL;
    if (line)
        print_line(line);
    if (*due)
        print_line(due);
    free(line);
    free(names);
    free(why);
}

static void print_note(const struct xl_merged *m)
{
    char *note = xl_shards_note(&m->shards);
    if (*note)
        print_line(note);
    free(note);
}

static int conclude(const struct xl_merged *m, const struct wanted *w)
{
    char *due = NULL;
    int status = write_files(m, w, &due);
    if (status) {
        free(due);
        return status;
    }
    bool is_due = due && *due, is_loose = m->improved_baselines && *m->improved_baselines;
    print_note(m);
    print_unrun(m, is_due ? due : "");
    free(due);
    xl_outcomes_put(stdout, m->counts);
    char *counts = xl_merged_counts(m);
    printf("%s\n", counts);
    free(counts);
    if (is_loose)
        print_line(m->improved_baselines);
    if (m->disagreements)
        printf("%zu %s between rows\n", m->disagreements,
               xl_plural(m->disagreements, "kernel is .reproducible but differs",
                         "kernels are .reproducible but differ"));
    char *conclusion = xl_merged_conclusion(m);
    xl_conclusion_print(conclusion);
    free(conclusion);
    return m->counts[XL_FAIL] || m->counts[XL_NOT_RUN] || m->disagreements || is_due ||
                   (w->tight && is_loose)
               ? XL_EXIT_FINDING
               : XL_EXIT_OK;
}

int xl_cli_merge(int argc, char **argv)
{
    struct wanted w = {NULL};
    size_t count;
    int status = xl_cli_parse(argc, argv, &xl_cli_merge_usage, &w, &count);
    if (status != -1)
        return status;
    if (!count && !w.plan)
        return xl_cli_missing("merge", "RESULTS");
    if (w.nights && !w.untested) {
        fprintf(stderr, "crosslane: error: --nights needs --untested FILE\n");
        return XL_EXIT_USAGE;
    }
    struct xl_merged merged;
    struct xl_error err;
    status = xl_merge((const char *const *)argv + 1, count, w.plan, &merged, &err);
    if (!status)
        status = xl_shards_check(&merged.shards, &err);
    if (status)
        fprintf(stderr, "%s\n", err.text);
    status = status ? XL_EXIT_USAGE : conclude(&merged, &w);
    xl_merged_free(&merged);
    return status;
}
