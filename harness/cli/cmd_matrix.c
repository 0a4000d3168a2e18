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
        "Usage: crosslane matrix expand FILE [--job ID] [--strict]\n"
        "Print the rows of a matrix as JSON, as GitHub Actions expands it. FILE: a matrix, or\n"
        "with --job a workflow, in YAML or JSON; - is standard input.\n"
        "\n"
        "       crosslane matrix cover\n"
        "Show what the tiers of matrix/matrix.yml cover.\n"
        "\n"
        "       crosslane matrix docs [--check]\n"
        "Write the generated pages of docs/reference, docs/crosslane.1, docs/help.txt and\n"
        "completions; matrix.svg needs Graphviz.\n"
        "\n"
        "       crosslane matrix workflow [--gitlab] [--check]\n"
        "Write .github/workflows/simd.yml, or .gitlab-ci.yml.\n"
        "\n"
        "       crosslane matrix presets [--check]\n"
        "Write CMakePresets.json.\n"
        "\n",
    .options =
        {
            XL_OPTION("job", "ID", 'j', "job whose strategy.matrix to expand"),
            XL_OPTION("strict", NULL, 's', "warnings are errors"),
            XL_OPTION("check", NULL, 'c', "write nothing; print the difference if a file is stale"),
            XL_OPTION("gitlab", NULL, 'g', "GitLab's workflow"),
        },
    .end = "Exit status: 0, 1 stale, 2 usage, 3 environment\n",
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

/* crosslane matrix cover: what the rows of the pr tier cover, and what covering all pairs would
 * take. */

static size_t rows_of(const struct xl_row_list *list, enum xl_tier tier, bool *chosen)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += chosen[i] = list->rows[i].tier <= tier;
    return count;
}

static void print_tiers(const struct xl_row_list *list)
{
    for (int tier = 0; tier < XL_TIERS; tier++) {
        const struct xl_tier_size size = xl_tier_size(list, (enum xl_tier)tier);
        printf("%-5s  %zu of %zu rows, %zu build%s", xl_tier_name((enum xl_tier)tier), size.rows,
               list->count, size.builds, xl_s(size.builds));
        if (tier != XL_TIER_FULL)
            printf("; %zu pinned; no set of fewer than %zu covers as much", size.pinned,
                   list->lower_bounds[tier]);
        putchar('\n');
    }
}

/* Each value with the pr rows that have it; a value that an earlier row has was printed. */
static void print_axis(const struct xl_row_list *list, enum xl_axis axis)
{
    for (unsigned value = 0; value < list->axis_counts[axis]; value++) {
        char buffer[512];
        bool named = false;
        for (size_t i = 0; i < list->count; i++) {
            const struct xl_row *row = &list->rows[i];
            if (row->axis_values[axis] != value || row->tier != XL_TIER_PR)
                continue;
            if (!named)
                printf("%s %s\n", xl_axis_name(axis),
                       xl_axis_text(row, axis, buffer, sizeof buffer));
            named = true;
            printf("  %s%s\n", row->name, row->pinned ? " (pinned)" : "");
        }
    }
}

static void print_pairs(const struct xl_row_list *list, bool *chosen)
{
    struct xl_pairwise_goal all = {.pairs = {{0}}};
    size_t have = 0, exist = 0, least, pr = rows_of(list, XL_TIER_PR, chosen), wanted = 0;
    printf("\npairs of values that pr covers, of those that rows have:\n");
    for (int a = 0; a < XL_AXES; a++) {
        all.pairs[a][a] = true;
        for (int b = a + 1; b < XL_AXES; b++) {
            size_t covered = xl_pairwise_pairs(list, (enum xl_axis)a, (enum xl_axis)b, chosen);
            size_t there = xl_pairwise_pairs(list, (enum xl_axis)a, (enum xl_axis)b, NULL);
            all.pairs[a][b] = true;
            have += covered;
            exist += there;
            printf("  %-8s x %-9s  %3zu of %3zu%s\n", xl_axis_name((enum xl_axis)a),
                   xl_axis_name((enum xl_axis)b), covered, there,
                   list->cover[a][b] ? "  (under `cover`)" : "");
        }
    }
    least = xl_pairwise_select(list, &all, chosen);
    for (size_t i = 0; i < list->count; i++)
        wanted += chosen[i];
    printf(
        "all pairs: %zu of %zu; all of them would take %zu row%s, %zu more than pr (no fewer than "
        "%zu do)%s\n",
        have, exist, wanted, xl_s(wanted), wanted - pr, least, wanted > pr ? ":" : "");
    for (size_t i = 0; i < list->count; i++)
        if (chosen[i] && list->rows[i].tier != XL_TIER_PR)
            printf("  %s\n", list->rows[i].name);
}

static int cover(void)
{
    struct xl_row_list list;
    if (xl_cli_matrix_read(&list))
        return XL_EXIT_USAGE;
    bool *chosen = xl_alloc(list.count, sizeof *chosen);
    print_tiers(&list);
    printf("\nwhat covers what in pr:\n");
    for (int axis = 0; axis < XL_AXES; axis++)
        print_axis(&list, (enum xl_axis)axis);
    print_pairs(&list, chosen);
    free(chosen);
    xl_row_list_free(&list);
    return XL_EXIT_OK;
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

/* crosslane matrix workflow, crosslane matrix presets: writes the workflows of CI systems, or the
 * presets of CMake, or checks that they are up to date. */

enum made_file { GITHUB, GITLAB, PRESETS };

static const struct {
    const char *template, *file, *command;
} made_files[] = {
    [GITHUB] = {"matrix/github.yml.in", ".github/workflows/simd.yml",
                "./crosslane matrix workflow"},
    [GITLAB] = {"matrix/gitlab.yml.in", ".gitlab-ci.yml", "./crosslane matrix workflow --gitlab"},
    [PRESETS] = {"matrix/presets.json.in", "CMakePresets.json", "./crosslane matrix presets"},
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
    static const char *const kinds[] = {"expand", "cover", "docs", "workflow", "presets"};
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
            return xl_cli_unexpected(argv[0], argv[optind]);
        else if (optind < argc)
            words[count++] = argv[optind++];
    }
    const char *const what = words[0] ? words[0] : "";
    const int is_expand = strcmp(what, "expand") == 0;
    if (is_expand && words[1])
        return expand(words[1], job, strict);
    if (!is_expand && words[1])
        return xl_cli_unexpected(argv[0], words[1]);
    if (strcmp(what, "cover") == 0)
        return cover();
    if (strcmp(what, "docs") == 0)
        return docs(check);
    if (strcmp(what, "workflow") == 0)
        return workflow(gitlab ? GITLAB : GITHUB, check);
    if (strcmp(what, "presets") == 0)
        return workflow(PRESETS, check);
    if (is_expand || !*what)
        return xl_cli_missing("matrix",
                              is_expand ? "FILE" : "expand, cover, docs, workflow or presets");
    return xl_cli_unknown("kind", what, kinds, sizeof kinds / sizeof kinds[0],
                          "./crosslane matrix --help");
}
