/* Results of projects' own test suites as tables in Markdown.
 * SPDX-License-Identifier: MIT
 */
#include "report/suite_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/unicode.h"
#include "report/measured.h"
#include "results/results_json.h"

enum { XL_NAMED = 12 };

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
    fprintf(f, "| %s | %s | %zu of %zu | %zu | ", slash ? slash + 1 : name,
            xl_key_text(row, XL_KEY_row_isa), xl_suite_tests_with(row, XL_PASS),
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

/* The rows of a project. */
static struct json_object *rows_of(struct json_object *rows, const char *project)
{
    struct json_object *own = json_object_new_array();
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = xl_row_at(rows, i);
        if (strcmp(xl_key_text(row, XL_KEY_row_suite), project) == 0)
            json_object_array_add(own, json_object_get(row));
    }
    struct json_object *shown = xl_results_printable(own);
    json_object_put(own);
    return shown;
}

static void put_project(FILE *f, struct json_object *rows, const char *project)
{
    struct json_object *own = rows_of(rows, project);
    const char *version = xl_key_text(json_object_array_get_idx(own, 0), XL_KEY_row_library);
    fprintf(f,
            "\n### %s\n\n| row | ISA | tests passed | hollow | vector functions executed | outcome "
            "| seconds |\n|---|---|--:|--:|--:|---|--:|\n",
            *version ? version : project);
    for (size_t i = 0; i < xl_json_length(own); i++)
        put_row(f, json_object_array_get_idx(own, i));
    fputc('\n', f);
    xl_suite_put_never(own, XL_NAMED, "- ", f);
    json_object_put(own);
}

/* ---- The page ---- */

static bool was_before(struct json_object *rows, size_t before, const char *project)
{
    for (size_t i = 0; i < before; i++)
        if (strcmp(xl_key_text(xl_row_at(rows, i), XL_KEY_row_suite), project) == 0)
            return true;
    return false;
}

int xl_suites_page_write(struct json_object *rows, const char *file, struct xl_error *err)
{
    size_t size = 0, projects = 0;
    char *text = NULL;
    FILE *f = xl_checked_memory(open_memstream(&text, &size));
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        const char *project = xl_key_text(xl_row_at(rows, i), XL_KEY_row_suite);
        char *name = xl_copy_text(project); /* a packed row lives for a while only */
        if (*name && !was_before(rows, i, name)) {
            put_project(f, rows, name);
            projects++;
        }
        free(name);
    }
    fclose(f);
    const int failed = projects ? xl_measured_write(file, text, err)
                                : xl_fail(err, "no row of these results is of a suite");
    free(text);
    return failed;
}
