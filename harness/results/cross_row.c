/* Comparisons across rows: `.reproducible` kernels whose bits differ, improved baselines.
 * SPDX-License-Identifier: MIT
 */
#include "results/cross_row.h"

#include <ctype.h>
#include <errno.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "results/packed_rows.h"
#include "results/results_json.h"

struct entry {
    const char *kernel, *row, *bits; /* bits: as text, for comparison */
    struct json_object *calls;
};

struct entries {
    struct entry *at;
    size_t count, room;
};

/* Appends the row's kernels with bits. */
static void add_row(struct json_object *row, struct entries *entries)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    for (size_t i = 0; i < xl_json_length(kernels); i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        struct json_object *calls = xl_key_array(kernel, XL_KEY_kernel_bits);
        if (!calls)
            continue;
        const struct entry entry = {
            xl_key_text(kernel, XL_KEY_kernel_kernel), xl_key_text(row, XL_KEY_row_row),
            json_object_to_json_string_ext(calls, JSON_C_TO_STRING_PLAIN), calls};
        xl_push(entries, entry);
    }
}

/* Orders rows by the inputs of their calls. A shortened row has shorter calls, and is compared with
 * other shortened rows only. */
static int by_calls(struct json_object *a, struct json_object *b)
{
    const size_t of = xl_json_length(a), other = xl_json_length(b);
    int order = of < other ? -1 : of > other;
    for (size_t i = 0; i < of && !order; i++) {
        struct json_object *x = json_object_array_get_idx(a, i);
        struct json_object *y = json_object_array_get_idx(b, i);
        const int64_t n = json_object_get_int64(xl_key_get(x, XL_KEY_bits_n, json_type_int)),
                      m = json_object_get_int64(xl_key_get(y, XL_KEY_bits_n, json_type_int));
        order = n < m ? -1
                : n > m
                    ? 1
                    : strcmp(xl_key_text(x, XL_KEY_bits_fill), xl_key_text(y, XL_KEY_bits_fill));
    }
    return order;
}

static int by_kernel_and_calls(const struct entry *x, const struct entry *y)
{
    const int kernel = strcmp(x->kernel, y->kernel);
    return kernel ? kernel : by_calls(x->calls, y->calls);
}

static int by_kernel_then_bits(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int kernel = by_kernel_and_calls(x, y);
    int bits = kernel ? kernel : strcmp(x->bits, y->bits);
    return bits ? bits : strcmp(x->row, y->row);
}

/* The first entry after those with the same kernel and calls (and the same bits, if `same_bits`).
 */
static size_t past_same(const struct entry *entries, size_t count, size_t first, int same_bits)
{
    size_t i = first;
    while (i < count && by_kernel_and_calls(&entries[i], &entries[first]) == 0 &&
           (!same_bits || strcmp(entries[i].bits, entries[first].bits) == 0))
        i++;
    return i;
}

static void add_first_call(struct json_object *o, struct json_object *got,
                           struct json_object *expected)
{
    size_t i = 0, calls = xl_json_length(got);
    while (i < calls && json_object_equal(json_object_array_get_idx(got, i),
                                          json_object_array_get_idx(expected, i)))
        i++;
    struct json_object *is = json_object_array_get_idx(got, i);
    struct json_object *n = xl_key_get(is, XL_KEY_bits_n, json_type_int);
    xl_key_add_text(o, XL_KEY_disagreement_fill, xl_key_text(is, XL_KEY_bits_fill));
    xl_key_add(o, XL_KEY_disagreement_n, json_object_get(n));
    xl_key_add_text(o, XL_KEY_disagreement_got, xl_key_text(is, XL_KEY_bits_digest));
    xl_key_add_text(o, XL_KEY_disagreement_expected,
                    xl_key_text(json_object_array_get_idx(expected, i), XL_KEY_bits_digest));
}

/* Compares the entries first to last - 1, of one kernel. */
static void add_kernel(struct json_object *found, const struct entry *entries, size_t first,
                       size_t last)
{
    size_t most = first, most_end = past_same(entries, last, first, 1);
    if (most_end == last)
        return;
    for (size_t i = most_end, end; i < last; i = end) {
        end = past_same(entries, last, i, 1);
        if (end - i > most_end - most) {
            most = i;
            most_end = end;
        }
    }
    struct json_object *o = json_object_new_object(), *rows = json_object_new_array();
    size_t odd = most == first ? most_end : first;
    xl_key_add_text(o, XL_KEY_disagreement_kernel, entries[first].kernel);
    for (size_t i = first; i < last; i++)
        if (i < most || i >= most_end)
            json_object_array_add(rows, json_object_new_string(entries[i].row));
    xl_key_add(o, XL_KEY_disagreement_rows, rows);
    xl_key_add_number(o, XL_KEY_disagreement_others, most_end - most);
    xl_key_add_text(o, XL_KEY_disagreement_like, entries[most].row);
    add_first_call(o, entries[odd].calls, entries[most].calls);
    json_object_array_add(found, o);
}

struct json_object *xl_disagreements(struct json_object *rows)
{
    struct entries entries = {0};
    struct json_object *found = json_object_new_array();
    for (size_t i = 0; i < xl_json_length(rows); i++)
        add_row(xl_row_notable(rows, i), &entries);
    if (entries.count)
        qsort(entries.at, entries.count, sizeof *entries.at, by_kernel_then_bits);
    for (size_t i = 0, end; i < entries.count; i = end) {
        end = past_same(entries.at, entries.count, i, 0);
        add_kernel(found, entries.at, i, end);
    }
    free(entries.at);
    return found;
}

/* Names may come from another machine, and are part of a command. */
static void add_name(struct xl_text *text, const char *name)
{
    for (; *name; name++)
        xl_text_add(text, "%c", isalnum((unsigned char)*name) ? *name : '_');
}

/* kernels: for each name, an object of its ISAs. */
static void add_improved(struct json_object *kernels, struct json_object *row)
{
    struct json_object *list = xl_key_array(row, XL_KEY_row_kernels);
    for (size_t i = 0; i < xl_json_length(list); i++) {
        struct json_object *kernel = json_object_array_get_idx(list, i), *isas = NULL;
        const char *name = xl_key_text(kernel, XL_KEY_kernel_kernel);
        if (!xl_key_get(kernel, XL_KEY_kernel_better_than, json_type_double) || !*name)
            continue;
        if (!json_object_object_get_ex(kernels, name, &isas)) {
            isas = json_object_new_object();
            json_object_object_add(kernels, name, isas);
        }
        json_object_object_add(isas, xl_key_text(kernel, XL_KEY_kernel_variant), NULL);
    }
}

static void add_kernels(struct xl_text *text, struct json_object *kernels)
{
    const char *between = "";
    json_object_object_foreach(kernels, name, isas)
    {
        const char *comma = "";
        xl_text_add(text, "%s", between);
        add_name(text, name);
        xl_text_add(text, " (");
        json_object_object_foreach(isas, isa, unused)
        {
            (void)unused;
            xl_text_add(text, "%s", comma);
            add_name(text, isa);
            comma = ", ";
        }
        xl_text_add(text, ")");
        between = ", ";
    }
}

static void add_sentence(struct xl_text *text, struct json_object *kernels, const char *baseline)
{
    xl_text_add(text, "baselines in %s can be tightened, or a regression stays unnoticed: ",
                baseline ? baseline : "tests/accuracy");
    add_kernels(text, kernels);
    if (baseline)
        return;
    xl_text_add(text, "; ./crosslane accuracy --update --tier full");
    json_object_object_foreach(kernels, name, isas)
    {
        (void)isas;
        xl_text_add(text, " --kernel ");
        add_name(text, name);
    }
}

char *xl_improved_baselines(struct json_object *rows, const char *baseline)
{
    struct xl_text text = {0};
    struct json_object *kernels = json_object_new_object();
    for (size_t i = 0; i < xl_json_length(rows); i++)
        add_improved(kernels, xl_row_notable(rows, i));
    if (json_object_object_length(kernels))
        add_sentence(&text, kernels, baseline);
    json_object_put(kernels);
    return text.at ? text.at : xl_copy_text("");
}

/* Untested ISAs: all their rows were skipped, so nothing failed. */

enum { XL_MOST_REPORTS = 1000000 };

/* Copies a text of another machine: cut between characters, without control characters. */
static void copy_clean(char *to, size_t most, const char *from)
{
    size_t length = strnlen(from, most);
    while (from[length] && length && ((unsigned char)from[length] & 0xc0) == 0x80)
        length--;
    memcpy(to, from, length);
    to[length] = '\0';
    for (char *c = to; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = ' ';
}

void xl_untested_add(struct xl_untested *u, const char *isa, enum xl_outcome outcome,
                     const char *reason, bool ran)
{
    struct xl_isa_rows new = {.rows = 0};
    size_t i = 0;
    copy_clean(new.name, XL_NAME_SHOWN, isa);
    copy_clean(new.reason, XL_REASON_SHOWN, reason);
    if (!new.name[0])
        return;
    while (i < u->count && strcmp(u->at[i].name, new.name) != 0)
        i++;
    if (i == u->count)
        xl_push(u, new);
    u->at[i].rows++;
    u->at[i].skipped += outcome == XL_SKIP;
    u->at[i].ran += ran;
}

char *xl_untested_names(const struct xl_untested *u)
{
    struct xl_text text = {0};
    for (size_t i = 0; i < u->count; i++)
        if (!u->at[i].ran)
            xl_text_add(&text, "%s%s", text.used ? ", " : "", u->at[i].name);
    return text.at ? text.at : xl_copy_text("");
}

static void add_why(struct xl_text *text, uint64_t rows, uint64_t skipped, const char *reason)
{
    xl_text_add(text, "%llu row%s %s%s%s", (unsigned long long)rows, xl_s(rows),
                skipped == rows ? "skipped" : "not run", reason[0] ? ": " : "", reason);
}

/* A reason that all ISAs have is written once. */
char *xl_untested_why(const struct xl_untested *u)
{
    struct xl_text text = {0};
    const char *first = NULL;
    uint64_t rows = 0, skipped = 0;
    bool is_one = true;
    for (size_t i = 0; i < u->count; i++) {
        const struct xl_isa_rows *isa = &u->at[i];
        if (isa->ran)
            continue;
        is_one &= !first || strcmp(isa->reason, first) == 0;
        first = first ? first : isa->reason;
        rows += isa->rows;
        skipped += isa->skipped;
    }
    if (first && is_one)
        add_why(&text, rows, skipped, first);
    for (size_t i = 0; i < u->count && !is_one; i++) {
        const struct xl_isa_rows *isa = &u->at[i];
        if (isa->ran)
            continue;
        xl_text_add(&text, "%s%s: ", text.used ? "; " : "", isa->name);
        add_why(&text, isa->rows, isa->skipped, isa->reason);
    }
    return text.at ? text.at : xl_copy_text("");
}

/* Reads the counts; no file is no counts. NULL with err if the file is of another kind. */
static struct json_object *read_counts(const char *file, struct xl_error *err)
{
    struct json_object *counts = NULL;
    if (access(file, F_OK) && errno == ENOENT)
        return json_object_new_object();
    struct json_object *all = json_object_from_file(file);
    const char *why = all ? "no object 'unrun'" : "invalid JSON";
    struct json_object *kept = xl_json_get(all, "unrun", json_type_object);
    if (kept) {
        counts = json_object_get(kept);
        json_object_object_foreach(kept, name, count)
        {
            int64_t n =
                json_object_is_type(count, json_type_int) ? json_object_get_int64(count) : 0;
            if (counts && (n < 1 || n > XL_MOST_REPORTS || !name[0])) {
                why = "an entry that is not a number of reports";
                json_object_put(counts);
                counts = NULL;
            }
        }
    }
    json_object_put(all);
    if (!counts)
        xl_error_set(err, "%s: error: not a file of --untested: %s", file, why);
    return counts;
}

static int write_counts(const char *file, struct json_object *counts, struct xl_error *err)
{
    struct xl_error why;
    struct json_object *all = json_object_new_object();
    json_object_object_add(all, "unrun", json_object_get(counts));
    const int failed = xl_json_write(all, file, false, &why);
    if (failed)
        xl_error_set(err, "crosslane: error: %.480s", why.text);
    json_object_put(all);
    return failed ? -2 : 0;
}

/* Counts a report for each ISA that had rows; writes what is due. */
static void count_report(const struct xl_untested *u, struct json_object *counts,
                         unsigned long long nights, struct xl_text *due)
{
    for (size_t i = 0; i < u->count; i++) {
        const char *name = u->at[i].name;
        if (u->at[i].ran) {
            json_object_object_del(counts, name);
            continue;
        }
        unsigned long long reports = xl_json_number(counts, name);
        reports += reports < XL_MOST_REPORTS;
        json_object_object_add(counts, name, json_object_new_uint64(reports));
        if (nights && reports >= nights)
            xl_text_add(due, "%s%s for %llu reports in a row", due->used ? ", " : "nothing ran on ",
                        name, reports);
    }
}

int xl_untested_count(const struct xl_untested *u, const char *file, unsigned long long nights,
                      char **due, struct xl_error *err)
{
    struct xl_text text = {0};
    *due = NULL;
    struct json_object *counts = read_counts(file, err);
    if (!counts)
        return -1;
    count_report(u, counts, nights, &text);
    *due = text.at ? text.at : xl_copy_text("");
    int status = write_counts(file, counts, err);
    json_object_put(counts);
    return status;
}

void xl_untested_free(struct xl_untested *u)
{
    free(u->at);
    *u = (struct xl_untested){NULL, 0, 0};
}

void xl_results_compare_rows(struct xl_results *results)
{
    json_object_put(results->notable);
    results->notable = NULL;
    struct json_object *rows = results->notable = xl_results_notable(results);
    json_object_put(results->disagreements);
    results->disagreements = xl_disagreements(rows);
    free(results->improved_baselines);
    results->improved_baselines = xl_improved_baselines(rows, results->baseline);
}
