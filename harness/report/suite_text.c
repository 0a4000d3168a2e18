/* Results of projects' own test suites: the console output of `crosslane suite`, and tables in
 * Markdown.
 * SPDX-License-Identifier: MIT
 */
#include "report/suite_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/unicode.h"
#include "report/conclusion.h"
#include "report/finding_text.h"
#include "results/packed_rows.h"
#include "results/results_json.h"

/* What the control run says of code that does not need the row's ISA (suite/vector_evidence.c). */
#define XL_NEED "; they need "

enum { XL_NAMED = 8, XL_NAMES_TEXT = 1200 };

void xl_suite_print_head(int width)
{
    printf("%-*s  %-6s  %5s  %-9s  %-17s  %-7s  %7s\n", width, "row", "isa", "vl", "tests",
           "vector functions", "outcome", "time");
    fflush(stdout);
}

/* Tests of a row with this outcome. */
static size_t tests_with(struct json_object *row, enum xl_outcome outcome)
{
    struct json_object *tests = xl_key_array(row, XL_KEY_row_kernels);
    size_t count = 0;
    for (size_t i = 0; i < xl_json_length(tests); i++)
        count += xl_key_outcome(json_object_array_get_idx(tests, i)) == (int)outcome;
    return count;
}

void xl_suite_print_row(struct json_object *row, bool is_cached, int width)
{
    char vl[16] = "-", tests[48], functions[48] = "-", time[32];
    const size_t all = xl_key_number(row, XL_KEY_row_expected),
                 known = xl_key_number(row, XL_KEY_row_vector_functions);
    if (xl_key_number(row, XL_KEY_row_vl_bits))
        snprintf(vl, sizeof vl, "%zu", xl_key_number(row, XL_KEY_row_vl_bits));
    snprintf(tests, sizeof tests, "%zu of %zu", tests_with(row, XL_PASS), all);
    if (known)
        snprintf(functions, sizeof functions, "%zu of %zu",
                 xl_key_number(row, XL_KEY_row_vector_functions_executed), known);
    snprintf(time, sizeof time, "%.1f s", xl_key_double(row, XL_KEY_row_seconds));
    const char *reason = xl_key_text(row, XL_KEY_row_reason),
               *need = strstr(xl_key_text(row, XL_KEY_row_control), XL_NEED);
    char needs[80];
    snprintf(needs, sizeof needs, "needs %s", need ? need + strlen(XL_NEED) : "");
    if (!*reason && need) /* a pass shows no more */
        reason = needs;
    printf("%-*s  %-6s  %5s  %-9s  %-17s  %-7s  %7s%s%.*s\n", width,
           xl_key_text(row, XL_KEY_row_row), xl_key_text(row, XL_KEY_row_isa), vl, tests, functions,
           xl_key_text(row, XL_KEY_row_outcome), is_cached ? "cached" : time, *reason ? "  " : "",
           (int)strcspn(reason, "\n"), reason);
    fflush(stdout);
}

/* A text with the names of the rows that have it. */
struct shared {
    const char *text, *detail;
    char rows[XL_NAMES_TEXT];
    size_t count;
};

struct shared_list {
    struct shared *at;
    size_t count, room;
};

static void share(struct shared_list *list, const char *text, const char *detail, const char *row)
{
    size_t i = 0;
    while (i < list->count &&
           (strcmp(list->at[i].text, text) != 0 || strcmp(list->at[i].detail, detail) != 0))
        i++;
    if (i == list->count) {
        const struct shared fresh = {.text = text, .detail = detail};
        xl_push(list, fresh);
    }
    struct shared *s = &list->at[i];
    if (s->count++ < XL_NAMED)
        xl_append(s->rows, sizeof s->rows, "%s%s", *s->rows ? ", " : "", row);
    else if (s->count == XL_NAMED + 1)
        xl_append(s->rows, sizeof s->rows, ", ...");
}

enum remark { HOLLOW, FLAKY };

/* What a remark on a test says; NULL: it has none. */
static const char *why_hollow(struct json_object *test)
{
    const char *why = xl_key_text(test, XL_KEY_kernel_hollow);
    return *why ? why : NULL;
}

static const char *why_flaky(struct json_object *test)
{
    return xl_key_outcome(test) == XL_FLAKY ? xl_key_text(test, XL_KEY_kernel_reason) : NULL;
}

/* Lines of the tests that have the remark: "NAME: WHY, on N rows: ROW, ...". The caller frees
 * them. */
static struct xl_words remarks_on(struct json_object *rows, enum remark remark)
{
    static const char *(*const why_of[])(struct json_object *test) = {why_hollow, why_flaky};
    struct xl_words lines = {0};
    struct shared_list list = {0};
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i),
                           *tests = xl_key_array(row, XL_KEY_row_kernels);
        for (size_t k = 0; k < xl_json_length(tests); k++) {
            struct json_object *test = json_object_array_get_idx(tests, k);
            const char *why = why_of[remark](test);
            if (why)
                share(&list, xl_key_text(test, XL_KEY_kernel_kernel), why,
                      xl_key_text(row, XL_KEY_row_row));
        }
    }
    for (size_t i = 0; i < list.count; i++) {
        const struct shared *s = &list.at[i];
        char *line = xl_format("%s: %s, on %zu row%s: %s", s->text, s->detail, s->count,
                               xl_s(s->count), s->rows);
        xl_words_add(&lines, line);
        free(line);
    }
    free(list.at);
    return lines;
}

/* Names the tests that have the remark, with the rows. */
static void print_remarks(struct json_object *rows, enum remark remark, const char *title)
{
    struct xl_words lines = remarks_on(rows, remark);
    if (lines.count)
        printf("\n%s\n", title);
    for (size_t i = 0; i < lines.count; i++)
        printf("  %s\n", lines.at[i]);
    xl_words_free(&lines);
}

/* A function of an ISA, and whether it executed on any row. */
struct function {
    const char *isa, *name;
    bool executed;
};

static int by_isa_and_name(const void *a, const void *b)
{
    const struct function *x = a, *y = b;
    const int isa = strcmp(x->isa, y->isa), name = strcmp(x->name, y->name);
    return isa ? isa : name ? name : y->executed - x->executed;
}

struct xl_words xl_suite_never(struct json_object *rows, size_t most)
{
    struct xl_words lines = {0};
    struct {
        struct function *at;
        size_t count, room;
    } all = {0};
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i),
                           *files = xl_key_array(row, XL_KEY_row_files);
        for (size_t k = 0; k < xl_json_length(files); k++) {
            struct json_object *functions =
                xl_key_array(json_object_array_get_idx(files, k), XL_KEY_file_functions);
            for (size_t m = 0; m < xl_json_length(functions); m++) {
                struct json_object *o = json_object_array_get_idx(functions, m);
                const struct function f = {
                    xl_key_text(row, XL_KEY_row_isa), xl_key_text(o, XL_KEY_function_function),
                    xl_key_is_true(o, XL_KEY_function_executed) ||
                        xl_key_number(o, XL_KEY_function_vector_insns_executed) != 0};
                if (xl_key_has(o, XL_KEY_function_counts) &&
                    !xl_key_is_true(o, XL_KEY_function_counts))
                    continue;
                if (xl_key_has(o, XL_KEY_function_executed) ||
                    xl_key_has(o, XL_KEY_function_vector_insns_executed))
                    xl_push(&all, f);
            }
        }
    }
    if (all.count)
        qsort(all.at, all.count, sizeof *all.at, by_isa_and_name);
    for (size_t i = 0; i < all.count;) {
        const char *isa = all.at[i].isa;
        char names[XL_NAMES_TEXT] = "";
        size_t functions = 0, never = 0;
        for (; i < all.count && strcmp(all.at[i].isa, isa) == 0; i++) {
            if (i && strcmp(all.at[i - 1].isa, isa) == 0 &&
                strcmp(all.at[i - 1].name, all.at[i].name) == 0)
                continue;
            functions++;
            if (!all.at[i].executed && never++ < most)
                xl_append(names, sizeof names, "%s%s", *names ? ", " : "", all.at[i].name);
        }
        char *line =
            never ? xl_format("%s: %zu of %zu vector functions executed on no row: %s%s", isa,
                              never, functions, names, never > most ? ", ..." : "")
                  : xl_format("%s: each of %zu vector functions executed on a row", isa, functions);
        xl_words_add(&lines, line);
        free(line);
    }
    free(all.at);
    return lines;
}

/* Each line of xl_suite_never, behind `before`. */
static void put_never(FILE *f, const char *before, struct json_object *rows, size_t names)
{
    struct xl_words lines = xl_suite_never(rows, names);
    for (size_t i = 0; i < lines.count; i++)
        fprintf(f, "%s%s\n", before, lines.at[i]);
    xl_words_free(&lines);
}

static void print_notes(struct json_object *rows)
{
    struct shared_list list = {0};
    struct xl_words lines = {0};
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i);
        const char *at = xl_key_text(row, XL_KEY_row_notes);
        for (; *at; at += strcspn(at, "\n"), at += *at == '\n') {
            char *line = xl_format("%.*s", (int)strcspn(at, "\n"), at);
            xl_words_add(&lines, line);
            free(line);
            share(&list, lines.at[lines.count - 1], "", xl_key_text(row, XL_KEY_row_row));
        }
    }
    for (size_t i = 0; i < list.count; i++)
        printf("note: %s, on %zu row%s: %s\n", list.at[i].text, list.at[i].count,
               xl_s(list.at[i].count), list.at[i].rows);
    free(list.at);
    xl_words_free(&lines);
}

bool xl_suite_print_end(struct json_object *rows, uint64_t seed, const char *json)
{
    size_t counts[XL_OUTCOMES] = {0}, ran = 0, tests = 0, reached = 0;
    xl_wrapped_begin();
    xl_findings_print(rows, NULL, seed, XL_EACH_BUG, json);
    print_remarks(rows, FLAKY, "flaky tests: they failed, and passed unchanged");
    print_remarks(rows, HOLLOW, "hollow tests: they did not fail, and may have tested nothing");
    printf("\n");
    put_never(stdout, "", rows, XL_NAMED);
    print_notes(rows);
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i);
        const size_t here =
            tests_with(row, XL_PASS) + tests_with(row, XL_FAIL) + tests_with(row, XL_FLAKY);
        const int outcome = xl_key_outcome(row);
        if (outcome >= 0)
            counts[outcome]++;
        ran += here;
        tests += xl_key_number(row, XL_KEY_row_expected);
        reached += here != 0;
    }
    xl_outcomes_put(stdout, counts);
    printf("%zu of %zu tests ran on %zu of %zu rows\n", ran, tests, reached, xl_json_length(rows));
    char *conclusion = xl_conclusion(rows, NULL, xl_concluded_count(NULL, rows), "tests");
    xl_conclusion_print(conclusion);
    xl_wrapped_end();
    free(conclusion);
    return counts[XL_PASS] && counts[XL_PASS] + counts[XL_SKIP] == xl_json_length(rows) && ran;
}

/* ---- Results as tables in Markdown ---- */

enum { XL_LISTED_FUNCTIONS = 12, XL_LISTED = 50 };

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
    fprintf(f, " | %zu of %zu | %zu | ", tests_with(row, XL_PASS),
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
    put_never(f, "- ", own, XL_LISTED_FUNCTIONS);
    json_object_put(own);
}

/* The same for a summary, with the tests that tested nothing. */
static void put_summary(FILE *f, struct json_object *rows, const char *project)
{
    struct json_object *own = rows_of(rows, project);
    put_table(f, own, project);
    struct xl_words hollow = remarks_on(own, HOLLOW), flaky = remarks_on(own, FLAKY),
                    never = xl_suite_never(own, XL_LISTED_FUNCTIONS);
    put_list(f, "**Hollow tests**: they did not fail, and may have tested nothing", &hollow);
    put_list(f, "**Flaky tests**: they failed, and passed unchanged", &flaky);
    put_list(f, "**Vector functions**", &never);
    json_object_put(own);
}

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
