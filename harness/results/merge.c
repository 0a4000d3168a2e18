/* The results of several runs as one: what a CI run reports.
 * SPDX-License-Identifier: MIT
 *
 * The files come from other machines: every type in them is checked before it is used.
 */
#include "results/merge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "results/agree.h"
#include "results/keys.h"
#include "results/read.h"
#include "results/tighter.h"

static int bad_file(const char *file, const char *why, struct xl_error *err)
{
    xl_error_set(err, "%s: error: no result of a run: %s", file, why);
    return -1;
}

/* A kernel was checked if it has its verdict and elements were compared. */
static int add_row(struct xl_merged *m, struct json_object *by_name, const char *file,
                   struct json_object *row, struct xl_error *err)
{
    struct json_object *kernels = xl_read_array(row, "kernels"), *first = NULL;
    const char *name = xl_read_text(row, "row");
    int outcome = xl_read_outcome(row);
    if (!*name || !kernels || outcome < 0)
        return bad_file(file, "a row lacks 'row', 'kernels' or 'outcome'", err);
    if (json_object_object_get_ex(by_name, name, &first)) {
        xl_error_set(err, "%s: error: row %s is in %s too", file, name,
                     json_object_get_string(first));
        return -1;
    }
    json_object_object_add(by_name, name, json_object_new_string(file));
    size_t expected = xl_read_number(row, "expected"), there = json_object_array_length(kernels);
    bool ran = false;
    m->kernels += expected > there ? expected : there;
    for (size_t i = 0; i < there; i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        int verdict = xl_read_outcome(kernel);
        bool compared = xl_read_number(kernel, "checked") > 0;
        ran |= compared;
        m->checked += compared && (verdict == XL_PASS || verdict == XL_FAIL);
    }
    m->counts[outcome]++;
    xl_unrun_add(&m->unrun, xl_read_text(row, "isa"), (enum xl_outcome)outcome,
                 xl_read_text(row, "reason"), ran);
    json_object_array_add(xl_read_array(m->results, "rows"), json_object_get(row));
    return 0;
}

static int add_file(struct xl_merged *m, struct json_object *by_name, const char *file,
                    struct xl_error *err)
{
    struct json_object *results = json_object_from_file(file);
    struct json_object *rows = xl_read_array(results, "rows");
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
    struct json_object *rows = xl_read_array(plan, "rows");
    if (!rows) {
        json_object_put(plan);
        xl_error_set(err, "%s: error: no plan: it wants an object with 'rows'", file);
        return -1;
    }
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        struct json_object *planned = json_object_array_get_idx(rows, i);
        const char *name = xl_read_text(planned, "row");
        if (json_object_object_get_ex(by_name, name, NULL))
            continue;
        struct json_object *row = json_object_new_object();
        xl_key_string(row, XL_KEY_row_row, name);
        xl_key_string(row, XL_KEY_row_isa, xl_read_text(planned, "isa"));
        xl_key_string(row, XL_KEY_row_outcome, "not-run");
        xl_key_string(row, XL_KEY_row_reason, "no result: its build or its job did not end");
        xl_key_number(row, XL_KEY_row_expected, xl_read_number(planned, "kernels"));
        xl_key_add(row, XL_KEY_row_kernels, json_object_new_array());
        json_object_array_add(xl_read_array(m->results, "rows"), row);
        m->kernels += xl_read_number(planned, "kernels");
        m->counts[XL_NOT_RUN]++;
        xl_unrun_add(&m->unrun, xl_read_text(planned, "isa"), XL_NOT_RUN,
                     xl_read_text(row, "reason"), false);
    }
    json_object_put(plan);
    return 0;
}

int xl_merge(const char *const *files, size_t count, const char *plan, struct xl_merged *out,
             struct xl_error *err)
{
    struct json_object *by_name = json_object_new_object();
    int status = 0;
    *out = (struct xl_merged){.results = json_object_new_object()};
    xl_key_add(out->results, XL_KEY_run_rows, json_object_new_array());
    for (size_t i = 0; !status && i < count; i++)
        status = add_file(out, by_name, files[i], err);
    if (!status && plan)
        status = add_missing(out, by_name, plan, err);
    struct json_object *found = xl_disagreements(json_object_object_get(out->results, "rows"));
    out->disagreements = json_object_array_length(found);
    xl_key_add(out->results, XL_KEY_run_disagreements, found);
    out->tighter = xl_tighter(xl_read_array(out->results, "rows"), NULL);
    xl_key_add(out->results, XL_KEY_run_summary, xl_key_summary(out->counts));
    json_object_put(by_name);
    return status;
}

void xl_merged_free(struct xl_merged *merged)
{
    json_object_put(merged->results);
    xl_unrun_free(&merged->unrun);
    free(merged->tighter);
    *merged = (struct xl_merged){0};
}
