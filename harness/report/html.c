/* Results as one page of HTML without external files: a map of rows by kernels, and all findings.
 * SPDX-License-Identifier: MIT
 *
 * The page is report.html. The data replace a mark in it; they are an object of
 *
 *     seed, started, conclusion, checked, expected, unit, differences, left_out
 *     rows        as results have them, without their kernels
 *     kernels     [name, family, file, line, args, bound] of each kernel of any row
 *     cells       of each row: o, a letter a kernel (. there is none; p f s e n: its outcome); u,
 * the worst errors (null: infinite); x, executed vector instructions; c, percent covered; r, a
 * reason's number by kernel's number; f, a, e, the failing calls, the code and the errors likewise;
 * b, a known bug's name; h, why a test is hollow, likewise; y, the numbers of flaky tests
 *     strings     what r, f, a, e and h number; each once, although rows may share it
 *     fails       by kernel's number: the sentence of xl_common_rows
 *     findings    as results have them, with r and k, the numbers of row and kernel, t, the title,
 * p, the place of its code, and g, the number of its bug, unless a known bug explains it
 *     bugs        of xl_finding_groups, the one on most rows first: g, fails
 *     disagreements, against   as results and xl_difference have them
 */
#include "report/formats.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/unicode.h"
#include "report/code_place.h"
#include "report/conclusion.h"
#include "report/finding_groups.h"
#include "report/finding_text.h"
#include "results/packed_rows.h"
#include "results/results.h"
#include "results/results_json.h"

static const unsigned char page[] = {
#include "report/report_html.inc"
};

struct html {
    FILE *f;
    struct json_object *rows;
    struct json_object *numbers; /* of kernels, by name */
    struct json_object *firsts;  /* a result of each kernel, by name */
    struct json_object *sources; /* by kernel */
    size_t count;                /* of kernels */
    struct json_object *strings; /* the numbers of reasons */
    size_t reason_room, detail_room, finding_room;
    size_t left_out; /* findings */
    struct xl_finding_groups groups;
};

static void put_number(FILE *f, struct json_object *number)
{
    if (json_object_is_type(number, json_type_int))
        fputs(json_object_to_json_string(number), f);
    else if (json_object_is_type(number, json_type_double) &&
             isfinite(json_object_get_double(number)))
        fprintf(f, "%.6g", json_object_get_double(number));
    else
        fputs("null", f);
}

/* A value of any type, in compact JSON that may stand in a <script>. */
static void put_value(FILE *f, struct json_object *value)
{
    if (json_object_is_type(value, json_type_string)) {
        xl_put_json(f, json_object_get_string(value));
    } else if (json_object_is_type(value, json_type_array)) {
        fputc('[', f);
        for (size_t i = 0; i < xl_json_length(value); i++) {
            fputs(i ? "," : "", f);
            put_value(f, json_object_array_get_idx(value, i));
        }
        fputc(']', f);
    } else if (json_object_is_type(value, json_type_object)) {
        const char *between = "{";
        json_object_object_foreach(value, key, content)
        {
            fputs(between, f);
            xl_put_json(f, key);
            fputc(':', f);
            put_value(f, content);
            between = ",";
        }
        fputs(json_object_object_length(value) ? "}" : "{}", f);
    } else if (json_object_is_type(value, json_type_boolean)) {
        fputs(json_object_get_boolean(value) ? "true" : "false", f);
    } else {
        put_number(f, value);
    }
}

/* Writes the fields of an object except one, with a comma after each. */
static void put_fields(FILE *f, struct json_object *o, const char *except)
{
    json_object_object_foreach(o, key, value)
    {
        if (strcmp(key, except) == 0)
            continue;
        xl_put_json(f, key);
        fputc(':', f);
        put_value(f, value);
        fputc(',', f);
    }
}

static void number_kernels(struct html *h)
{
    for (size_t i = 0; i < xl_json_length(h->rows); i++) {
        struct json_object *row = xl_row_at(h->rows, i);
        struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
        for (size_t k = 0; k < xl_json_length(kernels); k++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, k);
            const char *name = xl_key_text(kernel, XL_KEY_kernel_kernel);
            if (json_object_object_get_ex(h->numbers, name, NULL))
                continue;
            json_object_object_add(h->numbers, name, json_object_new_uint64(h->count++));
            json_object_object_add(h->firsts, name, json_object_get(kernel));
        }
        json_object_put(row);
    }
}

static size_t number_of(const struct html *h, struct json_object *kernel)
{
    return xl_json_number(h->numbers, xl_key_text(kernel, XL_KEY_kernel_kernel));
}

static double or_zero(double number)
{
    return isfinite(number) ? number : 0;
}

static void put_kernels(const struct html *h)
{
    const char *between = "";
    fputs("\"kernels\":[", h->f);
    json_object_object_foreach(h->numbers, name, number)
    {
        struct json_object *source = NULL, *first = NULL;
        json_object_object_get_ex(h->sources, name, &source);
        json_object_object_get_ex(h->firsts, name, &first);
        fprintf(h->f, "%s[", between);
        xl_put_json(h->f, name);
        fputc(',', h->f);
        xl_put_json(h->f, xl_key_text(source, XL_KEY_source_family));
        fputc(',', h->f);
        xl_put_json(h->f, xl_key_text(source, XL_KEY_source_file));
        fprintf(h->f, ",%zu,", xl_key_number(source, XL_KEY_source_line));
        xl_put_json(h->f, xl_key_text(source, XL_KEY_source_args));
        fprintf(h->f, ",%.6g]", or_zero(xl_key_double(first, XL_KEY_kernel_bound)));
        between = ",\n";
        (void)number;
    }
    fputs("],\n", h->f);
}

static void put_rows(const struct html *h)
{
    fputs("\"rows\":[", h->f);
    for (size_t i = 0; i < xl_json_length(h->rows); i++) {
        struct json_object *row = xl_row_at(h->rows, i);
        fprintf(h->f, "%s{", i ? ",\n" : "");
        put_fields(h->f, row, xl_key_name(XL_KEY_row_kernels));
        fprintf(h->f, "\"ran\":%zu}", xl_json_length(xl_key_array(row, XL_KEY_row_kernels)));
        json_object_put(row);
    }
    fputs("],\n", h->f);
}

/* Percent; -1: unknown, or no kernel. */
static double covered(struct json_object *kernel)
{
    double total = xl_key_double(kernel, XL_KEY_kernel_insns_total);
    return total > 0 ? 100 * xl_key_double(kernel, XL_KEY_kernel_insns_covered) / total : -1;
}

/* Writes a number of each of a row's kernels, if any has one. of: the row's kernels by number. */
static void put_numbers(const struct html *h, const char *name, struct json_object *const *of)
{
    bool any = false;
    for (size_t i = 0; i < h->count && !any; i++)
        any = *name == 'c'   ? covered(of[i]) >= 0
              : *name == 'u' ? xl_key_number(of[i], XL_KEY_kernel_checked) != 0
                             : xl_key_get(of[i], XL_KEY_kernel_vector_insns, json_type_int) != NULL;
    if (!any)
        return;
    fprintf(h->f, ",\"%s\":[", name);
    for (size_t i = 0; i < h->count; i++) {
        const double ulp = xl_key_measure(of[i], XL_KEY_kernel_max_ulp);
        fputs(i ? "," : "", h->f);
        if (*name == 'c')
            fprintf(h->f, "%.0f", covered(of[i]));
        else if (*name == 'u')
            fprintf(h->f, isfinite(ulp) ? "%.4g" : "null", ulp);
        else
            fprintf(h->f, "%zu", xl_key_number(of[i], XL_KEY_kernel_vector_insns));
    }
    fputc(']', h->f);
}

/* The number of a text, or -1: no room. */
static long number_string(struct html *h, const char *text, size_t *room)
{
    struct json_object *number = NULL;
    size_t size = strlen(text) + 3;
    if (json_object_object_get_ex(h->strings, text, &number))
        return (long)json_object_get_int64(number);
    if (size > *room)
        return -1;
    *room -= size;
    long next = json_object_object_length(h->strings);
    json_object_object_add(h->strings, text, json_object_new_int64(next));
    return next;
}

/* The numbers of a field's texts, by kernel's number. */
static void put_strings(struct html *h, const char *name, enum xl_key key, size_t *room,
                        struct json_object *const *of)
{
    const char *between = "";
    fprintf(h->f, ",\"%s\":{", name);
    for (size_t i = 0; i < h->count; i++) {
        const char *text = xl_key_text(of[i], key);
        long number = *text ? number_string(h, text, room) : -1;
        if (number < 0)
            continue;
        fprintf(h->f, "%s\"%zu\":%ld", between, i, number);
        between = ",";
    }
    fputc('}', h->f);
}

static void put_bugs(const struct html *h, struct json_object *const *of)
{
    const char *between = "";
    fputs(",\"b\":{", h->f);
    for (size_t i = 0; i < h->count; i++) {
        if (!*xl_key_text(of[i], XL_KEY_kernel_known_bug))
            continue;
        fprintf(h->f, "%s\"%zu\":", between, i);
        xl_put_json(h->f, xl_key_text(of[i], XL_KEY_kernel_known_bug));
        between = ",";
    }
    fputc('}', h->f);
}

/* The numbers of flaky tests. */
static void put_flaky(const struct html *h, struct json_object *const *of)
{
    const char *between = "";
    fputs(",\"y\":[", h->f);
    for (size_t i = 0; i < h->count; i++) {
        if (!of[i] || xl_key_outcome(of[i]) != XL_FLAKY)
            continue;
        fprintf(h->f, "%s%zu", between, i);
        between = ",";
    }
    fputc(']', h->f);
}

static void put_cells(struct html *h)
{
    static const char letters[] = "pfsen";
    struct json_object **of = xl_alloc(h->count, sizeof(struct json_object *));
    fputs("\"cells\":[", h->f);
    for (size_t i = 0; i < xl_json_length(h->rows); i++) {
        struct json_object *row = xl_row_at(h->rows, i);
        struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
        memset(of, 0, h->count * sizeof(struct json_object *));
        for (size_t k = 0; k < xl_json_length(kernels); k++)
            of[number_of(h, json_object_array_get_idx(kernels, k))] =
                json_object_array_get_idx(kernels, k);
        fprintf(h->f, "%s{\"o\":\"", i ? ",\n" : "");
        for (size_t k = 0; k < h->count; k++) {
            int outcome = of[k] ? xl_key_verdict(of[k]) : -1;
            fputc(outcome < 0 ? of[k] ? 'n' : '.' : letters[outcome], h->f);
        }
        fputc('"', h->f);
        put_numbers(h, "u", of);
        put_numbers(h, "x", of);
        put_numbers(h, "c", of);
        put_strings(h, "r", XL_KEY_kernel_reason, &h->reason_room, of);
        put_strings(h, "f", XL_KEY_kernel_failing_calls, &h->reason_room, of);
        put_strings(h, "a", XL_KEY_kernel_code, &h->detail_room, of);
        put_strings(h, "e", XL_KEY_kernel_errors, &h->detail_room, of);
        put_strings(h, "h", XL_KEY_kernel_hollow, &h->reason_room, of);
        put_flaky(h, of);
        put_bugs(h, of);
        fputc('}', h->f);
        json_object_put(row);
    }
    fputs("],\n\"strings\":[", h->f);
    free(of);
    const char *between = "";
    json_object_object_foreach(h->strings, text, number)
    {
        fputs(between, h->f);
        xl_put_json(h->f, text);
        between = ",";
        (void)number;
    }
    fputs("],\n", h->f);
}

/* "src/k.c:19" of the finding's code. */
static void put_place(const struct html *h, FILE *f, struct json_object *kernel,
                      struct json_object *finding)
{
    const struct xl_code_place place =
        xl_code_place(kernel, finding, xl_source_of(h->sources, kernel));
    if (*place.file && place.line) {
        char *text = xl_format("%s:%zu", place.file, place.line);
        fputs("\"p\":", f);
        xl_put_json(f, text);
        fputc(',', f);
        free(text);
    }
    free(place.file);
}

/* at: its kernel on its row. bug: its number, or -1. Returns whether it had room. */
static bool put_finding(struct html *h, const char *between, size_t row, struct json_object *at,
                        long bug, struct json_object *finding)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = xl_checked_memory(open_memstream(&text, &size));
    fprintf(f, "%s{", between);
    put_fields(f, finding, "");
    char *title = xl_finding_title(finding);
    fputs("\"t\":", f);
    xl_put_json(f, title);
    fputc(',', f);
    free(title);
    put_place(h, f, at, finding);
    if (bug >= 0)
        fprintf(f, "\"g\":%ld,", bug);
    fprintf(f, "\"r\":%zu,\"k\":%zu}", row, number_of(h, at));
    fclose(f);
    bool fits = size <= h->finding_room;
    if (fits) {
        h->finding_room -= size;
        fwrite(text, 1, size, h->f);
    }
    free(text);
    return fits;
}

/* Returns the number of differences, also of those whose findings were dropped. */
static size_t put_findings(struct html *h)
{
    const char *between = "";
    size_t differences = 0, grouped = 0;
    fputs("\"findings\":[", h->f);
    for (size_t i = 0; i < xl_json_length(h->rows); i++) {
        const bool is_notable = xl_row_notable(h->rows, i) != NULL;
        struct json_object *row = xl_row_at(h->rows, i);
        struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
        for (size_t k = 0; k < xl_json_length(kernels); k++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, k);
            struct json_object *list = xl_key_array(kernel, XL_KEY_kernel_findings);
            size_t count = xl_json_length(list);
            size_t said = xl_key_number(kernel, XL_KEY_kernel_differences);
            const bool has_bug = is_notable && xl_findings_of(kernel);
            differences += said > count ? said : count;
            for (size_t n = 0; n < count; n++) {
                struct json_object *finding = json_object_array_get_idx(list, n);
                const long bug = has_bug ? (long)h->groups.numbers.at[grouped++] : -1;
                if (!json_object_is_type(finding, json_type_object))
                    continue;
                if (put_finding(h, between, i, kernel, bug, finding))
                    between = ",\n";
                else
                    h->left_out++;
            }
        }
        json_object_put(row);
    }
    fputs("],\n", h->f);
    return differences;
}

/* On which rows each kernel fails, unless its functions fail on different rows; and the bugs. */
static void put_fails(const struct html *h)
{
    const struct xl_finding_groups groups = h->groups;
    const char **texts = xl_alloc(h->count, sizeof *texts), *between = "";
    for (size_t i = 0; i < groups.count; i++) {
        const char **text = &texts[number_of(h, groups.at[i].kernel)];
        const char *fails = groups.at[i].fails ? groups.at[i].fails : "";
        *text = !*text || strcmp(*text, fails) == 0 ? fails : "";
    }
    fputs("\"fails\":{", h->f);
    for (size_t k = 0; k < h->count; k++) {
        if (!texts[k] || !*texts[k])
            continue;
        fprintf(h->f, "%s\"%zu\":", between, k);
        xl_put_json(h->f, texts[k]);
        between = ",";
    }
    fputs("},\n\"bugs\":[", h->f);
    free(texts);
    for (size_t i = 0; i < groups.count; i++) {
        fprintf(h->f, "%s{\"g\":%zu,\"fails\":", i ? ",\n" : "", groups.at[i].number);
        xl_put_json(h->f, groups.at[i].fails ? groups.at[i].fails : "");
        fputc('}', h->f);
    }
    fputs("],\n", h->f);
}

static void put_data(struct html *h, const struct xl_merged *m, struct json_object *difference)
{
    struct json_object *found = xl_key_array(m->results, XL_KEY_run_disagreements);
    char tool[XL_TOOL_TEXT];
    xl_tool_text(m->results, tool);
    fputs("{", h->f);
    put_rows(h);
    put_kernels(h);
    put_cells(h);
    put_fails(h);
    size_t differences = put_findings(h);
    fprintf(h->f, "\"seed\":\"%zu\",\"started\":", xl_key_number(m->results, XL_KEY_run_seed));
    xl_put_json(h->f, xl_key_text(m->results, XL_KEY_run_started));
    fputs(",\"tool\":", h->f);
    xl_put_json(h->f, tool);
    char *conclusion = xl_merged_conclusion(m);
    fputs(",\"conclusion\":", h->f);
    xl_put_json(h->f, conclusion);
    free(conclusion);
    fprintf(h->f,
            ",\"checked\":%zu,\"expected\":%zu,\"unit\":\"%s\",\"differences\":%zu,"
            "\"left_out\":%zu,\n",
            m->checked, m->kernels, xl_merged_unit(m), differences, h->left_out);
    fputs("\"disagreements\":", h->f);
    put_value(h->f, found);
    fputs(",\n\"against\":", h->f);
    put_value(h->f, difference);
    fputs("}", h->f);
}

size_t xl_report_html(const struct xl_report *r, FILE *f)
{
    static const char mark[] = "@DATA@";
    const unsigned char *at = memmem(page, sizeof page, mark, strlen(mark));
    struct html h = {.f = f,
                     .rows = xl_key_array(r->merged->results, XL_KEY_run_rows),
                     .numbers = json_object_new_object(),
                     .firsts = json_object_new_object(),
                     .sources = xl_sources_by_kernel(r->merged->results),
                     .strings = json_object_new_object(),
                     .reason_room = XL_HTML_REASONS,
                     .detail_room = XL_HTML_DETAILS,
                     .finding_room = XL_HTML_FINDINGS};
    number_kernels(&h);
    h.groups = xl_finding_groups(h.rows, h.rows);
    fwrite(page, 1, (size_t)(at - page), f);
    put_data(&h, r->merged, r->difference);
    at += strlen(mark);
    fwrite(at, 1, (size_t)(page + sizeof page - at), f);
    xl_finding_groups_free(&h.groups);
    json_object_put(h.numbers);
    json_object_put(h.firsts);
    json_object_put(h.sources);
    json_object_put(h.strings);
    return h.left_out;
}
