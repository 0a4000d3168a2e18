/* crosslane list commands, crosslane list options: the tables of both, for shells that complete
 * them and for tests.
 * SPDX-License-Identifier: MIT
 */
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"

static const struct command {
    const char *name, *by, *words, *text;
    const struct xl_cli_usage *usage; /* NULL of a script, and of another form of a command */
} commands[] = {
#define XL_COMMAND(name, by, words, text) {#name, #by, words, text, XL_USAGE_##by(name)},
#define XL_FORM(name, words, text) {#name, "", words, text, NULL},
#define XL_USAGE_tool(name) &xl_cli_##name##_usage
#define XL_USAGE_script(name) NULL
#include "cli/commands.def"
#undef XL_COMMAND
#undef XL_FORM
};

enum { XL_COMMANDS = sizeof commands / sizeof commands[0] };

static void add(struct json_object *o, const char *key, const char *value, size_t length)
{
    json_object_object_add(o, key, json_object_new_string_len(value, (int)length));
}

static struct json_object *option_object(const char *command, const char *option, size_t length)
{
    struct json_object *o = json_object_new_object();
    add(o, "command", command, strlen(command));
    add(o, "option", option, length);
    return o;
}

/* The words that a value can be, with | between them, or what it is called. */
static void add_value(struct json_object *o, const char *word)
{
    char tiers[100];
    snprintf(tiers, sizeof tiers, "%s|%s|%s", xl_tier_name(XL_TIER_PR), xl_tier_name(XL_TIER_TRUNK),
             xl_tier_name(XL_TIER_FULL));
    const char *value = strcmp(word, "TIER") == 0 ? tiers : word;
    add(o, "value", value, strlen(value));
}

static void add_option(struct json_object *array, const char *command,
                       const struct xl_option *option)
{
    char name[100];
    int length = snprintf(name, sizeof name, "--%s", option->name);
    struct json_object *o = option_object(command, name, (size_t)length);
    add_value(o, option->word ? option->word : "");
    add(o, "text", option->text, strcspn(option->text, "\n"));
    json_object_array_add(array, o);
}

static void list_table(struct json_object *array, const char *command,
                       const struct xl_cli_usage *usage)
{
    static const struct xl_option help = XL_OPTION("help", NULL, 'h', "what it does, and how");
    for (const struct xl_option *option = usage->options; option->name; option++)
        if (option->text)
            add_option(array, command, option);
    add_option(array, command, &help);
}

/* A script's options stand among its words: "kernel NAME --like MODEL [--family FOLDER]". */
static void list_words(struct json_object *array, const char *command, const char *words)
{
    for (const char *at = words; (at = strstr(at, "--"));) {
        size_t length = strcspn(at, " ]");
        struct json_object *o = option_object(command, at, length);
        at += length;
        const char *value = *at == ' ' && at[1] != '[' && at[1] != '-' ? at + 1 : "";
        add(o, "value", value, strcspn(value, " ]"));
        add(o, "text", "", 0);
        json_object_array_add(array, o);
    }
}

void xl_cli_list_commands(struct json_object *array)
{
    for (size_t i = 0; i < XL_COMMANDS; i++) {
        const struct command *c = &commands[i];
        struct json_object *o = json_object_new_object();
        add(o, "command", c->name, strlen(c->name));
        add(o, "by", c->by, strlen(c->by));
        add(o, "words", c->words, strlen(c->words));
        add(o, "text", c->text, strlen(c->text));
        json_object_array_add(array, o);
    }
}

void xl_cli_list_options(struct json_object *array)
{
    bool is_script = false;
    for (size_t i = 0; i < XL_COMMANDS; i++) {
        const struct command *c = &commands[i];
        if (*c->by) /* another form is of the command before it */
            is_script = !c->usage;
        if (is_script)
            list_words(array, c->name, c->words);
        else if (c->usage)
            list_table(array, c->name, c->usage);
    }
}
