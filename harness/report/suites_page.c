/* Results of projects' own test suites as tables in Markdown.
 * SPDX-License-Identifier: MIT
 */
#include "report/suite_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/unicode.h"
#include "results/packed_rows.h"
#include "results/results_json.h"

enum { XL_NAMED = 12, XL_LISTED = 50 };

/* ---- One project ---- */

static size_t count_hollow(struct json_object *row)
{
    struct json_object *tests = xl_key_array(row, XL_KEY_row_kernels);
    size_t count = 0;
    for (size_t i = 0; i < xl_json_length(tests); i++)
        count += *xl_key_text(json_object_array_get_idx(tests, i), XL_KEY_kernel_hollow) != '\0';
    return count;
}

static void put_row(FILE *f, struct json_object *row)
{
    const char *name = xl_key_text(row, XL_KEY_row_row), *slash = strchr(name, '/'),
               *reason = xl_key_text(row, XL_KEY_row_reason);
    const size_t functions = xl_key_number(row, XL_KEY_row_vector_functions);
    fputs("| ", f);
    xl_put_markdown(f, slash ? slash + 1 : name);
    fputs(" | ", f);
    xl_put_markdown(f, xl_key_text(row, XL_KEY_row_isa));
    fprintf(f, " | %zu of %zu | %zu | ", xl_suite_tests_with(row, XL_PASS),
            xl_key_number(row, XL_KEY_row_expected), count_hollow(row));
    if (functions)
        fprintf(f, "%zu of %zu", xl_key_number(row, XL_KEY_row_vector_functions_executed),
                functions);
    fprintf(f, " | %s", xl_key_text(row, XL_KEY_row_outcome));
    if (*reason) {
        char *line = xl_format(": %.*s", (int)strcspn(reason, "\n"), reason);
        xl_put_markdown(f, line);
        free(line);
    }
    fprintf(f, " | %.1f |\n", xl_key_double(row, XL_KEY_row_seconds));
}

/* Each line as an item of a list, up to so many. */
static void put_list(FILE *f, const char *title, struct xl_words *lines)
{
    if (lines->count)
        fprintf(f, "%s\n\n", title);
    for (size_t i = 0; i < lines->count && i < XL_LISTED; i++) {
        fputs("- ", f);
        xl_put_markdown(f, lines->at[i]);
        fputc('\n', f);
    }
    if (lines->count > XL_LISTED)
        fprintf(f, "- and %zu more\n", lines->count - XL_LISTED);
    if (lines->count)
        fputc('\n', f);
    xl_words_free(lines);
}

/* The functions that no row executed, an item for each ISA. */
static void put_never(FILE *f, struct json_object *rows)
{
    char *text = NULL;
    size_t size = 0;
    struct xl_words lines = {0};
    FILE *to = xl_checked_memory(open_memstream(&text, &size));
    xl_suite_put_never(rows, XL_NAMED, "", to);
    fclose(to);
    for (char *at = text, *end; (end = strchr(at, '\n')); at = end + 1) {
        *end = '\0';
        xl_words_add(&lines, at);
    }
    free(text);
    put_list(f, "**Vector functions**", &lines);
}

/* The rows of a project, which are its own. The caller puts them. */
static struct json_object *rows_of(struct json_object *rows, const char *project)
{
    struct json_object *own = json_object_new_array();
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = xl_row_notable(rows, i);
        if (strcmp(xl_key_text(row, XL_KEY_row_suite), project) == 0)
            json_object_array_add(own, json_object_get(row));
    }
    struct json_object *shown = xl_results_printable(own);
    json_object_put(own);
    return shown;
}

static void put_table(FILE *f, struct json_object *own, const char *project)
{
    const char *version = xl_key_text(json_object_array_get_idx(own, 0), XL_KEY_row_library);
    fputs("\n### ", f);
    xl_put_markdown(f, *version ? version : project);
    fputs("\n\n| row | ISA | tests passed | hollow | vector functions executed | outcome | seconds "
          "|\n|---|---|--:|--:|--:|---|--:|\n",
          f);
    for (size_t i = 0; i < xl_json_length(own); i++)
        put_row(f, json_object_array_get_idx(own, i));
    fputc('\n', f);
}

static void put_project(FILE *f, struct json_object *rows, const char *project)
{
    struct json_object *own = rows_of(rows, project);
    put_table(f, own, project);
    xl_suite_put_never(own, XL_NAMED, "- ", f);
    json_object_put(own);
}

/* The same for a summary, with the tests that tested nothing. */
static void put_summary(FILE *f, struct json_object *rows, const char *project)
{
    struct json_object *own = rows_of(rows, project);
    put_table(f, own, project);
    struct xl_words hollow = xl_suite_remarks(own, XL_SUITE_HOLLOW),
                    flaky = xl_suite_remarks(own, XL_SUITE_FLAKY);
    put_list(f, "**Hollow tests**: they did not fail, and may have tested nothing", &hollow);
    put_list(f, "**Flaky tests**: they failed, and passed unchanged", &flaky);
    put_never(f, own);
    json_object_put(own);
}

/* ---- The page ---- */

static bool was_before(struct json_object *rows, size_t before, const char *project)
{
    for (size_t i = 0; i < before; i++)
        if (strcmp(xl_key_text(xl_row_notable(rows, i), XL_KEY_row_suite), project) == 0)
            return true;
    return false;
}

typedef void put_one(FILE *f, struct json_object *rows, const char *project);

/* Returns how many projects there are. */
static size_t put_each(FILE *f, struct json_object *rows, put_one *put)
{
    size_t projects = 0;
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        const char *project = xl_key_text(xl_row_notable(rows, i), XL_KEY_row_suite);
        if (*project && !was_before(rows, i, project)) {
            put(f, rows, project);
            projects++;
        }
    }
    return projects;
}

void xl_suites_put(struct json_object *rows, FILE *f)
{
    put_each(f, rows, put_summary);
}

/* Replaces what is below the page's heading '## Measured', whole or not at all. */
static int write_measured(const char *file, const char *tables, struct xl_error *err)
{
    static const char heading[] = "\n## Measured\n";
    size_t size = 0;
    char *old = xl_file_read(file, &size, err), *end = old ? strstr(old, heading) : NULL;
    struct xl_text text = {0};
    int failed = -1;
    if (old && !end)
        xl_error_set(err, "%s: error: no heading '## Measured', below which tables go", file);
    if (end) {
        xl_text_add(&text, "%.*s%s%s", (int)(end - old), old, heading, tables);
        /* Not xl_file_update, for which a path begins at the repository. */
        struct xl_atomic_file w;
        xl_atomic_file_begin(&w, file);
        if (w.f)
            fwrite(text.at, 1, text.used, w.f);
        failed = xl_atomic_file_end(&w, err);
    }
    free(text.at);
    free(old);
    return failed;
}

int xl_suites_page_write(struct json_object *rows, const char *file, struct xl_error *err)
{
    size_t size = 0;
    char *text = NULL;
    FILE *f = xl_checked_memory(open_memstream(&text, &size));
    const size_t projects = put_each(f, rows, put_project);
    fclose(f);
    const int failed = projects ? write_measured(file, text, err)
                                : xl_fail(err, "no row of these results is of a suite");
    free(text);
    return failed;
}
