/* crosslane sleef RESULTS: writes the table of docs/results/sleef.md.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "report/docs_pages.h"

static const char docs[] = "docs/results/sleef.md", begin[] = "<!-- table: begin -->\n",
                  end[] = "<!-- table: end -->\n";

const struct xl_cli_usage xl_cli_sleef_usage = {
    .begin = "Usage: crosslane sleef RESULTS\n"
             "Update the tables of docs/results/sleef.md from `run --sleef --json RESULTS`.\n"
             "\n",
    .operands = 1,
    .end = "Exit status: 0, 2 usage, 3 environment\n",
};

/* Puts the table between the marks of the page. */
static int put(const char *table, struct xl_error *err)
{
    size_t size;
    struct xl_text text = {0};
    char *page = xl_generated_read(docs, &size, err);
    char *from = page ? strstr(page, begin) : NULL, *to = from ? strstr(from, end) : NULL;
    int failed = -1;
    if (page && !to)
        xl_error_set(err, "%s has no place for the table: %s", docs, begin);
    if (to) {
        xl_text_add_bytes(&text, page, (size_t)(from + strlen(begin) - page));
        xl_text_add(&text, "%s%s", table, to);
        failed = xl_file_update(docs, text.at, text.used, err);
    }
    free(page);
    free(text.at);
    return failed;
}

int xl_cli_sleef(int argc, char **argv)
{
    struct xl_error err;
    size_t size, count;
    int status = xl_cli_parse(argc, argv, &xl_cli_sleef_usage, NULL, &count);
    if (status != -1)
        return status;
    if (!count)
        return xl_cli_missing("sleef", "RESULTS");
    char *table = xl_sleef_docs(argv[1], &size, &err);
    status = !table ? XL_EXIT_USAGE : put(table, &err) ? XL_EXIT_ENVIRONMENT : XL_EXIT_OK;
    if (status)
        fprintf(stderr, "crosslane: error: %s\n", err.text);
    free(table);
    return status;
}
