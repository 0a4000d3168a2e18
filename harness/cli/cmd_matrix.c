/* crosslane matrix: expands a matrix as GitHub does, and says what is in matrix.yml.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "ci/plan.h"
#include "cli/cli.h"
#include "cli/command_table.h"
#include "cli/docs_facts.h"
#include "cli/options.h"
#include "matrix/expand.h"
#include "matrix/rows.h"

struct request {
    const char *job;
    bool check, gitlab;
};

const struct xl_cli_usage xl_cli_matrix_usage = {
    .begin =
        "Usage: crosslane matrix expand FILE [--job ID]\n"
        "Print the rows of a matrix as JSON, as GitHub Actions expands it. FILE: a matrix, or\n"
        "with --job a workflow, in YAML or JSON; - is standard input. actionlint finds mistakes\n"
        "that GitHub accepts.\n"
        "\n"
        "       crosslane matrix docs [--check]\n"
        "Write the generated pages of docs/reference, docs/crosslane.1 and docs/help.txt;\n"
        "matrix.svg needs Graphviz.\n"
        "\n"
        "       crosslane matrix workflow [--gitlab] [--check]\n"
        "Write .github/workflows/simd.yml, or .gitlab-ci.yml.\n"
        "\n",
    .options =
        {
            XL_VALUE_OPTION("job", "ID", TEXT, struct request, job,
                            "job whose strategy.matrix to expand"),
            XL_FLAG_OPTION("check", struct request, check,
                           "write nothing; print the difference if a file is stale"),
            XL_FLAG_OPTION("gitlab", struct request, gitlab, "GitLab's workflow"),
        },
    .operands = 2,
    .end = "Exit status: 0, 1 stale, 2 usage, 3 environment\n",
};

static int expand(const char *file, const char *job)
{
    struct xl_matrix_file matrix;
    struct xl_error err;
    int failed = xl_matrix_load(file, job, XL_GITHUB_MAX_ROWS, &matrix, &err);
    if (failed)
        fprintf(stderr, "%s\n", err.text);
    char *text = failed ? NULL : xl_json_rows(&matrix.rows);
    if (text)
        fputs(text, stdout);
    free(text);
    xl_matrix_file_free(&matrix);
    return failed ? XL_EXIT_USAGE : text ? XL_EXIT_OK : XL_EXIT_ENVIRONMENT;
}

/* crosslane matrix workflow: writes the workflows of CI systems, or checks that they are up to
 * date. */

enum made_file { GITHUB, GITLAB };

static const struct {
    const char *template, *file, *command;
} made_files[] = {
    [GITHUB] = {"matrix/github.yml.in", ".github/workflows/simd.yml",
                "./crosslane matrix workflow"},
    [GITLAB] = {"matrix/gitlab.yml.in", ".gitlab-ci.yml", "./crosslane matrix workflow --gitlab"},
};

static int workflow(enum made_file what, bool check)
{
    const char *template = made_files[what].template, *file = made_files[what].file;
    struct xl_row_list list;
    struct xl_error err;
    size_t size = 0;
    if (xl_cli_matrix_read(&list))
        return XL_EXIT_USAGE;
    char *text = xl_generated_read(template, &size, &err), *made = NULL;
    int status = XL_EXIT_USAGE;
    if (text)
        made = xl_workflow(template, text, &list, &size, &err);
    if (made && check) {
        status = xl_generated_check(file, made, size, made_files[what].command);
    } else if (made && !xl_file_update(file, made, size, &err)) {
        status = XL_EXIT_OK;
    } else {
        fprintf(stderr, "crosslane: error: %s\n", err.text);
        status = made ? XL_EXIT_ENVIRONMENT : XL_EXIT_USAGE;
    }
    free(text);
    free(made);
    xl_row_list_free(&list);
    return status;
}

int xl_cli_matrix(int argc, char **argv)
{
    static const char *const kinds[] = {"expand", "docs", "workflow"};
    struct request r = {0};
    size_t count;
    const int status = xl_cli_parse(argc, argv, &xl_cli_matrix_usage, &r, &count);
    if (status != -1)
        return status;
    const char *const what = count ? argv[1] : "", *const file = count > 1 ? argv[2] : NULL;
    const bool is_expand = strcmp(what, "expand") == 0;
    if (is_expand && file)
        return expand(file, r.job);
    if (!is_expand && file)
        return xl_cli_unexpected(argv[0], file);
    if (strcmp(what, "docs") == 0)
        return xl_docs_script("reference.py", r.check);
    if (strcmp(what, "workflow") == 0)
        return workflow(r.gitlab ? GITLAB : GITHUB, r.check);
    if (is_expand || !*what)
        return xl_cli_missing("matrix", is_expand ? "FILE" : "expand, docs or workflow");
    return xl_cli_unknown("kind", what, kinds, sizeof kinds / sizeof kinds[0],
                          "./crosslane matrix --help");
}
