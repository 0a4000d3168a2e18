/* The text of findings: each bug once, the most frequent first.
 * SPDX-License-Identifier: MIT
 */
#include "report/finding_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "report/code_place.h"
#include "report/finding_groups.h"
#include "report/finding_words.h"
#include "results/checks.h"
#include "results/packed_rows.h"
#include "results/results.h"
#include "results/results_json.h"

enum { XL_NAMED = 3, XL_SUMMED_ROWS = 20, XL_CPU_SHOWN = 32 };

void xl_print_heading(const char *word)
{
    const bool has_colour = xl_has_colour(STDOUT_FILENO);
    printf("\n%s%s%s ", has_colour ? "\033[31m" : "", word, has_colour ? "\033[0m" : "");
}

static void put_element(FILE *to, struct json_object *source, struct json_object *f)
{
    const char *arg = xl_key_text(f, XL_KEY_finding_arg);
    char *got = xl_bits_in_words(source, arg, xl_key_text(f, XL_KEY_finding_got)),
         *expected = xl_bits_in_words(source, arg, xl_key_text(f, XL_KEY_finding_expected));
    fprintf(to, "  where      %s[%zu], lane %zu\n", arg, xl_key_number(f, XL_KEY_finding_element),
            xl_key_number(f, XL_KEY_finding_lane));
    fprintf(to, "  got        %s\n  expected   %s\n", got, expected);
    free(got);
    free(expected);
    char error[XL_ERROR_TEXT];
    xl_finding_error(f, error, sizeof error);
    if (error[0])
        fprintf(to, "  error      %s\n", error);
}

static void put_line(FILE *to, struct json_object *f, const char *title, enum xl_key key)
{
    if (*xl_key_text(f, key))
        fprintf(to, "  %-9s  %s\n", title, xl_key_text(f, key));
}

static void put_inputs(FILE *to, struct json_object *source, struct json_object *f)
{
    char *inputs = xl_inputs_in_words(source, xl_key_text(f, XL_KEY_finding_inputs));
    if (*inputs)
        fprintf(to, "  input      %s\n", inputs);
    free(inputs);
}

void xl_finding_put(FILE *to, struct json_object *row, struct json_object *kernel,
                    struct json_object *source, struct json_object *f, uint64_t seed, bool is_short)
{
    const char *cpu = xl_key_text(row, XL_KEY_row_qemu_cpu);
    const bool is_cut = is_short && strlen(cpu) > XL_CPU_SHOWN;

    put_line(to, f, "id", XL_KEY_finding_id);
    if (!xl_key_has(row, XL_KEY_row_suite)) /* a test's name is in its message */
        fprintf(to, "  check      %s\n  kernel     %s, variant %s\n",
                xl_key_text(f, XL_KEY_finding_check), xl_key_text(kernel, XL_KEY_kernel_kernel),
                xl_key_text(kernel, XL_KEY_kernel_variant));
    fprintf(to, "  row        %s (%s, QEMU_CPU %.*s%s, VL %zu)\n", xl_key_text(row, XL_KEY_row_row),
            xl_key_text(row, XL_KEY_row_compiler_version),
            (int)(is_cut ? strcspn(cpu, ",") : strlen(cpu)), cpu, is_cut ? ",..." : "",
            xl_key_number(row, XL_KEY_row_vl_bits));
    if (xl_key_has(f, XL_KEY_finding_n))
        fprintf(to, "  call       n = %zu%s%s, seed %llu, fill %s, buffers at %s, alignment %zu\n",
                xl_key_number(f, XL_KEY_finding_n),
                *xl_key_text(f, XL_KEY_finding_sizes) ? ", " : "",
                xl_key_text(f, XL_KEY_finding_sizes), (unsigned long long)seed,
                xl_key_text(f, XL_KEY_finding_fill), xl_key_text(f, XL_KEY_finding_place),
                xl_key_number(f, XL_KEY_finding_alignment));
    put_line(to, f, "group", XL_KEY_finding_group);
    put_line(to, kernel, "calls", XL_KEY_kernel_failing_calls);
    if (xl_key_has(f, XL_KEY_finding_element))
        put_element(to, source, f);
    put_line(to, f, "lanes", XL_KEY_finding_lanes);
    if (*xl_key_text(f, XL_KEY_finding_vector_got))
        fprintf(to, "             got       %s\n             expected  %s\n",
                xl_key_text(f, XL_KEY_finding_vector_got),
                xl_key_text(f, XL_KEY_finding_vector_expected));
    put_line(to, f, "which", XL_KEY_finding_which);
    put_line(to, f, "differs", XL_KEY_finding_differs);
    put_inputs(to, source, f);
    put_line(to, f, "alone", XL_KEY_finding_alone);
    put_line(to, f, "vector", XL_KEY_finding_vector);
}

static struct json_object *source_of(struct json_object *sources, struct json_object *kernel)
{
    return xl_json_find(sources, xl_key_name(XL_KEY_source_kernel),
                        xl_key_text(kernel, XL_KEY_kernel_kernel));
}

/* Prints all but the command. */
static void print_finding(struct json_object *sources, struct json_object *row,
                          struct json_object *kernel, struct json_object *f, uint64_t seed,
                          bool is_short)
{
    struct json_object *source = source_of(sources, kernel);
    const struct xl_code_place place = xl_code_place(kernel, f, source);
    char *title = xl_finding_title(f);
    xl_print_heading("FINDING");
    printf("%s on %s: %s\n", xl_key_text(kernel, XL_KEY_kernel_kernel),
           xl_key_text(row, XL_KEY_row_row), title);
    xl_finding_put(stdout, row, kernel, source, f, seed, is_short);
    free(title);
    if (*place.file && place.line)
        printf("  code       %s:%zu\n", place.file, place.line);
    free(place.file);
}

/* GNU Coding Standards, "Formatting Error Messages". A finding without code names no file. */
static void print_gcc_style(struct json_object *sources, const struct xl_finding_group *group)
{
    struct json_object *f = group->finding;
    const struct xl_code_place place =
        xl_code_place(group->kernel, f, source_of(sources, group->kernel));
    char *sentence = xl_finding_sentence(source_of(sources, group->kernel), f);
    if (*place.file && place.line)
        printf("%s:%zu: ", place.file, place.line);
    printf("error: %s: %s", xl_key_text(group->kernel, XL_KEY_kernel_kernel), sentence);
    free(sentence);
    printf("; %s", group->fails ? group->fails : xl_key_text(group->row, XL_KEY_row_row));
    printf(" [%s %s]\n", xl_key_text(f, XL_KEY_finding_check), xl_key_text(f, XL_KEY_finding_id));
    free(place.file);
}

static void print_all(struct json_object *rows, struct json_object *sources, uint64_t seed)
{
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = xl_row_notable(rows, i);
        struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
        for (size_t k = 0; k < xl_json_length(kernels); k++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, k);
            struct json_object *findings = xl_key_array(kernel, XL_KEY_kernel_findings);
            size_t count = xl_json_length(findings);
            for (size_t f = 0; f < count; f++) {
                struct json_object *finding = json_object_array_get_idx(findings, f);
                print_finding(sources, row, kernel, finding, seed, false);
                put_line(stdout, finding, "reproduce", XL_KEY_finding_command);
            }
            if (xl_key_number(kernel, XL_KEY_kernel_differences) > count)
                printf("  and %zu more difference%s of %s on %s\n",
                       xl_key_number(kernel, XL_KEY_kernel_differences) - count,
                       xl_s(xl_key_number(kernel, XL_KEY_kernel_differences) - count),
                       xl_key_text(kernel, XL_KEY_kernel_kernel), xl_key_text(row, XL_KEY_row_row));
        }
    }
}

/* Prints a few names from `first` on, and how many more there are. */
static void print_names(struct json_object *names, size_t first)
{
    size_t count = xl_json_length(names);
    size_t shown = count <= first + XL_NAMED + 1 ? count : first + XL_NAMED;
    for (size_t i = first; i < shown; i++)
        printf("%s%s", i > first ? ", " : "",
               json_object_get_string(json_object_array_get_idx(names, i)));
    if (count > shown)
        printf(" and %zu more", count - shown);
}

static void add_name(struct json_object *names, const char *name)
{
    for (size_t i = 0; i < xl_json_length(names); i++)
        if (strcmp(json_object_get_string(json_object_array_get_idx(names, i)), name) == 0)
            return;
    json_object_array_add(names, json_object_new_string(name));
}

static void print_group(struct json_object *sources, const struct xl_finding_group *group,
                        uint64_t seed)
{
    print_finding(sources, group->row, group->kernel, group->finding, seed, true);
    if (xl_json_length(group->rows) > 1) {
        printf("  also on    ");
        print_names(group->rows, 1);
        putchar('\n');
    }
    if (group->fails)
        printf("  rows       %s\n", group->fails);
    put_line(stdout, group->finding, "reproduce", XL_KEY_finding_command);
}

/* The findings of one row that are not printed whole. */
struct row_sum {
    const char *row;
    size_t findings, by_check[XL_CHECKS];
    struct json_object *kernels; /* names */
};

static int check_of(const struct xl_finding_group *group)
{
    return xl_check_find(xl_key_text(group->finding, XL_KEY_finding_check));
}

static void add_to_sum(struct row_sum *sum, const struct xl_finding_group *group)
{
    const int check = check_of(group);
    sum->findings++;
    if (check >= 0)
        sum->by_check[check]++;
    add_name(sum->kernels, xl_key_text(group->kernel, XL_KEY_kernel_kernel));
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
static size_t sum_up(const struct xl_finding_groups *groups, size_t first, struct row_sum *sums)
{
    size_t count = 0;
    for (size_t i = first; i < groups->count; i++) {
        struct json_object *rows = groups->at[i].rows;
        for (size_t k = 0; k < xl_json_length(rows); k++) {
            const char *row = json_object_get_string(json_object_array_get_idx(rows, k));
            size_t at = 0;
            while (at < count && strcmp(sums[at].row, row) != 0)
                at++;
            if (at == count)
                sums[count++] = (struct row_sum){.row = row, .kernels = json_object_new_array()};
            add_to_sum(&sums[at], &groups->at[i]);
        }
    }
    qsort(sums, count, sizeof *sums, by_findings);
    return count;
}

/* Collects the groups of one check. Returns how many there are. */
static size_t sum_check(const struct xl_finding_groups *groups, enum xl_check check,
                        struct json_object *kernels, struct json_object *rows)
{
    size_t count = 0;
    for (size_t i = 0; i < groups->count; i++) {
        const struct xl_finding_group *group = &groups->at[i];
        if (check_of(group) != (int)check)
            continue;
        count++;
        add_name(kernels, xl_key_text(group->kernel, XL_KEY_kernel_kernel));
        for (size_t k = 0; k < xl_json_length(group->rows); k++)
            add_name(rows, json_object_get_string(json_object_array_get_idx(group->rows, k)));
    }
    return count;
}

/* A line for each failed check, the most frequent first, over all findings. */
static void print_causes(const struct xl_finding_groups *groups)
{
    struct cause {
        size_t count;
        struct json_object *kernels, *rows;
    } causes[XL_CHECKS];
    printf("\n%zu finding%s in all, by check:\n", groups->count, xl_s(groups->count));
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
        const size_t kernels = xl_json_length(causes[most].kernels),
                     on = xl_json_length(causes[most].rows);
        printf("  %s: %zu kernel%s on %zu row%s: ", xl_check_name(most), kernels, xl_s(kernels), on,
               xl_s(on));
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
static void print_rest(const struct xl_finding_groups *groups, size_t row_count)
{
    struct row_sum *sums = xl_alloc(row_count, sizeof *sums);
    size_t count = sum_up(groups, XL_SHOWN_FINDINGS, sums);
    print_causes(groups);
    const size_t hidden = groups->count - XL_SHOWN_FINDINGS;
    printf("%zu of them %s not shown above, by row:\n", hidden, xl_plural(hidden, "is", "are"));
    for (size_t i = 0; i < count; i++) {
        if (i < XL_SUMMED_ROWS) {
            const size_t kernels = xl_json_length(sums[i].kernels);
            printf("  %s: %zu kernel%s (", sums[i].row, kernels, xl_s(kernels));
            print_checks(&sums[i]);
            printf("): ");
            print_names(sums[i].kernels, 0);
            putchar('\n');
        }
        json_object_put(sums[i].kernels);
    }
    if (count > XL_SUMMED_ROWS)
        printf("  and %zu more row%s\n", count - XL_SUMMED_ROWS, xl_s(count - XL_SUMMED_ROWS));
    free(sums);
}

struct known_bug {
    const char *id;
    struct json_object *kernels, *rows; /* names */
};

/* A line for each known bug: its name, its kernels and rows. */
static void print_known_bugs(struct json_object *rows)
{
    struct {
        struct known_bug *at;
        size_t count, room;
    } bugs = {0};
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = xl_row_notable(rows, i);
        struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
        for (size_t k = 0; k < xl_json_length(kernels); k++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, k);
            const char *id = xl_key_text(kernel, XL_KEY_kernel_known_bug);
            if (!*id)
                continue;
            size_t b = 0;
            while (b < bugs.count && strcmp(bugs.at[b].id, id) != 0)
                b++;
            if (b == bugs.count)
                xl_push(&bugs,
                        ((struct known_bug){id, json_object_new_array(), json_object_new_array()}));
            add_name(bugs.at[b].kernels, xl_key_text(kernel, XL_KEY_kernel_kernel));
            add_name(bugs.at[b].rows, xl_key_text(row, XL_KEY_row_row));
        }
    }
    if (bugs.count)
        putchar('\n');
    for (size_t b = 0; b < bugs.count; b++) {
        printf("known bug %s: ", bugs.at[b].id);
        print_names(bugs.at[b].kernels, 0);
        printf(" on ");
        print_names(bugs.at[b].rows, 0);
        putchar('\n');
        json_object_put(bugs.at[b].kernels);
        json_object_put(bugs.at[b].rows);
    }
    free(bugs.at);
}

/* All differences except those of known bugs, also those whose findings were dropped. */
static size_t count_differences(struct json_object *rows)
{
    size_t count = 0;
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *kernels = xl_key_array(xl_row_notable(rows, i), XL_KEY_row_kernels);
        for (size_t k = 0; k < xl_json_length(kernels); k++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, k);
            if (xl_key_outcome(kernel) != XL_EMU_BUG)
                count += xl_key_number(kernel, XL_KEY_kernel_differences);
        }
    }
    return count;
}

static void print_groups(struct json_object *rows, struct json_object *sources, uint64_t seed,
                         enum xl_finding_style style, const char *json)
{
    struct xl_finding_groups groups = xl_finding_groups(rows, rows);
    const size_t differences = count_differences(rows);
    if (style == XL_GCC_STYLE && groups.count)
        putchar('\n');
    for (size_t i = 0; i < groups.count && style == XL_GCC_STYLE; i++)
        print_gcc_style(sources, &groups.at[i]);
    for (size_t i = 0; i < groups.count && i < XL_SHOWN_FINDINGS && style == XL_EACH_BUG; i++)
        print_group(sources, &groups.at[i], seed);
    if (groups.count > XL_SHOWN_FINDINGS && style == XL_EACH_BUG)
        print_rest(&groups, xl_json_length(rows));
    if (differences > groups.count) {
        printf("\n%zu differences; --all shows duplicates, ", differences);
        printf("%s%s them\n", json ? json : "--json FILE", json ? " has" : " writes");
    }
    xl_finding_groups_free(&groups);
}

void xl_findings_print(struct json_object *rows, struct json_object *sources, uint64_t seed,
                       enum xl_finding_style style, const char *json)
{
    struct json_object *shown = xl_results_printable(rows);
    if (style == XL_EACH_FINDING)
        print_all(shown, sources, seed);
    else
        print_groups(shown, sources, seed, style, json);
    print_known_bugs(shown);
    json_object_put(shown);
}
