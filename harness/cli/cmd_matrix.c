/* crosslane matrix: expands a matrix as GitHub does, and says what is in matrix.yml.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/cli.h"
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

/* ---- crosslane matrix workflow: writes the workflows of CI systems, or checks that they are up to
 * date ---- */

/* The smallest tier that needs a build; XL_TIERS if no row does. */
static enum xl_tier tier_of_build(const struct xl_row_list *list, const struct xl_build_spec *build)
{
    enum xl_tier least = XL_TIERS;
    for (size_t i = 0; i < list->count; i++)
        if (list->rows[i].build == build->name && list->rows[i].tier < least)
            least = list->rows[i].tier;
    return least;
}

static void put_tiers(struct xl_text *out, const char *indent, const struct xl_row_list *list)
{
    for (enum xl_tier tier = 0; tier < XL_TIERS; tier++) {
        size_t rows = 0, builds = 0;
        for (size_t i = 0; i < list->count; i++)
            rows += list->rows[i].tier <= tier;
        for (size_t i = 0; i < list->build_count; i++)
            builds += tier_of_build(list, &list->builds[i]) <= tier;
        xl_text_add(out, "%s# %-5s  %zu of %zu rows, %zu of %zu builds\n", indent,
                    xl_tier_name(tier), rows, list->count, builds, list->build_count);
    }
}

static void put_cpus(struct xl_text *out, const char *indent, const struct xl_row_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *row = &list->rows[i];
        bool first = true;
        for (size_t k = 0; k < i && first; k++)
            first = list->rows[k].arch != row->arch || strcmp(list->rows[k].cpu, row->cpu) != 0;
        if (first)
            xl_text_add(out, "%s- %s-%s\n", indent, row->arch->name, row->cpu);
    }
}

/* Compilers with their levels, each once: the same of another architecture is before it. */
static void put_builds(struct xl_text *out, const char *indent, const struct xl_row_list *list)
{
    for (size_t i = 0; i < list->build_count; i++) {
        const struct xl_build_spec *b = list->builds;
        size_t k = 0;
        while (k < i &&
               (strcmp(b[k].compiler, b[i].compiler) != 0 || strcmp(b[k].opt, b[i].opt) != 0))
            k++;
        if (k == i)
            xl_text_add(out, "%s- %s-%s\n", indent, b[i].compiler, b[i].opt);
    }
}

/* Adds a line of the template. Returns -1 if its word is unknown. */
static int put_line(struct xl_text *out, const char *line, size_t length,
                    const struct xl_row_list *list)
{
    char indent[64];
    size_t blanks = strspn(line, " ");
    if (blanks >= sizeof indent || line[blanks] != '@') {
        xl_text_add_bytes(out, line, length);
        return 0;
    }
    memcpy(indent, line, blanks);
    indent[blanks] = '\0';
    if (strncmp(line + blanks, "@TIERS@\n", 8) == 0)
        put_tiers(out, indent, list);
    else if (strncmp(line + blanks, "@CPUS@\n", 7) == 0)
        put_cpus(out, indent, list);
    else if (strncmp(line + blanks, "@BUILDS@\n", 9) == 0)
        put_builds(out, indent, list);
    else
        return -1;
    return 0;
}

/* A template whose lines of one @WORD@ are replaced, with their indentation:
 *
 *   @TIERS@    a comment with the number of rows of each tier
 *   @CPUS@     a list item for each CPU
 *   @BUILDS@   a list item for each compiler and level
 *
 * Messages call the template `file`. The caller frees the result. Returns NULL with err if a word
 * is unknown. */
static char *fill_template(const char *file, const char *text, const struct xl_row_list *list,
                           size_t *size, struct xl_error *err)
{
    struct xl_text out = {0};
    int status = 0;
    xl_text_add_bytes(&out, "", 0);
    for (unsigned number = 1; !status && *text; number++) {
        size_t length = strcspn(text, "\n");
        length += text[length] == '\n';
        status = put_line(&out, text, length, list);
        if (status)
            xl_error_set(err, "%s:%u:1: error: unknown word of a template: %.*s", file, number,
                         (int)strcspn(text, "\n"), text);
        text += length;
    }
    *size = out.used;
    if (!status)
        return out.at;
    free(out.at);
    return NULL;
}

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
        made = fill_template(template, text, &list, &size, &err);
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

/* ---- The command ---- */

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
        return xl_cli_docs_script("reference.py", r.check);
    if (strcmp(what, "workflow") == 0)
        return workflow(r.gitlab ? GITLAB : GITHUB, r.check);
    if (is_expand || !*what)
        return xl_cli_missing("matrix", is_expand ? "FILE" : "expand, docs or workflow");
    return xl_cli_unknown("kind", what, kinds, sizeof kinds / sizeof kinds[0],
                          "./crosslane matrix --help");
}
