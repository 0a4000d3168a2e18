/* The text of findings: each bug once, the most frequent first.
 * SPDX-License-Identifier: MIT
 */
#include "report/finding_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "report/finding_groups.h"
#include "results/checks.h"
#include "results/results.h"
#include "results/results_json.h"

enum { XL_NAMED = 3, XL_SUMMED_ROWS = 20 };

void xl_print_heading(const char *word)
{
    const bool has_colour = xl_has_colour(STDOUT_FILENO);
    printf("\n%s%s%s ", has_colour ? "\033[31m" : "", word, has_colour ? "\033[0m" : "");
}

/* A number; null is infinity. */
static double number(struct json_object *o, const char *key)
{
    struct json_object *value = NULL;
    bool is_null = json_object_object_get_ex(o, key, &value) && !value;
    return is_null ? INFINITY : xl_json_double(o, key);
}

static bool has(struct json_object *o, const char *key)
{
    return json_object_object_get_ex(o, key, NULL);
}

void xl_finding_error(struct json_object *finding, char *text, size_t size)
{
    text[0] = '\0';
    if (has(finding, "bound"))
        snprintf(text, size, "%.3g, bound %.3g", number(finding, "error"),
                 number(finding, "bound"));
    else if (number(finding, "ulp") != 0)
        snprintf(text, size, "%.6g ULP", number(finding, "ulp"));
}

static void put_element(FILE *to, struct json_object *f)
{
    fprintf(to, "  where      %s[%zu], lane %zu\n", xl_json_text(f, "arg"),
            xl_json_number(f, "element"), xl_json_number(f, "lane"));
    fprintf(to, "  got        %s\n  expected   %s\n", xl_json_text(f, "got"),
            xl_json_text(f, "expected"));
    char error[XL_ERROR_TEXT];
    xl_finding_error(f, error, sizeof error);
    if (error[0])
        fprintf(to, "  error      %s\n", error);
}

static void put_line(FILE *to, struct json_object *f, const char *title, const char *key)
{
    if (*xl_json_text(f, key))
        fprintf(to, "  %-9s  %s\n", title, xl_json_text(f, key));
}

void xl_finding_put(FILE *to, struct json_object *row, struct json_object *kernel,
                    struct json_object *f, uint64_t seed)
{
    put_line(to, f, "id", "id");
    fprintf(to, "  check      %s\n  kernel     %s, variant %s\n", xl_json_text(f, "check"),
            xl_json_text(kernel, "kernel"), xl_json_text(kernel, "variant"));
    fprintf(to, "  row        %s (%s, QEMU_CPU %s, VL %zu)\n", xl_json_text(row, "row"),
            xl_json_text(row, "compiler_version"), xl_json_text(row, "qemu_cpu"),
            xl_json_number(row, "vl_bits"));
    if (has(f, "n"))
        fprintf(to, "  call       n = %zu%s%s, seed %llu, fill %s, buffers at %s, alignment %zu\n",
                xl_json_number(f, "n"), *xl_json_text(f, "sizes") ? ", " : "",
                xl_json_text(f, "sizes"), (unsigned long long)seed, xl_json_text(f, "fill"),
                xl_json_text(f, "place"), xl_json_number(f, "alignment"));
    put_line(to, f, "group", "group");
    if (has(f, "element"))
        put_element(to, f);
    put_line(to, f, "lanes", "lanes");
    put_line(to, f, "input", "inputs");
    put_line(to, f, "alone", "alone");
    put_line(to, f, "vector", "vector");
}

/* Prints all but the command. */
static void print_finding(struct json_object *row, struct json_object *kernel,
                          struct json_object *f, uint64_t seed)
{
    xl_print_heading("FINDING");
    printf("%s on %s: %s\n", xl_json_text(kernel, "kernel"), xl_json_text(row, "row"),
           xl_json_text(f, "message"));
    xl_finding_put(stdout, row, kernel, f, seed);
}

static void print_all(struct json_object *rows, uint64_t seed)
{
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        struct json_object *row = xl_row_notable(rows, i);
        struct json_object *kernels = xl_json_array(row, "kernels");
        for (size_t k = 0; kernels && k < json_object_array_length(kernels); k++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, k);
            struct json_object *findings = xl_json_array(kernel, "findings");
            size_t count = json_object_array_length(findings);
            for (size_t f = 0; f < count; f++) {
                struct json_object *finding = json_object_array_get_idx(findings, f);
                print_finding(row, kernel, finding, seed);
                put_line(stdout, finding, "reproduce", "command");
            }
            if (xl_json_number(kernel, "differences") > count)
                printf("  and %zu more differences of %s on %s\n",
                       xl_json_number(kernel, "differences") - count,
                       xl_json_text(kernel, "kernel"), xl_json_text(row, "row"));
        }
    }
}

/* Prints a few names from `first` on, and how many more there are. */
static void print_names(struct json_object *names, size_t first)
{
    size_t count = json_object_array_length(names);
    size_t shown = count <= first + XL_NAMED + 1 ? count : first + XL_NAMED;
    for (size_t i = first; i < shown; i++)
        printf("%s%s", i > first ? ", " : "",
               json_object_get_string(json_object_array_get_idx(names, i)));
    if (count > shown)
        printf(" and %zu more", count - shown);
}

static void add_name(struct json_object *names, const char *name)
{
    for (size_t i = 0; i < json_object_array_length(names); i++)
        if (strcmp(json_object_get_string(json_object_array_get_idx(names, i)), name) == 0)
            return;
    json_object_array_add(names, json_object_new_string(name));
}

static void print_group(struct json_object *group, uint64_t seed)
{
    struct json_object *rows = xl_json_array(group, "rows");
    struct json_object *finding = xl_json_get(group, "finding", json_type_object);
    print_finding(xl_json_get(group, "in", json_type_object),
                  xl_json_get(group, "of", json_type_object), finding, seed);
    if (json_object_array_length(rows) > 1) {
        printf("  also on    ");
        print_names(rows, 1);
        putchar('\n');
    }
    put_line(stdout, finding, "reproduce", "command");
}

/* The findings of one row that are not printed whole. */
struct row_sum {
    const char *row;
    size_t findings, by_check[XL_CHECKS];
    struct json_object *kernels; /* names */
};

static void add_to_sum(struct row_sum *sum, struct json_object *group)
{
    struct json_object *finding = xl_json_get(group, "finding", json_type_object);
    int check = xl_check_find(xl_json_text(finding, "check"));
    sum->findings++;
    if (check >= 0)
        sum->by_check[check]++;
    add_name(sum->kernels, xl_json_text(group, "kernel"));
}

/* "value 110, crash 10": the most frequent first. */
static void print_checks(const struct row_sum *sum)
{
    size_t left[XL_CHECKS];
    memcpy(left, sum->by_check, sizeof left);
    for (int printed = 0; printed < XL_CHECKS; printed++) {
        int most = 0;
        for (int check = 1; check < XL_CHECKS; check++)
            most = left[check] > left[most] ? check : most;
        if (!left[most])
            return;
        printf("%s%s %zu", printed ? ", " : "", xl_check_name((enum xl_check)most), left[most]);
        left[most] = 0;
    }
}

static int by_findings(const void *a, const void *b)
{
    const struct row_sum *x = a, *y = b;
    if (x->findings != y->findings)
        return x->findings > y->findings ? -1 : 1;
    return strcmp(x->row, y->row);
}

/* Adds each group from `first` on to its rows. Returns the number of rows. */
static size_t sum_up(struct json_object *groups, size_t first, struct row_sum *sums)
{
    size_t count = 0;
    for (size_t i = first; i < json_object_array_length(groups); i++) {
        struct json_object *group = json_object_array_get_idx(groups, i);
        struct json_object *rows = xl_json_array(group, "rows");
        for (size_t k = 0; k < json_object_array_length(rows); k++) {
            const char *row = json_object_get_string(json_object_array_get_idx(rows, k));
            size_t at = 0;
            while (at < count && strcmp(sums[at].row, row) != 0)
                at++;
            if (at == count)
                sums[count++] = (struct row_sum){.row = row, .kernels = json_object_new_array()};
            add_to_sum(&sums[at], group);
        }
    }
    qsort(sums, count, sizeof *sums, by_findings);
    return count;
}

/* Collects the groups of one check. Returns how many there are. */
static size_t sum_check(struct json_object *groups, enum xl_check check,
                        struct json_object *kernels, struct json_object *rows)
{
    size_t count = 0;
    for (size_t i = 0; i < json_object_array_length(groups); i++) {
        struct json_object *group = json_object_array_get_idx(groups, i);
        struct json_object *finding = xl_json_get(group, "finding", json_type_object);
        struct json_object *of = xl_json_array(group, "rows");
        if (xl_check_find(xl_json_text(finding, "check")) != (int)check)
            continue;
        count++;
        add_name(kernels, xl_json_text(group, "kernel"));
        for (size_t k = 0; k < json_object_array_length(of); k++)
            add_name(rows, json_object_get_string(json_object_array_get_idx(of, k)));
    }
    return count;
}

/* A line for each failed check, the most frequent first, over all findings. */
static void print_causes(struct json_object *groups)
{
    struct cause {
        size_t count;
        struct json_object *kernels, *rows;
    } causes[XL_CHECKS];
    printf("\n%zu findings in all, by check:\n", json_object_array_length(groups));
    for (enum xl_check check = 0; check < XL_CHECKS; check++) {
        struct cause *c = &causes[check];
        c->kernels = json_object_new_array();
        c->rows = json_object_new_array();
        c->count = sum_check(groups, check, c->kernels, c->rows);
    }
    for (;;) {
        enum xl_check most = 0;
        for (enum xl_check check = 1; check < XL_CHECKS; check++)
            most = causes[check].count > causes[most].count ? check : most;
        if (!causes[most].count)
            break;
        const size_t kernels = json_object_array_length(causes[most].kernels),
                     on = json_object_array_length(causes[most].rows);
        printf("  %s: %zu kernel%s on %zu row%s: ", xl_check_name(most), kernels,
               kernels == 1 ? "" : "s", on, on == 1 ? "" : "s");
        print_names(causes[most].kernels, 0);
        putchar('\n');
        causes[most].count = 0;
    }
    for (enum xl_check check = 0; check < XL_CHECKS; check++) {
        json_object_put(causes[check].kernels);
        json_object_put(causes[check].rows);
    }
}

/* A line for each row, of the findings that are not printed whole. */
static void print_rest(struct json_object *groups, size_t row_count)
{
    struct row_sum *sums = xl_alloc(row_count, sizeof *sums);
    size_t count = sum_up(groups, XL_SHOWN_FINDINGS, sums);
    print_causes(groups);
    printf("%zu of them are not shown above, by row:\n",
           json_object_array_length(groups) - XL_SHOWN_FINDINGS);
    for (size_t i = 0; i < count; i++) {
        if (i < XL_SUMMED_ROWS) {
            printf("  %s: %zu kernels (", sums[i].row, json_object_array_length(sums[i].kernels));
            print_checks(&sums[i]);
            printf("): ");
            print_names(sums[i].kernels, 0);
            putchar('\n');
        }
        json_object_put(sums[i].kernels);
    }
    if (count > XL_SUMMED_ROWS)
        printf("  and %zu more rows\n", count - XL_SUMMED_ROWS);
    free(sums);
}

/* A line for each known bug: its name, its kernels and rows. */
static void print_known_bugs(struct json_object *rows)
{
    struct json_object *bugs = json_object_new_object();
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        struct json_object *row = xl_row_notable(rows, i);
        struct json_object *kernels = xl_json_array(row, "kernels");
        for (size_t k = 0; kernels && k < json_object_array_length(kernels); k++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, k), *bug = NULL;
            const char *id = xl_json_text(kernel, "known_bug");
            if (!*id)
                continue;
            if (!json_object_object_get_ex(bugs, id, &bug)) {
                bug = json_object_new_object();
                json_object_object_add(bug, "kernels", json_object_new_array());
                json_object_object_add(bug, "rows", json_object_new_array());
                json_object_object_add(bugs, id, bug);
            }
            add_name(xl_json_array(bug, "kernels"), xl_json_text(kernel, "kernel"));
            add_name(xl_json_array(bug, "rows"), xl_json_text(row, "row"));
        }
    }
    if (json_object_object_length(bugs))
        putchar('\n');
    json_object_object_foreach(bugs, name, of)
    {
        printf("known bug %s: ", name);
        print_names(xl_json_array(of, "kernels"), 0);
        printf(" on ");
        print_names(xl_json_array(of, "rows"), 0);
        putchar('\n');
    }
    json_object_put(bugs);
}

/* All differences except those of known bugs, also those whose findings were dropped. */
static size_t count_differences(struct json_object *rows)
{
    size_t count = 0;
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        struct json_object *kernels = xl_json_array(xl_row_notable(rows, i), "kernels");
        for (size_t k = 0; kernels && k < json_object_array_length(kernels); k++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, k);
            if (xl_read_outcome(kernel) != XL_EMU_BUG)
                count += xl_json_number(kernel, "differences");
        }
    }
    return count;
}

static void print_groups(struct json_object *rows, uint64_t seed, const char *json)
{
    struct json_object *groups = xl_finding_groups(rows);
    size_t count = json_object_array_length(groups), differences = count_differences(rows);
    for (size_t i = 0; i < count && i < XL_SHOWN_FINDINGS; i++)
        print_group(json_object_array_get_idx(groups, i), seed);
    if (count > XL_SHOWN_FINDINGS)
        print_rest(groups, json_object_array_length(rows));
    if (differences > count) {
        printf("\n%zu differences; --all shows duplicates, ", differences);
        printf("%s%s them\n", json ? json : "--json FILE", json ? " has" : " writes");
    }
    json_object_put(groups);
}

void xl_findings_print(struct json_object *rows, uint64_t seed, bool all, const char *json)
{
    if (all)
        print_all(rows, seed);
    else
        print_groups(rows, seed, json);
    print_known_bugs(rows);
}
