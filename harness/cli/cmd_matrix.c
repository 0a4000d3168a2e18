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
#include "matrix/cpu_groups.h"
#include "matrix/expand.h"
#include "matrix/rows.h"

const struct xl_cli_usage xl_cli_matrix_usage = {
    .begin =
        "Usage: crosslane matrix expand FILE [--job ID]\n"
        "Print the rows of a matrix as JSON, as GitHub Actions expands it. FILE: a matrix, or\n"
        "with --job a workflow, in YAML or JSON; - is standard input. actionlint finds mistakes\n"
        "that GitHub accepts.\n"
        "\n"
        "       crosslane matrix docs [--check]\n"
        "Write the generated pages of docs/reference, docs/crosslane.1, docs/help.txt and\n"
        "completions; matrix.svg needs Graphviz.\n"
        "\n"
        "       crosslane matrix workflow [--gitlab] [--check]\n"
        "Write .github/workflows/simd.yml, or .gitlab-ci.yml.\n"
        "\n",
    .options =
        {
            XL_OPTION("job", "ID", 'j', "job whose strategy.matrix to expand"),
            XL_OPTION("check", NULL, 'c', "write nothing; print the difference if a file is stale"),
            XL_OPTION("gitlab", NULL, 'g', "GitLab's workflow"),
        },
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

/* crosslane matrix docs: completions, and what docs/generate/reference.py makes. */

static int completions(const char *shell, bool check)
{
    char *file = xl_format("harness/cli/completions.%s", shell), *in = xl_format("%s.in", file);
    struct xl_error err;
    size_t size = 0;
    char *template = xl_generated_read(in, &size, &err);
    char *text = template ? xl_cli_completions(shell, template, &size) : NULL;
    int status = XL_EXIT_OK;
    if (text && check) {
        status = xl_generated_check(file, text, size, "./crosslane matrix docs");
    } else if (!text || xl_file_update(file, text, size, &err)) {
        fprintf(stderr, "crosslane: error: %s\n", err.text);
        status = XL_EXIT_ENVIRONMENT;
    }
    free(text);
    free(template);
    free(in);
    free(file);
    return status;
}

/* All of them, so that one run says all. */
static int docs(bool check)
{
    static const char *const shells[] = {"bash", "fish", "zsh"};
    int status = XL_EXIT_OK;
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        const int one = completions(shells[i], check);
        status = one > status ? one : status;
    }
    const int pages = xl_docs_script("reference.py", check);
    return pages > status ? pages : status;
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

static int workflow(enum made_file what, int check)
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
    const char *words[2] = {0}, *job = NULL;
    int check = 0, gitlab = 0, count = 0;
    for (int option; optind < argc;) {
        option = xl_cli_option(argc, argv, &xl_cli_matrix_usage);
        if (option == 'h')
            return xl_cli_help(&xl_cli_matrix_usage);
        if (option == 'j')
            job = optarg;
        else if (option == 'c')
            check = 1;
        else if (option == 'g')
            gitlab = 1;
        else if (option != -1)
            return XL_EXIT_USAGE;
        else if (optind < argc && count == 2)
            return xl_cli_unexpected(argv[0], argv[optind]);
        else if (optind < argc)
            words[count++] = argv[optind++];
    }
    const char *const what = words[0] ? words[0] : "";
    const int is_expand = strcmp(what, "expand") == 0;
    if (is_expand && words[1])
        return expand(words[1], job);
    if (!is_expand && words[1])
        return xl_cli_unexpected(argv[0], words[1]);
    if (strcmp(what, "docs") == 0)
        return docs(check);
    if (strcmp(what, "workflow") == 0)
        return workflow(gitlab ? GITLAB : GITHUB, check);
    if (is_expand || !*what)
        return xl_cli_missing("matrix", is_expand ? "FILE" : "expand, docs or workflow");
    return xl_cli_unknown("kind", what, kinds, sizeof kinds / sizeof kinds[0],
                          "./crosslane matrix --help");
}
