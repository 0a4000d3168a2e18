/* What differs between two results: kernels that broke, were fixed, got less accurate or slower.
 * SPDX-License-Identifier: MIT
 */
#include "report/formats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/unicode.h"
#include "results/packed_rows.h"
#include "results/results.h"
#include "results/results_json.h"

enum { XL_SHOWN_CHANGES = 50, XL_SHOWN_ROWS = 4 };

enum kind { BROKE, FIXED, LOST, LESS_ACCURATE, SLOWER, KINDS };

static const struct {
    const char *key, *title;
} kinds[KINDS] = {
    [BROKE] = {"broke", "broke"},
    [FIXED] = {"mended", "fixed"},
    [LOST] = {"lost", "no longer checked"},
    [LESS_ACCURATE] = {"less_accurate", "less accurate"},
    [SLOWER] = {"slower", "more vector instructions executed"}, /* slower, if both are vectorised */
};

struct difference {
    struct json_object *all;
    struct json_object *by_kernel[KINDS]; /* the changes of a kind, by kernel */
};

/* One change of one kernel on one row. */
struct change {
    enum kind kind;
    const char *row, *kernel, *was, *is, *reason;
    double by; /* how much */
};

static void add_change(struct difference *d, const struct change *c)
{
    struct json_object *o = NULL;
    bool is_new = !json_object_object_get_ex(d->by_kernel[c->kind], c->kernel, &o);
    if (is_new) {
        o = json_object_new_object();
        xl_json_add_text(o, "kernel", c->kernel);
        json_object_object_add(o, "rows", json_object_new_array());
        json_object_array_add(xl_json_array(d->all, kinds[c->kind].key), o);
        json_object_object_add(d->by_kernel[c->kind], c->kernel, json_object_get(o));
    }
    json_object_array_add(xl_json_array(o, "rows"), json_object_new_string(c->row));
    if (!is_new && !(c->by > xl_json_double(o, "by")))
        return;
    xl_json_add_text(o, "was", c->was);
    xl_json_add_text(o, "is", c->is);
    xl_json_add_text(o, "reason", c->reason);
    json_object_object_add(o, "by", json_object_new_double(isfinite(c->by) ? c->by : 1e300));
}

static bool is_bad(int outcome)
{
    return outcome == XL_FAIL || outcome == XL_NOT_RUN;
}

static bool has_verdict(int outcome)
{
    return outcome == XL_PASS || outcome == XL_FAIL;
}

/* old, now: rows, or kernels of them. */
static void compare_outcomes(struct difference *d, const char *row, const char *kernel,
                             struct json_object *old, struct json_object *now)
{
    const int was = xl_key_verdict(old), is = xl_key_verdict(now);
    struct change c = {BROKE,
                       row,
                       kernel,
                       xl_key_text(old, XL_KEY_kernel_outcome),
                       xl_key_text(now, XL_KEY_kernel_outcome),
                       xl_key_text(now, XL_KEY_kernel_reason),
                       0};
    if (is_bad(is) && !is_bad(was))
        c.kind = BROKE;
    else if (is == XL_PASS && is_bad(was))
        c.kind = FIXED;
    else if (has_verdict(was) && !has_verdict(is) && !is_bad(is))
        c.kind = LOST;
    else
        return;
    add_change(d, &c);
}

static void compare_numbers(struct difference *d, const char *row, const char *kernel,
                            struct json_object *old, struct json_object *now)
{
    char was[64], is[64];
    const double ulp = xl_key_measure(now, XL_KEY_kernel_max_ulp),
                 old_ulp = xl_key_measure(old, XL_KEY_kernel_max_ulp);
    const double insns = (double)xl_key_number(now, XL_KEY_kernel_vector_insns),
                 old_insns = (double)xl_key_number(old, XL_KEY_kernel_vector_insns);
    if (xl_key_outcome(now) != XL_PASS || xl_key_outcome(old) != XL_PASS)
        return;
    struct change c = {LESS_ACCURATE, row, kernel, was, is, "", ulp - old_ulp};
    snprintf(was, sizeof was, "%.6g ULP", old_ulp);
    snprintf(is, sizeof is, "%.6g ULP", ulp);
    if (ulp > old_ulp)
        add_change(d, &c);
    if (old_insns <= 0 || insns <= 1.01 * old_insns ||
        strcmp(xl_key_text(now, XL_KEY_kernel_variant), xl_key_text(old, XL_KEY_kernel_variant)) !=
            0)
        return;
    c.kind = SLOWER;
    c.by = insns / old_insns;
    snprintf(was, sizeof was, "%.0f", old_insns);
    snprintf(is, sizeof is, "%.0f", insns);
    add_change(d, &c);
}

static struct json_object *index_by_name(struct json_object *array, enum xl_key key)
{
    struct json_object *names = json_object_new_object();
    for (size_t i = 0; i < xl_json_length(array); i++) {
        struct json_object *o = xl_row_at(array, i); /* of kernels as they are */
        json_object_object_add(names, xl_key_text(o, key), o);
    }
    return names;
}

/* Whether the row failed or was not run, but none of its kernels. */
static bool is_bad_itself(struct json_object *row)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    for (size_t i = 0; i < xl_json_length(kernels); i++)
        if (is_bad(xl_key_verdict(json_object_array_get_idx(kernels, i))))
            return false;
    return is_bad(xl_key_outcome(row));
}

/* Compares kernels that both have: others were not selected, or are new. */
static void compare_rows(struct difference *d, struct json_object *old, struct json_object *now)
{
    struct json_object *kernels = xl_key_array(old, XL_KEY_row_kernels);
    struct json_object *there =
        index_by_name(xl_key_array(now, XL_KEY_row_kernels), XL_KEY_kernel_kernel);
    const char *row = xl_key_text(old, XL_KEY_row_row);
    if (!json_object_object_length(there) || is_bad_itself(old) != is_bad_itself(now))
        compare_outcomes(d, row, "", old, now);
    for (size_t i = 0; i < xl_json_length(kernels); i++) {
        struct json_object *before = json_object_array_get_idx(kernels, i), *after = NULL;
        const char *name = xl_key_text(before, XL_KEY_kernel_kernel);
        if (!json_object_object_get_ex(there, name, &after))
            continue;
        compare_outcomes(d, row, name, before, after);
        compare_numbers(d, row, name, before, after);
    }
    json_object_put(there);
}

/* Adds new kernels that fail. */
static void compare_new(struct difference *d, struct json_object *old, struct json_object *now)
{
    struct json_object *kernels = xl_key_array(now, XL_KEY_row_kernels);
    struct json_object *there =
        index_by_name(xl_key_array(old, XL_KEY_row_kernels), XL_KEY_kernel_kernel);
    for (size_t i = 0; i < xl_json_length(kernels); i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        const char *name = xl_key_text(kernel, XL_KEY_kernel_kernel);
        const struct change c = {BROKE,
                                 xl_key_text(now, XL_KEY_row_row),
                                 name,
                                 "new",
                                 xl_key_text(kernel, XL_KEY_kernel_outcome),
                                 xl_key_text(kernel, XL_KEY_kernel_reason),
                                 0};
        if (is_bad(xl_key_verdict(kernel)) && !json_object_object_get_ex(there, name, NULL))
            add_change(d, &c);
    }
    json_object_put(there);
}

struct json_object *xl_difference(struct json_object *old, struct json_object *now,
                                  const char *name)
{
    struct difference d = {.all = json_object_new_object()};
    struct json_object *before = xl_key_array(old, XL_KEY_run_rows),
                       *after = xl_key_array(now, XL_KEY_run_rows);
    struct json_object *were = index_by_name(before, XL_KEY_row_row),
                       *are = index_by_name(after, XL_KEY_row_row);
    xl_json_add_text(d.all, "against", name);
    json_object_object_add(d.all, "same_inputs",
                           json_object_new_boolean(xl_key_number(old, XL_KEY_run_seed) ==
                                                   xl_key_number(now, XL_KEY_run_seed)));
    for (int i = 0; i < KINDS; i++) {
        json_object_object_add(d.all, kinds[i].key, json_object_new_array());
        d.by_kernel[i] = json_object_new_object();
    }
    for (size_t i = 0; i < xl_json_length(before); i++) {
        struct json_object *row = xl_row_at(before, i), *is = NULL;
        if (json_object_object_get_ex(are, xl_key_text(row, XL_KEY_row_row), &is))
            compare_rows(&d, row, is);
        json_object_put(row);
    }
    for (size_t i = 0; i < xl_json_length(after); i++) {
        struct json_object *row = xl_row_at(after, i), *was = NULL;
        if (json_object_object_get_ex(were, xl_key_text(row, XL_KEY_row_row), &was))
            compare_new(&d, was, row);
        json_object_put(row);
    }
    for (int i = 0; i < KINDS; i++)
        json_object_put(d.by_kernel[i]);
    json_object_put(were);
    json_object_put(are);
    return d.all;
}

static size_t count_of(struct json_object *d, enum kind kind)
{
    return xl_json_length(xl_json_array(d, kinds[kind].key));
}

bool xl_difference_is_bad(struct json_object *difference)
{
    return count_of(difference, BROKE) || count_of(difference, LOST);
}

/* Writes text for a console, without control characters. */
static void put_plain(FILE *f, const char *text)
{
    char *shown = xl_printable(text, "");
    fputs(shown, f);
    free(shown);
}

/* "exp_f32 on a, b and 3 more: pass -> fail: why" */
static void put_change(struct json_object *change, void (*put)(FILE *f, const char *text), FILE *f)
{
    struct json_object *rows = xl_json_array(change, "rows");
    size_t count = xl_json_length(rows);
    put(f, xl_json_text(change, "kernel"));
    fputs(*xl_json_text(change, "kernel") ? " on " : "", f);
    for (size_t i = 0; i < count && i < XL_SHOWN_ROWS; i++) {
        fputs(i ? ", " : "", f);
        put(f, json_object_get_string(json_object_array_get_idx(rows, i)));
    }
    if (count > XL_SHOWN_ROWS)
        fprintf(f, " and %zu more", count - XL_SHOWN_ROWS);
    fputs(": ", f);
    put(f, xl_json_text(change, "was"));
    fputs(" -> ", f);
    put(f, xl_json_text(change, "is"));
    if (*xl_json_text(change, "reason")) {
        fputs(": ", f);
        put(f, xl_json_text(change, "reason"));
    }
    fputc('\n', f);
}

static void put_counts(struct json_object *d, FILE *f)
{
    for (int i = 0; i < KINDS; i++)
        fprintf(f, "%s%zu %s", i ? ", " : "", count_of(d, (enum kind)i), kinds[i].title);
    if (!xl_json_is_true(d, "same_inputs"))
        fputs(" (other seed: errors and counts are of other inputs)", f);
    fputc('\n', f);
}

void xl_difference_print(struct json_object *d, FILE *f)
{
    fputs("against ", f);
    put_plain(f, xl_json_text(d, "against"));
    fputs(": ", f);
    put_counts(d, f);
    for (int kind = 0; kind < KINDS; kind++) {
        struct json_object *list = xl_json_array(d, kinds[kind].key);
        size_t count = xl_json_length(list);
        for (size_t i = 0; i < count && i < XL_SHOWN_CHANGES; i++) {
            fprintf(f, "  %s: ", kinds[kind].title);
            put_change(json_object_array_get_idx(list, i), put_plain, f);
        }
        if (count > XL_SHOWN_CHANGES)
            fprintf(f, "  and %zu more\n", count - XL_SHOWN_CHANGES);
    }
}

void xl_difference_markdown(struct json_object *d, FILE *f)
{
    fputs("### Against ", f);
    xl_put_markdown(f, xl_json_text(d, "against"));
    fputs("\n\n", f);
    put_counts(d, f);
    for (int kind = 0; kind < KINDS; kind++) {
        struct json_object *list = xl_json_array(d, kinds[kind].key);
        size_t count = xl_json_length(list);
        if (count)
            fprintf(f, "\n**%s**\n\n", kinds[kind].title);
        for (size_t i = 0; i < count && i < XL_SHOWN_CHANGES; i++) {
            fputs("- ", f);
            put_change(json_object_array_get_idx(list, i), xl_put_markdown, f);
        }
        if (count > XL_SHOWN_CHANGES)
            fprintf(f, "- and %zu more\n", count - XL_SHOWN_CHANGES);
    }
    fputc('\n', f);
}

/* ---- Two rows, bit by bit ---- */

static void describe(struct json_object *row, char *name, size_t size)
{
    const char *emulator = xl_key_text(row, XL_KEY_row_qemu);
    snprintf(name, size, "%s (%s, %s%s)", xl_key_text(row, XL_KEY_row_row),
             xl_key_text(row, XL_KEY_row_compiler_version),
             xl_key_has(row, XL_KEY_row_runner) ? "" : "qemu ", *emulator ? emulator : "none");
}

enum equality { SAME_BITS, WITHIN_CONTRACT, DIFFERENT_BITS, DIFFERENT_OUTCOMES, EQUALITIES };
static const char *const equality_names[EQUALITIES] = {
    "the same bits", "other bits, within the contract", "DIFFERENT BITS", "DIFFERENT OUTCOMES"};

static enum equality compare_bits(struct json_object *a, struct json_object *b)
{
    if (strcmp(xl_key_text(a, XL_KEY_kernel_outcome), xl_key_text(b, XL_KEY_kernel_outcome)) != 0)
        return DIFFERENT_OUTCOMES;
    if (strcmp(xl_key_text(a, XL_KEY_kernel_digest), xl_key_text(b, XL_KEY_kernel_digest)) == 0)
        return SAME_BITS;
    return xl_key_is_true(a, XL_KEY_kernel_exact) ? DIFFERENT_BITS : WITHIN_CONTRACT;
}

bool xl_differ_print(struct json_object *a, struct json_object *b, bool all)
{
    struct json_object *kernels[] = {xl_key_array(a, XL_KEY_row_kernels),
                                     xl_key_array(b, XL_KEY_row_kernels)};
    char names[2][300];
    size_t counts[EQUALITIES] = {0};
    describe(a, names[0], sizeof names[0]);
    describe(b, names[1], sizeof names[1]);
    printf("%s\n%s\n", names[0], names[1]);
    const size_t count = xl_json_length(kernels[0]);
    if (count == 0 || count != xl_json_length(kernels[1])) {
        fprintf(stderr, "crosslane: error: a row did not run: %s; %s\n",
                xl_key_text(a, XL_KEY_row_reason), xl_key_text(b, XL_KEY_row_reason));
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct json_object *x = json_object_array_get_idx(kernels[0], i),
                           *y = json_object_array_get_idx(kernels[1], i);
        const enum equality is = compare_bits(x, y);
        counts[is]++;
        if (all || is != SAME_BITS)
            printf("%-20s %-8s %-8s %s\n", xl_key_text(x, XL_KEY_kernel_kernel),
                   xl_key_text(x, XL_KEY_kernel_outcome), xl_key_text(y, XL_KEY_kernel_outcome),
                   equality_names[is]);
    }
    const size_t agree = counts[SAME_BITS] + counts[WITHIN_CONTRACT];
    printf("%zu of %zu kernels agree: %zu with the same bits, %zu within contracts\n", agree, count,
           counts[SAME_BITS], counts[WITHIN_CONTRACT]);
    return agree == count;
}
