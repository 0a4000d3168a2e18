/* Completions of bash, zsh and fish: templates, filled in from the table of commands.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/command_table.h"

/* What stands behind an option. */
enum value { NOTHING, ROWS, KERNELS, CHOICES, DIRECTORY, A_FILE, ANYTHING };

static enum value value_of(const struct xl_command_option *o)
{
    static const char *const of_kernels[] = {"--kernel", "--plot", "--like"};
    if (!*o->value)
        return NOTHING;
    if (strcmp(o->name, "--row") == 0)
        return ROWS;
    for (size_t i = 0; i < sizeof of_kernels / sizeof of_kernels[0]; i++)
        if (strcmp(o->name, of_kernels[i]) == 0)
            return KERNELS;
    if (strchr(o->value, '|'))
        return CHOICES;
    if (strcmp(o->value, "DIR") == 0 || strcmp(o->value, "FOLDER") == 0)
        return DIRECTORY;
    return strstr(o->value, "FILE") ? A_FILE : ANYTHING;
}

/* The words of a|b|c, with blanks. */
static void put_choices(struct xl_text *out, const char *words)
{
    for (; *words; words++)
        xl_text_add(out, "%c", *words == '|' ? ' ' : *words);
}

/* A text within apostrophes, with a backslash before each of `special`. */
static void put_text(struct xl_text *out, const char *text, size_t bytes, const char *apostrophe,
                     const char *special)
{
    for (size_t i = 0; i < bytes; i++)
        if (text[i] == '\'')
            xl_text_add(out, "%s", apostrophe);
        else
            xl_text_add(out, strchr(special, text[i]) ? "\\%c" : "%c", text[i]);
}

/* The names of all commands. */
static void put_names(struct xl_text *out)
{
    const char *blank = "";
    for (size_t i = 0; i < xl_command_count; i++)
        if (*xl_commands[i].by) {
            xl_text_add(out, "%s%s", blank, xl_commands[i].name);
            blank = " ";
        }
}

/* The option of a command is put by one of these. */
typedef void put_option(struct xl_text *out, const char *command,
                        const struct xl_command_option *o);

static void put_options(struct xl_text *out, const struct xl_command *command, put_option *put)
{
    struct xl_command_option options[XL_MOST_OPTIONS];
    const size_t count = xl_command_options(command, options);
    for (size_t i = 0; i < count; i++)
        put(out, command->name, &options[i]);
}

static void bash_value(struct xl_text *out, const char *command, const struct xl_command_option *o)
{
    static const char *const answers[] = {[ROWS] = "\"$tool\" completions rows 2>/dev/null ",
                                          [KERNELS] = "\"$tool\" completions kernels 2>/dev/null ",
                                          [DIRECTORY] = "echo / ",
                                          [A_FILE] = "",
                                          [ANYTHING] = ""};
    const enum value value = value_of(o);
    if (value == NOTHING)
        return;
    xl_text_add(out, "    '%s %s') ", command, o->name);
    if (value == CHOICES) {
        xl_text_add(out, "echo '");
        put_choices(out, o->value);
        xl_text_add(out, "' ");
    } else {
        xl_text_add(out, "%s", answers[value]);
    }
    xl_text_add(out, ";;\n");
}

static void bash_values(struct xl_text *out)
{
    for (size_t i = 0; i < xl_command_count; i++)
        if (*xl_commands[i].by)
            put_options(out, &xl_commands[i], bash_value);
}

static void bash_option(struct xl_text *out, const char *command, const struct xl_command_option *o)
{
    (void)command;
    xl_text_add(out, " %s", o->name);
}

static void bash_options(struct xl_text *out)
{
    for (size_t i = 0; i < xl_command_count; i++)
        if (*xl_commands[i].by) {
            xl_text_add(out, "    %s) echo", xl_commands[i].name);
            put_options(out, &xl_commands[i], bash_option);
            xl_text_add(out, " ;;\n");
        }
}

static void bash_operands(struct xl_text *out)
{
    for (size_t i = 0; i < xl_command_count; i++) {
        char *words = *xl_commands[i].by ? xl_command_operands(&xl_commands[i]) : NULL;
        if (words && *words)
            xl_text_add(out, "    %s) echo %s ;;\n", xl_commands[i].name, words);
        free(words);
    }
}

static void zsh_commands(struct xl_text *out)
{
    for (size_t i = 0; i < xl_command_count; i++)
        if (*xl_commands[i].by) {
            xl_text_add(out, "        '%s:", xl_commands[i].name);
            put_text(out, xl_commands[i].text, strlen(xl_commands[i].text), "'\\''", "\\");
            xl_text_add(out, "'\n");
        }
}

/* A specification of _arguments. */
static void zsh_option(struct xl_text *out, const char *command, const struct xl_command_option *o)
{
    static const char *const answers[] = {[ROWS] = " _crosslane_names rows",
                                          [KERNELS] = " _crosslane_names kernels",
                                          [DIRECTORY] = "_files -/",
                                          [A_FILE] = "_files",
                                          [ANYTHING] = " "};
    const enum value value = value_of(o);
    (void)command;
    xl_text_add(out, "            '*%s%s[", o->name, value == NOTHING ? "" : "=");
    put_text(out, o->text, o->text_bytes, "'\\''", "[]\\:");
    xl_text_add(out, "]");
    if (value == CHOICES) {
        xl_text_add(out, ":value:(");
        put_choices(out, o->value);
        xl_text_add(out, ")");
    } else if (value != NOTHING) {
        xl_text_add(out, ":%s:%s", o->value, answers[value]);
    }
    xl_text_add(out, "'\n");
}

static void zsh_options(struct xl_text *out)
{
    for (size_t i = 0; i < xl_command_count; i++) {
        char *words = *xl_commands[i].by ? xl_command_operands(&xl_commands[i]) : NULL;
        const int is_exec = strcmp(xl_commands[i].name, "exec") == 0;
        if (!words)
            continue;
        xl_text_add(out, "    %s)\n        specs=(\n", xl_commands[i].name);
        put_options(out, &xl_commands[i], zsh_option);
        if (strcmp(xl_commands[i].name, "help") == 0) {
            xl_text_add(out, "            '1:command:(");
            put_names(out);
            xl_text_add(out, ")'\n");
        } else if (*words) {
            xl_text_add(out, "            '1: :(%s)'\n", words);
        }
        xl_text_add(out, "            '*:%s\n        )\n        ;;\n",
                    is_exec ? ":command:_normal'" : "file:_files'");
        free(words);
    }
}

static void fish_begin(struct xl_text *out, const char *count, const char *command)
{
    xl_text_add(out, "complete -c crosslane -n '__crosslane_at %s%s%s'", count, *command ? " " : "",
                command);
}

static void fish_commands(struct xl_text *out)
{
    for (size_t i = 0; i < xl_command_count; i++)
        if (*xl_commands[i].by) {
            fish_begin(out, "1", "");
            xl_text_add(out, " -a %s -d '", xl_commands[i].name);
            put_text(out, xl_commands[i].text, strlen(xl_commands[i].text), "\\'", "\\");
            xl_text_add(out, "'\n");
        }
}

static void fish_option(struct xl_text *out, const char *command, const struct xl_command_option *o)
{
    static const char *const answers[] = {[NOTHING] = "",
                                          [ROWS] = " -x -a '(__crosslane_names rows)'",
                                          [KERNELS] = " -x -a '(__crosslane_names kernels)'",
                                          [DIRECTORY] = " -x -a '(__fish_complete_directories)'",
                                          [A_FILE] = " -r -F",
                                          [ANYTHING] = " -x"};
    const enum value value = value_of(o);
    fish_begin(out, "0", command);
    xl_text_add(out, " -l %s", o->name + strlen("--"));
    if (value == CHOICES) {
        xl_text_add(out, " -x -a '");
        put_choices(out, o->value);
        xl_text_add(out, "'");
    } else {
        xl_text_add(out, "%s", answers[value]);
    }
    if (o->text_bytes) {
        xl_text_add(out, " -d '");
        put_text(out, o->text, o->text_bytes, "\\'", "\\");
        xl_text_add(out, "'");
    }
    xl_text_add(out, "\n");
}

static void fish_options(struct xl_text *out)
{
    for (size_t i = 0; i < xl_command_count; i++) {
        char *words = *xl_commands[i].by ? xl_command_operands(&xl_commands[i]) : NULL;
        const int is_help = strcmp(xl_commands[i].name, "help") == 0;
        if (!words)
            continue;
        put_options(out, &xl_commands[i], fish_option);
        if (*words || is_help) {
            fish_begin(out, "2", xl_commands[i].name);
            xl_text_add(out, " -f -a '%s", words);
            if (is_help)
                put_names(out);
            xl_text_add(out, "'\n");
        }
        free(words);
    }
}

static void generated(struct xl_text *out)
{
    xl_text_add(out, "Generated by `./crosslane matrix docs` from harness/cli; do not edit.");
}

static const struct marker {
    const char *shell, *name;
    void (*put)(struct xl_text *out);
    int is_line; /* its text ends in a newline */
} markers[] = {
    {"", "@generated@", generated, 0},      {"bash", "@values@", bash_values, 1},
    {"bash", "@options@", bash_options, 1}, {"bash", "@operands@", bash_operands, 1},
    {"bash", "@commands@", put_names, 0},   {"zsh", "@commands@", zsh_commands, 1},
    {"zsh", "@options@", zsh_options, 1},   {"fish", "@commands@", fish_commands, 1},
    {"fish", "@options@", fish_options, 1},
};

static const struct marker *marker_at(const char *at, const char *shell)
{
    for (const struct marker *m = markers; m < markers + sizeof markers / sizeof markers[0]; m++)
        if (strncmp(at, m->name, strlen(m->name)) == 0 &&
            (!*m->shell || strcmp(m->shell, shell) == 0))
            return m;
    return NULL;
}

char *xl_cli_completions(const char *shell, const char *template, size_t *size)
{
    struct xl_text out = {0};
    for (const char *at = template; *at;) {
        const struct marker *m = *at == '@' ? marker_at(at, shell) : NULL;
        if (m) {
            m->put(&out);
            at += strlen(m->name) + (size_t)m->is_line;
        } else {
            xl_text_add(&out, "%c", *at++);
        }
    }
    *size = out.used;
    return out.at;
}
