/* crosslane list: what there is to run.
 * SPDX-License-Identifier: MIT
 */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "build/build.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "cli/facts.h"
#include "cli/options.h"
#include "matrix/known_issues.h"
#include "oracle/module.h"

struct request {
    struct xl_cli_selection s;
    bool as_json;
};

const struct xl_cli_usage xl_cli_list_usage = {
    .begin = "Usage: crosslane list rows|kernels|isas|builds|bugs [OPTION]...\n"
             "List rows, kernels, ISAs, builds or known bugs. On a terminal: a table with a head.\n"
             "Elsewhere: one per line, columns separated by tabs.\n"
             "\n",
    .options =
        {
            XL_FLAG_OPTION("json", struct request, as_json, "print a JSON array of objects"),
            XL_SELECT_ANY_KERNELS,
        },
    .operands = 1,
    .end = "Exit status: 0, 2 usage, 3 environment\n",
};

enum list_key {
#define XL_KEY(THING, NAME, TYPE, VALUES, TEXT) XL_LIST_##THING##_##NAME,
#include "cli/list.def"
#undef XL_KEY
    XL_LIST_KEYS
};

static const char *const keys[XL_LIST_KEYS] = {
#define XL_KEY(THING, NAME, TYPE, VALUES, TEXT) #NAME,
#include "cli/list.def"
#undef XL_KEY
};

static void add_value(struct json_object *o, enum list_key key, struct json_object *value)
{
    json_object_object_add(o, keys[key], value);
}

static void add_text(struct json_object *o, enum list_key key, const char *value)
{
    add_value(o, key, json_object_new_string(value));
}

static struct json_object *row_object(const struct xl_row *row)
{
    struct json_object *o = json_object_new_object(), *in = json_object_new_array();
    add_text(o, XL_LIST_rows_row, row->name);
    add_text(o, XL_LIST_rows_arch, row->arch->name);
    add_text(o, XL_LIST_rows_isa, row->isa->name);
    add_text(o, XL_LIST_rows_compiler, row->compiler);
    add_text(o, XL_LIST_rows_opt, row->opt);
    add_text(o, XL_LIST_rows_qemu_cpu, row->qemu_cpu);
    add_value(o, XL_LIST_rows_vl_bits, json_object_new_int((int)row->vl_bits));
    for (int tier = (int)row->tier; tier < XL_TIERS; tier++)
        json_object_array_add(in, json_object_new_string(xl_tier_name((enum xl_tier)tier)));
    add_value(o, XL_LIST_rows_tiers, in);
    return o;
}

static struct json_object *build_object(const struct xl_build_spec *build)
{
    struct json_object *o = json_object_new_object();
    add_text(o, XL_LIST_builds_build, build->name);
    add_text(o, XL_LIST_builds_arch, build->arch->name);
    add_text(o, XL_LIST_builds_compiler, build->compiler);
    add_text(o, XL_LIST_builds_opt, build->opt);
    return o;
}

static int list_rows_or_builds(struct json_object *array, const struct request *r, bool builds)
{
    struct xl_row_list list;
    if (xl_cli_rows_read(r->s.run.kernels_dir, &list))
        return XL_EXIT_USAGE;
    for (size_t i = 0; i < (builds ? list.build_count : list.count); i++)
        json_object_array_add(array,
                              builds ? build_object(&list.builds[i]) : row_object(&list.rows[i]));
    xl_row_list_free(&list);
    return XL_EXIT_OK;
}

static int list_rows(struct json_object *array, const struct request *r)
{
    return list_rows_or_builds(array, r, false);
}

static int list_builds(struct json_object *array, const struct request *r)
{
    return list_rows_or_builds(array, r, true);
}

static int list_isas(struct json_object *array, const struct request *r)
{
    (void)r;
    for (size_t i = 0; i < xl_isa_count; i++) {
        struct json_object *o = json_object_new_object();
        int everywhere = strcmp(xl_isas[i].arch, "scalar") == 0;
        add_text(o, XL_LIST_isas_isa, xl_isas[i].name);
        add_text(o, XL_LIST_isas_arch, everywhere ? "any" : xl_isas[i].arch);
        add_text(o, XL_LIST_isas_flags, xl_isas[i].flags);
        add_text(o, XL_LIST_isas_control, xl_isas[i].control);
        json_object_array_add(array, o);
    }
    return XL_EXIT_OK;
}

static struct json_object *kernel_object(const struct xl_kernels *kernels,
                                         const struct xl_kernel *kernel)
{
    struct json_object *o = json_object_new_object(), *isas = json_object_new_array();
    struct json_object *missing = json_object_new_object(), *variants = json_object_new_array();
    for (size_t i = 0; i < kernels->count; i++)
        if (kernels->kernels[i]->variant && strcmp(kernels->kernels[i]->name, kernel->name) == 0)
            json_object_array_add(variants, json_object_new_string(kernels->kernels[i]->variant));
    char shape[256];
    xl_kernel_shape(kernel, shape, sizeof shape);
    add_text(o, XL_LIST_kernels_kernel, kernel->name);
    add_text(o, XL_LIST_kernels_family, kernel->family);
    add_text(o, XL_LIST_kernels_shape, shape);
    for (size_t i = 0; i < xl_isa_count; i++) {
        const char *reason = xl_kernel_missing(kernel, xl_isas[i].name);
        if (!xl_kernel_has_isa(kernel, xl_isas[i].name))
            continue;
        if (reason)
            json_object_object_add(missing, xl_isas[i].name, json_object_new_string(reason));
        else
            json_object_array_add(isas, json_object_new_string(xl_isas[i].name));
    }
    add_value(o, XL_LIST_kernels_isas, isas);
    add_value(o, XL_LIST_kernels_variants, variants);
    add_value(o, XL_LIST_kernels_missing, missing);
    return o;
}

static int add_kernels(struct json_object *array, const char *module, struct xl_error *err)
{
    struct xl_kernels kernels;
    if (xl_kernels_load(module, XL_LOAD_LIMIT_MS, &kernels, err))
        return -1;
    for (size_t i = 0; i < kernels.count; i++)
        if (!kernels.kernels[i]->variant)
            json_object_array_add(array, kernel_object(&kernels, kernels.kernels[i]));
    xl_kernels_unload(&kernels);
    return 0;
}

/* Of a directory whose kernels are a module of their own. */
static int add_kernels_of(struct json_object *array, const char *directory, struct xl_error *err)
{
    int lock = -1;
    char *module = xl_build_module(directory, &lock, err);
    const int failed = !module || add_kernels(array, module, err);
    xl_build_unlock(lock);
    free(module);
    return failed;
}

/* As JSON with SLEEF's functions, which are too many to be read. */
static int list_kernels(struct json_object *array, const struct request *r)
{
    struct xl_error err;
    const char *directory = r->s.run.kernels_dir;
    char *sleef = !directory && r->as_json ? xl_build_sleef() : NULL;
    int failed = !directory && add_kernels(array, xl_kernel_module(), &err);
    if (!failed && (directory || sleef))
        failed = add_kernels_of(array, directory ? directory : sleef, &err);
    free(sleef);
    if (failed)
        xl_error_print(&err);
    return !failed ? XL_EXIT_OK : directory ? XL_EXIT_USAGE : XL_EXIT_ENVIRONMENT;
}

/* What decides whether the vocabulary's tests of a build pass, in the words of tests/unchanged.sh.
 */
static const char vocabulary_inputs[] =
    "CMakeLists.txt arch harness/agent harness/build kernels/*.h matrix/matrix.yml sysroots "
    "tests/vec toolchains tree:*";

/* The vocabulary's tests of one build: each CPU of its rows up to trunk. A build that trunk does
 * not have takes all its CPUs, and is tested in full only. The comment is for tests/draw.sh: about
 * 60 s of processor time, or 150 where `riscv_vector.h` takes gcc long. */
static void list_vocabulary_test(const struct xl_row_list *list, const struct xl_build_spec *build)
{
    bool in_trunk = false, started = false;
    for (size_t i = 0; i < list->count; i++)
        in_trunk |= list->rows[i].build == build->name && list->rows[i].tier <= XL_TIER_TRUNK;
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *row = &list->rows[i];
        if (row->build != build->name || (in_trunk && row->tier > XL_TIER_TRUNK) || row->runner ||
            row->is_next) /* its script has the tools tree's QEMU */
            continue;
        if (!started)
            printf("add_test([=[vocabulary-%s]=] [==[%s/tests/unchanged.sh]==] vocabulary-%s "
                   "\"%s\" [==[%s/tests/vec/run-vec.sh]==] %s %s %s",
                   build->name, xl_root(), build->name, vocabulary_inputs, xl_root(),
                   build->arch->name, build->compiler, build->opt);
        started = true;
        printf(" \"%s=%s\"", row->isa->name, row->qemu_cpu);
    }
    if (!started)
        return;
    struct xl_text labels = {0};
    xl_cli_add_build_labels(&labels, build->arch->name, build->compiler, build->opt);
    printf(")\nset_tests_properties([=[vocabulary-%s]=] PROPERTIES LABELS "
           "\"vocabulary%s;%s\" TIMEOUT 3600)\n",
           build->name, in_trunk ? ";cross;nightly" : "", labels.at);
    if (in_trunk)
        printf("# nightly %d vocabulary-%s arch/%s arch/*.h tests/vec\n",
               strcmp(build->arch->name, "riscv64") == 0 ? 150 : 60, build->name,
               build->arch->name);
    free(labels.at);
}

/* What ctest includes: a test for each row with its labels, and the vocabulary's tests for each
 * build. */
static int list_tests(void)
{
    struct xl_row_list list;
    if (xl_cli_matrix_read(&list))
        return XL_EXIT_USAGE;
    char *program = xl_cli_own_path();
    for (size_t i = 0; i < list.build_count; i++)
        list_vocabulary_test(&list, &list.builds[i]);
    for (size_t i = 0; i < list.count; i++) {
        const struct xl_row *row = &list.rows[i];
        char *labels = xl_cli_row_labels(row);
        printf("add_test([=[%s]=] [==[%s]==] run --jobs 1 --skip-status 77 --row \"%s\")\n"
               "set_tests_properties([=[%s]=] PROPERTIES LABELS \"rows;%s\" SKIP_RETURN_CODE 77 "
               "TIMEOUT 1800)\n",
               row->name, program, row->name, row->name, labels);
        free(labels);
    }
    free(program);
    xl_row_list_free(&list);
    return XL_EXIT_OK;
}

static void add_or_null(struct json_object *o, enum list_key key, const char *value)
{
    add_value(o, key, value ? json_object_new_string(value) : NULL);
}

/* The patterns, with blanks between them. The caller frees it. */
static char *join(const struct xl_patterns *patterns)
{
    struct xl_text text = {0};
    xl_text_add(&text, "%s", ""); /* not NULL */
    for (size_t i = 0; i < patterns->count; i++)
        xl_text_add(&text, "%s%s", i ? " " : "", patterns->words[i]);
    return text.at;
}

/* With what shows them: tests/whole/known-bugs.sh reads the lines. */
static int list_bugs(struct json_object *array, const struct request *r)
{
    (void)r;
    struct xl_known_bugs bugs = {0};
    struct xl_error err;
    int status = xl_known_bugs_read_own(&bugs, &err) ? XL_EXIT_USAGE : XL_EXIT_OK;
    if (status)
        fprintf(stderr, "%s\n", err.text);
    for (size_t i = 0; !status && i < bugs.count; i++) {
        const struct xl_known_bug *bug = &bugs.bugs[i];
        if (bug->kind == XL_BUG_LIBRARY)
            continue; /* rows show them */
        struct json_object *o = json_object_new_object();
        add_text(o, XL_LIST_bugs_id, bug->id);
        add_text(o, XL_LIST_bugs_where, bug->where);
        add_text(o, XL_LIST_bugs_file, bug->test.file);
        add_text(o, XL_LIST_bugs_arch, bug->test.arch);
        add_text(o, XL_LIST_bugs_compiler, bug->test.compiler);
        add_text(o, XL_LIST_bugs_flags, bug->test.flags);
        add_or_null(o, XL_LIST_bugs_cpu, bug->test.cpu);
        add_or_null(o, XL_LIST_bugs_asm, bug->test.assembly);
        char *versions = join(&bug->versions);
        add_text(o, XL_LIST_bugs_versions, versions);
        free(versions);
        add_text(o, XL_LIST_bugs_link, bug->link);
        add_or_null(o, XL_LIST_bugs_good, bug->test.good);
        json_object_array_add(array, o);
    }
    xl_known_bugs_free(&bugs);
    return status;
}

/* ---- For programs ---- */

static const struct xl_command lines[] = {
#define XL_GROUP(title) {title, "", "", "", "", NULL},
#define XL_COMMAND(name, by, words, text) {NULL, #name, #by, words, text, XL_USAGE_##by(name)},
#define XL_FORM(name, words, text) {NULL, #name, "", words, text, NULL},
#define XL_USAGE_tool(name) &xl_cli_##name##_usage
#define XL_USAGE_script(name) NULL
#include "cli/commands.def"
#undef XL_GROUP
#undef XL_COMMAND
#undef XL_FORM
};

static const struct xl_commands commands = {lines, sizeof lines / sizeof lines[0]};

static int list_commands(struct json_object *array, const struct request *r)
{
    (void)r;
    xl_facts_commands(&commands, array);
    return XL_EXIT_OK;
}

static int list_options(struct json_object *array, const struct request *r)
{
    (void)r;
    xl_facts_options(&commands, array);
    return XL_EXIT_OK;
}

static int list_completions(void)
{
    xl_facts_completions(&commands);
    return XL_EXIT_OK;
}

static void print_json(struct json_object *o)
{
    puts(json_object_to_json_string_ext(o, JSON_C_TO_STRING_NOSLASHESCAPE));
    json_object_put(o);
}

static int list_facts(void)
{
    struct xl_row_list list;
    struct xl_error err;
    if (xl_cli_matrix_read(&list))
        return XL_EXIT_USAGE;
    struct json_object *facts = xl_facts(&commands, &list, &err);
    if (facts)
        print_json(facts);
    else
        fprintf(stderr, "%s\n", err.text);
    xl_row_list_free(&list);
    return facts ? XL_EXIT_OK : XL_EXIT_USAGE;
}

static int list_baselines(void)
{
    struct xl_kernels kernels;
    struct xl_error err;
    const char **names = xl_cli_kernels_load(&kernels);
    if (!names)
        return XL_EXIT_ENVIRONMENT;
    struct xl_baseline *baselines = xl_baselines_read(NULL, &kernels, &err);
    if (baselines)
        print_json(xl_facts_baselines(&kernels, baselines));
    else
        fprintf(stderr, "%s\n", err.text);
    const int status = baselines ? XL_EXIT_OK : XL_EXIT_USAGE;
    xl_baselines_free(baselines, kernels.count);
    free(names);
    xl_kernels_unload(&kernels);
    return status;
}

/* ---- What is listed, as text ---- */

static const char *text_of(struct json_object *value)
{
    return json_object_is_type(value, json_type_string)
               ? json_object_get_string(value)
               : json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
}

/* For programs: the values of an object in a line, with tabs between them. */
static void print_values(struct json_object *o)
{
    const char *separator = "";
    json_object_object_foreach(o, key, value)
    {
        (void)key;
        printf("%s%s", separator, text_of(value));
        separator = "\t";
    }
    putchar('\n');
}

/* A column of a table. */
struct column {
    const char *name;
    size_t width;
};

enum { XL_LIST_COLUMNS = 16, XL_LEAST_COLUMN = 8 };

static size_t measure_columns(struct json_object *array, struct column *columns)
{
    size_t count = 0;
    for (size_t i = 0; i < json_object_array_length(array); i++) {
        count = 0;
        json_object_object_foreach(json_object_array_get_idx(array, i), key, value)
        {
            struct column *c = &columns[count++];
            const size_t length = strlen(text_of(value));
            c->name = key;
            c->width = strlen(key) > c->width ? strlen(key) : c->width;
            c->width = length > c->width ? length : c->width;
            if (count == XL_LIST_COLUMNS)
                break;
        }
    }
    return count;
}

/* Keeps the first columns, as many as the terminal has room for. The last of them may be cut. */
static size_t fit_columns(struct column *columns, size_t count, size_t room)
{
    size_t used = 0, kept = 0;
    while (kept < count && used + columns[kept].width <= room)
        used += columns[kept++].width + 2;
    if (kept < count && (!kept || used + XL_LEAST_COLUMN <= room)) {
        columns[kept].width = room - used;
        kept++;
    }
    return kept;
}

static void print_cell(const char *text, size_t width, bool is_last)
{
    size_t cut = width - 3;
    while (strlen(text) > width && cut && ((unsigned char)text[cut] & 0xC0) == 0x80)
        cut--; /* not within a character of UTF-8 */
    if (strlen(text) > width)
        printf("%.*s%s", (int)cut, text, "...");
    else
        printf("%-*s", is_last ? 0 : (int)width, text);
    fputs(is_last ? "\n" : "  ", stdout);
}

/* For people: a table with a head, as wide as the terminal. */
static void print_as_table(struct json_object *array)
{
    struct column columns[XL_LIST_COLUMNS] = {{NULL, 0}};
    const size_t count = measure_columns(array, columns);
    const unsigned width = xl_output_columns(80);
    const size_t kept =
        fit_columns(columns, count, width > XL_LEAST_COLUMN ? width : XL_LEAST_COLUMN);
    for (size_t c = 0; c < kept; c++)
        print_cell(columns[c].name, columns[c].width, c + 1 == kept);
    for (size_t i = 0; i < json_object_array_length(array); i++) {
        size_t c = 0;
        json_object_object_foreach(json_object_array_get_idx(array, i), key, value)
        {
            (void)key;
            if (c == kept)
                break;
            print_cell(text_of(value), columns[c].width, c + 1 == kept);
            c++;
        }
    }
    if (kept == count)
        return;
    struct xl_text rest = {0};
    xl_text_add(&rest, "not shown:");
    for (size_t c = kept; c < count; c++)
        xl_text_add(&rest, " %s", columns[c].name);
    xl_text_add(&rest, " (--json)");
    xl_print_wrapped(rest.at, rest.used, 0, 2, width);
    free(rest.at);
}

/* Prints objects that all have the same keys. On a terminal: a table with a head; columns that it
 * has no room for are named below. Elsewhere: a line for each object, with tabs between the values.
 * as_json: the array itself. */
static void print_objects(struct json_object *array, bool as_json)
{
    if (as_json) {
        puts(json_object_to_json_string_ext(array, JSON_C_TO_STRING_PRETTY |
                                                       JSON_C_TO_STRING_NOSLASHESCAPE));
    } else if (xl_is_terminal(STDOUT_FILENO)) {
        print_as_table(array);
    } else {
        for (size_t i = 0; i < json_object_array_length(array); i++)
            print_values(json_object_array_get_idx(array, i));
    }
}

/* ---- The command ---- */

static const struct {
    const char *name;
    int (*fill)(struct json_object *array, const struct request *r); /* an object for each; or */
    int (*print)(void);                                              /* in a form of its own */
    bool takes_kernels;
} things[] = {
    {"rows", .fill = list_rows, .takes_kernels = true},
    {"kernels", .fill = list_kernels, .takes_kernels = true},
    {"isas", .fill = list_isas},
    {"builds", .fill = list_builds, .takes_kernels = true},
    {"tests", .print = list_tests},
    {"bugs", .fill = list_bugs},
    {"commands", .fill = list_commands},
    {"options", .fill = list_options},
    {"completions", .print = list_completions},
    {"facts", .print = list_facts},
    {"baselines", .print = list_baselines},
};

enum { THINGS = sizeof things / sizeof things[0] };

static int list_thing(size_t thing, const struct request *r)
{
    if (r->s.run.kernels_dir && !things[thing].takes_kernels) {
        fprintf(stderr,
                "crosslane: error: list %s: --kernels is for `list kernels`, `list rows` and "
                "`list builds`\n",
                things[thing].name);
        return XL_EXIT_USAGE;
    }
    if (things[thing].print)
        return things[thing].print();
    struct json_object *array = json_object_new_array();
    const int status = things[thing].fill(array, r);
    if (!status)
        print_objects(array, r->as_json);
    json_object_put(array);
    return status;
}

int xl_cli_list(int argc, char **argv)
{
    struct request r = {0};
    const char *names[THINGS];
    size_t count;
    const int status = xl_cli_parse(argc, argv, &xl_cli_list_usage, &r, &count);
    if (status != -1)
        return status;
    if (!count)
        return xl_cli_missing("list", "rows, kernels, isas, builds or bugs");
    for (size_t i = 0; i < THINGS; i++) {
        names[i] = things[i].name;
        if (strcmp(names[i], argv[1]) == 0)
            return list_thing(i, &r);
    }
    return xl_cli_unknown("kind", argv[1], names, THINGS, "rows, kernels, isas, builds, bugs");
}
