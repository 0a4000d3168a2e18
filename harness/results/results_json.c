/* Results as JSON: what --json writes.
 * SPDX-License-Identifier: MIT
 */
#include "results/results_json.h"

#include <json-c/printbuf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/unicode.h"
#include "oracle/cases.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "results/results.h"
#include "results/tool.h"

/* The output that it is in; "": it is of none. */
static const char *arg_of(const struct xl_finding *f)
{
    return f->arg ? f->arg : "";
}

void xl_finding_id(const char *row, const struct xl_kernel_result *k, const struct xl_finding *f,
                   uint64_t seed, char id[XL_ID_TEXT])
{
    struct json_object *c = f->has_call ? xl_case_json(&f->c) : NULL;
    char text[1024];
    snprintf(text, sizeof text, "%s\n%s\n%s\n%s\n%llu\n%llu %s %s %s\n%s %llu %llu", k->kernel,
             k->variant, row, xl_check_name(f->check), (unsigned long long)seed,
             (unsigned long long)f->n, f->has_call ? f->fill : "", f->has_call ? f->placement : "",
             c ? json_object_to_json_string_ext(c, JSON_C_TO_STRING_PLAIN) : "", arg_of(f),
             (unsigned long long)f->element, (unsigned long long)f->lane);
    snprintf(id, XL_ID_TEXT, "%08x", (unsigned)xl_digest_text(text).low);
    json_object_put(c);
}

/* JSON has no infinity: null then. */
static void add_double(struct json_object *o, enum xl_key key, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    xl_key_add(o, key, isfinite(value) ? json_object_new_double_s(value, text) : NULL);
}

struct json_object *xl_finding_json(const struct xl_finding *f, const char *id, const char *command)
{
    struct json_object *o = json_object_new_object();
    xl_key_add_text(o, XL_KEY_finding_id, id);
    xl_key_add_text(o, XL_KEY_finding_check, xl_check_name(f->check));
    xl_key_add_text(o, XL_KEY_finding_message, f->message);
    if (f->has_call) {
        xl_key_add_number(o, XL_KEY_finding_n, f->n);
        xl_key_add_text(o, XL_KEY_finding_sizes, f->sizes);
        xl_key_add_text(o, XL_KEY_finding_group, xl_case_group_name(f->c.group));
        xl_key_add_text(o, XL_KEY_finding_fill, f->fill);
        xl_key_add_text(o, XL_KEY_finding_place, f->placement);
        xl_key_add_number(o, XL_KEY_finding_alignment, f->alignment);
        xl_key_add(o, XL_KEY_finding_case, xl_case_json(&f->c));
        xl_key_add_text(o, XL_KEY_finding_inputs, f->inputs);
    }
    if (f->has_element) {
        xl_key_add_text(o, XL_KEY_finding_arg, arg_of(f));
        xl_key_add_number(o, XL_KEY_finding_element, f->element);
        xl_key_add_number(o, XL_KEY_finding_lane, f->lane);
        xl_key_add_text(o, XL_KEY_finding_got, f->got);
        xl_key_add_text(o, XL_KEY_finding_expected, f->expected);
        add_double(o, XL_KEY_finding_ulp, f->ulp);
    }
    if (f->lanes[0])
        xl_key_add_text(o, XL_KEY_finding_lanes, f->lanes);
    if (f->which[0])
        xl_key_add_text(o, XL_KEY_finding_which, f->which);
    if (f->differs[0])
        xl_key_add_text(o, XL_KEY_finding_differs, f->differs);
    if (f->vector_got[0]) {
        xl_key_add_text(o, XL_KEY_finding_vector_got, f->vector_got);
        xl_key_add_text(o, XL_KEY_finding_vector_expected, f->vector_expected);
    }
    if (f->alone[0])
        xl_key_add_text(o, XL_KEY_finding_alone, f->alone);
    if (f->vector[0])
        xl_key_add_text(o, XL_KEY_finding_vector, f->vector);
    if (f->has_bound) {
        add_double(o, XL_KEY_finding_error, f->error);
        add_double(o, XL_KEY_finding_bound, f->bound);
    }
    if (f->after)
        xl_key_add_text(o, XL_KEY_finding_after, f->after);
    if (f->signal)
        xl_key_add_number(o, XL_KEY_finding_signal, (uint64_t)f->signal);
    if (f->pc) {
        char pc[24];
        snprintf(pc, sizeof pc, "0x%llx", (unsigned long long)f->pc);
        xl_key_add_text(o, XL_KEY_finding_pc, pc);
    }
    xl_key_add_text(o, XL_KEY_finding_command, command);
    return o;
}

/* What was not measured is not zero. */
static void add_if_traced(struct json_object *o, enum xl_key key, const struct xl_kernel_result *k,
                          uint64_t value)
{
    xl_key_add(o, key, k->was_traced ? json_object_new_uint64(value) : NULL);
}

static struct json_object *worst_inputs_json(const struct xl_kernel_result *k)
{
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < k->operands; i++) {
        char bits[24];
        snprintf(bits, sizeof bits, "0x%llx", (unsigned long long)k->worst_inputs[i]);
        json_object_array_add(list, json_object_new_string(bits));
    }
    return list;
}

/* "a:f32 0.5 - 1.25 inf": the operand, as `args` of a source has it, and a word for each part. */
static struct json_object *axis_json(const struct xl_kernel_result *k)
{
    char text[XL_AXIS * 12 + 80];
    const size_t operand = xl_axis_operand(k->record);
    const struct xl_arg *arg = &k->record->args[operand < XL_MAX_ARGS ? operand : 0];
    snprintf(text, sizeof text, "%.64s:%s", arg->name, xl_type_name(arg->type));
    for (size_t i = 0; i < XL_AXIS; i++)
        if (k->axis[i] < 0)
            xl_append(text, sizeof text, " -");
        else
            xl_append(text, sizeof text, " %.3g", (double)k->axis[i]);
    return json_object_new_string(text);
}

static struct json_object *exhaustive_json(const struct xl_kernel_result *k)
{
    struct json_object *o = json_object_new_object();
    xl_key_add_number(o, XL_KEY_exhaustive_inputs, k->exhaustive);
    xl_key_add_number(o, XL_KEY_exhaustive_of, k->exhaustive_of);
    return o;
}

static struct json_object *by_precision_json(const struct xl_kernel_result *k)
{
    static const enum xl_key keys[XL_PRECISIONS] = {[XL_PRECISION_DOUBLE] = XL_KEY_roads_double,
                                                    [XL_PRECISION_LONG_DOUBLE] =
                                                        XL_KEY_roads_long_double,
                                                    [XL_PRECISION_MPFR] = XL_KEY_roads_mpfr};
    struct json_object *o = json_object_new_object();
    for (enum xl_precision p = 0; p < XL_PRECISIONS; p++)
        xl_key_add_number(o, keys[p], k->by_precision[p]);
    return o;
}

static struct json_object *bits_json(const struct xl_kernel_result *k)
{
    struct json_object *array = json_object_new_array();
    for (unsigned i = 0; i < k->bits_count; i++) {
        char digest[24];
        struct json_object *o = json_object_new_object();
        snprintf(digest, sizeof digest, "0x%016llx", (unsigned long long)k->bits[i].digest);
        xl_key_add_text(o, XL_KEY_bits_fill, k->bits[i].fill);
        xl_key_add_number(o, XL_KEY_bits_n, k->bits[i].n);
        xl_key_add_text(o, XL_KEY_bits_digest, digest);
        json_object_array_add(array, o);
    }
    return array;
}

static struct json_object *groups_json(const struct xl_kernel_result *k)
{
    struct json_object *array = json_object_new_array();
    for (unsigned group = 1; group <= xl_case_groups(); group++) {
        if (!k->group_differences[group])
            continue;
        struct json_object *o = json_object_new_object();
        xl_key_add_text(o, XL_KEY_group_group, xl_case_group_name(group));
        xl_key_add_number(o, XL_KEY_group_differences, k->group_differences[group]);
        json_object_array_add(array, o);
    }
    return array;
}

static struct json_object *checks_json(const struct xl_kernel_result *k)
{
    struct json_object *array = json_object_new_array();
    for (enum xl_check check = 0; check < XL_CHECKS; check++)
        if (k->failed_checks[check])
            json_object_array_add(array, json_object_new_string(xl_check_name(check)));
    return array;
}

/* The kernel that was called before where the first of its findings shows. */
static const char *after_of(const struct xl_kernel_result *k)
{
    return k->finding_count ? k->findings[0].after : NULL;
}

static struct json_object *work_json(const struct xl_work *w)
{
    struct json_object *o = json_object_new_object();
    xl_key_add_number(o, XL_KEY_work_n, w->n);
    xl_key_add_number(o, XL_KEY_work_vector, w->vector);
    xl_key_add_number(o, XL_KEY_work_other, w->other);
    xl_key_add_number(o, XL_KEY_work_more_n, w->more_n);
    xl_key_add_number(o, XL_KEY_work_more_vector, w->more_vector);
    xl_key_add_number(o, XL_KEY_work_more_other, w->more_other);
    return o;
}

/* The command that makes the first finding's call again. NULL: there is no finding. */
static char *command_of(const struct xl_results *results, const struct xl_row_result *row,
                        const struct xl_kernel_result *k)
{
    const struct xl_finding *f = &k->findings[0];
    const char *after = after_of(k);
    if (!k->finding_count)
        return NULL;
    char *command = xl_repro_command(results, row->row->name, f->beside, k->kernel,
                                     after && *after ? after : NULL);
    if (!k->exhaustive_of || !f->has_call)
        return command;
    char *walk =
        xl_format("%s --exhaustive --inputs 0x%llx-0x%llx", command, (unsigned long long)f->c.walk,
                  (unsigned long long)(f->c.walk + f->n - 1));
    free(command);
    return walk;
}

static struct json_object *kernel_json(const struct xl_results *results,
                                       const struct xl_row_result *row,
                                       const struct xl_kernel_result *k)
{
    char *command = command_of(results, row, k);
    struct json_object *o = json_object_new_object(), *findings = json_object_new_array();
    xl_key_add_text(o, XL_KEY_kernel_kernel, k->kernel);
    xl_key_add_text(o, XL_KEY_kernel_variant, k->variant);
    xl_key_add_text(o, XL_KEY_kernel_outcome, xl_outcome_name(k->outcome));
    xl_key_add_text(o, XL_KEY_kernel_reason, k->reason);
    xl_key_add(o, XL_KEY_kernel_cached, k->cached[0] ? json_object_new_string(k->cached) : NULL);
    xl_key_add_text(o, XL_KEY_kernel_known_bug, k->known_bug);
    xl_key_add_number(o, XL_KEY_kernel_checked, k->checked);
    add_double(o, XL_KEY_kernel_max_ulp, k->max_ulp);
    xl_key_add(o, XL_KEY_kernel_max_ulp_inputs, k->has_worst ? worst_inputs_json(k) : NULL);
    xl_key_add(o, XL_KEY_kernel_errors, k->has_axis && k->record ? axis_json(k) : NULL);
    if (k->exhaustive_of)
        xl_key_add(o, XL_KEY_kernel_exhaustive, exhaustive_json(k));
    add_double(o, XL_KEY_kernel_bound, k->bound);
    xl_key_add(o, XL_KEY_kernel_better_than,
               k->better_than > 0 ? json_object_new_double(k->better_than) : NULL);
    xl_key_add(o, XL_KEY_kernel_roads, k->is_function ? by_precision_json(k) : NULL);
    char digest[24];
    snprintf(digest, sizeof digest, "0x%016llx", (unsigned long long)k->digest);
    xl_key_add_text(o, XL_KEY_kernel_digest, digest);
    xl_key_add(o, XL_KEY_kernel_bits, k->bits_count ? bits_json(k) : NULL);
    xl_key_add(o, XL_KEY_kernel_exact, json_object_new_boolean(k->exact));
    xl_key_add_number(o, XL_KEY_kernel_calls, k->calls);
    xl_key_add_number(o, XL_KEY_kernel_statics_bytes, k->statics_bytes);
    xl_key_add_text(o, XL_KEY_kernel_proof, k->proof);
    xl_key_add_text(o, XL_KEY_kernel_estimates, k->estimates);
    xl_key_add_text(o, XL_KEY_kernel_dispatched, k->dispatched);
    xl_key_add_text(o, XL_KEY_kernel_lacks, k->lacks);
    add_if_traced(o, XL_KEY_kernel_vector_insns, k, k->vector_insns);
    add_if_traced(o, XL_KEY_kernel_insns_covered, k, k->insns_covered);
    add_if_traced(o, XL_KEY_kernel_insns_total, k, k->insns_total);
    xl_key_add(o, XL_KEY_kernel_work, k->work.n ? work_json(&k->work) : NULL);
    xl_key_add(o, XL_KEY_kernel_checks, checks_json(k));
    xl_key_add_number(o, XL_KEY_kernel_differences, k->differences);
    if (k->failing_calls[0])
        xl_key_add_text(o, XL_KEY_kernel_failing_calls, k->failing_calls);
    xl_key_add(o, XL_KEY_kernel_groups, groups_json(k));
    for (unsigned i = 0; i < k->finding_count; i++) {
        char id[XL_ID_TEXT];
        xl_finding_id(row->row->name, k, &k->findings[i], results->seed, id);
        json_object_array_add(findings, xl_finding_json(&k->findings[i], id, command));
    }
    xl_key_add(o, XL_KEY_kernel_findings, findings);
    if (k->code)
        xl_key_add_text(o, XL_KEY_kernel_code, k->code);
    if (k->seconds > 0)
        add_double(o, XL_KEY_kernel_seconds, k->seconds);
    free(command);
    return o;
}

bool xl_kernel_is_notable(const struct xl_kernel_result *k)
{
    return k->outcome != XL_PASS || k->finding_count || k->bits_count || k->better_than > 0;
}

static struct json_object *row_json(const struct xl_results *results,
                                    const struct xl_row_result *row, bool whole)
{
    struct json_object *o = json_object_new_object(), *kernels = json_object_new_array();
    xl_key_add_text(o, XL_KEY_row_row, row->row->name);
    xl_key_add_text(o, XL_KEY_row_arch, row->row->arch->name);
    xl_key_add_text(o, XL_KEY_row_isa, row->row->isa->name);
    xl_key_add_text(o, XL_KEY_row_compiler, row->row->compiler);
    xl_key_add_text(o, XL_KEY_row_compiler_version, row->compiler_version);
    xl_key_add_text(o, XL_KEY_row_opt, row->row->opt);
    xl_key_add_text(o, XL_KEY_row_qemu, row->qemu);
    xl_key_add_text(o, XL_KEY_row_library, row->library);
    xl_key_add_text(o, XL_KEY_row_qemu_cpu, row->row->qemu_cpu);
    xl_key_add_text(o, XL_KEY_row_sysroot, row->sysroot ? row->sysroot : "");
    xl_key_add(o, XL_KEY_row_vl_bits, row->has_vl ? json_object_new_int((int)row->vl_bits) : NULL);
    xl_key_add_text(o, XL_KEY_row_outcome, xl_outcome_name(row->outcome));
    xl_key_add_text(o, XL_KEY_row_reason, row->reason);
    xl_key_add_text(o, XL_KEY_row_evidence, row->evidence);
    xl_key_add_text(o, XL_KEY_row_control, row->control);
    add_double(o, XL_KEY_row_seconds, row->seconds);
    xl_key_add_number(o, XL_KEY_row_expected, row->expected);
    xl_key_add_text(o, XL_KEY_row_notes, row->notes ? row->notes : "");
    size_t left_out = 0;
    for (size_t i = 0; i < row->kernel_count; i++) {
        if (whole || xl_kernel_is_notable(&row->kernels[i]))
            json_object_array_add(kernels, kernel_json(results, row, &row->kernels[i]));
        else
            left_out++;
    }
    if (left_out)
        xl_key_add_number(o, XL_KEY_row_left_out, left_out);
    xl_key_add(o, XL_KEY_row_kernels, kernels);
    return o;
}

struct json_object *xl_row_json(const struct xl_results *results, const struct xl_row_result *row)
{
    return row_json(results, row, true);
}

static struct json_object *rows_json(const struct xl_results *results, bool whole)
{
    struct json_object *rows = json_object_new_array();
    for (size_t i = 0; i < results->row_count; i++)
        json_object_array_add(rows, row_json(results, &results->rows[i], whole));
    return rows;
}

struct json_object *xl_results_notable(const struct xl_results *results)
{
    return results->notable ? json_object_get(results->notable) : rows_json(results, false);
}

struct json_object *xl_tool_json(void)
{
    struct json_object *o = json_object_new_object();
    char *commit = xl_tool_commit();
    xl_key_add_text(o, XL_KEY_tool_version, xl_tool_version);
    xl_key_add_text(o, XL_KEY_tool_commit, commit);
    free(commit);
    return o;
}

void xl_tool_text(struct json_object *results, char text[XL_TOOL_TEXT])
{
    struct json_object *o = xl_key_get(results, XL_KEY_run_tool, json_type_object);
    const char *commit = xl_key_text(o, XL_KEY_tool_commit);
    snprintf(text, XL_TOOL_TEXT, "%.40s%s%.60s%s", xl_tool_version_of(results), *commit ? " (" : "",
             commit, *commit ? ")" : "");
}

const char *xl_tool_version_of(struct json_object *results)
{
    return xl_key_text(xl_key_get(results, XL_KEY_run_tool, json_type_object), XL_KEY_tool_version);
}

static struct json_object *results_json(const struct xl_results *results, bool whole)
{
    struct json_object *o = json_object_new_object();
    size_t counts[XL_OUTCOMES] = {0};
    xl_key_add(o, XL_KEY_run_version, json_object_new_int(XL_RESULTS_VERSION));
    xl_key_add(o, XL_KEY_run_tool, xl_tool_json());
    xl_key_add_number(o, XL_KEY_run_seed, results->seed);
    xl_key_add_text(o, XL_KEY_run_started, results->started);
    if (results->cut_short[0])
        xl_key_add_text(o, XL_KEY_run_cut_short, results->cut_short);
    for (size_t i = 0; i < results->row_count; i++)
        counts[results->rows[i].outcome]++;
    if (results->shard)
        xl_key_add(o, XL_KEY_run_shard, json_object_get(results->shard));
    xl_key_add(o, XL_KEY_run_rows, whole ? rows_json(results, true) : xl_results_notable(results));
    if (results->sources)
        xl_key_add(o, XL_KEY_run_sources, json_object_get(results->sources));
    xl_key_add(o, XL_KEY_run_disagreements, json_object_get(results->disagreements));
    xl_key_add(o, XL_KEY_run_summary, xl_key_summary(counts));
    return o;
}

struct json_object *xl_results_json(const struct xl_results *results)
{
    return results_json(results, true);
}

int xl_results_write_json(const struct xl_results *results, const char *file, struct xl_error *err)
{
    struct json_object *o = xl_results_json(results);
    const int failed = xl_json_write(o, file, err);
    json_object_put(o);
    return failed;
}

int xl_results_write_notable(const struct xl_results *results, const char *file,
                             struct xl_error *err)
{
    struct json_object *o = results_json(results, false);
    const int failed = xl_json_write(o, file, err);
    json_object_put(o);
    return failed;
}

int xl_results_write_compact(struct json_object *results, const char *file, struct xl_error *err)
{
    struct xl_atomic_file w;
    xl_atomic_file_begin(&w, file);
    if (w.f)
        fprintf(w.f, "%s\n",
                json_object_to_json_string_ext(results, JSON_C_TO_STRING_PLAIN |
                                                            JSON_C_TO_STRING_NOSLASHESCAPE));
    return xl_atomic_file_end(&w, err);
}

/* The case of a finding's call, as JSON and back. */

enum { XL_MOST_LANES = 1 << 16, XL_MOST_ROWS = 1 << 16 };

static void add_bool(struct json_object *o, enum xl_key key, bool value)
{
    xl_key_add(o, key, json_object_new_boolean(value));
}

struct json_object *xl_case_json(const struct xl_case *c)
{
    struct json_object *o = json_object_new_object();
    xl_key_add_number(o, XL_KEY_case_rows, c->rows);
    xl_key_add_number(o, XL_KEY_case_depth, c->depth);
    xl_key_add_number(o, XL_KEY_case_gaps, c->gaps);
    xl_key_add_number(o, XL_KEY_case_lanes, c->lanes);
    xl_key_add_number(o, XL_KEY_case_round, c->round);
    xl_key_add_number(o, XL_KEY_case_offset, c->offset);
    add_bool(o, XL_KEY_case_read_only, c->read_only);
    add_bool(o, XL_KEY_case_sticky, c->flags_preset);
    add_bool(o, XL_KEY_case_common, c->common);
    xl_key_add_number(o, XL_KEY_case_poison, c->poison);
    xl_key_add_number(o, XL_KEY_case_rounding, c->rounding);
    xl_key_add_number(o, XL_KEY_case_seed, c->seed);
    xl_key_add_number(o, XL_KEY_case_walk, c->walk);
    return o;
}

/* The number of a name in a list, or -1. */
static int find_name(const char *(*name_of)(int), int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name_of(i), name) == 0)
            return i;
    return -1;
}

static const char *fill_name(int i)
{
    return xl_fill_name((enum xl_fill)i);
}

static const char *place_name(int i)
{
    return xl_placement_name((enum xl_placement)i);
}

bool xl_case_read(struct json_object *finding, struct xl_case *c)
{
    struct json_object *o = xl_key_get(finding, XL_KEY_finding_case, json_type_object);
    const int fill = find_name(fill_name, XL_FILLS, xl_key_text(finding, XL_KEY_finding_fill));
    const int place =
        find_name(place_name, XL_PLACEMENTS, xl_key_text(finding, XL_KEY_finding_place));
    const size_t rounding = xl_key_number(o, XL_KEY_case_rounding);
    *c = (struct xl_case){.group = xl_case_group_find(xl_key_text(finding, XL_KEY_finding_group)),
                          .n = xl_key_number(finding, XL_KEY_finding_n),
                          .rows = xl_key_number(o, XL_KEY_case_rows),
                          .depth = xl_key_number(o, XL_KEY_case_depth),
                          .gaps = (unsigned)xl_key_number(o, XL_KEY_case_gaps),
                          .lanes = xl_key_number(o, XL_KEY_case_lanes),
                          .round = (unsigned)xl_key_number(o, XL_KEY_case_round),
                          .offset = (unsigned)xl_key_number(o, XL_KEY_case_offset),
                          .read_only = xl_key_is_true(o, XL_KEY_case_read_only),
                          .flags_preset = xl_key_is_true(o, XL_KEY_case_sticky),
                          .common = xl_key_is_true(o, XL_KEY_case_common),
                          .poison = (uint8_t)xl_key_number(o, XL_KEY_case_poison),
                          .seed = xl_key_number(o, XL_KEY_case_seed),
                          .walk = xl_key_number(o, XL_KEY_case_walk)};
    if (!o || fill < 0 || place < 0 || rounding >= XL_ROUNDINGS || !c->lanes ||
        c->lanes > XL_MOST_LANES || !c->rows || c->rows > XL_MOST_ROWS || !c->depth ||
        c->depth > XL_MOST_ROWS)
        return false;
    c->fill = (enum xl_fill)fill;
    c->placement = (enum xl_placement)place;
    c->rounding = (enum xl_rounding)rounding;
    return true;
}

static bool is_streamed(const struct xl_kernel *kernel, const struct xl_case *c)
{
    return xl_is_streamed(kernel, c) && c->n <= xl_streamed_n(kernel) + XL_STREAMED_MORE;
}

bool xl_case_fits(const struct xl_kernel *kernel, const struct xl_case *c)
{
    struct xl_case fitting = *c;
    xl_fit_rows(kernel, &fitting);
    const bool is_own = c->fill == XL_FILL_KNOWN || xl_fill_applies(c->fill, kernel);
    return is_own && (xl_max_n(kernel, c->n) == c->n || is_streamed(kernel, c)) &&
           xl_sizes_allow(kernel, c) && fitting.rows == c->rows && fitting.depth == c->depth &&
           fitting.gaps == c->gaps && (c->placement != XL_PLACEMENT_IN_PLACE || kernel->in_place);
}

/* The names of the fields of results in JSON, by results.def. */

static const char *const names[XL_KEYS] = {
#define XL_KEY(LEVEL, NAME, TYPE, VALUES, TEXT) #NAME,
#include "results/results.def"
#undef XL_KEY
};

const char *xl_key_name(enum xl_key key)
{
    return names[key];
}

void xl_key_add(struct json_object *o, enum xl_key key, struct json_object *value)
{
    json_object_object_add(o, names[key], value);
}

void xl_key_add_text(struct json_object *o, enum xl_key key, const char *value)
{
    /* Paths and compiler messages may have any bytes, JSON may not. */
    char *clean = xl_utf8_clean(value);
    xl_key_add(o, key, json_object_new_string(clean ? clean : ""));
    free(clean);
}

void xl_key_add_number(struct json_object *o, enum xl_key key, uint64_t value)
{
    xl_key_add(o, key, json_object_new_uint64(value));
}

struct json_object *xl_key_get(struct json_object *o, enum xl_key key, enum json_type type)
{
    return xl_json_get(o, names[key], type);
}

struct json_object *xl_key_array(struct json_object *o, enum xl_key key)
{
    return xl_json_array(o, names[key]);
}

const char *xl_key_text(struct json_object *o, enum xl_key key)
{
    return xl_json_text(o, names[key]);
}

size_t xl_key_number(struct json_object *o, enum xl_key key)
{
    return xl_json_number(o, names[key]);
}

double xl_key_double(struct json_object *o, enum xl_key key)
{
    return xl_json_double(o, names[key]);
}

double xl_key_measure(struct json_object *o, enum xl_key key)
{
    struct json_object *value = NULL;
    const bool is_null = json_object_object_get_ex(o, names[key], &value) && !value;
    return is_null ? INFINITY : xl_json_double(o, names[key]);
}

bool xl_key_is_true(struct json_object *o, enum xl_key key)
{
    return xl_json_is_true(o, names[key]);
}

bool xl_key_has(struct json_object *o, enum xl_key key)
{
    return json_object_object_get_ex(o, names[key], NULL);
}

int xl_key_outcome(struct json_object *o)
{
    for (int i = 0; i < XL_OUTCOMES; i++)
        if (strcmp(xl_key_text(o, XL_KEY_kernel_outcome), xl_outcome_name((enum xl_outcome)i)) == 0)
            return i;
    return -1;
}

int xl_key_verdict(struct json_object *kernel)
{
    const int outcome = xl_key_outcome(kernel);
    return outcome != XL_FLAKY                                            ? outcome
           : xl_json_length(xl_key_array(kernel, XL_KEY_kernel_findings)) ? XL_FAIL
                                                                          : XL_PASS;
}

struct json_object *xl_key_summary(const size_t counts[XL_OUTCOMES])
{
    static const enum xl_key keys[XL_OUTCOMES] = {[XL_PASS] = XL_KEY_summary_pass,
                                                  [XL_FAIL] = XL_KEY_summary_fail,
                                                  [XL_SKIP] = XL_KEY_summary_skip,
                                                  [XL_EMU_BUG] = XL_KEY_summary_emu_bug,
                                                  [XL_NOT_RUN] = XL_KEY_summary_not_run};
    struct json_object *o = json_object_new_object();
    for (int i = 0; i < XL_FLAKY; i++) /* no row is flaky */
        xl_key_add_number(o, keys[i], counts[i]);
    return o;
}

/* Rows that just passed, kept as text. */

enum { XL_UNPACKED = 8 /* valid at the same time */ };

/* Marks packed rows: a malformed file may have strings as rows. */
static char mark;

static bool is_packed(struct json_object *row)
{
    return json_object_is_type(row, json_type_string) && json_object_get_userdata(row) == &mark;
}

static bool is_plain_kernel(struct json_object *kernel)
{
    struct json_object *findings = xl_key_array(kernel, XL_KEY_kernel_findings);
    return xl_key_outcome(kernel) == XL_PASS && !xl_json_length(findings) &&
           !xl_key_number(kernel, XL_KEY_kernel_differences) &&
           !*xl_key_text(kernel, XL_KEY_kernel_known_bug) &&
           !xl_key_array(kernel, XL_KEY_kernel_bits) &&
           !xl_key_get(kernel, XL_KEY_kernel_better_than, json_type_double);
}

bool xl_row_is_plain(struct json_object *row)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    if (xl_key_outcome(row) != XL_PASS || !kernels || xl_key_has(row, XL_KEY_row_suite))
        return false; /* of a suite, reports show functions and tests that passed */
    for (size_t i = 0; i < xl_json_length(kernels); i++)
        if (!is_plain_kernel(json_object_array_get_idx(kernels, i)))
            return false;
    return true;
}

static int write_packed(struct json_object *row, struct printbuf *to, int level, int flags)
{
    (void)level, (void)flags;
    return printbuf_memappend(to, json_object_get_string(row), json_object_get_string_len(row));
}

struct json_object *xl_row_pack(const char *text, size_t length)
{
    struct json_object *row = json_object_new_string_len(text, (int)length);
    json_object_set_serializer(row, write_packed, &mark, NULL);
    return row;
}

struct json_object *xl_row_at(struct json_object *rows, size_t i)
{
    static struct json_object *unpacked[XL_UNPACKED];
    static size_t next;
    struct json_object *row = json_object_array_get_idx(rows, i);
    if (!is_packed(row))
        return row;
    struct json_object **at = &unpacked[next++ % XL_UNPACKED];
    json_object_put(*at);
    *at = json_tokener_parse(json_object_get_string(row));
    return *at;
}

struct json_object *xl_row_notable(struct json_object *rows, size_t i)
{
    struct json_object *row = json_object_array_get_idx(rows, i);
    return is_packed(row) ? NULL : row;
}

/* Text that people see. */

/* The characters that a field keeps: those of its lines. key: NULL in an array. */
static const char *kept_in(const char *key)
{
    static const enum xl_key lines[] = {XL_KEY_kernel_output,   XL_KEY_kernel_code,
                                        XL_KEY_kernel_reason,   XL_KEY_row_notes,
                                        XL_KEY_finding_message, XL_KEY_row_evidence};
    for (size_t i = 0; key && i < sizeof lines / sizeof lines[0]; i++)
        if (strcmp(key, names[lines[i]]) == 0)
            return "\n\t";
    return "";
}

/* A text as it is shown; NULL: as it is. */
static struct json_object *shown_text(struct json_object *o, const char *key)
{
    const char *text = json_object_get_string(o);
    char *shown = xl_printable(text, kept_in(key));
    struct json_object *copy = strcmp(shown, text) != 0 ? json_object_new_string(shown) : NULL;
    free(shown);
    return copy;
}

/* An array or object with the same values. */
static struct json_object *shallow_copy(struct json_object *o)
{
    const bool is_array = json_object_is_type(o, json_type_array);
    struct json_object *copy = is_array ? json_object_new_array() : json_object_new_object();
    for (size_t i = 0; is_array && i < xl_json_length(o); i++)
        json_object_array_add(copy, json_object_get(json_object_array_get_idx(o, i)));
    if (is_array)
        return copy;
    json_object_object_foreach(o, name, value)
    {
        json_object_object_add(copy, name, json_object_get(value));
    }
    return copy;
}

/* A value as it is shown; NULL: as it is. */
static struct json_object *shown(struct json_object *o, const char *key)
{
    struct json_object *copy = NULL;
    if (json_object_is_type(o, json_type_string))
        return is_packed(o) ? NULL : shown_text(o, key);
    if (json_object_is_type(o, json_type_array))
        for (size_t i = 0; i < xl_json_length(o); i++) {
            struct json_object *item = shown(json_object_array_get_idx(o, i), key);
            if (item && !copy)
                copy = shallow_copy(o);
            if (item)
                json_object_array_put_idx(copy, i, item);
        }
    if (!json_object_is_type(o, json_type_object))
        return copy;
    json_object_object_foreach(o, name, value)
    {
        struct json_object *item = shown(value, name);
        if (item && !copy)
            copy = shallow_copy(o);
        if (item)
            json_object_object_add(copy, name, item);
    }
    return copy;
}

struct json_object *xl_results_printable(struct json_object *o)
{
    struct json_object *copy = shown(o, NULL);
    return copy ? copy : json_object_get(o);
}
