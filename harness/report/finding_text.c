/* The text of findings: each bug once, the most frequent first.
 * SPDX-License-Identifier: MIT
 */
#include "report/finding_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "oracle/types.h"
#include "report/code_place.h"
#include "report/finding_groups.h"
#include "results/checks.h"
#include "results/packed_rows.h"
#include "results/results.h"
#include "results/results_json.h"

enum { XL_NAMED = 3, XL_SUMMED_ROWS = 20, XL_CPU_SHOWN = 32 };

/* ---- A finding in words: its title, and bits beside the numbers that they are ---- */

/* Causes that do not begin with "got", which names the element (execute/wrong_values.c). */
static const struct {
    const char *differs, *title;
} causes[] = {
    {"expected is a limit of the type: got is not saturated", "is not saturated"},
    {"got is a limit of the type: it is saturated", "is saturated"},
};

/* After the cause: how many elements have it. */
static size_t cause_length(const char *differs)
{
    const char *count = strstr(differs, ", in all ");
    return count ? (size_t)(count - differs) : strlen(differs);
}

/* What the element is; "": the cause is about others too. The caller frees it. */
static char *predicate_of(const char *differs, size_t length)
{
    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++)
        if (strlen(causes[i].differs) == length && strncmp(differs, causes[i].differs, length) == 0)
            return xl_copy_text(causes[i].title);
    if (strncmp(differs, "got ", 4) != 0)
        return xl_copy_text("");
    char *own = xl_format("%.*s", (int)length - 4, differs + 4);
    char *value = xl_replaced(own, "is expected ", "is the expected value "),
         *all = xl_replaced(value, "; got ", "; it ");
    free(own);
    free(value);
    return all;
}

char *xl_finding_title(struct json_object *finding)
{
    static const char wrong[] = "wrong value in ";
    const char *message = xl_key_text(finding, XL_KEY_finding_message),
               *differs = xl_key_text(finding, XL_KEY_finding_differs);
    char *element = xl_format("%s[%zu]", xl_key_text(finding, XL_KEY_finding_arg),
                              xl_key_number(finding, XL_KEY_finding_element));
    const size_t begin = sizeof wrong - 1 + strlen(element), length = cause_length(differs);
    char *title = NULL;
    if (length && strncmp(message, wrong, sizeof wrong - 1) == 0 &&
        strncmp(message + sizeof wrong - 1, element, strlen(element)) == 0) {
        char *predicate = predicate_of(differs, length);
        title = xl_format("%s%s%.*s (wrong value%s)", element, *predicate ? " " : ": ",
                          (int)(*predicate ? strlen(predicate) : length),
                          *predicate ? predicate : differs, message + begin);
        free(predicate);
    }
    free(element);
    return title ? title : xl_copy_text(message);
}

/* The type of an argument in the source's "a:u8 by:u8"; XL_TYPES: unknown. name: of this length. */
static enum xl_type type_of(struct json_object *source, const char *name, size_t length)
{
    for (const char *at = xl_key_text(source, XL_KEY_source_args); *at;
         at += strcspn(at, " "), at += *at == ' ') {
        if (strncmp(at, name, length) != 0 || at[length] != ':')
            continue;
        for (int type = 0; type < XL_TYPES; type++) {
            const char *known = xl_type_name((enum xl_type)type), *end = at + length + 1;
            if (strncmp(end, known, strlen(known)) == 0 && strchr(" ", end[strlen(known)]))
                return (enum xl_type)type;
        }
    }
    return XL_TYPES;
}

/* Adds the number that these bits are, unless they show it: up to 9, an integer looks the same. */
static void add_number(struct xl_text *to, enum xl_type type, const char *bits)
{
    char number[40], *end = NULL;
    const uint64_t value = strtoull(bits, &end, 16);
    if (type == XL_TYPES || end == bits || (value <= 9 && !xl_type_is_float(type)))
        return;
    xl_print_number(type, value, number, sizeof number);
    xl_text_add(to, " (%s)", number);
}

/* "0xfc (252)". source: of the kernel, as results have it; NULL, or without the argument: bits
 * alone. The caller frees it. */
static char *bits_in_words(struct json_object *source, const char *arg, const char *bits)
{
    struct xl_text text = {NULL};
    xl_text_add(&text, "%s", bits);
    add_number(&text, type_of(source, arg, strlen(arg)), bits);
    return text.at;
}

/* Ranges, as "a[0..3]=0x1 0x2", have bits alone. */
char *xl_inputs_in_words(struct json_object *source, const char *inputs)
{
    struct xl_text text = {NULL};
    xl_text_add(&text, "%s", "");
    while (*inputs) {
        const size_t word = strcspn(inputs, " "), name = strcspn(inputs, "[=, ");
        const char *equals = memchr(inputs, '=', word), *comma = memchr(inputs, ',', word);
        const size_t length = comma ? (size_t)(comma - inputs) : word;
        const bool is_one =
            equals && strncmp(equals, "=0x", 3) == 0 && strncmp(inputs + word, " 0x", 3) != 0;
        xl_text_add(&text, "%.*s", (int)length, inputs);
        if (is_one)
            add_number(&text, type_of(source, inputs, name), equals + 1);
        inputs += length;
        const size_t between = *inputs == ',' ? 1 + (inputs[1] == ' ') : *inputs == ' ';
        xl_text_add(&text, "%.*s", (int)between, inputs);
        inputs += between;
    }
    return text.at;
}

enum { XL_ERROR_TEXT = 64 };

/* The error of a finding's element: "0.5, bound 0.25" or "3 ULP"; "": it has none, or must be
 * exact. */
static void describe_error(struct json_object *finding, char *text, size_t size)
{
    const double ulp = xl_key_measure(finding, XL_KEY_finding_ulp);
    text[0] = '\0';
    if (xl_key_has(finding, XL_KEY_finding_bound))
        snprintf(text, size, "%.3g, bound %.3g", xl_key_measure(finding, XL_KEY_finding_error),
                 xl_key_measure(finding, XL_KEY_finding_bound));
    else if (ulp != 0)
        snprintf(text, size, "%.6g ULP", ulp);
}

char *xl_finding_sentence(struct json_object *source, struct json_object *finding)
{
    char error[XL_ERROR_TEXT], *title = xl_finding_title(finding);
    const char *message = xl_key_text(finding, XL_KEY_finding_message),
               *differs = xl_key_text(finding, XL_KEY_finding_differs),
               *arg = xl_key_text(finding, XL_KEY_finding_arg);
    struct xl_text text = {NULL};
    xl_text_add(&text, "%s", title);
    if (*xl_key_text(finding, XL_KEY_finding_got)) {
        char *got = bits_in_words(source, arg, xl_key_text(finding, XL_KEY_finding_got)),
             *expected = bits_in_words(source, arg, xl_key_text(finding, XL_KEY_finding_expected));
        xl_text_add(&text, ": got %s, expected %s", got, expected);
        free(got);
        free(expected);
    }
    describe_error(finding, error, sizeof error);
    if (*error)
        xl_text_add(&text, ", error %s", error);
    if (*differs && strcmp(title, message) == 0) /* else the title says it */
        xl_text_add(&text, "; %s", differs);
    free(title);
    return text.at;
}

/* ---- A finding as lines ---- */

void xl_print_heading(const char *word)
{
    const bool has_colour = xl_has_colour(STDOUT_FILENO);
    printf("\n%s%s%s ", has_colour ? "\033[31m" : "", word, has_colour ? "\033[0m" : "");
}

static void put_element(FILE *to, struct json_object *source, struct json_object *f)
{
    const char *arg = xl_key_text(f, XL_KEY_finding_arg);
    char *got = bits_in_words(source, arg, xl_key_text(f, XL_KEY_finding_got)),
         *expected = bits_in_words(source, arg, xl_key_text(f, XL_KEY_finding_expected));
    fprintf(to, "  where      %s[%zu], lane %zu\n", arg, xl_key_number(f, XL_KEY_finding_element),
            xl_key_number(f, XL_KEY_finding_lane));
    fprintf(to, "  got        %s\n  expected   %s\n", got, expected);
    free(got);
    free(expected);
    char error[XL_ERROR_TEXT];
    describe_error(f, error, sizeof error);
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
    const char *cpu = xl_key_text(row, XL_KEY_row_qemu_cpu),
               *runner = xl_key_text(row, XL_KEY_row_runner);
    const bool is_cut = is_short && strlen(cpu) > XL_CPU_SHOWN;

    put_line(to, f, "id", XL_KEY_finding_id);
    if (!xl_key_has(row, XL_KEY_row_suite)) /* a test's name is in its message */
        fprintf(to, "  check      %s\n  kernel     %s, variant %s\n",
                xl_key_text(f, XL_KEY_finding_check), xl_key_text(kernel, XL_KEY_kernel_kernel),
                xl_key_text(kernel, XL_KEY_kernel_variant));
    fprintf(to, "  row        %s (%s, %s%s%.*s%s, VL %zu)\n", xl_key_text(row, XL_KEY_row_row),
            xl_key_text(row, XL_KEY_row_compiler_version), runner, *runner ? ", " : "QEMU_CPU ",
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
    put_line(to, f, "elsewhere", XL_KEY_finding_elsewhere);
    put_line(to, f, "alone", XL_KEY_finding_alone);
    put_line(to, f, "vector", XL_KEY_finding_vector);
}

static struct json_object *source_of(struct json_object *sources, struct json_object *kernel)
{
    return xl_json_find(sources, xl_key_name(XL_KEY_source_kernel),
                        xl_key_text(kernel, XL_KEY_kernel_kernel));
}

/* ---- Findings on the console ---- */

enum { XL_SHOWN_LINES = 10 }; /* of what a test printed */

/* The line of the first failure that a test printed: of GoogleTest, assert(3), Rust, and TAP. NULL:
 * none is recognized. */
static const char *first_failure(const char *output)
{
    static const char *const marks[] = {": Failure\n", "ssertion `", "panicked at ", "\nnot ok "};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        const char *found = strstr(output, marks[i]);
        first = found && (!first || found < first) ? found : first;
    }
    if (first && *first == '\n')
        return first + 1;
    while (first && first > output && first[-1] != '\n')
        first--;
    return first;
}

static size_t count_lines(const char *from, const char *to)
{
    size_t lines = 0;
    for (; from < to; from++)
        lines += *from == '\n';
    return lines;
}

/* Prints the first failure of what a test printed, or else the last lines. */
static void print_output(struct json_object *test)
{
    const char *output = xl_key_text(test, XL_KEY_kernel_output), *end = output + strlen(output);
    while (end > output && end[-1] == '\n')
        end--;
    const char *at = end, *failure = first_failure(output);
    for (size_t lines = 0; at > output && !(at[-1] == '\n' && ++lines == XL_SHOWN_LINES);)
        at--;
    if (failure && failure < at) {
        at = failure;
        printf("  output     %d of %zu lines, which --json has\n", XL_SHOWN_LINES,
               count_lines(output, end) + 1);
    } else if (at < end && at > output) {
        const size_t before = count_lines(output, at);
        printf("  output     without %zu line%s before, which --json has\n", before, xl_s(before));
    } else if (at < end) {
        printf("  output\n");
    }
    for (size_t lines = 0; at < end && lines < XL_SHOWN_LINES; lines++) {
        const size_t length = strcspn(at, "\n"), left = (size_t)(end - at);
        printf("    %.*s\n", (int)(length < left ? length : left), at);
        at += length + 1;
    }
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
                print_output(kernel);
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
    print_output(group->kernel);
}

/* The findings of one row, of one check, or of one known bug. */
struct sum {
    const char *name;
    int check; /* < 0: it is of a row or a bug */
    size_t findings, by_check[XL_CHECKS];
    struct json_object *kernels, *rows; /* names */
};

struct sums {
    struct sum *at;
    size_t count, room;
};

/* The sum of this name, new if there is none. */
static struct sum *sum_of(struct sums *sums, const char *name, int check)
{
    for (size_t i = 0; i < sums->count; i++)
        if (strcmp(sums->at[i].name, name) == 0)
            return &sums->at[i];
    xl_push(sums, ((struct sum){.name = name,
                                .check = check,
                                .kernels = json_object_new_array(),
                                .rows = json_object_new_array()}));
    return &sums->at[sums->count - 1];
}

static void free_sums(struct sums *sums)
{
    for (size_t i = 0; i < sums->count; i++) {
        json_object_put(sums->at[i].kernels);
        json_object_put(sums->at[i].rows);
    }
    free(sums->at);
}

static void add_to_sum(struct sum *sum, const struct xl_finding_group *group, int check)
{
    sum->findings++;
    if (check >= 0)
        sum->by_check[check]++;
    add_name(sum->kernels, xl_key_text(group->kernel, XL_KEY_kernel_kernel));
}

/* The most frequent first; then checks in their order, rows by their names. */
static int by_findings(const void *a, const void *b)
{
    const struct sum *x = a, *y = b;
    if (x->findings != y->findings)
        return x->findings > y->findings ? -1 : 1;
    return x->check != y->check ? x->check - y->check : strcmp(x->name, y->name);
}

static int check_of(const struct xl_finding_group *group)
{
    return xl_check_find(xl_key_text(group->finding, XL_KEY_finding_check));
}

/* "value 110, crash 10": the most frequent first. */
static void print_checks(const struct sum *sum)
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

/* A line for each failed check, over all findings. */
static void print_causes(const struct xl_finding_groups *groups)
{
    struct sums sums = {0};
    printf("\n%zu finding%s in all, by check:\n", groups->count, xl_s(groups->count));
    for (size_t i = 0; i < groups->count; i++) {
        const struct xl_finding_group *group = &groups->at[i];
        const int check = check_of(group);
        if (check < 0)
            continue;
        struct sum *sum = sum_of(&sums, xl_check_name((enum xl_check)check), check);
        add_to_sum(sum, group, check);
        for (size_t k = 0; k < xl_json_length(group->rows); k++)
            add_name(sum->rows, json_object_get_string(json_object_array_get_idx(group->rows, k)));
    }
    if (sums.count)
        qsort(sums.at, sums.count, sizeof *sums.at, by_findings);
    for (size_t i = 0; i < sums.count; i++) {
        const size_t kernels = xl_json_length(sums.at[i].kernels),
                     on = xl_json_length(sums.at[i].rows);
        printf("  %s: %zu kernel%s on %zu row%s: ", sums.at[i].name, kernels, xl_s(kernels), on,
               xl_s(on));
        print_names(sums.at[i].kernels, 0);
        putchar('\n');
    }
    free_sums(&sums);
}

/* A line for each row, of the findings that are not printed whole. */
static void print_rest(const struct xl_finding_groups *groups)
{
    struct sums sums = {0};
    for (size_t i = XL_SHOWN_FINDINGS; i < groups->count; i++) {
        struct json_object *rows = groups->at[i].rows;
        for (size_t k = 0; k < xl_json_length(rows); k++) {
            const char *row = json_object_get_string(json_object_array_get_idx(rows, k));
            add_to_sum(sum_of(&sums, row, -1), &groups->at[i], check_of(&groups->at[i]));
        }
    }
    if (sums.count)
        qsort(sums.at, sums.count, sizeof *sums.at, by_findings);
    print_causes(groups);
    const size_t hidden = groups->count - XL_SHOWN_FINDINGS;
    printf("%zu of them %s not shown above, by row:\n", hidden, xl_plural(hidden, "is", "are"));
    for (size_t i = 0; i < sums.count && i < XL_SUMMED_ROWS; i++) {
        const size_t kernels = xl_json_length(sums.at[i].kernels);
        printf("  %s: %zu kernel%s (", sums.at[i].name, kernels, xl_s(kernels));
        print_checks(&sums.at[i]);
        printf("): ");
        print_names(sums.at[i].kernels, 0);
        putchar('\n');
    }
    if (sums.count > XL_SUMMED_ROWS)
        printf("  and %zu more row%s\n", sums.count - XL_SUMMED_ROWS,
               xl_s(sums.count - XL_SUMMED_ROWS));
    free_sums(&sums);
}

/* A line for each known bug: its name, its kernels and rows. */
static void print_known_bugs(struct json_object *rows)
{
    struct sums bugs = {0};
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = xl_row_notable(rows, i);
        struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
        for (size_t k = 0; k < xl_json_length(kernels); k++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, k);
            const char *id = xl_key_text(kernel, XL_KEY_kernel_known_bug);
            if (!*id)
                continue;
            struct sum *bug = sum_of(&bugs, id, -1);
            add_name(bug->kernels, xl_key_text(kernel, XL_KEY_kernel_kernel));
            add_name(bug->rows, xl_key_text(row, XL_KEY_row_row));
        }
    }
    if (bugs.count)
        putchar('\n');
    for (size_t b = 0; b < bugs.count; b++) {
        printf("known bug %s: ", bugs.at[b].name);
        print_names(bugs.at[b].kernels, 0);
        printf(" on ");
        print_names(bugs.at[b].rows, 0);
        putchar('\n');
    }
    free_sums(&bugs);
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
        print_rest(&groups);
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
