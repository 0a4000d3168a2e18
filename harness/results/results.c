/* The record of a run: rows, kernels, findings. All that a run writes and a report reads.
 * SPDX-License-Identifier: MIT
 */
#include "results/results.h"

#include <errno.h>
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "results/agree.h"

size_t xl_kernels_checked(const struct xl_row_result *row)
{
    size_t checked = 0;
    for (size_t i = 0; i < row->kernel_count; i++)
        checked += row->kernels[i].checked > 0 &&
                   (row->kernels[i].outcome == XL_PASS || row->kernels[i].outcome == XL_FAIL);
    return checked;
}

void xl_repro_command(const struct xl_results *results, const char *row, const char *other,
                      const char *kernel, char *text, size_t size)
{
    int used = snprintf(
        text, size, "%s%s%s./crosslane run --row '%s'%s%s%s --kernel '%s' --seed %llu",
        results->define ? "CROSSLANE_DEFINE='" : "", results->define ? results->define : "",
        results->define ? "' " : "", row, other ? " --row '" : "", other ? other : "",
        other ? "'" : "", kernel, (unsigned long long)results->seed);
    if (results->count != 1)
        used += snprintf(text + used, size - (size_t)used, " --count %u", results->count);
    if (results->kernels_dir)
        used += snprintf(text + used, size - (size_t)used, " --kernels '%s'", results->kernels_dir);
    if (results->matrix)
        snprintf(text + used, size - (size_t)used, " --matrix '%s'", results->matrix);
}

/* There are seldom any. */
void xl_row_note(struct xl_row_result *row, const char *format, ...)
{
    va_list args;
    char *line = NULL, *all = NULL;
    va_start(args, format);
    if (vasprintf(&line, format, args) < 0)
        line = NULL;
    va_end(args);
    if (line && asprintf(&all, "%s%s\n", row->notes ? row->notes : "", line) >= 0) {
        free(row->notes);
        row->notes = all;
    }
    free(line);
}

static void add_string(struct json_object *o, const char *key, const char *value)
{
    json_object_object_add(o, key, json_object_new_string(value));
}

static void add_number(struct json_object *o, const char *key, uint64_t value)
{
    json_object_object_add(o, key, json_object_new_uint64(value));
}

/* JSON has no infinity: null then. */
static void add_double(struct json_object *o, const char *key, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    json_object_object_add(o, key, isfinite(value) ? json_object_new_double_s(value, text) : NULL);
}

static struct json_object *finding_json(const struct xl_finding *f, const char *command)
{
    struct json_object *o = json_object_new_object();
    add_string(o, "check", xl_check_name(f->check));
    add_string(o, "message", f->message);
    if (f->has_call) {
        add_number(o, "n", f->n);
        add_string(o, "fill", f->fill);
        add_string(o, "place", f->place);
        add_number(o, "alignment", f->alignment);
        add_string(o, "inputs", f->inputs);
    }
    if (f->has_element) {
        add_string(o, "arg", f->arg);
        add_number(o, "element", f->element);
        add_number(o, "lane", f->lane);
        add_string(o, "got", f->got);
        add_string(o, "expected", f->expected);
        add_double(o, "ulp", f->ulp);
    }
    if (f->signal)
        add_number(o, "signal", (uint64_t)f->signal);
    add_string(o, "command", command);
    return o;
}

/* What was not measured is not zero. */
static void add_traced(struct json_object *o, const char *key, const struct xl_kernel_result *k,
                       uint64_t value)
{
    if (k->was_traced)
        add_number(o, key, value);
    else
        json_object_object_add(o, key, NULL);
}

static struct json_object *worst_json(const struct xl_kernel_result *k)
{
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < k->operands; i++) {
        char bits[24];
        snprintf(bits, sizeof bits, "0x%llx", (unsigned long long)k->worst[i]);
        json_object_array_add(list, json_object_new_string(bits));
    }
    return list;
}

static struct json_object *roads_json(const struct xl_kernel_result *k)
{
    struct json_object *o = json_object_new_object();
    for (enum xl_road road = 0; road < XL_ROADS; road++)
        add_number(o, xl_road_name(road), k->roads[road]);
    return o;
}

static struct json_object *bits_json(const struct xl_kernel_result *k)
{
    struct json_object *array = json_object_new_array();
    for (unsigned i = 0; i < k->bits_count; i++) {
        char digest[24];
        struct json_object *o = json_object_new_object();
        snprintf(digest, sizeof digest, "0x%016llx", (unsigned long long)k->bits[i].digest);
        add_string(o, "fill", k->bits[i].fill);
        add_number(o, "n", k->bits[i].n);
        add_string(o, "digest", digest);
        json_object_array_add(array, o);
    }
    return array;
}

static struct json_object *kernel_json(const struct xl_results *results,
                                       const struct xl_row_result *row,
                                       const struct xl_kernel_result *k)
{
    char command[1024];
    struct json_object *o = json_object_new_object(), *findings = json_object_new_array();
    xl_repro_command(results, row->row->name, NULL, k->kernel, command, sizeof command);
    add_string(o, "kernel", k->kernel);
    add_string(o, "variant", k->variant);
    add_string(o, "outcome", xl_outcome_name(k->outcome));
    add_string(o, "reason", k->reason);
    add_number(o, "checked", k->checked);
    add_double(o, "max_ulp", k->max_ulp);
    json_object_object_add(o, "max_ulp_inputs", k->has_worst ? worst_json(k) : NULL);
    add_double(o, "bound", k->bound);
    json_object_object_add(o, "roads", k->is_function ? roads_json(k) : NULL);
    char digest[24];
    snprintf(digest, sizeof digest, "0x%016llx", (unsigned long long)k->digest);
    add_string(o, "digest", digest);
    json_object_object_add(o, "bits", k->bits_count ? bits_json(k) : NULL);
    json_object_object_add(o, "exact", json_object_new_boolean(k->exact));
    add_number(o, "calls", k->calls);
    add_traced(o, "vector_insns", k, k->vector_insns);
    add_traced(o, "insns_covered", k, k->insns_covered);
    add_traced(o, "insns_total", k, k->insns_total);
    add_number(o, "differences", k->differences);
    for (unsigned i = 0; i < k->finding_count; i++)
        json_object_array_add(findings, finding_json(&k->findings[i], command));
    json_object_object_add(o, "findings", findings);
    return o;
}

struct json_object *xl_row_json(const struct xl_results *results, const struct xl_row_result *row)
{
    struct json_object *o = json_object_new_object(), *kernels = json_object_new_array();
    add_string(o, "row", row->row->name);
    add_string(o, "arch", row->row->arch->name);
    add_string(o, "isa", row->row->isa->name);
    add_string(o, "compiler", row->row->compiler);
    add_string(o, "compiler_version", row->compiler_version);
    add_string(o, "opt", row->row->opt);
    add_string(o, "qemu", row->qemu);
    add_string(o, "library", row->library);
    add_string(o, "qemu_cpu", row->row->qemu_cpu);
    add_string(o, "sysroot", row->sysroot);
    json_object_object_add(o, "vl_bits",
                           row->has_vl ? json_object_new_int((int)row->vl_bits) : NULL);
    add_string(o, "outcome", xl_outcome_name(row->outcome));
    add_string(o, "reason", row->reason);
    add_string(o, "evidence", row->evidence);
    add_string(o, "control", row->control);
    add_double(o, "seconds", row->seconds);
    add_number(o, "expected", row->expected);
    add_string(o, "notes", row->notes ? row->notes : "");
    for (size_t i = 0; i < row->kernel_count; i++)
        json_object_array_add(kernels, kernel_json(results, row, &row->kernels[i]));
    json_object_object_add(o, "kernels", kernels);
    return o;
}

void xl_results_compare_rows(struct xl_results *results)
{
    struct json_object *rows = json_object_new_array();
    for (size_t i = 0; i < results->row_count; i++)
        json_object_array_add(rows, xl_row_json(results, &results->rows[i]));
    json_object_put(results->disagreements);
    results->disagreements = xl_disagreements(rows);
    json_object_put(rows);
}

static struct json_object *results_json(const struct xl_results *results)
{
    static const char *const keys[XL_OUTCOMES] = {"pass", "fail", "skip", "emu_bug", "not_run"};
    struct json_object *o = json_object_new_object(), *rows = json_object_new_array();
    struct json_object *summary = json_object_new_object();
    uint64_t counts[XL_OUTCOMES] = {0};
    json_object_object_add(o, "version", json_object_new_int(1));
    add_number(o, "seed", results->seed);
    add_string(o, "started", results->started);
    if (results->cut_short[0])
        add_string(o, "cut_short", results->cut_short);
    for (size_t i = 0; i < results->row_count; i++) {
        json_object_array_add(rows, xl_row_json(results, &results->rows[i]));
        counts[results->rows[i].outcome]++;
    }
    json_object_object_add(o, "rows", rows);
    json_object_object_add(o, "disagreements", json_object_get(results->disagreements));
    for (int i = 0; i < XL_OUTCOMES; i++)
        add_number(summary, keys[i], counts[i]);
    json_object_object_add(o, "summary", summary);
    return o;
}

bool xl_is_special_file(const char *file)
{
    struct stat s;
    return stat(file, &s) == 0 && !S_ISREG(s.st_mode);
}

int xl_results_write_json(const struct xl_results *results, const char *file, struct xl_error *err)
{
    char temporary[4096];
    bool is_special = xl_is_special_file(file);
    if (is_special)
        snprintf(temporary, sizeof temporary, "%s", file);
    else
        snprintf(temporary, sizeof temporary, "%s.tmp.%d", file, (int)getpid());
    struct json_object *o = results_json(results);
    FILE *f = fopen(temporary, "w");
    const char *text =
        json_object_to_json_string_ext(o, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE);
    int failed = !f || fprintf(f, "%s\n", text) < 0;
    if (f && fclose(f))
        failed = 1;
    if (failed || (!is_special && rename(temporary, file))) {
        xl_error_set(err, "cannot write %s: %s", file, strerror(errno));
        if (!is_special)
            remove(temporary);
        failed = 1;
    }
    json_object_put(o);
    return failed ? -1 : 0;
}

void xl_results_free(struct xl_results *results)
{
    for (size_t i = 0; i < results->row_count; i++) {
        free(results->rows[i].kernels);
        free(results->rows[i].notes);
    }
    free(results->rows);
    json_object_put(results->disagreements);
    *results = (struct xl_results){0};
}
