/* The commands of crosslane with their options, from commands.def and the tables of cmd_NAME.c.
 * SPDX-License-Identifier: MIT
 */
#include "cli/command_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/cli.h"

const struct xl_command xl_commands[] = {
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

const size_t xl_command_count = sizeof xl_commands / sizeof xl_commands[0];

/* Whether it is the command, or another form of it. */
static bool is_of(const struct xl_command *c, const struct xl_command *command)
{
    return !c->group && strcmp(c->name, command->name) == 0;
}

/* Two forms of a script can have the same option. */
static struct xl_command_option *add(struct xl_command_option *options, size_t *count,
                                     const char *name, size_t length)
{
    struct xl_command_option *o = options;
    while (o < options + *count &&
           (strlen(o->name) != length || memcmp(o->name, name, length) != 0))
        o++;
    if (o == options + *count && *count + 1 < XL_MOST_OPTIONS)
        ++*count;
    *o = (struct xl_command_option){.kind = XL_OPTION_FLAG};
    snprintf(o->name, sizeof o->name, "%.*s", (int)length, name);
    return o;
}

/* The words that a value can be, or what it is called. */
static void set_value(struct xl_command_option *o, const char *word, size_t length)
{
    if (length == strlen("TIER") && memcmp(word, "TIER", length) == 0)
        snprintf(o->value, sizeof o->value, "%s|%s|%s", xl_tier_name(XL_TIER_PR),
                 xl_tier_name(XL_TIER_TRUNK), xl_tier_name(XL_TIER_FULL));
    else
        snprintf(o->value, sizeof o->value, "%.*s", (int)length, word);
}

static void add_table(struct xl_command_option *options, size_t *count,
                      const struct xl_cli_usage *usage)
{
    for (const struct xl_option *row = usage->options; row->name; row++) {
        if (!xl_option_is_listed(row))
            continue;
        char *name = xl_format("--%s", row->name);
        struct xl_command_option *o = add(options, count, name, strlen(name));
        free(name);
        set_value(o, row->word ? row->word : "", row->word ? strlen(row->word) : 0);
        char *text = xl_option_text(row);
        o->kind = row->kind;
        snprintf(o->text, sizeof o->text, "%s", text);
        free(text);
    }
}

/* A script's option takes what the option of `run` of its name takes, else what its word says. */
static enum xl_option_kind kind_of(const struct xl_command_option *o)
{
    for (const struct xl_option *row = xl_cli_run_usage.options; row->name; row++)
        if (strcmp(row->name, o->name + strlen("--")) == 0)
            return row->kind;
    return strchr(o->value, '|')             ? XL_OPTION_CHOICE
           : strcmp(o->value, "KERNEL") == 0 ? XL_OPTION_KERNEL
           : strcmp(o->value, "DIR") == 0    ? XL_OPTION_DIRECTORY
                                             : XL_OPTION_TEXT;
}

/* A script's options stand among its words: "kernel NAME --like MODEL [--family FOLDER]". */
static void add_words(struct xl_command_option *options, size_t *count, const char *words)
{
    for (const char *at = words; (at = strstr(at, "--"));) {
        const size_t length = strcspn(at, " ]");
        struct xl_command_option *o = add(options, count, at, length);
        at += length;
        if (*at == ' ' && !strchr("[|-", at[1])) {
            set_value(o, at + 1, strcspn(at + 1, " ]"));
            o->kind = kind_of(o);
        }
    }
}

size_t xl_command_options(const struct xl_command *command,
                          struct xl_command_option options[XL_MOST_OPTIONS])
{
    size_t count = 0;
    for (size_t i = 0; i < xl_command_count; i++)
        if (command->usage && &xl_commands[i] == command)
            add_table(options, &count, command->usage);
        else if (!command->usage && is_of(&xl_commands[i], command))
            add_words(options, &count, xl_commands[i].words);
    struct xl_command_option *o = add(options, &count, "--help", strlen("--help"));
    snprintf(o->text, sizeof o->text, "show the help");
    return count;
}

char *xl_command_operands(const struct xl_command *command)
{
    struct xl_text out = {0};
    xl_text_add(&out, "%s", "");
    for (size_t i = 0; i < xl_command_count; i++) {
        const char *words = xl_commands[i].words;
        if (!is_of(&xl_commands[i], command) || *words < 'a' || *words > 'z')
            continue;
        const size_t length = strcspn(words, " ");
        xl_text_add(&out, "%s", out.used ? " " : "");
        for (size_t k = 0; k < length; k++)
            xl_text_add(&out, "%c", words[k] == '|' ? ' ' : words[k]);
    }
    return out.at;
}
