/* crosslane sleef RESULTS: writes the table of docs/results/sleef.md.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "report/docs_pages.h"

static const char docs[] = "docs/results/sleef.md", begin[] = "<!-- table: begin -->\n",
                  end[] = "<!-- table: end -->\n";

const struct xl_cli_usage xl_cli_sleef_usage = {
    .begin = "Usage: crosslane sleef RESULTS\n"
             "Update the tables of docs/results/sleef.md from `run --sleef --json RESULTS`.\n"
             "\n",
    .options = {{0}},
    .end = "Exit status: 0, 2 usage, 3 environment\n",
};

/* Puts the table between the marks of the page. */
static int put(const char *table, struct xl_error *err)
{
    size_t size, length = 0;
    char *page = xl_generated_read(docs, &size, err), *text = NULL;
    char *from = page ? strstr(page, begin) : NULL, *to = from ? strstr(from, end) : NULL;
    int failed = -1;
    if (page && !to)
        xl_error_set(err, "%s has no place for the table: %s", docs, begin);
    FILE *f = to ? open_memstream(&text, &length) : NULL;
    if (f) {
        fwrite(page, 1, (size_t)(from + strlen(begin) - page), f);
        fprintf(f, "%s%s", table, to);
        fclose(f);
        failed = xl_file_update(docs, text, length, err);
    }
    free(page);
    free(text);
    return failed;
}

int xl_cli_sleef(int argc, char **argv)
{
    struct xl_error err;
    size_t size;
    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return xl_cli_help(&xl_cli_sleef_usage);
    if (argc != 2)
        return xl_cli_missing("sleef", "RESULTS");
    char *table = xl_sleef_docs(argv[1], &size, &err);
    int status = !table ? XL_EXIT_USAGE : put(table, &err) ? XL_EXIT_ENVIRONMENT : XL_EXIT_OK;
    if (status)
        fprintf(stderr, "crosslane: error: %s\n", err.text);
    free(table);
    return status;
}
