/* The conclusion of a run, in one line: "FAIL: brighten on 4 of 5 rows".
 * SPDX-License-Identifier: MIT
 */
#include "report/conclusion.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "results/packed_rows.h"
#include "results/results.h"
#include "results/results_json.h"

enum { XL_NAMED = 3, XL_REASON = 100 };

/* What the rows say. */
struct sum {
    size_t rows, passed, skipped, not_run, known;
    size_t failed;      /* rows with a failing kernel */
    size_t others;      /* failed rows without one, such as those without evidence */
    const char *reason; /* of the first of these */
    size_t hollow;      /* tests */
    struct json_object *kernels, *hollows; /* names */
};

/* Adds the kernels that failed. Returns whether there is one. */
static bool add_kernels(struct sum *s, struct json_object *row)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    bool failed = false;
    for (size_t i = 0; i < xl_json_length(kernels); i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        const char *name = xl_key_text(kernel, XL_KEY_kernel_kernel);
        if (*xl_key_text(kernel, XL_KEY_kernel_hollow))
            json_object_object_add(s->hollows, name, NULL);
        if (xl_key_verdict(kernel) != XL_FAIL)
            continue;
        json_object_object_add(s->kernels, name, NULL);
        failed = true;
    }
    return failed;
}

static void add_row(struct sum *s, struct json_object *row)
{
    const int outcome = xl_key_outcome(row);
    s->rows++;
    s->passed += outcome == XL_PASS || outcome == XL_EMU_BUG;
    s->known += outcome == XL_EMU_BUG;
    s->skipped += outcome == XL_SKIP;
    s->not_run += outcome == XL_NOT_RUN;
    if (add_kernels(s, row))
        s->failed++;
    else if (outcome == XL_FAIL && !s->others++)
        s->reason = xl_key_text(row, XL_KEY_row_reason);
}

static struct sum sum_up(struct json_object *rows)
{
    struct sum s = {.kernels = json_object_new_object(), .hollows = json_object_new_object()};
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = xl_row_notable(rows, i);
        if (row) {
            add_row(&s, row);
        } else { /* packed rows passed */
            s.rows++;
            s.passed++;
        }
    }
    return s;
}

/* "a", "a and b", "a, b and c", "a, b, c and 4 more" */
static void add_names(struct xl_text *text, struct json_object *names)
{
    const size_t count = (size_t)json_object_object_length(names),
                 shown = count > XL_NAMED ? XL_NAMED : count;
    size_t i = 0;
    json_object_object_foreach(names, name, unused)
    {
        (void)unused;
        if (i == shown)
            break;
        xl_text_add(text, "%s%s", !i ? "" : i + 1 == count ? " and " : ", ", name);
        i++;
    }
    if (count > shown)
        xl_text_add(text, " and %zu more", count - shown);
}

/* The kernels that failed, and on how many rows. */
static void add_failed(struct xl_text *text, const struct sum *s, const char *unit)
{
    const size_t count = (size_t)json_object_object_length(s->kernels);
    if (count > XL_NAMED)
        xl_text_add(text, "%zu %s on %zu of %zu row%s: ", count, unit, s->failed, s->rows,
                    xl_s(s->rows));
    add_names(text, s->kernels);
    if (count <= XL_NAMED)
        xl_text_add(text, " on %zu of %zu row%s", s->failed, s->rows, xl_s(s->rows));
}

/* Each reason why it failed. */
static void add_reasons(struct xl_text *text, const struct sum *s,
                        struct json_object *disagreements, const char *unit)
{
    const char *between = "";
    if (s->failed) {
        add_failed(text, s, unit);
        between = "; ";
    }
    if (xl_json_length(disagreements)) {
        const size_t count = xl_json_length(disagreements);
        xl_text_add(
            text, "%s%s", between,
            xl_key_text(json_object_array_get_idx(disagreements, 0), XL_KEY_disagreement_kernel));
        if (count > 1)
            xl_text_add(text, " and %zu more", count - 1);
        xl_text_add(text, " differ%s between rows", count > 1 ? "" : "s");
        between = "; ";
    }
    if (s->others) {
        const int length = (int)strcspn(s->reason, "\n");
        xl_text_add(text, "%s%zu of %zu row%s%s%.*s%s", between, s->others, s->rows, xl_s(s->rows),
                    length ? ": " : "", length < XL_REASON ? length : XL_REASON, s->reason,
                    length > XL_REASON ? "..." : "");
        between = "; ";
    }
    if (s->not_run)
        xl_text_add(text, "%s%zu of %zu row%s did not run", between, s->not_run, s->rows,
                    xl_s(s->rows));
}

static void add_pass(struct xl_text *text, const struct sum *s, size_t count, const char *unit)
{
    const size_t hollow = (size_t)json_object_object_length(s->hollows);
    const int singular = (int)strlen(unit) - 1;
    xl_text_add(text, "PASS: %zu %.*s on %zu row%s", count, count == 1 ? singular : singular + 1,
                unit, s->passed, xl_s(s->passed));
    if (s->known)
        xl_text_add(text, ", %zu with known bugs", s->known);
    if (s->skipped)
        xl_text_add(text, ", %zu skipped", s->skipped);
    if (hollow)
        xl_text_add(text, "; %zu %s hollow", hollow, hollow == 1 ? "test is" : "tests are");
}

char *xl_conclusion(struct json_object *rows, struct json_object *disagreements, size_t count,
                    const char *unit)
{
    struct xl_text text = {NULL};
    const struct sum s = sum_up(rows);
    if (s.failed || s.others || s.not_run || xl_json_length(disagreements)) {
        xl_text_add(&text, "FAIL: ");
        add_reasons(&text, &s, disagreements, unit);
    } else if (s.passed) {
        add_pass(&text, &s, count, unit);
    } else if (strcmp(unit, "tests") == 0) { /* which have to run somewhere */
        xl_text_add(&text, "FAIL: no test ran on any of %zu row%s", s.rows, xl_s(s.rows));
    } else {
        xl_text_add(&text, "SKIP: %s%zu row%s", s.rows > 1 ? "all of " : "", s.rows, xl_s(s.rows));
    }
    json_object_put(s.kernels);
    json_object_put(s.hollows);
    return text.at;
}

/* Those that are in the rows; -1: some are not read, because they passed. */
static long count_names(struct json_object *rows)
{
    struct json_object *names = json_object_new_object();
    bool is_whole = true;
    for (size_t i = 0; i < xl_json_length(rows) && is_whole; i++) {
        struct json_object *row = xl_row_notable(rows, i),
                           *kernels = xl_key_array(row, XL_KEY_row_kernels);
        is_whole = row && !xl_key_number(row, XL_KEY_row_left_out);
        for (size_t k = 0; k < xl_json_length(kernels); k++)
            json_object_object_add(
                names, xl_key_text(json_object_array_get_idx(kernels, k), XL_KEY_kernel_kernel),
                NULL);
    }
    const long count = is_whole ? json_object_object_length(names) : -1;
    json_object_put(names);
    return count;
}

size_t xl_concluded_count(struct json_object *sources, struct json_object *rows)
{
    const long count = count_names(rows);
    return count >= 0 ? (size_t)count : xl_json_length(sources);
}

char *xl_merged_conclusion(const struct xl_merged *m)
{
    struct json_object *rows = xl_key_array(m->results, XL_KEY_run_rows),
                       *sources = xl_key_array(m->results, XL_KEY_run_sources);
    return xl_conclusion(rows, xl_key_array(m->results, XL_KEY_run_disagreements),
                         xl_concluded_count(sources, rows), xl_merged_unit(m));
}

char *xl_merged_counts(const struct xl_merged *m)
{
    const size_t rows = xl_json_length(xl_key_array(m->results, XL_KEY_run_rows)),
                 ran = m->counts[XL_PASS] + m->counts[XL_FAIL] + m->counts[XL_EMU_BUG];
    return xl_format("%zu of %zu %s %s on %zu of %zu rows", m->checked, m->kernels,
                     xl_merged_unit(m), m->has_kernels || !m->has_suites ? "checked" : "ran", ran,
                     rows);
}

void xl_outcomes_put(FILE *f, const size_t counts[XL_OUTCOMES])
{
    fprintf(f, "%zu pass, %zu fail, %zu skip, %zu emu-bug, %zu not-run\n", counts[XL_PASS],
            counts[XL_FAIL], counts[XL_SKIP], counts[XL_EMU_BUG], counts[XL_NOT_RUN]);
}

void xl_conclusion_print(const char *conclusion)
{
    static const char *const colours[] = {"PASS\033[32m", "FAIL\033[31m", "SKIP\033[33m"};
    const int word = (int)strcspn(conclusion, ":");
    const char *colour = NULL;
    for (size_t i = 0; i < sizeof colours / sizeof colours[0] && xl_has_colour(STDOUT_FILENO); i++)
        if (strncmp(conclusion, colours[i], 4) == 0)
            colour = colours[i] + 4;
    if (colour)
        printf("%s\033[1m%.*s\033[0m%s\n", colour, word, conclusion, conclusion + word);
    else
        printf("%s\n", conclusion);
}
