/* The fields of results: what is written is in results.def, and all of that in
 * docs/reference/results.md.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include <json-c/json.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "results/cross_row.h"
#include "results/keys.h"
#include "results/merge.h"
#include "results/results_json.h"
#include "results/shards.h"
#include "run/run.h"
#include "suite/suite_tested.h"
#include "unit.h"

static const struct key {
    const char *title, *level, *name, *type, *values, *text;
} keys[] = {
#define XL_KEY(LEVEL, NAME, TYPE, VALUES, TEXT) {#LEVEL, #LEVEL, #NAME, TYPE, VALUES, TEXT},
#include "results/results.def"
#undef XL_KEY
#define XL_KEY(THING, NAME, TYPE, VALUES, TEXT) {"list " #THING, "", #NAME, TYPE, VALUES, TEXT},
#include "cli/list.def"
#undef XL_KEY
};
enum { KEYS = sizeof keys / sizeof keys[0], MAX_LINE = 400 };

static bool documented[KEYS], written[KEYS];

static void line_of(const struct key *key, char line[MAX_LINE])
{
    snprintf(line, MAX_LINE, "| `%s` | %s | %s | %s |\n", key->name, key->type, key->values,
             key->text);
}

/* The number of the key that this line of this section is of, or -1. */
static int find_line(const char *title, const char *line)
{
    char own[MAX_LINE];
    for (int i = 0; i < KEYS; i++) {
        line_of(&keys[i], own);
        if (strcmp(title, keys[i].title) == 0 && strcmp(line, own) == 0)
            return i;
    }
    return -1;
}

XL_TEST(test_what_is_checked)
{
    struct xl_kernel_result kernels[] = {
        {.outcome = XL_PASS, .checked = 1},    {.outcome = XL_FAIL, .checked = 1},
        {.outcome = XL_EMU_BUG, .checked = 1}, {.outcome = XL_EMU_BUG},
        {.outcome = XL_SKIP, .checked = 1},    {.outcome = XL_NOT_RUN, .checked = 1}};
    const struct xl_row_result row = {.kernels = kernels,
                                      .kernel_count = sizeof kernels / sizeof kernels[0]};
    assert_int_equal(xl_kernels_checked(&row), 3);
}

XL_TEST(test_docs)
{
    char path[4096], line[MAX_LINE], title[MAX_LINE] = "";
    int wrong = 0;
    xl_repository_path("docs/reference/results.md", path, sizeof path);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "## %[^\n]", title) == 1 || strncmp(line, "| `", 3) != 0)
            continue;
        int key = find_line(title, line);
        if (key < 0)
            wrong += fprintf(stderr, "docs/reference/results.md, ## %s: no such field: %s", title,
                             line) > 0;
        else
            documented[key] = true;
    }
    fclose(f);
    for (int i = 0; i < KEYS; i++) {
        line_of(&keys[i], line);
        if (!documented[i])
            wrong += fprintf(stderr, "docs/reference/results.md, ## %s lacks: %s", keys[i].title,
                             line) > 0;
    }
    if (wrong)
        fail_msg("docs/reference/results.md is not what results.def and list.def give: ./crosslane "
                 "matrix docs");
}

static const char *type_of(struct json_object *value)
{
    static const struct {
        enum json_type type;
        const char *name;
    } types[] = {{json_type_string, "string"}, {json_type_int, "integer"},
                 {json_type_double, "number"}, {json_type_boolean, "boolean"},
                 {json_type_array, "array"},   {json_type_object, "object"}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (json_object_is_type(value, types[i].type))
            return types[i].name;
    return "null";
}

static void check_field(const char *level, const char *name, struct json_object *value)
{
    const char *type = type_of(value);
    for (int i = 0; i < KEYS; i++) {
        if (strcmp(keys[i].level, level) != 0 || strcmp(keys[i].name, name) != 0)
            continue;
        bool is_whole = strcmp(type, "integer") == 0 && strncmp(keys[i].type, "number", 6) == 0;
        if (!strstr(keys[i].type, type) && !is_whole)
            fail_msg("%s of %s is written as %s", name, level, type);
        written[i] = true;
        return;
    }
    fail_msg("%s of %s is not in results.def", name, level);
}

static void check_object(const char *level, struct json_object *o)
{
    json_object_object_foreach(o, name, value)
    {
        const char *below = xl_schema_level_under(name);
        check_field(level, name, value);
        if (json_object_is_type(value, json_type_object))
            check_object(below, value);
        for (size_t i = 0;
             json_object_is_type(value, json_type_array) && i < json_object_array_length(value);
             i++)
            if (json_object_is_type(json_object_array_get_idx(value, i), json_type_object))
                check_object(below, json_object_array_get_idx(value, i));
    }
}

static const struct xl_kernel exp_f32 = {.name = "exp_f32",
                                         .args = {XL_OUT(f32, r, 1), XL_IN(f32, a, 1), XL_COUNT}};

/* A row with a failed test of a suite. */
static struct json_object *suite_row(bool is_by_entries)
{
    struct xl_suite suite = {.name = "small", .directory = "/"};
    const struct xl_suite_options options = {.suite = &suite};
    const struct xl_row row = {.name = "row",
                               .arch = &xl_arches[0],
                               .isa = &xl_isas[0],
                               .compiler = "gcc",
                               .opt = "O2",
                               .qemu_cpu = "max"};
    const struct xl_row_trees trees = {.qemu = "10"};
    const struct xl_suite_build build = {.compiler_version = "GNU 14"};
    struct xl_test test = {.name = "one", .outcome = XL_FAIL, .reason = "no", .output = "text"};
    struct xl_test_state state = {.is_selected = true, .hollow = ""};
    struct xl_evidence_group group = {.programs = 1};
    struct xl_vector_function function = {.name = "sum", .all = 2, .vectors = 1};
    struct xl_evidence_file file = {.path = "program", .code = {.at = &function, .count = 1}};
    const struct xl_suite_tested tested = {
        .options = &options,
        .row = &row,
        .trees = &trees,
        .build = &build,
        .tests = {.at = &test, .count = 1},
        .states = &state,
        .groups = &group,
        .skipped = "",
        .groups_are_known = true,
        .evidence = {.at = &file, .count = 1, .is_by_entries = is_by_entries}};
    return xl_suite_tested_json(&tested);
}

/* Two rows, of which the second gives other bits. */
static void fill_row(struct xl_row_result *result, const struct xl_row *row, uint64_t digest)
{
    struct xl_kernel_result *k = xl_alloc_mapped(1, sizeof *k);
    *k = (struct xl_kernel_result){.kernel = "exp_f32",
                                   .failing_calls = "1 of 2 calls fails",
                                   .variant = "sse2",
                                   .record = &exp_f32,
                                   .code = strdup("* 10 addps %xmm0, %xmm1\n"),
                                   .has_axis = true,
                                   .axis = {0.5F, -1, INFINITY},
                                   .is_function = 1,
                                   .better_than = 0.8,
                                   .has_worst = 1,
                                   .operands = 1,
                                   .bits_count = 1,
                                   .was_traced = 1,
                                   .work = {.n = 8, .more_n = 16},
                                   .exhaustive = 1,
                                   .exhaustive_of = 2,
                                   .group_differences = {[1] = 2},
                                   .finding_count = 1};
    k->bits[0] = (struct xl_bits){.fill = "bits", .n = 1, .digest = digest};
    k->findings[0] = (struct xl_finding){.check = XL_CHECK_value,
                                         .has_call = 1,
                                         .has_element = 1,
                                         .has_bound = true,
                                         .lanes = "x.",
                                         .which = "1 of 2 elements",
                                         .differs = "got is 0",
                                         .vector_got = "[0x0] 0x2",
                                         .vector_expected = "[0x1] 0x2",
                                         .alone = "it is right",
                                         .elsewhere = "right under QEMU 11.1.3",
                                         .after = "other",
                                         .vector = "a[0..1]=0x1 0x2",
                                         .signal = 11,
                                         .pc = 0x10};
    *result = (struct xl_row_result){.runner = "ssh board, Linux 6.12",
                                     .row = row,
                                     .has_vl = 1,
                                     .kernels = k,
                                     .kernel_count = 1};
}

/* Where a kernel of this repository is, and a name that nothing there has. */
static struct json_object *some_sources(void)
{
    static const struct xl_kernel add = {.name = "add_f32",
                                         .family = "arith",
                                         .args = {XL_IN(f32, a, 1), XL_OUT(f64, r, 1), XL_COUNT}},
                                  other = {.name = "nowhere", .family = "none"};
    const struct xl_kernel *list[] = {&add, &other, &add};
    const struct xl_kernels kernels = {.kernels = list, .count = 3};
    const bool chosen[] = {true, true, false};
    char directory[4096];
    xl_repository_path("kernels", directory, sizeof directory);
    return xl_sources(&kernels, chosen, directory, "shown");
}

XL_TEST(test_sources)
{
    char path[4096], line[200] = "";
    struct json_object *list = some_sources(), *add = json_object_array_get_idx(list, 0);
    assert_int_equal(json_object_array_length(list), 2);
    assert_string_equal(xl_json_text(add, "file"), "shown/arith/add_f32.c");
    assert_string_equal(xl_json_text(add, "args"), "a:f32 r:f64");
    assert_string_equal(xl_json_text(json_object_array_get_idx(list, 1), "file"), "");
    xl_repository_path("kernels/arith/add_f32.c", path, sizeof path);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    for (size_t i = 0; i < xl_json_number(add, "line"); i++)
        assert_non_null(fgets(line, sizeof line, f));
    assert_memory_equal(line, "XL_KERNEL(add_f32,", strlen("XL_KERNEL(add_f32,"));
    fclose(f);
    json_object_put(list);
}

/* The schema that is checked in is what results.def gives. */
XL_TEST(test_schema)
{
    char path[4096], *text = xl_schema();
    xl_repository_path("docs/results.schema.json", path, sizeof path);
    struct json_object *is = json_object_from_file(path), *wanted = json_tokener_parse(text);
    assert_non_null(wanted);
    if (!json_object_equal(is, wanted))
        fail_msg("docs/results.schema.json is not what results.def gives: ./crosslane report "
                 "--schema >docs/results.schema.json");
    json_object_put(is);
    json_object_put(wanted);
    free(text);
}

/* Results as a file has them. */
static struct json_object *as_written(struct json_object *results)
{
    char file[] = "/tmp/crosslane-results-XXXXXX";
    struct xl_error err;
    close(mkstemp(file));
    assert_int_equal(xl_json_write(results, file, false, &err), 0);
    json_object_put(results);
    results = json_object_from_file(file);
    remove(file);
    return results;
}

/* Without its kernels that passed, a run says how many these are. Changes the results. */
static void check_trimmed(struct xl_results *results)
{
    struct xl_error err;
    struct xl_merged merged;
    struct xl_kernel_result *k = results->rows[0].kernels;
    struct json_object *notable = results->notable;
    k->outcome = XL_PASS;
    k->finding_count = k->bits_count = 0;
    k->better_than = 0;
    k->checked = 1;
    results->notable = NULL;
    struct json_object *trimmed = as_written(xl_results_json(results, false));
    results->notable = notable;
    check_object("run", trimmed);
    assert_int_equal(xl_merge_one(trimmed, &merged, &err), 0);
    const size_t checked = merged.checked;
    xl_merged_free(&merged);
    json_object_put(trimmed);
    struct json_object *whole = xl_results_json(results, true);
    assert_int_equal(xl_merge_one(whole, &merged, &err), 0);
    assert_int_equal(checked, merged.checked);
    xl_merged_free(&merged);
    json_object_put(whole);
}

/* Each field that there is, in the type that results.def says. */
XL_TEST(test_written)
{
    const struct xl_row one = {.name = "one",
                               .arch = &xl_arches[0],
                               .isa = &xl_isas[0],
                               .compiler = "gcc",
                               .opt = "O2",
                               .qemu_cpu = "max"};
    struct xl_row two = one;
    two.name = "two";
    struct xl_error err;
    int unwritten = 0;
    struct xl_results results = {
        .cut_short = "interrupted", .row_count = 2, .sources = some_sources()};
    struct xl_merged merged;
    results.shard =
        xl_shard_json(&(struct xl_shard){1, 2}, &(struct xl_shard_inputs){.matrix = {0, 0}});
    results.rows = calloc(2, sizeof *results.rows);
    assert_non_null(results.rows);
    fill_row(&results.rows[0], &one, 1);
    fill_row(&results.rows[1], &two, 2);
    results.rows[1].kernels->bits[0].n = 2; /* of another call, which says nothing */
    xl_results_compare_rows(&results);
    assert_int_equal(json_object_array_length(results.disagreements), 0);
    results.rows[1].kernels->exhaustive = 1;
    results.rows[1].kernels->exhaustive_of = 2;
    results.rows[1].kernels->bits[0].n = 1;
    xl_results_compare_rows(&results);
    assert_int_equal(json_object_array_length(results.disagreements), 1);
    struct json_object *all = as_written(xl_results_json(&results, true)),
                       *suite = suite_row(false), *native = suite_row(true);
    check_object("run", all);
    assert_int_equal(xl_merge_one(all, &merged, &err), 0);
    check_object("run", merged.results);
    xl_merged_free(&merged);
    check_object("row", suite);
    check_object("row", native);
    json_object_put(suite);
    json_object_put(native);
    check_trimmed(&results);
    for (int i = 0; i < KEYS; i++)
        if (keys[i].level[0] && !written[i])
            unwritten +=
                fprintf(stderr, "%s of %s is never written\n", keys[i].name, keys[i].level) > 0;
    assert_int_equal(unwritten, 0);
    json_object_put(all);
    xl_results_free(&results);
}

/* What the shell makes of a command is what went in: whatever is in the names, and however long. */
XL_TEST(test_the_command_is_for_a_shell)
{
    static const char letters[] = "a'\"\\ $`*;&\t(-/";
    unsigned random = 1;
    for (int round = 0; round < 100; round++) {
        char dir[6000], wanted[13000], got[13000] = "", script[16000];
        size_t length = round ? (random = random * 1103515245u + 12345u) >> 16 & 63 : 5000;
        for (size_t i = 0; i < length; i++)
            dir[i] =
                letters[((random = random * 1103515245u + 12345u) >> 16) % (sizeof letters - 1)];
        snprintf(dir + length, sizeof dir - length, "/end");
        const struct xl_cli_selection s = {.run = {.count = 3,
                                                   .kernels_dir_arg = dir,
                                                   .baseline = round % 2 ? dir : NULL,
                                                   .host_emulator = round % 3 == 0}};
        char *repeated = xl_cli_repeated(&xl_cli_run_usage, &s);
        const struct xl_results r = {.seed = 7, .repeated = repeated};
        char *command = xl_repro_command(&r, "a row", NULL, "kernel", NULL);
        assert_non_null(command);
        snprintf(script, sizeof script, "set -- %s\nprintf '%%s|' \"$@\"", command);
        int fds[2], status;
        assert_int_equal(pipe(fds), 0);
        pid_t child = fork();
        if (child == 0) {
            dup2(fds[1], 1);
            execl("/bin/sh", "sh", "-c", script, (char *)NULL);
            _exit(127);
        }
        close(fds[1]);
        for (ssize_t n, used = 0;
             (n = read(fds[0], got + used, sizeof got - 1 - (size_t)used)) > 0;)
            used += n;
        close(fds[0]);
        waitpid(child, &status, 0);
        snprintf(
            wanted, sizeof wanted,
            "./crosslane|run|--row|a row|--kernel|kernel|--seed|7|--kernels|%s|--count|3|%s%s%s%s",
            dir, s.run.baseline ? "--baseline|" : "", s.run.baseline ? dir : "",
            s.run.baseline ? "|" : "", s.run.host_emulator ? "--host-emulator|" : "");
        assert_string_equal(got, wanted);
        free(command);
        free(repeated);
    }
}

int main(void)
{
    return xl_run_tests("results", NULL, NULL);
}
