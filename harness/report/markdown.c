/* The summary of merged results in GitHub's Markdown.
 * SPDX-License-Identifier: MIT
 */
#include "report/formats.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/unicode.h"
#include "report/code_place.h"
#include "report/conclusion.h"
#include "report/finding_groups.h"
#include "report/finding_text.h"
#include "report/suite_text.h"
#include "results/packed_rows.h"
#include "results/results.h"
#include "results/results_json.h"

enum { XL_END_ROOM = 1000 }; /* for the note on what is left out */

struct summary {
    FILE *f, *item;       /* item: between begin and end */
    char *text;           /* of the item */
    size_t size;          /* of the item */
    size_t room;          /* bytes that may still be written */
    bool full;            /* something did not fit */
    size_t left_out, all; /* findings, rows or disagreements */
};

static void put_text(FILE *f, struct json_object *o, enum xl_key key)
{
    xl_put_markdown(f, xl_key_text(o, key));
}

/* The rows of a finding or a disagreement. */
static void put_rows(FILE *f, struct json_object *rows)
{
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        fputs(i ? ", " : "", f);
        xl_put_markdown(f, json_object_get_string(json_object_array_get_idx(rows, i)));
    }
}

/* Returns a stream for an item, which `end` writes whole or not at all. */
static FILE *begin(struct summary *s)
{
    return s->item = xl_checked_memory(open_memstream(&s->text, &s->size));
}

/* After the first item that has no room, writes nothing more. */
static void end(struct summary *s)
{
    fclose(s->item);
    s->all++;
    if (s->full || s->size > s->room || fwrite(s->text, 1, s->size, s->f) != s->size) {
        s->full = true;
        s->left_out++;
    } else {
        s->room -= s->size;
    }
    free(s->text);
}

static void put_group(FILE *f, struct json_object *sources, const struct xl_finding_group *group)
{
    struct json_object *finding = group->finding;
    const size_t rows = xl_json_length(group->rows);
    char *sentence = xl_finding_sentence(xl_source_of(sources, group->kernel), finding);
    fprintf(f, "- **");
    put_text(f, group->kernel, XL_KEY_kernel_kernel);
    fprintf(f, "** (");
    put_text(f, finding, XL_KEY_finding_check);
    fprintf(f, "): ");
    xl_put_markdown(f, sentence);
    free(sentence);
    if (*xl_key_text(finding, XL_KEY_finding_alone)) {
        fprintf(f, "; alone ");
        put_text(f, finding, XL_KEY_finding_alone);
    }
    fprintf(f, "<br>on %zu row%s: ", rows, xl_s(rows));
    put_rows(f, group->rows);
    if (group->fails) {
        fprintf(f, "<br>");
        xl_put_markdown(f, group->fails);
    }
    fprintf(f, "<br><code>");
    put_text(f, finding, XL_KEY_finding_command);
    fprintf(f, "</code>");
    if (*xl_key_text(finding, XL_KEY_finding_id)) {
        fprintf(f, "<br><code>%s repro ", xl_program());
        put_text(f, finding, XL_KEY_finding_id);
        fprintf(f, "</code>");
    }
    fputc('\n', f);
}

static bool same_reason(struct json_object *a, struct json_object *b)
{
    return strcmp(xl_key_text(a, XL_KEY_row_outcome), xl_key_text(b, XL_KEY_row_outcome)) == 0 &&
           strcmp(xl_key_text(a, XL_KEY_row_reason), xl_key_text(b, XL_KEY_row_reason)) == 0;
}

/* The rows that have the reason of row `first`. */
static void put_bad_rows(FILE *f, struct json_object *rows, size_t first)
{
    struct json_object *row = json_object_array_get_idx(rows, first), *names;
    names = json_object_new_array();
    for (size_t i = first; i < xl_json_length(rows); i++) {
        struct json_object *other = json_object_array_get_idx(rows, i);
        if (same_reason(other, row))
            json_object_array_add(
                names, json_object_get(xl_key_get(other, XL_KEY_row_row, json_type_string)));
    }
    const size_t count = xl_json_length(names);
    fprintf(f, "\n### ");
    if (count == 1)
        put_text(f, row, XL_KEY_row_row);
    else
        fprintf(f, "%zu rows", count);
    fprintf(f, ": %s\n\n", xl_key_text(row, XL_KEY_row_outcome));
    put_text(f, row, XL_KEY_row_reason);
    if (count > 1) {
        fprintf(f, "\n\n<details><summary>Their names</summary>\n\n");
        put_rows(f, names);
        fprintf(f, "\n\n</details>");
    }
    fprintf(f, "\n\n");
    json_object_put(names);
}

/* One heading for each reason: a build that fails, or a job that died, has many rows. */
static void write_bad_rows(struct summary *s, struct json_object *rows)
{
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        bool is_first = true;
        for (size_t k = 0; k < i && is_first; k++)
            is_first = !same_reason(json_object_array_get_idx(rows, k),
                                    json_object_array_get_idx(rows, i));
        if (!is_first)
            continue;
        put_bad_rows(begin(s), rows, i);
        end(s);
    }
}

static void put_disagreement(FILE *f, struct json_object *o)
{
    fprintf(f, "- **");
    put_text(f, o, XL_KEY_disagreement_kernel);
    fprintf(f, "** is .reproducible, but differs on ");
    put_rows(f, xl_key_array(o, XL_KEY_disagreement_rows));
    fprintf(f, " from ");
    put_text(f, o, XL_KEY_disagreement_like);
    fprintf(f, " (n = %zu, fill ", xl_key_number(o, XL_KEY_disagreement_n));
    put_text(f, o, XL_KEY_disagreement_fill);
    fprintf(f, ")\n");
}

static void put_row(FILE *f, struct json_object *rows, size_t i)
{
    struct json_object *row = xl_row_at(rows, i);
    struct json_object *seconds = xl_key_get(row, XL_KEY_row_seconds, json_type_double);
    fprintf(f, "| ");
    put_text(f, row, XL_KEY_row_row);
    fprintf(f, " | %s | ", xl_key_text(row, XL_KEY_row_outcome));
    const bool is_of_suite = xl_key_has(row, XL_KEY_row_suite),
               has_evidence = is_of_suite && !*xl_key_text(row, XL_KEY_row_reason);
    put_text(f, row, has_evidence ? XL_KEY_row_evidence : XL_KEY_row_reason);
    if (seconds)
        fprintf(f, " | %.1f s |\n", json_object_get_double(seconds));
    else
        fprintf(f, " | |\n");
    json_object_put(row);
}

/* Tests that tested nothing, and functions that no row executed. */
static void write_suites(struct summary *s, const struct xl_merged *m, struct json_object *rows)
{
    if (!m->has_suites)
        return;
    xl_suites_put(rows, begin(s));
    end(s);
}

static bool is_bad(struct json_object *row)
{
    int outcome = xl_key_outcome(row);
    return outcome == XL_FAIL || outcome == XL_NOT_RUN;
}

/* Whether any kernel of the row has a finding that no known bug explains. */
static bool has_findings(struct json_object *row)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    for (size_t i = 0; i < xl_json_length(kernels); i++)
        if (xl_findings_of(json_object_array_get_idx(kernels, i)))
            return true;
    return false;
}

static void write_findings(struct summary *s, const struct xl_merged *m, struct json_object *rows)
{
    struct json_object *bad = json_object_new_array(), *others = json_object_new_array();
    struct json_object *found = xl_key_array(m->results, XL_KEY_run_disagreements);
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = xl_row_notable(rows, i);
        if (row && is_bad(row))
            json_object_array_add(has_findings(row) ? bad : others, json_object_get(row));
    }
    write_bad_rows(s, others);
    json_object_put(others);
    for (size_t i = 0; i < m->disagreements; i++) {
        put_disagreement(begin(s), json_object_array_get_idx(found, i));
        end(s);
    }
    struct json_object *sources = xl_sources_by_kernel(m->results);
    struct xl_finding_groups groups = xl_finding_groups(bad, rows);
    for (size_t i = 0; i < groups.count; i++) {
        put_group(begin(s), sources, &groups.at[i]);
        end(s);
    }
    xl_finding_groups_free(&groups);
    json_object_put(sources);
    json_object_put(bad);
}

static void write_head(struct summary *s, const struct xl_merged *m, const char *due)
{
    char *names = xl_untested_names(&m->untested), *why = xl_untested_why(&m->untested);
    char *conclusion = xl_merged_conclusion(m);
    FILE *f = begin(s);
    fprintf(f, "## Crosslane\n\n%s**",
            strncmp(conclusion, "FAIL", 4) == 0   ? "❌ "
            : strncmp(conclusion, "PASS", 4) == 0 ? "✅ "
                                                  : "");
    xl_put_markdown(f, conclusion);
    free(conclusion);
    char *counts = xl_merged_counts(m);
    fprintf(f, "**\n\n%s", counts);
    free(counts);
    if (names && why && *names) {
        fprintf(f, "; **nothing ran on ");
        xl_put_markdown(f, names);
        fprintf(f, "** (");
        xl_put_markdown(f, why);
        fputc(')', f);
    }
    fprintf(f, "%s", *due ? "\n\n**" : "");
    xl_put_markdown(f, due);
    fprintf(f, "%s\n\n", *due ? "**" : "");
    xl_outcomes_put(f, m->counts);
    fputc('\n', f);
    if (m->improved_baselines && *m->improved_baselines) {
        xl_put_markdown(f, m->improved_baselines);
        fputs("\n\n", f);
    }
    end(s);
    free(names);
    free(why);
}

static size_t table_size(struct json_object *rows)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = xl_checked_memory(open_memstream(&text, &size));
    for (size_t i = 0; i < xl_json_length(rows); i++)
        put_row(f, rows, i);
    fclose(f);
    free(text);
    return size;
}

static void write_table(struct summary *s, struct json_object *rows)
{
    s->full = false;
    s->left_out = 0;
    fprintf(s->f, "\n<details><summary>All rows</summary>\n\n| row | outcome | reason | time |\n"
                  "|---|---|---|---|\n");
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        put_row(begin(s), rows, i);
        end(s);
    }
    if (s->left_out)
        fprintf(s->f, "\n%zu row%s left out.\n", s->left_out,
                xl_plural(s->left_out, " is", "s are"));
    fprintf(s->f, "\n</details>\n");
}

bool xl_summary_write(const struct xl_merged *m, const char *due, const char *full, FILE *f)
{
    struct json_object *rows = xl_key_array(m->results, XL_KEY_run_rows);
    long there = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : 0; /* a pipe holds nothing */
    if (there > XL_SUMMARY_MOST - XL_END_ROOM)
        return false;
    struct summary s = {.f = f,
                        .room = XL_SUMMARY_MOST - XL_END_ROOM - (there > 0 ? (size_t)there : 0)};
    write_head(&s, m, due);
    if (s.full)
        return false;
    /* Findings get at least two thirds of the room. */
    size_t table = table_size(rows), most = s.room / 3, kept = table < most ? table : most;
    s.room -= kept;
    s.all = 0;
    write_suites(&s, m, rows);
    write_findings(&s, m, rows);
    if (s.left_out)
        fprintf(
            f,
            "\n**%zu of %zu findings are left out: GitHub shows no summary of more than 1 MiB; all "
            "are in %.200s.**\n",
            s.left_out, s.all, full ? full : "the results");
    s.room += kept;
    if (m->has_kernels || !m->has_suites) /* a suite's rows are in its table */
        write_table(&s, rows);
    return true;
}

/* Writes the difference, unless extremely long names make it too long. */
static void put_difference(struct json_object *difference, FILE *to)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = xl_checked_memory(open_memstream(&text, &size));
    xl_difference_markdown(difference, f);
    fclose(f);
    if (size <= XL_SUMMARY_MOST / 2)
        fwrite(text, 1, size, to);
    free(text);
}

/* Writes to memory first, because a pipe has no position. */
size_t xl_report_markdown(const struct xl_report *r, FILE *f)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = xl_checked_memory(open_memstream(&text, &size));
    if (r->difference)
        put_difference(r->difference, to);
    xl_summary_write(r->merged, "", r->json, to);
    fclose(to);
    fwrite(text, 1, size, f);
    free(text);
    return 0; /* it has that number itself */
}
