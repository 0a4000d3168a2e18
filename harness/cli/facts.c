/* What programs ask of the tool: the commands with their options, for shells that complete them and
 * for tests; and what the scripts of docs/generate make pages of.
 * SPDX-License-Identifier: MIT
 */
#include "cli/facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/cli.h"
#include "matrix/known_issues.h"
#include "oracle/case.h"
#include "oracle/inputs.h"
#include "results/checks.h"

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

/* ---- The options of a command ---- */

enum { XL_NAME_BYTES = 40, XL_VALUE_BYTES = 100, XL_TEXT_BYTES = 300 };

/* An option, as it is completed. */
struct command_option {
    char name[XL_NAME_BYTES];   /* with its dashes */
    char value[XL_VALUE_BYTES]; /* words with | between them, or what it is called; "" if it takes
                                   none */
    enum xl_option_kind kind;
    char text[XL_TEXT_BYTES]; /* "" of a script's */
};

/* Whether it is the command, or another form of it. */
static bool is_of(const struct xl_command *c, const struct xl_command *command)
{
    return !c->group && strcmp(c->name, command->name) == 0;
}

/* Two forms of a script can have the same option. */
static struct command_option *add_option(struct command_option *options, size_t *count,
                                         const char *name, size_t length)
{
    struct command_option *o = options;
    while (o < options + *count &&
           (strlen(o->name) != length || memcmp(o->name, name, length) != 0))
        o++;
    if (o == options + *count && *count + 1 < XL_MOST_OPTIONS)
        ++*count;
    *o = (struct command_option){.kind = XL_OPTION_FLAG};
    snprintf(o->name, sizeof o->name, "%.*s", (int)length, name);
    return o;
}

/* The words that a value can be, or what it is called. */
static void set_value(struct command_option *o, const char *word, size_t length)
{
    if (length == strlen("TIER") && memcmp(word, "TIER", length) == 0)
        snprintf(o->value, sizeof o->value, "%s|%s|%s", xl_tier_name(XL_TIER_PR),
                 xl_tier_name(XL_TIER_TRUNK), xl_tier_name(XL_TIER_FULL));
    else
        snprintf(o->value, sizeof o->value, "%.*s", (int)length, word);
}

static void add_table(struct command_option *options, size_t *count,
                      const struct xl_cli_usage *usage)
{
    for (const struct xl_option *row = usage->options; row->name; row++) {
        if (!xl_option_is_listed(row))
            continue;
        char *name = xl_format("--%s", row->name);
        struct command_option *o = add_option(options, count, name, strlen(name));
        free(name);
        set_value(o, row->word ? row->word : "", row->word ? strlen(row->word) : 0);
        char *text = xl_option_text(row);
        o->kind = row->kind;
        snprintf(o->text, sizeof o->text, "%s", text);
        free(text);
    }
}

/* A script's option takes what the option of `run` of its name takes, else what its word says. */
static enum xl_option_kind kind_of(const struct command_option *o, const struct xl_cli_usage *run)
{
    for (const struct xl_option *row = run->options; row->name; row++)
        if (strcmp(row->name, o->name + strlen("--")) == 0)
            return row->kind;
    return strchr(o->value, '|')             ? XL_OPTION_CHOICE
           : strcmp(o->value, "KERNEL") == 0 ? XL_OPTION_KERNEL
           : strcmp(o->value, "DIR") == 0    ? XL_OPTION_DIRECTORY
                                             : XL_OPTION_TEXT;
}

/* A script's options stand among its words: "kernel NAME --like MODEL [--family DIRECTORY]". */
static void add_words(struct command_option *options, size_t *count, const char *words,
                      const struct xl_cli_usage *run)
{
    for (const char *at = words; (at = strstr(at, "--"));) {
        const size_t length = strcspn(at, " ]");
        struct command_option *o = add_option(options, count, at, length);
        at += length;
        if (*at == ' ' && !strchr("[|-", at[1])) {
            set_value(o, at + 1, strcspn(at + 1, " ]"));
            o->kind = kind_of(o, run);
        }
    }
}

static const struct xl_cli_usage *usage_of_run(const struct xl_commands *commands)
{
    size_t i = 0;
    while (!commands->at[i].usage || strcmp(commands->at[i].name, "run") != 0)
        i++;
    return commands->at[i].usage;
}

/* The options of a command, also --help. Returns how many. */
static size_t options_of(const struct xl_commands *commands, const struct xl_command *command,
                         struct command_option options[XL_MOST_OPTIONS])
{
    size_t count = 0;
    for (size_t i = 0; i < commands->count; i++)
        if (command->usage && &commands->at[i] == command)
            add_table(options, &count, command->usage);
        else if (!command->usage && is_of(&commands->at[i], command))
            add_words(options, &count, commands->at[i].words, usage_of_run(commands));
    struct command_option *o = add_option(options, &count, "--help", strlen("--help"));
    snprintf(o->text, sizeof o->text, "show the help");
    return count;
}

/* The words that can begin the operands of a command and its forms: "kernel" of `kernel NAME`, each
 * of `a|b|c`. Separated by blanks; the caller frees them. */
static char *operands_of(const struct xl_commands *commands, const struct xl_command *command)
{
    struct xl_text out = {0};
    xl_text_add(&out, "%s", "");
    for (size_t i = 0; i < commands->count; i++) {
        const char *words = commands->at[i].words;
        if (!is_of(&commands->at[i], command) || *words < 'a' || *words > 'z')
            continue;
        const size_t length = strcspn(words, " ");
        xl_text_add(&out, "%s", out.used ? " " : "");
        for (size_t k = 0; k < length; k++)
            xl_text_add(&out, "%c", words[k] == '|' ? ' ' : words[k]);
    }
    return out.at;
}

/* ---- Lists of commands and options, for tests ---- */

void xl_facts_commands(const struct xl_commands *commands, struct json_object *array)
{
    for (size_t i = 0; i < commands->count; i++) {
        const struct xl_command *c = &commands->at[i];
        if (c->group)
            continue;
        struct json_object *o = append(array);
        xl_json_add_text(o, "command", c->name);
        xl_json_add_text(o, "by", c->by);
        xl_json_add_text(o, "words", c->words);
        xl_json_add_text(o, "text", c->text);
    }
}

void xl_facts_options(const struct xl_commands *commands, struct json_object *array)
{
    struct command_option options[XL_MOST_OPTIONS];
    for (size_t i = 0; i < commands->count; i++) {
        const struct xl_command *c = &commands->at[i];
        const size_t count = *c->by ? options_of(commands, c, options) : 0;
        for (size_t k = 0; k < count; k++) {
            struct json_object *o = append(array);
            xl_json_add_text(o, "command", c->name);
            xl_json_add_text(o, "option", options[k].name);
            xl_json_add_text(o, "value", options[k].value);
            xl_json_add_text(o, "text", options[k].text);
        }
    }
}

/* ---- Completions ---- */

static void print_completion(const char *command, const char *option, const char *takes,
                             const char *text)
{
    const char *const words[] = {command, option, takes, text};
    printf("_crosslane_row");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        putchar(' ');
        xl_put_quoted(stdout, words[i]);
    }
    putchar('\n');
}

/* A word of print_completion, or the choices with blanks. The caller frees it. */
static char *takes_of(const struct command_option *option)
{
    static const char *const names[] = {
        [XL_OPTION_FLAG] = "nothing",       [XL_OPTION_NUMBER] = "any",
        [XL_OPTION_TEXT] = "any",           [XL_OPTION_ROW] = "rows",
        [XL_OPTION_KERNEL] = "kernels",     [XL_OPTION_FILE] = "file",
        [XL_OPTION_DIRECTORY] = "directory"};
    const bool is_choice = option->kind == XL_OPTION_CHOICE;
    char *text = xl_copy_text(is_choice ? option->value : names[option->kind]);
    for (char *at = text; is_choice && (at = strchr(at, '|'));)
        *at = ' ';
    return text;
}

void xl_facts_completions(const struct xl_commands *commands)
{
    struct command_option options[XL_MOST_OPTIONS];
    for (size_t i = 0; i < commands->count; i++) {
        const struct xl_command *c = &commands->at[i];
        if (!*c->by)
            continue;
        char *operands = operands_of(commands, c);
        print_completion(c->name, "-", operands, c->text);
        free(operands);
        const size_t count = options_of(commands, c, options);
        for (size_t k = 0; k < count; k++) {
            char *takes = takes_of(&options[k]);
            print_completion(c->name, options[k].name, takes, options[k].text);
            free(takes);
        }
    }
}

/* ---- The matrix ---- */

static void add_row(struct json_object *rows, const struct xl_row *row)
{
    struct json_object *o = append(rows);
    xl_json_add_text(o, "arch", row->arch->name);
    xl_json_add_text(o, "cpu", row->cpu);
    xl_json_add_text(o, "isa", row->isa->name);
    xl_json_add_text(o, "compiler", row->compiler);
    xl_json_add_text(o, "opt", row->opt);
    xl_json_add_text(o, "build", row->build);
    xl_json_add_text(o, "qemu_cpu", row->qemu_cpu);
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
        xl_json_add_text(o, "group", xl_case_group_name(g));
        xl_json_add_text(o, "text", xl_case_group_text(g));
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
        xl_json_add_text(o, "fill", fills[i][0]);
        xl_json_add_text(o, "text", fills[i][1]);
    }
    add_groups(facts);
    array = add_array(facts, "checks");
    for (enum xl_check c = 0; c < XL_CHECKS; c++) {
        struct json_object *o = append(array);
        xl_json_add_text(o, "check", xl_check_name(c));
        xl_json_add_text(o, "text", xl_check_text(c));
        xl_json_add_text(o, "with", xl_check_name(xl_check_group(c)));
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
            xl_json_add_text(o, keys[k], fields[i][k]);
    }
}

/* Options as the help lists them. One without a name is the heading of those below it. */
static void add_listed_options(struct json_object *command, const struct xl_cli_usage *usage)
{
    struct json_object *options = add_array(command, "options");
    for (const struct xl_option *option = usage->options; option->name; option++) {
        if (!option->text)
            continue;
        struct json_object *o = append(options);
        xl_json_add_text(o, "name", option->name);
        xl_json_add_text(o, "word", option->word ? option->word : "");
        char *text = xl_option_text(option);
        xl_json_add_text(o, "text", text);
        free(text);
    }
    xl_json_add_text(command, "end", usage->end ? usage->end : "");
}

static void add_commands(struct json_object *facts, const struct xl_commands *commands)
{
    struct json_object *array = add_array(facts, "commands");
    for (size_t i = 0; i < commands->count; i++) {
        const struct xl_command *c = &commands->at[i];
        struct json_object *o = append(array);
        if (c->group) {
            xl_json_add_text(o, "group", c->group);
            continue;
        }
        xl_json_add_text(o, "name", c->name);
        xl_json_add_text(o, "by", c->by);
        xl_json_add_text(o, "words", c->words);
        xl_json_add_text(o, "text", c->text);
        if (c->usage)
            add_listed_options(o, c->usage);
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
        xl_json_add_text(o, "id", bugs.bugs[i].id);
        xl_json_add_text(o, "fault", bugs.bugs[i].fault);
        xl_json_add_text(o, "link", bugs.bugs[i].link);
    }
    xl_known_bugs_free(&bugs);
    return failed;
}

struct json_object *xl_facts(const struct xl_commands *commands, const struct xl_row_list *list,
                             struct xl_error *err)
{
    struct json_object *facts = json_object_new_object();
    add_matrix(facts, list);
    add_checks(facts);
    add_fields(facts);
    add_commands(facts, commands);
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
        xl_json_add_text(entry, "isa", b->entries[i].isa);
        json_object_object_add(entry, "ulp", json_object_new_double(b->entries[i].ulp));
        xl_json_add_text(entry, "input", inputs);
    }
}

struct json_object *xl_facts_baselines(const struct xl_kernels *kernels,
                                       const struct xl_baseline *baselines)
{
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < kernels->count; i++) {
        const struct xl_kernel *kernel = kernels->kernels[i];
        if (!baselines[i].count && !baselines[i].walks)
            continue;
        struct json_object *o = append(array);
        xl_json_add_text(o, "kernel", kernel->name);
        json_object_object_add(o, "bound", json_object_new_double(kernel->contract.ulp));
        add_entries(o, kernel, &baselines[i]);
        xl_json_add_text(o, "walks", baselines[i].walks ? baselines[i].walks : "");
    }
    return array;
}
