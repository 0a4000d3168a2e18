/* crosslane matrix: expands a matrix as GitHub does, and says what is in matrix.yml.
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "ci/plan.h"
#include "cli/cli.h"
#include "cli/command_table.h"
#include "cli/options.h"
#include "matrix/cpu_groups.h"
#include "matrix/expand.h"
#include "matrix/rows.h"
#include "report/docs_pages.h"
#include "results/schema.h"

struct request {
    const char *job;
    bool strict, check, gitlab;
};

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
        "Write the generated pages of docs/reference and docs/crosslane.1; matrix.svg needs\n"
        "Graphviz.\n"
        "\n"
        "       crosslane matrix workflow [--gitlab] [--check]\n"
        "Write .github/workflows/simd.yml, or .gitlab-ci.yml.\n"
        "\n"
        "       crosslane matrix presets [--check]\n"
        "Write CMakePresets.json.\n"
        "\n",
    .options =
        {
            XL_VALUE_OPTION("job", "ID", TEXT, struct request, job,
                            "job whose strategy.matrix to expand"),
            XL_FLAG_OPTION("strict", struct request, strict, "warnings are errors"),
            XL_FLAG_OPTION("check", struct request, check,
                           "write nothing; print the difference if a file is stale"),
            XL_FLAG_OPTION("gitlab", struct request, gitlab, "GitLab's workflow"),
        },
    .operands = 2,
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

/* crosslane matrix docs: the generated pages of docs/reference and the manual page, written or
 * checked. */

static const struct xl_field fields[] = {
#define XL_KEY(LEVEL, NAME, TYPE, VALUES, TEXT) {#LEVEL, #NAME, TYPE, VALUES, TEXT},
#include "results/results.def"
#undef XL_KEY
#define XL_KEY(THING, NAME, TYPE, VALUES, TEXT) {"list " #THING, #NAME, TYPE, VALUES, TEXT},
#include "cli/list.def"
#undef XL_KEY
};

/* A page, and its text. */
struct page {
    const char *file;
    char *text;
    size_t size;
};

static const char picture[] = "docs/reference/matrix.svg", command[] = "./crosslane matrix docs",
                  graphviz[] = "apt-get install -y --no-install-recommends graphviz";

static int failure(const struct xl_error *err)
{
    fprintf(stderr, "crosslane: error: %s\n", err->text);
    return XL_EXIT_ENVIRONMENT;
}

static int check_picture(const char *dot)
{
    struct xl_error err;
    size_t size;
    char *svg = xl_generated_read(picture, &size, &err);
    enum xl_svg_state state = svg ? xl_svg_state(svg, dot) : XL_SVG_STALE;
    if (!svg)
        fprintf(stderr, "crosslane: error: %s\n", err.text);
    else if (state == XL_SVG_EDITED)
        fprintf(stderr, "crosslane: error: %s was edited by hand\n", picture);
    free(svg);
    return state == XL_SVG_CURRENT ? 0 : xl_generated_stale(picture, command);
}

/* Another Graphviz draws the same text otherwise: what is current stays. */
static int is_current(const char *dot)
{
    struct xl_error err;
    size_t size;
    char *svg = xl_generated_read(picture, &size, &err);
    int current = svg && xl_svg_state(svg, dot) == XL_SVG_CURRENT;
    free(svg);
    return current;
}

static int write_picture(const char *dot)
{
    struct xl_error err;
    if (is_current(dot))
        return XL_EXIT_OK;
    char *drawn = xl_svg_draw(dot, &err);
    if (!drawn && errno == ENOENT)
        xl_error_set(&err, "%s is drawn by Graphviz, which is not installed: %s", picture,
                     graphviz);
    char *svg = drawn ? xl_svg_seal(drawn, dot, &err) : NULL;
    int status =
        svg && xl_file_update(picture, svg, strlen(svg), &err) == 0 ? XL_EXIT_OK : failure(&err);
    free(drawn);
    free(svg);
    return status;
}

static int write_all(const struct page *pages, size_t count, const char *dot)
{
    struct xl_error err;
    for (size_t i = 0; i < count; i++)
        if (xl_file_update(pages[i].file, pages[i].text, pages[i].size, &err))
            return failure(&err);
    return write_picture(dot);
}

/* All of them, so that one run says all. */
static int check_all(const struct page *pages, size_t count, const char *dot)
{
    int stale = check_picture(dot);
    for (size_t i = 0; i < count; i++)
        stale |= xl_generated_check(pages[i].file, pages[i].text, pages[i].size, command);
    return stale ? XL_EXIT_FINDING : XL_EXIT_OK;
}

/* Between its tables that page is written by hand. */
static char *results_page(const char *file, size_t *size, struct xl_error *err)
{
    char *page = xl_generated_read(file, size, err);
    char *text =
        page ? xl_results_docs(page, fields, sizeof fields / sizeof fields[0], size) : NULL;
    free(page);
    return text;
}

static char *vocabulary_page(size_t *size, struct xl_error *err)
{
    char *header = xl_generated_read("arch/vec.h", size, err);
    char *text = header ? xl_vocabulary_docs(header, size, err) : NULL;
    free(header);
    return text;
}

static char *manual_page(const char *page, size_t *size, struct xl_error *err)
{
    char *changelog = xl_generated_read("CHANGELOG.md", size, err);
    char *text = changelog ? xl_cli_manual_page(page, changelog, size) : NULL;
    free(changelog);
    return text;
}

static int docs(int check)
{
    struct xl_row_list list;
    struct xl_error err;
    if (xl_cli_matrix_read(&list))
        return XL_EXIT_USAGE;
    struct page pages[] = {
        {.file = "docs/reference/matrix.md"},       {.file = "docs/reference/checks.md"},
        {.file = "docs/reference/results.md"},      {.file = "docs/reference/vocabulary.md"},
        {.file = "docs/reference/command-line.md"}, {.file = "docs/crosslane.1"}};
    const size_t count = sizeof pages / sizeof pages[0];
    int status = XL_EXIT_OK;
    pages[0].text = xl_matrix_docs(&list, &pages[0].size);
    pages[1].text = xl_checks_docs(&pages[1].size, &err);
    pages[2].text = results_page(pages[2].file, &pages[2].size, &err);
    pages[3].text = vocabulary_page(&pages[3].size, &err);
    pages[4].text = xl_cli_command_page(&pages[4].size);
    pages[5].text = manual_page(pages[4].text, &pages[5].size, &err);
    char *dot = xl_matrix_dot(&list);
    for (size_t i = 0; i < count && !status; i++)
        if (!pages[i].text)
            status = failure(&err);
    if (!status)
        status = check ? check_all(pages, count, dot) : write_all(pages, count, dot);
    for (size_t i = 0; i < count; i++)
        free(pages[i].text);
    free(dot);
    xl_row_list_free(&list);
    return status;
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
    struct request r = {0};
    size_t count;
    const int status = xl_cli_parse(argc, argv, &xl_cli_matrix_usage, &r, &count);
    if (status != -1)
        return status;
    const char *const what = count ? argv[1] : "", *const file = count > 1 ? argv[2] : NULL;
    const int is_expand = strcmp(what, "expand") == 0;
    if (is_expand && file)
        return expand(file, r.job, r.strict);
    if (!is_expand && file)
        return xl_cli_unexpected(argv[0], file);
    if (strcmp(what, "cover") == 0)
        return cover();
    if (strcmp(what, "docs") == 0)
        return docs(r.check);
    if (strcmp(what, "workflow") == 0)
        return workflow(r.gitlab ? GITLAB : GITHUB, r.check);
    if (strcmp(what, "presets") == 0)
        return workflow(PRESETS, r.check);
    if (is_expand || !*what)
        return xl_cli_missing("matrix",
                              is_expand ? "FILE" : "expand, cover, docs, workflow or presets");
    return xl_cli_unknown("kind", what, kinds, sizeof kinds / sizeof kinds[0],
                          "./crosslane matrix --help");
}
