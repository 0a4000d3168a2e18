/* crosslane list facts, crosslane list baselines: what the scripts of docs/generate make pages of.
 * SPDX-License-Identifier: MIT
 */
#include "cli/docs_facts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "cli/cli.h"
#include "cli/command_table.h"
#include "matrix/known_issues.h"
#include "oracle/cases.h"
#include "oracle/inputs.h"
#include "results/baselines.h"
#include "results/checks.h"

static void add(struct json_object *o, const char *key, const char *value)
{
    json_object_object_add(o, key, json_object_new_string(value));
}

static void add_number(struct json_object *o, const char *key, size_t value)
{
    json_object_object_add(o, key, json_object_new_int64((int64_t)value));
}

static struct json_object *add_array(struct json_object *o, const char *key)
{
    struct json_object *array = json_object_new_array();
    json_object_object_add(o, key, array);
    return array;
}

static struct json_object *append(struct json_object *array)
{
    struct json_object *o = json_object_new_object();
    json_object_array_add(array, o);
    return o;
}

static void append_text(struct json_object *array, const char *text)
{
    json_object_array_add(array, json_object_new_string(text));
}

/* ---- The matrix ---- */

static void add_row(struct json_object *rows, const struct xl_row *row)
{
    struct json_object *o = append(rows);
    add(o, "arch", row->arch->name);
    add(o, "cpu", row->cpu);
    add(o, "isa", row->isa->name);
    add(o, "compiler", row->compiler);
    add(o, "opt", row->opt);
    add(o, "build", row->build);
    add(o, "qemu_cpu", row->qemu_cpu);
    add_number(o, "vl_bits", row->vl_bits);
    struct json_object *lacks = add_array(o, "lacks"), *kernels = add_array(o, "kernels");
    for (size_t i = 0; i < XL_MAX_ABSENT_ISAS && row->absent_isas[i]; i++)
        append_text(lacks, row->absent_isas[i]->name);
    for (size_t i = 0; i < row->kernel_count; i++)
        append_text(kernels, row->kernels[i]);
    add_number(o, "tier", row->tier);
}

static void add_matrix(struct json_object *facts, const struct xl_row_list *list)
{
    struct json_object *tiers = add_array(facts, "tiers"), *rows = add_array(facts, "rows");
    for (int tier = 0; tier < XL_TIERS; tier++)
        append_text(tiers, xl_tier_name((enum xl_tier)tier));
    for (size_t i = 0; i < list->count; i++)
        add_row(rows, &list->rows[i]);
}

/* ---- Calls and checks ---- */

/* r[i] = a[i] + b[i], for vectors of so many bits. */
enum { XL_TYPICAL_BITS = 256 };
static const struct xl_kernel typical = {.name = "add_f32",
                                         .contract = {XL_EXACT},
                                         .elementwise = 1,
                                         .in_place = 1,
                                         .args = {{.kind = XL_ARG_IN, .type = XL_f32, .per_n = 1},
                                                  {.kind = XL_ARG_IN, .type = XL_f32, .per_n = 1},
                                                  {.kind = XL_ARG_OUT, .type = XL_f32, .per_n = 1},
                                                  {.kind = XL_ARG_COUNT}}};

/* The groups in the order of the calls, with the calls and elements of a typical kernel. */
static void add_groups(struct json_object *facts)
{
    const size_t count = xl_case_count(&typical, XL_TYPICAL_BITS, 1);
    size_t elements[XL_MAX_GROUPS] = {0};
    struct json_object *groups = add_array(facts, "groups");
    for (size_t i = 0; i < count; i++) {
        const struct xl_case c = xl_case_get(&typical, XL_TYPICAL_BITS, 1, 1, i);
        elements[c.group] += c.n;
    }
    for (unsigned g = 1; g <= xl_case_groups(); g++) {
        struct json_object *o = append(groups);
        add(o, "group", xl_case_group_name(g));
        add(o, "text", xl_case_group_text(g));
        add_number(o, "calls", xl_case_group_count(&typical, XL_TYPICAL_BITS, 1, g));
        add_number(o, "elements", elements[g]);
    }
}

static void add_checks(struct json_object *facts)
{
    static const char *const fills[][2] = {
#define XL_FILL_DRAWN(NAME, TEXT, MEANS) {TEXT, MEANS},
#define XL_FILL(NAME, TEXT, WHEN, MEANS) {TEXT, MEANS},
#include "oracle/fills.def"
#undef XL_FILL
#undef XL_FILL_DRAWN
    };
    struct json_object *array = add_array(facts, "fills");
    for (size_t i = 0; i < sizeof fills / sizeof fills[0]; i++) {
        struct json_object *o = append(array);
        add(o, "fill", fills[i][0]);
        add(o, "text", fills[i][1]);
    }
    add_groups(facts);
    array = add_array(facts, "checks");
    for (enum xl_check c = 0; c < XL_CHECKS; c++) {
        struct json_object *o = append(array);
        add(o, "check", xl_check_name(c));
        add(o, "text", xl_check_text(c));
        add(o, "with", xl_check_name(xl_check_group(c)));
    }
}

/* ---- Fields of JSON, and commands ---- */

static void add_fields(struct json_object *facts)
{
    static const char *const fields[][5] = {
#define XL_KEY(LEVEL, NAME, TYPE, VALUES, TEXT) {#LEVEL, #NAME, TYPE, VALUES, TEXT},
#include "results/results.def"
#undef XL_KEY
#define XL_KEY(THING, NAME, TYPE, VALUES, TEXT) {"list " #THING, #NAME, TYPE, VALUES, TEXT},
#include "cli/list.def"
#undef XL_KEY
    };
    static const char *const keys[] = {"section", "name", "type", "values", "text"};
    struct json_object *array = add_array(facts, "fields");
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        struct json_object *o = append(array);
        for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
            add(o, keys[k], fields[i][k]);
    }
}

/* Options as the help lists them. One without a name is the heading of those below it. */
static void add_options(struct json_object *command, const struct xl_cli_usage *usage)
{
    struct json_object *options = add_array(command, "options");
    for (const struct xl_option *option = usage->options; option->name; option++) {
        if (!option->text)
            continue;
        struct json_object *o = append(options);
        add(o, "name", option->name);
        add(o, "word", option->word ? option->word : "");
        char *text = xl_option_text(option);
        add(o, "text", text);
        free(text);
    }
    add(command, "end", usage->end ? usage->end : "");
}

static void add_commands(struct json_object *facts)
{
    struct json_object *array = add_array(facts, "commands");
    for (size_t i = 0; i < xl_command_count; i++) {
        const struct xl_command *c = &xl_commands[i];
        struct json_object *o = append(array);
        if (c->group) {
            add(o, "group", c->group);
            continue;
        }
        add(o, "name", c->name);
        add(o, "by", c->by);
        add(o, "words", c->words);
        add(o, "text", c->text);
        if (c->usage)
            add_options(o, c->usage);
    }
}

/* Whose fault a finding is that is known. Returns 0, or -1 with err. */
static int add_bugs(struct json_object *facts, struct xl_error *err)
{
    struct xl_known_bugs bugs = {0};
    struct json_object *array = add_array(facts, "bugs");
    const int failed = xl_known_bugs_read_own(&bugs, err);
    for (size_t i = 0; !failed && i < bugs.count; i++) {
        struct json_object *o = append(array);
        add(o, "id", bugs.bugs[i].id);
        add(o, "fault", bugs.bugs[i].fault);
        add(o, "link", bugs.bugs[i].link);
    }
    xl_known_bugs_free(&bugs);
    return failed;
}

struct json_object *xl_docs_facts(const struct xl_row_list *list, struct xl_error *err)
{
    struct json_object *facts = json_object_new_object();
    add_matrix(facts, list);
    add_checks(facts);
    add_fields(facts);
    add_commands(facts);
    if (!add_bugs(facts, err))
        return facts;
    json_object_put(facts);
    return NULL;
}

/* ---- Baselines ---- */

static void add_entries(struct json_object *o, const struct xl_kernel *kernel,
                        const struct xl_baseline *b)
{
    struct json_object *entries = add_array(o, "entries");
    char inputs[128];
    for (size_t i = 0; i < b->count; i++) {
        struct json_object *entry = append(entries);
        xl_inputs_of_baseline(kernel, b->entries[i].inputs, inputs, sizeof inputs);
        add(entry, "isa", b->entries[i].isa);
        json_object_object_add(entry, "ulp", json_object_new_double(b->entries[i].ulp));
        add(entry, "input", inputs);
    }
}

struct json_object *xl_docs_baselines(const struct xl_kernels *kernels,
                                      const struct xl_baseline *baselines)
{
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < kernels->count; i++) {
        const struct xl_kernel *kernel = kernels->kernels[i];
        if (!baselines[i].count && !baselines[i].walks)
            continue;
        struct json_object *o = append(array);
        add(o, "kernel", kernel->name);
        json_object_object_add(o, "bound", json_object_new_double(kernel->contract.ulp));
        add_entries(o, kernel, &baselines[i]);
        add(o, "walks", baselines[i].walks ? baselines[i].walks : "");
    }
    return array;
}

/* ---- The scripts ---- */

int xl_docs_script(const char *name, bool check)
{
    char *script = xl_join_path(xl_root(), "docs/generate/%s", name), *program = xl_cli_own_path();
    const char *const argv[] = {"python3", "-B", script, program, check ? "--check" : NULL, NULL};
    fflush(stdout);
    int status = xl_pipe_through(argv, "", 0, STDOUT_FILENO);
    if (status < 0) {
        fprintf(stderr,
                "crosslane: error: cannot run python3: %s\n"
                "  help: apt-get install -y --no-install-recommends python3\n",
                strerror(errno));
        status = XL_EXIT_ENVIRONMENT;
    }
    free(program);
    free(script);
    return status;
}
