/* crosslane merge: the results of several runs as one report.
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "report/formats.h"

const struct xl_cli_usage xl_cli_merge_usage = {
    .begin = "Usage: crosslane merge [OPTION]... RESULTS...\n"
             "Merges the files that `crosslane run --json` wrote.\n",
    .options =
        {
            XL_OPTION("plan", "FILE", 'p',
                      "rows of this plan (crosslane plan --json) that have no result were not run"),
            XL_OPTION("json", "FILE", 'j', "write all results there"),
            XL_OPTION("summary", "FILE", 's',
                      "append a summary in Markdown there, as far as GitHub shows one"),
            XL_OPTION("unrun", "FILE", 'u',
                      "keep there how many reports in a row had rows of an ISA and ran none"),
            XL_OPTION("nights", "N", 'n', "with --unrun: fail once that is N"),
            XL_OPTION("tight", NULL, 't', "fail where tests/accuracy can be tightened"),
        },
    .end =
        "Exit status: 0 all rows pass or skip as expected; 1 a finding, a row not run, an ISA on\n"
        "which nothing ran for too long, or what --tight wants; 2 bad input; 3 a file cannot be\n"
        "written.\n",
};

struct wanted {
    const char *plan, *json, *summary, *unrun;
    unsigned long long nights;
    bool tight;
};

static int write_summary(const struct xl_merged *merged, const struct wanted *w, const char *due)
{
    const char *slash = w->json ? strrchr(w->json, '/') : NULL;
    FILE *f = fopen(w->summary, "a");
    if (f && !xl_summary_write(merged, due, slash ? slash + 1 : w->json, f))
        fprintf(stderr, "crosslane: %s is full: no summary is appended\n", w->summary);
    if (f && !xl_file_close(f))
        return 0;
    fprintf(stderr, "crosslane: error: cannot write %s: %s\n", w->summary, strerror(errno));
    return -1;
}

/* Returns 0, or the exit status with a message on standard error. *due: as of xl_untested_count. */
static int write_files(const struct xl_merged *m, const struct wanted *w, char **due)
{
    struct xl_error err;
    int status = w->unrun ? xl_untested_count(&m->unrun, w->unrun, w->nights, due, &err) : 0;
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

static void print_unrun(const struct xl_merged *m, const char *due)
{
    char *names = xl_untested_names(&m->unrun), *why = xl_untested_why(&m->unrun);
    if (names && why && *names)
        printf("nothing ran on %s (%s)\n", names, why);
    if (*due)
        printf("%s\n", due);
    free(names);
    free(why);
}

static int conclude(const struct xl_merged *m, const struct wanted *w)
{
    size_t rows = 0;
    char *due = NULL;
    for (int i = 0; i < XL_OUTCOMES; i++)
        rows += m->counts[i];
    int status = write_files(m, w, &due);
    if (status) {
        free(due);
        return status;
    }
    bool is_due = due && *due, is_loose = m->improved_baselines && *m->improved_baselines;
    print_unrun(m, is_due ? due : "");
    free(due);
    printf("%zu pass, %zu fail, %zu skip, %zu emu-bug, %zu not-run\n", m->counts[XL_PASS],
           m->counts[XL_FAIL], m->counts[XL_SKIP], m->counts[XL_EMU_BUG], m->counts[XL_NOT_RUN]);
    printf("%zu of %zu kernels checked on %zu of %zu rows\n", m->checked, m->kernels,
           m->counts[XL_PASS] + m->counts[XL_FAIL] + m->counts[XL_EMU_BUG], rows);
    if (is_loose)
        printf("%s\n", m->improved_baselines);
    if (m->disagreements)
        printf("%zu kernels promise the same bits everywhere and do not give them\n",
               m->disagreements);
    return m->counts[XL_FAIL] || m->counts[XL_NOT_RUN] || m->disagreements || is_due ||
                   (w->tight && is_loose)
               ? XL_EXIT_FINDING
               : XL_EXIT_OK;
}

static int set_option(struct wanted *w, int option)
{
    switch (option) {
    case 'p':
        w->plan = optarg;
        return 0;
    case 'j':
        w->json = optarg;
        return 0;
    case 's':
        w->summary = optarg;
        return 0;
    case 'u':
        w->unrun = optarg;
        return 0;
    case 't':
        w->tight = true;
        return 0;
    case 'n':
        return xl_cli_number("nights", optarg, 1, 1000000, &w->nights);
    default:
        return -1;
    }
}

int xl_cli_merge(int argc, char **argv)
{
    struct wanted w = {NULL};
    for (int option; (option = xl_cli_option(argc, argv, &xl_cli_merge_usage)) != -1;) {
        if (option == 'h')
            return xl_cli_help(&xl_cli_merge_usage);
        if (set_option(&w, option))
            return XL_EXIT_USAGE;
    }
    if (optind == argc && !w.plan)
        return xl_cli_misused(&xl_cli_merge_usage);
    if (w.nights && !w.unrun) {
        fprintf(stderr, "crosslane: error: --nights counts in the file of --unrun: give both\n");
        return XL_EXIT_USAGE;
    }
    struct xl_merged merged;
    struct xl_error err;
    int status = xl_merge((const char *const *)argv + optind, (size_t)(argc - optind), w.plan,
                          &merged, &err);
    if (status)
        fprintf(stderr, "%s\n", err.text);
    status = status ? XL_EXIT_USAGE : conclude(&merged, &w);
    xl_merged_free(&merged);
    return status;
}
