/* The results of several runs as one: what a CI run reports.
 * SPDX-License-Identifier: MIT
 *
 * The files come from other machines: every type in them is checked before it is used.
 */
#include "report/merge.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "agree.h"

static struct json_object *get(struct json_object *o, const char *key, enum json_type type)
{
    struct json_object *value = NULL;
    if (!json_object_is_type(o, json_type_object) || !json_object_object_get_ex(o, key, &value) ||
        !json_object_is_type(value, type))
        return NULL;
    return value;
}

static const char *text(struct json_object *o, const char *key)
{
    struct json_object *value = get(o, key, json_type_string);
    return value ? json_object_get_string(value) : "";
}

static size_t number(struct json_object *o, const char *key)
{
    struct json_object *value = get(o, key, json_type_int);
    return value ? (size_t)json_object_get_uint64(value) : 0;
}

static int outcome_of(struct json_object *o)
{
    for (int i = 0; i < XL_OUTCOMES; i++)
        if (strcmp(text(o, "outcome"), xl_outcome_name((enum xl_outcome)i)) == 0)
            return i;
    return -1;
}

static int bad_file(const char *file, const char *why, struct xl_error *err)
{
    xl_error_set(err, "%s: error: no result of a run: %s", file, why);
    return -1;
}

/* A kernel was checked if it has its verdict and elements were compared. */
static int add_row(struct xl_merged *m, struct json_object *by_name, const char *file,
                   struct json_object *row, struct xl_error *err)
{
    struct json_object *kernels = get(row, "kernels", json_type_array), *first = NULL;
    const char *name = text(row, "row");
    int outcome = outcome_of(row);
    if (!*name || !kernels || outcome < 0)
        return bad_file(file, "a row lacks 'row', 'kernels' or 'outcome'", err);
    if (json_object_object_get_ex(by_name, name, &first)) {
        xl_error_set(err, "%s: error: row %s is in %s too", file, name,
                     json_object_get_string(first));
        return -1;
    }
    json_object_object_add(by_name, name, json_object_new_string(file));
    size_t expected = number(row, "expected"), there = json_object_array_length(kernels);
    m->kernels += expected > there ? expected : there;
    for (size_t i = 0; i < there; i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        int verdict = outcome_of(kernel);
        m->checked += number(kernel, "checked") > 0 && (verdict == XL_PASS || verdict == XL_FAIL);
    }
    m->counts[outcome]++;
    json_object_array_add(get(m->results, "rows", json_type_array), json_object_get(row));
    return 0;
}

static int add_file(struct xl_merged *m, struct json_object *by_name, const char *file,
                    struct xl_error *err)
{
    struct json_object *results = json_object_from_file(file);
    struct json_object *rows = get(results, "rows", json_type_array);
    int status = 0;
    if (access(file, R_OK))
        status = bad_file(file, strerror(errno), err);
    else if (!rows)
        status = bad_file(file, "it wants an object with 'rows'", err);
    for (size_t i = 0; !status && i < json_object_array_length(rows); i++)
        status = add_row(m, by_name, file, json_object_array_get_idx(rows, i), err);
    if (!status) {
        static const char *const head[] = {"version", "seed", "started"};
        for (size_t i = 0; i < sizeof head / sizeof head[0]; i++) {
            struct json_object *value = NULL;
            if (json_object_object_get_ex(results, head[i], &value) &&
                !json_object_object_get_ex(m->results, head[i], NULL))
                json_object_object_add(m->results, head[i], json_object_get(value));
        }
    }
    json_object_put(results);
    return status;
}

static int add_missing(struct xl_merged *m, struct json_object *by_name, const char *file,
                       struct xl_error *err)
{
    struct json_object *plan = json_object_from_file(file);
    struct json_object *rows = get(plan, "rows", json_type_array);
    if (!rows) {
        json_object_put(plan);
        xl_error_set(err, "%s: error: no plan: it wants an object with 'rows'", file);
        return -1;
    }
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        struct json_object *planned = json_object_array_get_idx(rows, i);
        const char *name = text(planned, "row");
        if (json_object_object_get_ex(by_name, name, NULL))
            continue;
        struct json_object *row = json_object_new_object();
        json_object_object_add(row, "row", json_object_new_string(name));
        json_object_object_add(row, "outcome", json_object_new_string("not-run"));
        json_object_object_add(
            row, "reason", json_object_new_string("no result: its build or its job did not end"));
        json_object_object_add(row, "expected", json_object_new_uint64(number(planned, "kernels")));
        json_object_object_add(row, "kernels", json_object_new_array());
        json_object_array_add(get(m->results, "rows", json_type_array), row);
        m->kernels += number(planned, "kernels");
        m->counts[XL_NOT_RUN]++;
    }
    json_object_put(plan);
    return 0;
}

static void add_summary(struct xl_merged *m)
{
    static const char *const keys[XL_OUTCOMES] = {"pass", "fail", "skip", "emu_bug", "not_run"};
    struct json_object *summary = json_object_new_object();
    for (int i = 0; i < XL_OUTCOMES; i++)
        json_object_object_add(summary, keys[i], json_object_new_uint64(m->counts[i]));
    json_object_object_add(m->results, "summary", summary);
}

int xl_merge(const char *const *files, size_t count, const char *plan, struct xl_merged *out,
             struct xl_error *err)
{
    struct json_object *by_name = json_object_new_object();
    int status = 0;
    *out = (struct xl_merged){.results = json_object_new_object()};
    json_object_object_add(out->results, "rows", json_object_new_array());
    for (size_t i = 0; !status && i < count; i++)
        status = add_file(out, by_name, files[i], err);
    if (!status && plan)
        status = add_missing(out, by_name, plan, err);
    struct json_object *found = xl_disagreements(json_object_object_get(out->results, "rows"));
    out->disagreements = json_object_array_length(found);
    json_object_object_add(out->results, "disagreements", found);
    add_summary(out);
    json_object_put(by_name);
    return status;
}

/* Text that Markdown must not take for its own, in a table cell or a code block of one line. */
static void put(FILE *f, const char *s)
{
    for (; *s; s++) {
        if (strchr("|`<>&*_[]\\", *s))
            fprintf(f, "&#%d;", *s);
        else
            fputc((unsigned char)*s < ' ' ? ' ' : *s, f);
    }
}

static void put_finding(FILE *f, struct json_object *kernel, struct json_object *finding)
{
    fprintf(f, "- **");
    put(f, text(kernel, "kernel"));
    fprintf(f, "** (");
    put(f, text(finding, "check"));
    fprintf(f, "): ");
    put(f, text(finding, "message"));
    if (*text(finding, "got")) {
        fprintf(f, "; got ");
        put(f, text(finding, "got"));
        fprintf(f, ", expected ");
        put(f, text(finding, "expected"));
    }
    fprintf(f, "<br><code>");
    put(f, text(finding, "command"));
    fprintf(f, "</code>\n");
}

static void put_bad_row(FILE *f, struct json_object *row)
{
    struct json_object *kernels = get(row, "kernels", json_type_array);
    fprintf(f, "\n### ");
    put(f, text(row, "row"));
    fprintf(f, ": %s\n\n", text(row, "outcome"));
    put(f, text(row, "reason"));
    fprintf(f, "\n\n");
    for (size_t i = 0; i < json_object_array_length(kernels); i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        struct json_object *findings = get(kernel, "findings", json_type_array);
        for (size_t k = 0; findings && k < json_object_array_length(findings); k++)
            put_finding(f, kernel, json_object_array_get_idx(findings, k));
    }
}

static void put_disagreement(FILE *f, struct json_object *o)
{
    struct json_object *rows = get(o, "rows", json_type_array);
    fprintf(f, "- **");
    put(f, text(o, "kernel"));
    fprintf(f, "** promises the same bits everywhere, and has others on ");
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        fputs(i ? ", " : "", f);
        put(f, json_object_get_string(json_object_array_get_idx(rows, i)));
    }
    fprintf(f, " than on ");
    put(f, text(o, "like"));
    fprintf(f, " (n = %zu, fill ", number(o, "n"));
    put(f, text(o, "fill"));
    fprintf(f, ")\n");
}

static void put_row(FILE *f, struct json_object *row)
{
    struct json_object *seconds = get(row, "seconds", json_type_double);
    fprintf(f, "| ");
    put(f, text(row, "row"));
    fprintf(f, " | %s | ", text(row, "outcome"));
    put(f, text(row, "reason"));
    if (seconds)
        fprintf(f, " | %.1f s |\n", json_object_get_double(seconds));
    else
        fprintf(f, " | |\n");
}

void xl_merged_markdown(const struct xl_merged *m, FILE *f)
{
    struct json_object *rows = get(m->results, "rows", json_type_array);
    size_t count = json_object_array_length(rows);
    fprintf(f, "## Crosslane\n\n**%zu of %zu kernels checked on %zu of %zu rows**\n\n", m->checked,
            m->kernels, m->counts[XL_PASS] + m->counts[XL_FAIL] + m->counts[XL_EMU_BUG], count);
    fprintf(f, "%zu pass, %zu fail, %zu skip, %zu emu-bug, %zu not-run\n", m->counts[XL_PASS],
            m->counts[XL_FAIL], m->counts[XL_SKIP], m->counts[XL_EMU_BUG], m->counts[XL_NOT_RUN]);
    for (size_t i = 0; i < count; i++) {
        struct json_object *row = json_object_array_get_idx(rows, i);
        int outcome = outcome_of(row);
        if (outcome == XL_FAIL || outcome == XL_NOT_RUN)
            put_bad_row(f, row);
    }
    struct json_object *found = get(m->results, "disagreements", json_type_array);
    for (size_t i = 0; i < m->disagreements; i++)
        put_disagreement(f, json_object_array_get_idx(found, i));
    fprintf(f, "\n<details><summary>All rows</summary>\n\n| row | outcome | reason | time |\n"
               "|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++)
        put_row(f, json_object_array_get_idx(rows, i));
    fprintf(f, "\n</details>\n");
}

void xl_merged_free(struct xl_merged *merged)
{
    json_object_put(merged->results);
    *merged = (struct xl_merged){0};
}
