/* The tables of docs/results/sleef.md: errors of SLEEF's functions on each ISA, and their worst
 * arguments, from the results of runs.
 * SPDX-License-Identifier: MIT
 */
#include "report/docs_pages.h"

#include <json-c/json.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "results/checks.h"
#include "results/results_json.h"

enum { XL_COLUMNS = 32, XL_NAME = 64, XL_INPUTS = 80 };

/* One function of one lane type, with its worst error in each column; NAN: not measured. */
struct line {
    char name[XL_NAME];
    double bound, worst[XL_COLUMNS];
    char inputs[XL_COLUMNS][XL_INPUTS]; /* bits that give the worst, as "0x1 0x2"; "": unknown */
    bool is_beyond[XL_COLUMNS];
};

struct table {
    char columns[XL_COLUMNS][XL_NAME]; /* the ISA, and the suffix of a second form: "rvv m2" */
    size_t column_count;
    struct {
        struct line *at;
        size_t count, room;
    } lines;
    size_t same, same_differ; /* kernels of finz_ and cinz_ on a row; those that failed */
};

/* Splits "sleef_sin_u10_f32_m2": the suffix goes to the column. */
static int split(const char *kernel, char *name, const char **suffix)
{
    const char *type = strstr(kernel, "_f32");
    if (!type)
        type = strstr(kernel, "_f64");
    if (!type || strncmp(kernel, "sleef_", 6) != 0)
        return -1;
    snprintf(name, XL_NAME, "%.*s", (int)(type + 4 - kernel - 6), kernel + 6);
    *suffix = type[4] ? type + 5 : "";
    return 0;
}

static size_t column_of(struct table *t, const char *isa, const char *suffix)
{
    char name[XL_NAME];
    size_t i = 0;
    snprintf(name, sizeof name, "%s%s%s", isa, *suffix ? " " : "", suffix);
    while (i < t->column_count && strcmp(t->columns[i], name) != 0)
        i++;
    if (i == t->column_count && i < XL_COLUMNS)
        snprintf(t->columns[t->column_count++], XL_NAME, "%s", name);
    return i;
}

static struct line *line_of(struct table *t, const char *name)
{
    for (size_t i = 0; i < t->lines.count; i++)
        if (strcmp(t->lines.at[i].name, name) == 0)
            return &t->lines.at[i];
    xl_push(&t->lines, (struct line){0});
    struct line *line = &t->lines.at[t->lines.count - 1];
    snprintf(line->name, sizeof line->name, "%s", name);
    for (size_t i = 0; i < XL_COLUMNS; i++)
        line->worst[i] = NAN;
    return line;
}

/* The largest error of a kernel, also in its findings. */
static double worst_of(struct json_object *kernel)
{
    double worst = xl_key_measure(kernel, XL_KEY_kernel_max_ulp);
    struct json_object *findings = xl_key_array(kernel, XL_KEY_kernel_findings);
    for (size_t i = 0; i < xl_json_length(findings); i++)
        worst =
            fmax(worst, xl_key_double(json_object_array_get_idx(findings, i), XL_KEY_finding_ulp));
    return worst;
}

/* Whether some result was wrong. Findings of evidence do not count. */
static bool is_wrong(struct json_object *kernel)
{
    struct json_object *findings = xl_key_array(kernel, XL_KEY_kernel_findings);
    for (size_t i = 0; i < xl_json_length(findings); i++)
        if (strcmp(xl_key_text(json_object_array_get_idx(findings, i), XL_KEY_finding_check),
                   xl_check_name(XL_CHECK_evidence)) != 0)
            return true;
    return false;
}

/* The finding with the largest error; NULL: none. */
static struct json_object *worst_finding(struct json_object *kernel)
{
    struct json_object *findings = xl_key_array(kernel, XL_KEY_kernel_findings), *worst = NULL;
    for (size_t i = 0; i < xl_json_length(findings); i++) {
        struct json_object *one = json_object_array_get_idx(findings, i);
        if (*xl_key_text(one, XL_KEY_finding_inputs) &&
            (!worst ||
             xl_key_double(one, XL_KEY_finding_ulp) > xl_key_double(worst, XL_KEY_finding_ulp)))
            worst = one;
    }
    return worst;
}

static void append_bits(char *text, unsigned long long bits, int digits)
{
    xl_append(text, XL_INPUTS, "%s0x%0*llx", *text ? " " : "", digits, bits);
}

/* The arguments of the worst result. A NaN instead of a number, or a zero with the wrong sign, has
 * no error in ULP: only findings have its arguments, as "a[7]=0x1 b[7]=0x2". */
static void inputs_of(struct json_object *kernel, bool is_beyond, const char *name, double bound,
                      char *text)
{
    struct json_object *list = xl_key_array(kernel, XL_KEY_kernel_max_ulp_inputs),
                       *f = worst_finding(kernel);
    const char *bits;
    char *end;
    int digits = strstr(name, "_f32") ? 8 : 16;
    text[0] = '\0';
    if (list && !(f && is_beyond && worst_of(kernel) <= bound)) {
        for (size_t i = 0; i < xl_json_length(list); i++) {
            bits = json_object_get_string(json_object_array_get_idx(list, i));
            append_bits(text, strtoull(bits, NULL, 16), digits);
        }
        return;
    }
    for (bits = f ? xl_key_text(f, XL_KEY_finding_inputs) : ""; (bits = strchr(bits, '='));
         bits = end) {
        unsigned long long value = strtoull(++bits, &end, 16);
        append_bits(text, value, (int)(end - bits) - 2); /* without the 0x */
    }
}

static int add_kernel(struct table *t, const char *isa, struct json_object *kernel)
{
    const char *full = xl_key_text(kernel, XL_KEY_kernel_kernel), *suffix;
    char name[XL_NAME];
    if (split(full, name, &suffix) || xl_key_number(kernel, XL_KEY_kernel_checked) == 0)
        return 0;
    if (strncmp(name, "finz_", 5) == 0 || strncmp(name, "cinz_", 5) == 0) {
        t->same++;
        t->same_differ += is_wrong(kernel);
        return 0;
    }
    size_t column = column_of(t, isa, suffix);
    struct line *line = column < XL_COLUMNS ? line_of(t, name) : NULL;
    if (!line)
        return -1;
    double worst = worst_of(kernel);
    bool is_beyond = is_wrong(kernel), is_first = isnan(line->worst[column]);
    line->bound = xl_key_double(kernel, XL_KEY_kernel_bound);
    if (is_first || worst > line->worst[column] || (is_beyond && !line->is_beyond[column])) {
        line->worst[column] =
            fmax(line->worst[column], worst); /* of a NAN and a number, the number */
        inputs_of(kernel, is_beyond, name, line->bound, line->inputs[column]);
    }
    line->is_beyond[column] |= is_beyond;
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct line *)a)->name, ((const struct line *)b)->name);
}

static void write_cell(FILE *f, const struct line *line, size_t column)
{
    if (isnan(line->worst[column]))
        fputs(" |", f);
    else if (line->is_beyond[column] && line->worst[column] <= line->bound)
        fputs(" **wrong** |", f); /* an integer, or the sign of a zero */
    else if (line->is_beyond[column])
        fprintf(f, " **%.4g** |", line->worst[column]);
    else
        fprintf(f, " %.4g |", line->worst[column]);
}

static void write_line(FILE *f, const struct table *t, const struct line *line)
{
    fprintf(f, "| %s | %g |", line->name, line->bound);
    for (size_t i = 0; i < t->column_count; i++)
        write_cell(f, line, i);
    fputc('\n', f);
}

/* A wrong result is worse than any error in ULP. */
static bool is_worse(const struct line *line, size_t a, size_t b)
{
    if (line->is_beyond[a] != line->is_beyond[b])
        return line->is_beyond[a];
    return line->worst[a] > line->worst[b];
}

/* The worst argument of a function, and all ISAs that are equally bad there. */
static void write_worst(FILE *f, const struct table *t, const struct line *line)
{
    size_t worst = t->column_count;
    for (size_t i = 0; i < t->column_count; i++)
        if (line->inputs[i][0] && (worst == t->column_count || is_worse(line, i, worst)))
            worst = i;
    if (worst == t->column_count)
        return;
    fprintf(f, "| %s |", line->name);
    write_cell(f, line, worst);
    fprintf(f, " `%s` |", line->inputs[worst]);
    const char *comma = " ";
    for (size_t i = 0; i < t->column_count; i++) {
        if (strcmp(line->inputs[i], line->inputs[worst]) == 0 &&
            line->worst[i] == line->worst[worst]) {
            fprintf(f, "%s%s", comma, t->columns[i]);
            comma = ", ";
        }
    }
    fputs(" |\n", f);
}

static void write_table(FILE *f, struct table *t, struct json_object *results)
{
    if (t->lines.count)
        qsort(t->lines.at, t->lines.count, sizeof *t->lines.at, by_name);
    fprintf(f,
            "Seed %zu, %zu functions, %zu times a `finz_` or `cinz_` function on a row, of which "
            "%zu differ.\n\n",
            xl_key_number(results, XL_KEY_run_seed), t->lines.count, t->same, t->same_differ);
    fputs("| function | bound |", f);
    for (size_t i = 0; i < t->column_count; i++)
        fprintf(f, " %s |", t->columns[i]);
    fputs("\n|---|---|", f);
    for (size_t i = 0; i < t->column_count; i++)
        fputs("---|", f);
    fputc('\n', f);
    for (size_t i = 0; i < t->lines.count; i++)
        write_line(f, t, &t->lines.at[i]);
    fputs("\nThe worst result of each function that was not exact everywhere: its argument, as "
          "bits, and the "
          "ISAs that gave it.\n\n| function | worst | argument | ISA |\n|---|---|---|---|\n",
          f);
    for (size_t i = 0; i < t->lines.count; i++)
        write_worst(f, t, &t->lines.at[i]);
}

char *xl_sleef_docs(const char *file, size_t *size, struct xl_error *err)
{
    struct json_object *results = json_object_from_file(file),
                       *rows = xl_key_array(results, XL_KEY_run_rows);
    struct table t = {0};
    char *text = NULL;
    int failed = 0;
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i),
                           *kernels = xl_key_array(row, XL_KEY_row_kernels);
        for (size_t k = 0; k < xl_json_length(kernels); k++)
            failed |= add_kernel(&t, xl_key_text(row, XL_KEY_row_isa),
                                 json_object_array_get_idx(kernels, k));
    }
    FILE *f =
        rows && !failed && t.lines.count ? xl_checked_memory(open_memstream(&text, size)) : NULL;
    if (f) {
        write_table(f, &t, results);
        fclose(f);
    } else {
        xl_error_set(err, "%s: error: no results of `crosslane run --sleef`", file);
    }
    free(t.lines.at);
    json_object_put(results);
    return text;
}
