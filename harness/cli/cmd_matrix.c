/* crosslane matrix: expands a matrix as GitHub does, and says what is in matrix.yml.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "matrix/json.h"
#include "matrix/load.h"

const struct xl_cli_usage xl_cli_matrix_usage = {
    .begin = "Usage: crosslane matrix expand FILE [--job ID] [--strict]\n"
             "Prints the rows of a matrix as a JSON array, as GitHub Actions expands it. FILE is a "
             "bare\n"
             "matrix, or with --job a GitHub workflow; YAML or JSON; - is standard input.\n"
             "\n"
             "       crosslane matrix cover\n"
             "Says what the tiers of matrix/matrix.yml cover, and which row covers what.\n"
             "\n"
             "       crosslane matrix docs [--check]\n"
             "Writes docs/reference/matrix.md and docs/reference/matrix.svg from matrix/matrix.yml, which is drawn by "
             "Graphviz,\ndocs/reference/checks.md, and the tables of docs/reference/results.md.\n"
             "\n"
             "       crosslane matrix workflow [--gitlab] [--check]\n"
             "Writes .github/workflows/simd.yml, or with --gitlab .gitlab-ci.yml.\n"
             "\n"
             "       crosslane matrix presets [--check]\n"
             "Writes CMakePresets.json.\n"
             "\n",
    .options =
        {
            XL_OPTION("job", "ID", 'j', "the job whose strategy.matrix is meant"),
            XL_OPTION("strict", NULL, 's', "warnings are errors"),
            XL_OPTION("check", NULL, 'c',
                      "writes nothing; exits 1 with the difference if a file is stale"),
            XL_OPTION("gitlab", NULL, 'g', "the workflow of GitLab instead of GitHub's"),
        },
};

static int expand(const char *file, const char *job, int strict)
{
    const struct xl_expand_options options = {.max_rows = XL_GITHUB_MAX_ROWS, .strict = strict};
    struct xl_matrix_file matrix;
    struct xl_error err;
    int failed = xl_matrix_load(file, job, &options, &matrix, &err);
    if (failed)
        fprintf(stderr, "%s\n", err.text);
    for (size_t i = 0; i < matrix.rows.warning_count; i++)
        fprintf(stderr, "%s\n", matrix.rows.warnings[i].text);
    char *text = failed ? NULL : xl_json_rows(&matrix.rows);
    if (text)
        fputs(text, stdout);
    free(text);
    xl_matrix_file_free(&matrix);
    return failed ? XL_EXIT_USAGE : text ? XL_EXIT_OK : XL_EXIT_ENVIRONMENT;
}

int xl_cli_matrix(int argc, char **argv)
{
    const char *words[2] = {0}, *job = NULL;
    int strict = 0, check = 0, gitlab = 0, count = 0;
    for (int option; optind < argc;) {
        option = xl_cli_option(argc, argv, &xl_cli_matrix_usage);
        if (option == 'h')
            return xl_cli_help(&xl_cli_matrix_usage);
        if (option == 'j')
            job = optarg;
        else if (option == 's')
            strict = 1;
        else if (option == 'c')
            check = 1;
        else if (option == 'g')
            gitlab = 1;
        else if (option != -1)
            return XL_EXIT_USAGE;
        else if (optind < argc && count == 2)
            return xl_cli_unwanted(argv[optind]);
        else if (optind < argc)
            words[count++] = argv[optind++];
    }
    const char *const what = words[0] ? words[0] : "";
    const int is_expand = strcmp(what, "expand") == 0;
    if (is_expand && words[1])
        return expand(words[1], job, strict);
    if (!is_expand && words[1])
        return xl_cli_unwanted(words[1]);
    if (strcmp(what, "cover") == 0)
        return xl_cli_cover();
    if (strcmp(what, "docs") == 0)
        return xl_cli_docs(check);
    if (strcmp(what, "workflow") == 0)
        return xl_cli_workflow(gitlab ? XL_GITLAB : XL_GITHUB, check);
    if (strcmp(what, "presets") == 0)
        return xl_cli_workflow(XL_PRESETS, check);
    fprintf(stderr, "crosslane: error: %s '%s'\n",
            is_expand ? "matrix expand wants a file after" : "no matrix command", what);
    return xl_cli_misused(&xl_cli_matrix_usage);
}
