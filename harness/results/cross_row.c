/* Comparisons across rows: `.reproducible` kernels whose bits differ, improved baselines.
 * SPDX-License-Identifier: MIT
 */
#include "results/cross_row.h"

#include <ctype.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "results/keys.h"
#include "results/packed.h"

struct entry {
    const char *kernel, *row, *bits; /* bits: as text, for comparison */
    struct json_object *calls;
};

/* Appends the row's kernels with bits; returns the new count. entries may be NULL. */
static size_t add_row(struct json_object *row, struct entry *entries, size_t count)
{
    struct json_object *kernels = xl_json_array(row, "kernels");
    for (size_t i = 0; kernels && i < json_object_array_length(kernels); i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        struct json_object *calls = xl_json_array(kernel, "bits");
        if (!calls)
            continue;
        if (entries)
            entries[count] = (struct entry){
                xl_json_text(kernel, "kernel"), xl_json_text(row, "row"),
                json_object_to_json_string_ext(calls, JSON_C_TO_STRING_PLAIN), calls};
        count++;
    }
    return count;
}

/* Orders rows by the inputs of their calls. A shortened row has shorter calls, and is compared with
 * other shortened rows only. */
static int by_calls(struct json_object *a, struct json_object *b)
{
    const size_t of = json_object_array_length(a), other = json_object_array_length(b);
    int order = of < other ? -1 : of > other;
    for (size_t i = 0; i < of && !order; i++) {
        struct json_object *x = json_object_array_get_idx(a, i);
        struct json_object *y = json_object_array_get_idx(b, i);
        const int64_t n = json_object_get_int64(xl_json_get(x, "n", json_type_int)),
                      m = json_object_get_int64(xl_json_get(y, "n", json_type_int));
        order = n < m ? -1 : n > m ? 1 : strcmp(xl_json_text(x, "fill"), xl_json_text(y, "fill"));
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
    size_t i = 0, calls = json_object_array_length(got);
    while (i < calls && json_object_equal(json_object_array_get_idx(got, i),
                                          json_object_array_get_idx(expected, i)))
        i++;
    struct json_object *is = json_object_array_get_idx(got, i);
    struct json_object *n = xl_json_get(is, "n", json_type_int);
    xl_key_string(o, XL_KEY_disagreement_fill, xl_json_text(is, "fill"));
    xl_key_add(o, XL_KEY_disagreement_n, json_object_get(n));
    xl_key_string(o, XL_KEY_disagreement_got, xl_json_text(is, "digest"));
    xl_key_string(o, XL_KEY_disagreement_expected,
                  xl_json_text(json_object_array_get_idx(expected, i), "digest"));
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
    xl_key_string(o, XL_KEY_disagreement_kernel, entries[first].kernel);
    for (size_t i = first; i < last; i++)
        if (i < most || i >= most_end)
            json_object_array_add(rows, json_object_new_string(entries[i].row));
    xl_key_add(o, XL_KEY_disagreement_rows, rows);
    xl_key_number(o, XL_KEY_disagreement_others, most_end - most);
    xl_key_string(o, XL_KEY_disagreement_like, entries[most].row);
    add_first_call(o, entries[odd].calls, entries[most].calls);
    json_object_array_add(found, o);
}

struct json_object *xl_disagreements(struct json_object *rows)
{
    size_t count = 0, used = 0;
    for (size_t i = 0; i < json_object_array_length(rows); i++)
        count = add_row(xl_row_notable(rows, i), NULL, count);
    struct json_object *found = json_object_new_array();
    struct entry *entries = xl_alloc(count, sizeof *entries);
    for (size_t i = 0; i < json_object_array_length(rows); i++)
        used = add_row(xl_row_notable(rows, i), entries, used);
    qsort(entries, count, sizeof *entries, by_kernel_then_bits);
    for (size_t i = 0, end; i < count; i = end) {
        end = past_same(entries, count, i, 0);
        add_kernel(found, entries, i, end);
    }
    free(entries);
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
    struct json_object *list = xl_json_array(row, "kernels");
    for (size_t i = 0; list && i < json_object_array_length(list); i++) {
        struct json_object *kernel = json_object_array_get_idx(list, i), *isas = NULL;
        const char *name = xl_json_text(kernel, "kernel");
        if (!xl_json_get(kernel, "better_than", json_type_double) || !*name)
            continue;
        if (!json_object_object_get_ex(kernels, name, &isas)) {
            isas = json_object_new_object();
            json_object_object_add(kernels, name, isas);
        }
        json_object_object_add(isas, xl_json_text(kernel, "variant"), NULL);
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
    for (size_t i = 0; i < json_object_array_length(rows); i++)
        add_improved(kernels, xl_row_notable(rows, i));
    if (json_object_object_length(kernels))
        add_sentence(&text, kernels, baseline);
    json_object_put(kernels);
    return text.at ? text.at : xl_copy_text("");
}
