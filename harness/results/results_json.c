/* Results as JSON and back: for --json, and for the cache of results.
 * SPDX-License-Identifier: MIT
 */
#include "results/results_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "oracle/case.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "results/results.h"

enum level {
    LEVEL_run = 1,
    LEVEL_row,
    LEVEL_kernel,
    LEVEL_exhaustive,
    LEVEL_roads,
    LEVEL_work,
    LEVEL_bits,
    LEVEL_finding,
    LEVEL_case
};

enum kind {
    KIND_NUMBER,
    KIND_TRUTH,
    KIND_MEASURE,
    KIND_EXACT,
    KIND_TEXT,
    KIND_WORD,
    KIND_HASH,
    KIND_ADDRESS,
    KIND_OBJECT,
    KIND_LIST,
    KIND_JSON,
    KIND_MADE
};

/* What an object is written for, and what it is in. */
struct setting {
    bool is_cached;  /* for the cache: only its fields, and doubles exact */
    bool has_passed; /* kernels that passed are written */
    const struct xl_results *results;
    const struct xl_row_result *row;
    const struct xl_kernel_result *kernel;
};

/* A field of results.def. */
struct field {
    size_t at, size;       /* of its member */
    size_t if_at, if_size; /* of the member without which it is absent, or null; size 0: none */
    size_t item, count_at; /* KIND_LIST: the size of one, and where an unsigned has the number */
    enum level level;      /* 0: written by hand */
    enum level below;      /* KIND_OBJECT, KIND_LIST: of the objects in it */
    enum kind kind;
    bool is_cached, is_hidden; /* the cache has it; only the cache */
    bool is_nullable, is_flag; /* null in place of absent; `if_at` is a flag */
};

static const struct field *field_of(enum xl_key key);

static uint64_t load(const void *at, size_t size)
{
    const uint8_t *byte = at;
    const uint32_t *word = at;
    const uint64_t *number = at;
    return size == sizeof *byte ? *byte : size == sizeof *word ? *word : *number;
}

/* False: the number is too large. */
static bool store(void *at, size_t size, uint64_t value)
{
    uint8_t *byte = at;
    uint32_t *word = at;
    uint64_t *number = at;
    if (size == sizeof *byte)
        *byte = (uint8_t)value;
    else if (size == sizeof *word)
        *word = (uint32_t)value;
    else
        *number = value;
    return load(at, size) == value;
}

static bool is_there(const struct field *f, const void *object)
{
    return !f->if_size || load((const char *)object + f->if_at, f->if_size);
}

/* Writing. */

static struct json_object *write_value(enum xl_key key, const void *object,
                                       const struct setting *s);

static struct json_object *write_object(enum level level, const void *object,
                                        const struct setting *s)
{
    struct json_object *o = json_object_new_object();
    for (enum xl_key key = 0; key < XL_KEYS; key++) {
        const struct field *f = field_of(key);
        if (f->level != level || (s->is_cached ? !f->is_cached : f->is_hidden))
            continue;
        const bool is = is_there(f, object);
        if (is || f->is_nullable)
            xl_key_add(o, key, is ? write_value(key, object, s) : NULL);
    }
    return o;
}

static struct json_object *write_list(const struct field *f, const void *object,
                                      const struct setting *s)
{
    struct json_object *list = json_object_new_array();
    const char *items = (const char *)object + f->at;
    const size_t count = load((const char *)object + f->count_at, sizeof(unsigned));
    for (size_t i = 0; i < count; i++)
        json_object_array_add(list, write_object(f->below, items + i * f->item, s));
    return list;
}

/* JSON has no infinity: null then. */
static struct json_object *write_double(double value, bool is_exact)
{
    char text[32];
    if (!isfinite(value))
        return NULL;
    snprintf(text, sizeof text, "%.6g", value);
    return is_exact ? json_object_new_double(value) : json_object_new_double_s(value, text);
}

static struct json_object *write_bits(uint64_t value, int digits)
{
    char text[24];
    snprintf(text, sizeof text, "0x%0*llx", digits, (unsigned long long)value);
    return json_object_new_string(text);
}

static struct json_object *write_word(const char *word)
{
    return xl_key_new_text(word ? word : "");
}

static struct json_object *make_value(enum xl_key key, const void *object, const struct setting *s);

static struct json_object *write_value(enum xl_key key, const void *object, const struct setting *s)
{
    const struct field *f = field_of(key);
    const void *at = (const char *)object + f->at;
    const double *measure = at;
    const uint64_t *bits = at;
    const char *const *word = at;
    struct json_object *const *json = at;
    switch (f->kind) {
    case KIND_NUMBER:
        return json_object_new_uint64(load(at, f->size));
    case KIND_TRUTH:
        return json_object_new_boolean(load(at, f->size) != 0);
    case KIND_MEASURE:
        return write_double(*measure, s->is_cached);
    case KIND_EXACT:
        return write_double(*measure, true);
    case KIND_TEXT:
        return write_word(at);
    case KIND_WORD:
        return write_word(*word);
    case KIND_HASH:
        return write_bits(*bits, 16);
    case KIND_ADDRESS:
        return write_bits(*bits, 1);
    case KIND_OBJECT:
        return write_object(f->below, at, s);
    case KIND_LIST:
        return write_list(f, object, s);
    case KIND_JSON:
        return json_object_get(*json);
    case KIND_MADE:
        break;
    }
    return make_value(key, object, s);
}

/* Reading. */

static bool read_value(enum xl_key key, struct json_object *value, void *object);

/* Reads what the cache has of an object. False: it is incomplete. */
static bool read_object(enum level level, struct json_object *o, void *object)
{
    bool all = true;
    for (enum xl_key key = 0; key < XL_KEYS; key++) {
        const struct field *f = field_of(key);
        struct json_object *value = NULL;
        if (f->level != level || !f->is_cached)
            continue;
        if (!json_object_object_get_ex(o, xl_key_name(key), &value)) {
            all = all && f->if_size && !f->is_nullable;
        } else if (value || !f->is_nullable) {
            all = read_value(key, value, object) && all;
            if (f->is_flag)
                store((char *)object + f->if_at, f->if_size, 1);
        }
    }
    return all;
}

static bool read_list(const struct field *f, struct json_object *list, void *object)
{
    char *items = (char *)object + f->at;
    const size_t count = xl_json_length(list);
    bool all = json_object_is_type(list, json_type_array) && count <= f->size / f->item;
    for (size_t i = 0; all && i < count; i++) {
        memset(items + i * f->item, 0, f->item);
        all = read_object(f->below, json_object_array_get_idx(list, i), items + i * f->item);
    }
    return store((char *)object + f->count_at, sizeof(unsigned), all ? count : 0) && all;
}

/* The number of a name, or -1. */
static int find_fill(const char *name)
{
    for (int fill = 0; fill < XL_FILLS; fill++)
        if (strcmp(xl_fill_name((enum xl_fill)fill), name) == 0)
            return fill;
    return -1;
}

static int find_placement(const char *name)
{
    for (int place = 0; place < XL_PLACEMENTS; place++)
        if (strcmp(xl_placement_name((enum xl_placement)place), name) == 0)
            return place;
    return -1;
}

static bool read_bits(const char *text, uint64_t *bits)
{
    char *end;
    *bits = strtoull(text, &end, 16);
    return *text && !*end;
}

static bool read_made(enum xl_key key, struct json_object *value, void *object);

static bool read_value(enum xl_key key, struct json_object *value, void *object)
{
    const struct field *f = field_of(key);
    void *at = (char *)object + f->at;
    double *measure = at;
    uint64_t *bits = at;
    const enum json_type type = json_object_get_type(value);
    const char *text = type == json_type_string ? json_object_get_string(value) : NULL;
    switch (f->kind) {
    case KIND_NUMBER:
        return type == json_type_int && store(at, f->size, json_object_get_uint64(value));
    case KIND_TRUTH:
        return type == json_type_boolean && store(at, f->size, json_object_get_boolean(value));
    case KIND_MEASURE:
    case KIND_EXACT:
        *measure = value ? json_object_get_double(value) : INFINITY;
        return !value || type == json_type_double;
    case KIND_TEXT:
        return text && snprintf(at, f->size, "%s", text) >= 0;
    case KIND_HASH:
    case KIND_ADDRESS:
        return text && read_bits(text, bits);
    case KIND_OBJECT:
        return read_object(f->below, value, at);
    case KIND_LIST:
        return read_list(f, value, object);
    case KIND_MADE:
        return read_made(key, value, object);
    case KIND_WORD: /* complete_finding reads it */
    case KIND_JSON:
        break;
    }
    return true;
}

/* What is made of several members. */

static struct json_object *write_tool(void)
{
    struct json_object *o = json_object_new_object();
    char *commit = xl_tool_commit();
    xl_key_add_text(o, XL_KEY_tool_version, xl_tool_version);
    xl_key_add_text(o, XL_KEY_tool_commit, commit);
    free(commit);
    return o;
}

static struct json_object *write_worst_inputs(const struct xl_kernel_result *k)
{
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < k->operands; i++)
        json_object_array_add(list, write_bits(k->worst_inputs[i], 1));
    return list;
}

static bool read_worst_inputs(struct json_object *list, struct xl_kernel_result *k)
{
    bool all = xl_json_length(list) <= XL_MAX_ARITY;
    k->operands = all ? xl_json_length(list) : 0;
    for (size_t i = 0; i < k->operands; i++) {
        const char *text = json_object_get_string(json_object_array_get_idx(list, i));
        all = all && text && read_bits(text, &k->worst_inputs[i]);
    }
    return all && json_object_is_type(list, json_type_array);
}

/* "a:f32 0.5 - 1.25 inf": the operand, as `args` of a source has it, and a word for each part. */
static struct json_object *write_errors(const struct xl_kernel_result *k, bool is_exact)
{
    char text[XL_AXIS * 16 + 80];
    if (!k->record)
        return NULL;
    const size_t operand = xl_axis_operand(k->record);
    const struct xl_arg *arg = &k->record->args[operand < XL_MAX_ARGS ? operand : 0];
    snprintf(text, sizeof text, "%.64s:%s", arg->name, xl_type_name(arg->type));
    for (size_t i = 0; i < XL_AXIS; i++)
        if (k->axis[i] < 0)
            xl_append(text, sizeof text, " -");
        else
            xl_append(text, sizeof text, " %.*g", is_exact ? 9 : 3, (double)k->axis[i]);
    return json_object_new_string(text);
}

static bool read_errors(const char *at, struct xl_kernel_result *k)
{
    at += strcspn(at, " ");
    for (size_t i = 0; i < XL_AXIS; i++) {
        char *end;
        const bool is_empty = strncmp(at, " -", 2) == 0;
        k->axis[i] = is_empty ? -1 : strtof(at, &end);
        if (!is_empty && end == at)
            return false;
        at = is_empty ? at + 2 : end;
    }
    return !*at;
}

static struct json_object *write_checks(const struct xl_kernel_result *k)
{
    struct json_object *list = json_object_new_array();
    for (enum xl_check check = 0; check < XL_CHECKS; check++)
        if (k->failed_checks[check])
            json_object_array_add(list, json_object_new_string(xl_check_name(check)));
    return list;
}

static bool read_checks(struct json_object *list, struct xl_kernel_result *k)
{
    bool all = json_object_is_type(list, json_type_array);
    for (size_t i = 0; all && i < xl_json_length(list); i++) {
        const char *name = json_object_get_string(json_object_array_get_idx(list, i));
        const int check = name ? xl_check_find(name) : -1;
        all = check >= 0;
        if (all)
            k->failed_checks[check] = true;
    }
    return all;
}

/* By name: the number of a group changes with a build. */
static struct json_object *write_groups(const struct xl_kernel_result *k)
{
    struct json_object *list = json_object_new_array();
    for (unsigned group = 1; group <= xl_case_groups(); group++) {
        if (!k->group_differences[group])
            continue;
        struct json_object *o = json_object_new_object();
        xl_key_add_text(o, XL_KEY_group_group, xl_case_group_name(group));
        xl_key_add_number(o, XL_KEY_group_differences, k->group_differences[group]);
        json_object_array_add(list, o);
    }
    return list;
}

static bool read_groups(struct json_object *list, struct xl_kernel_result *k)
{
    bool all = json_object_is_type(list, json_type_array);
    for (size_t i = 0; i < xl_json_length(list); i++) {
        struct json_object *o = json_object_array_get_idx(list, i);
        const unsigned group = xl_case_group_find(xl_key_text(o, XL_KEY_group_group));
        k->group_differences[group] = xl_key_number(o, XL_KEY_group_differences);
        all = all && group != XL_NO_GROUP;
    }
    return all;
}

void xl_finding_id(const char *row, const struct xl_kernel_result *k, const struct xl_finding *f,
                   uint64_t seed, char id[XL_ID_TEXT])
{
    struct json_object *c = f->has_call ? xl_case_json(&f->c) : NULL;
    char text[1024];
    snprintf(text, sizeof text, "%s\n%s\n%s\n%s\n%llu\n%llu %s %s %s\n%s %llu %llu", k->kernel,
             k->variant, row, xl_check_name(f->check), (unsigned long long)seed,
             (unsigned long long)f->n, f->has_call ? xl_fill_name(f->c.fill) : "",
             f->has_call ? xl_placement_name(f->c.placement) : "",
             c ? json_object_to_json_string_ext(c, JSON_C_TO_STRING_PLAIN) : "",
             f->arg ? f->arg : "", (unsigned long long)f->element, (unsigned long long)f->lane);
    snprintf(id, XL_ID_TEXT, "%08x", (unsigned)xl_digest_text(text).low);
    json_object_put(c);
}

/* Makes the call of the kernel's first finding again. */
static struct json_object *write_command(const struct setting *s)
{
    const struct xl_kernel_result *k = s->kernel;
    const struct xl_finding *f = &k->findings[0];
    char *command = xl_repro_command(s->results, s->row->row->name, f->beside, k->kernel,
                                     f->after && *f->after ? f->after : NULL),
         *walk = NULL;
    if (k->exhaustive_of && f->has_call)
        walk = xl_format("%s --exhaustive --inputs 0x%llx-0x%llx", command,
                         (unsigned long long)f->c.walk, (unsigned long long)(f->c.walk + f->n - 1));
    struct json_object *text = write_word(walk ? walk : command);
    free(walk);
    free(command);
    return text;
}

static struct json_object *write_row_name(const struct xl_row_result *row)
{
    char *name = row->suite.name ? xl_format("%s/%s", row->suite.name, row->row->name) : NULL;
    struct json_object *text = write_word(name ? name : row->row->name);
    free(name);
    return text;
}

static struct json_object *write_rows(const struct xl_results *results, bool has_passed);

static struct json_object *make_value(enum xl_key key, const void *object, const struct setting *s)
{
    char id[XL_ID_TEXT];
    const struct xl_row_result *row = object;
    const struct xl_kernel_result *k = object;
    const struct xl_finding *finding = object;
    const struct xl_bits *bits = object;
    switch (key) {
    case XL_KEY_run_version:
        return json_object_new_int(XL_RESULTS_VERSION);
    case XL_KEY_run_tool:
        return write_tool();
    case XL_KEY_run_rows:
        return s->has_passed ? write_rows(object, true) : xl_results_notable(object);
    case XL_KEY_row_row:
        return write_row_name(row);
    case XL_KEY_row_arch:
        return write_word(row->row->arch->name);
    case XL_KEY_row_isa:
        return write_word(row->row->isa->name);
    case XL_KEY_row_compiler:
        return write_word(row->row->compiler);
    case XL_KEY_row_opt:
        return write_word(row->row->opt);
    case XL_KEY_row_qemu_cpu:
        return write_word(row->row->qemu_cpu);
    case XL_KEY_row_outcome:
        return write_word(xl_outcome_name(row->outcome));
    case XL_KEY_kernel_outcome:
        return write_word(xl_outcome_name(k->outcome));
    case XL_KEY_kernel_max_ulp_inputs:
        return write_worst_inputs(k);
    case XL_KEY_kernel_errors:
        return write_errors(k, s->is_cached);
    case XL_KEY_kernel_checks:
        return write_checks(k);
    case XL_KEY_kernel_groups:
        return write_groups(k);
    case XL_KEY_kernel_code:
        return write_word(k->code);
    case XL_KEY_bits_fill:
        return write_word(bits->fill);
    case XL_KEY_finding_id:
        xl_finding_id(s->row->row->name, s->kernel, finding, s->results->seed, id);
        return write_word(id);
    case XL_KEY_finding_check:
        return write_word(xl_check_name(finding->check));
    case XL_KEY_finding_group:
        return write_word(xl_case_group_name(finding->c.group));
    case XL_KEY_finding_fill:
        return write_word(xl_fill_name(finding->c.fill));
    case XL_KEY_finding_place:
        return write_word(xl_placement_name(finding->c.placement));
    case XL_KEY_finding_command:
        return write_command(s);
    default:
        abort();
    }
}

static bool read_made(enum xl_key key, struct json_object *value, void *object)
{
    struct xl_kernel_result *k = object;
    struct xl_finding *finding = object;
    struct xl_bits *bits = object;
    const char *text =
        json_object_is_type(value, json_type_string) ? json_object_get_string(value) : "";
    int number = 0;
    switch (key) {
    case XL_KEY_kernel_outcome:
        number = xl_outcome_find(text);
        k->outcome = (enum xl_outcome)number;
        break;
    case XL_KEY_kernel_max_ulp_inputs:
        return read_worst_inputs(value, k);
    case XL_KEY_kernel_errors:
        return read_errors(text, k);
    case XL_KEY_kernel_checks:
        return read_checks(value, k);
    case XL_KEY_kernel_groups:
        return read_groups(value, k);
    case XL_KEY_kernel_code:
        k->code = xl_copy_text(text);
        break;
    case XL_KEY_bits_fill:
        number = find_fill(text);
        bits->fill = number < 0 ? NULL : xl_fill_name((enum xl_fill)number);
        break;
    case XL_KEY_finding_check:
        number = xl_check_find(text);
        finding->check = (enum xl_check)number;
        break;
    default: /* complete_finding reads it */
        break;
    }
    return number >= 0;
}

/* The record's name of an argument, which outlives the JSON. */
static const char *find_arg(const struct xl_kernel *record, const char *name)
{
    for (size_t i = 0; record && i < XL_MAX_ARGS && record->args[i].kind; i++)
        if (record->args[i].name && strcmp(record->args[i].name, name) == 0)
            return record->args[i].name;
    return NULL;
}

/* Sets what has a name. False: there is no such name, or the case is impossible. */
static bool complete_finding(struct json_object *o, const struct xl_kernel *record,
                             struct xl_finding *f)
{
    const char *arg = xl_key_text(o, XL_KEY_finding_arg);
    f->arg = find_arg(record, arg);
    if (f->has_call && !xl_case_read(o, &f->c))
        return false;
    return f->arg || !*arg;
}

/* The case of a finding's call, as JSON and back. */

enum { XL_MOST_LANES = 1 << 16, XL_MOST_ROWS = 1 << 16 };

struct json_object *xl_case_json(const struct xl_case *c)
{
    return write_object(LEVEL_case, c, &(struct setting){0});
}

bool xl_case_read(struct json_object *finding, struct xl_case *c)
{
    struct json_object *o = xl_key_get(finding, XL_KEY_finding_case, json_type_object);
    const int fill = find_fill(xl_key_text(finding, XL_KEY_finding_fill)),
              place = find_placement(xl_key_text(finding, XL_KEY_finding_place));
    *c = (struct xl_case){.group = xl_case_group_find(xl_key_text(finding, XL_KEY_finding_group)),
                          .n = xl_key_number(finding, XL_KEY_finding_n)};
    read_object(LEVEL_case, o, c); /* older results lack some fields */
    if (!o || fill < 0 || place < 0 || c->rounding >= XL_ROUNDINGS || !c->lanes ||
        c->lanes > XL_MOST_LANES || !c->rows || c->rows > XL_MOST_ROWS || !c->depth ||
        c->depth > XL_MOST_ROWS)
        return false;
    c->fill = (enum xl_fill)fill;
    c->placement = (enum xl_placement)place;
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

/* Rows and runs. */

bool xl_kernel_is_notable(const struct xl_kernel_result *k)
{
    return k->outcome != XL_PASS || k->finding_count || k->bits_count || k->better_than > 0;
}

/* A row and its kernels: all, or the notable ones. */
static struct json_object *write_row(const struct xl_results *results,
                                     const struct xl_row_result *row, bool has_passed)
{
    struct json_object *o = xl_row_head_json(row), *kernels = json_object_new_array();
    size_t left_out = 0;
    for (size_t i = 0; i < row->kernel_count; i++) {
        const struct xl_kernel_result *k = &row->kernels[i];
        const struct setting s = {.results = results, .row = row, .kernel = k};
        if (has_passed || xl_kernel_is_notable(k))
            json_object_array_add(kernels, write_object(LEVEL_kernel, k, &s));
        else
            left_out++;
    }
    if (left_out)
        xl_key_add_number(o, XL_KEY_row_left_out, left_out);
    xl_key_add(o, XL_KEY_row_kernels, kernels);
    return o;
}

struct json_object *xl_row_head_json(const struct xl_row_result *row)
{
    return write_object(LEVEL_row, row, &(struct setting){0});
}

struct json_object *xl_row_json(const struct xl_results *results, const struct xl_row_result *row)
{
    return write_row(results, row, true);
}

static struct json_object *write_rows(const struct xl_results *results, bool has_passed)
{
    struct json_object *rows = json_object_new_array();
    for (size_t i = 0; i < results->row_count; i++)
        json_object_array_add(rows, write_row(results, &results->rows[i], has_passed));
    return rows;
}

struct json_object *xl_results_notable(const struct xl_results *results)
{
    return results->notable ? json_object_get(results->notable) : write_rows(results, false);
}

struct json_object *xl_results_json(const struct xl_results *results, bool has_passed)
{
    const struct setting s = {.has_passed = has_passed};
    size_t counts[XL_OUTCOMES] = {0};
    struct json_object *o = write_object(LEVEL_run, results, &s),
                       *rows = xl_key_array(o, XL_KEY_run_rows);
    for (size_t i = 0; i < xl_json_length(rows); i++)
        counts[xl_key_outcome(json_object_array_get_idx(rows, i))]++;
    xl_key_add(o, XL_KEY_run_summary, xl_key_summary(counts));
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

/* What the cache has. */

struct json_object *xl_cached_kernel_json(const struct xl_kernel_result *k)
{
    return write_object(LEVEL_kernel, k, &(struct setting){.is_cached = true});
}

bool xl_cached_kernel_read(struct json_object *o, struct xl_kernel_result *k)
{
    struct json_object *findings = xl_key_array(o, XL_KEY_kernel_findings);
    bool all = read_object(LEVEL_kernel, o, k);
    for (unsigned i = 0; all && i < k->finding_count; i++)
        all = complete_finding(json_object_array_get_idx(findings, i), k->record, &k->findings[i]);
    return all;
}

struct json_object *xl_cached_row_json(const struct xl_row_result *row)
{
    return write_object(LEVEL_row, row, &(struct setting){.is_cached = true});
}

bool xl_cached_row_read(struct json_object *o, struct xl_row_result *row)
{
    return read_object(LEVEL_row, o, row);
}

/* The fields, by results.def. */

#define AT(M) .at = offsetof(XL_OBJECT, M), .size = sizeof(((XL_OBJECT *)NULL)->M)
#define NUMBER(M) .kind = KIND_NUMBER, AT(M)
#define TRUTH(M) .kind = KIND_TRUTH, AT(M)
#define MEASURE(M) .kind = KIND_MEASURE, AT(M)
#define EXACT(M) .kind = KIND_EXACT, AT(M)
#define TEXT(M) .kind = KIND_TEXT, AT(M)
#define WORD(M) .kind = KIND_WORD, AT(M)
#define HASH(M) .kind = KIND_HASH, AT(M)
#define ADDRESS(M) .kind = KIND_ADDRESS, AT(M)
#define JSON(M) .kind = KIND_JSON, AT(M)
#define OBJECT(LEVEL, M) .kind = KIND_OBJECT, .below = LEVEL_##LEVEL, AT(M)
#define PART(LEVEL) .kind = KIND_OBJECT, .below = LEVEL_##LEVEL
#define LIST(LEVEL, M, COUNT)                                                                      \
    .kind = KIND_LIST, .below = LEVEL_##LEVEL, AT(M), .item = sizeof(((XL_OBJECT *)NULL)->M[0]),   \
    .count_at = offsetof(XL_OBJECT, COUNT)
#define MADE .kind = KIND_MADE
#define IF(M, ...)                                                                                 \
    .if_at = offsetof(XL_OBJECT, M), .if_size = sizeof(((XL_OBJECT *)NULL)->M), __VA_ARGS__
#define OR_NULL(M, ...) .is_nullable = true, IF(M, __VA_ARGS__)
#define HAS(M, ...) .is_flag = true, IF(M, __VA_ARGS__)
#define HAS_OR_NULL(M, ...) .is_flag = true, OR_NULL(M, __VA_ARGS__)
#define CACHED(...) .is_cached = true, __VA_ARGS__

static const struct field fields[XL_KEYS] = {
#define XL_KEY(LEVEL, NAME, TYPE, VALUES, TEXT) [XL_KEY_##LEVEL##_##NAME] = {.level = 0},
#define XL_FIELD(LEVEL, NAME, VALUE, TYPE, VALUES, TEXT)                                           \
    [XL_KEY_##LEVEL##_##NAME] = {.level = LEVEL_##LEVEL, VALUE},
#define XL_CACHED(LEVEL, NAME, VALUE)                                                              \
    [XL_KEY_##LEVEL##_##NAME] = {.level = LEVEL_##LEVEL, .is_hidden = true, CACHED(VALUE)},
#include "results/results.def"
#undef XL_KEY
};

static const struct field *field_of(enum xl_key key)
{
    return &fields[key];
}
