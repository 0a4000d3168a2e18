/* crosslane merge: the results of several runs as one report.
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "report/merge.h"

static const char help[] =
    "Usage: crosslane merge [OPTION]... RESULTS...\n"
    "Merges the files that `crosslane run --json` wrote.\n"
    "  --plan FILE     rows of this plan (crosslane plan --json) that have no result were not run\n"
    "  --json FILE     write all results there\n"
    "  --summary FILE  append a summary in Markdown there\n"
    "Exit status: 0 all rows pass or skip as expected; 1 a finding, or a row not run; 2 bad "
    "input.\n";

static int write_summary(const struct xl_merged *merged, const char *file)
{
    FILE *f = fopen(file, "a");
    if (f)
        xl_merged_markdown(merged, f);
    if (f && !fclose(f))
        return 0;
    fprintf(stderr, "crosslane: error: cannot write %s: %s\n", file, strerror(errno));
    return -1;
}

static int conclude(const struct xl_merged *m, const char *json, const char *summary)
{
    size_t rows = 0;
    for (int i = 0; i < XL_OUTCOMES; i++)
        rows += m->counts[i];
    if (json && json_object_to_file_ext(json, m->results,
                                        JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE)) {
        fprintf(stderr, "crosslane: error: cannot write %s: %s\n", json, strerror(errno));
        return XL_EXIT_ENVIRONMENT;
    }
    if (summary && write_summary(m, summary))
        return XL_EXIT_ENVIRONMENT;
    printf("%zu pass, %zu fail, %zu skip, %zu emu-bug, %zu not-run\n", m->counts[XL_PASS],
           m->counts[XL_FAIL], m->counts[XL_SKIP], m->counts[XL_EMU_BUG], m->counts[XL_NOT_RUN]);
    printf("%zu of %zu kernels checked on %zu of %zu rows\n", m->checked, m->kernels,
           m->counts[XL_PASS] + m->counts[XL_FAIL] + m->counts[XL_EMU_BUG], rows);
    if (m->disagreements)
        printf("%zu kernels promise the same bits everywhere and do not give them\n",
               m->disagreements);
    return m->counts[XL_FAIL] || m->counts[XL_NOT_RUN] || m->disagreements ? XL_EXIT_FINDING
                                                                           : XL_EXIT_OK;
}

int xl_cli_merge(int argc, char **argv)
{
    static const struct option options[] = {{"plan", required_argument, NULL, 'p'},
                                            {"json", required_argument, NULL, 'j'},
                                            {"summary", required_argument, NULL, 's'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    const char *plan = NULL, *json = NULL, *summary = NULL;
    for (int option; (option = xl_cli_option(argc, argv, options)) != -1;) {
        if (option == 'h')
            return fputs(help, stdout) < 0;
        if (option == 'p')
            plan = optarg;
        else if (option == 'j')
            json = optarg;
        else if (option == 's')
            summary = optarg;
        else
            return XL_EXIT_USAGE;
    }
    if (optind == argc && !plan) {
        fputs(help, stderr);
        return XL_EXIT_USAGE;
    }
    struct xl_merged merged;
    struct xl_error err;
    int status =
        xl_merge((const char *const *)argv + optind, (size_t)(argc - optind), plan, &merged, &err);
    if (status)
        fprintf(stderr, "%s\n", err.text);
    status = status ? XL_EXIT_USAGE : conclude(&merged, json, summary);
    xl_merged_free(&merged);
    return status;
}
