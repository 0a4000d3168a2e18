/* Options as every subcommand reads them, and what is said of wrong ones.
 * SPDX-License-Identifier: MIT
 */
#include "cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "cli/cli.h"

/* Adds to a pointer to the struct of a command. */
static void *member(void *options, size_t offset)
{
    return (char *)options + offset;
}

static void set_number(const struct xl_option *o, void *options, uint64_t number)
{
    if (o->is_wide)
        *(uint64_t *)member(options, o->field) = number;
    else
        *(unsigned *)member(options, o->field) = (unsigned)number;
}

/* Sets the defaults of numbers. */
static void set_defaults(const struct xl_cli_usage *usage, void *options)
{
    for (const struct xl_option *o = usage->options; o->name; o++)
        if (o->initial)
            set_number(o, options, o->initial);
}

static int take_number(const struct xl_option *o, void *options, const char *text)
{
    char *end;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 0);
    if (errno || end == text || *end || text[0] == '-' || number < o->least || number > o->most) {
        fprintf(stderr, "crosslane: error: --%s: '%s' is not a number from %llu to %llu\n", o->name,
                text, (unsigned long long)o->least, (unsigned long long)o->most);
        return -1;
    }
    set_number(o, options, number);
    return 0;
}

int xl_cli_add_word(const char **words, size_t *count, size_t room, const char *word)
{
    if (*count == room) {
        fprintf(stderr, "crosslane: error: more than %zu of one option: '%s'\n", room, word);
        return -1;
    }
    words[(*count)++] = word;
    return 0;
}

/* Returns 0, or -1 with the message on standard error. */
static int take(const struct xl_option *o, void *options, const char *value)
{
    if (o->take)
        return o->take(options, value);
    if (o->kind == XL_OPTION_NUMBER)
        return take_number(o, options, value);
    if (o->room)
        return xl_cli_add_word(member(options, o->field), member(options, o->count), o->room,
                               value);
    if (o->kind == XL_OPTION_FLAG)
        *(bool *)member(options, o->field) = true;
    else
        *(const char **)member(options, o->field) = value;
    return 0;
}

/* The option of a whole name. An abbreviated one is unknown: a script with `--updat` would break as
 * soon as a second option begins alike. */
static const struct xl_option *find_option(const struct xl_cli_usage *usage, const char *name,
                                           size_t length)
{
    for (const struct xl_option *o = usage->options; o->name && length; o++)
        if (strlen(o->name) == length && memcmp(o->name, name, length) == 0)
            return o;
    return NULL;
}

static int unknown_option(const char *command, const struct xl_cli_usage *usage, const char *word)
{
    char *names[XL_MOST_OPTIONS + 1], *list = xl_format("./crosslane %s --help", command);
    size_t count = 0;
    for (const struct xl_option *o = usage->options; o->name; o++)
        if (*o->name)
            names[count++] = xl_format("--%s", o->name);
    names[count++] = xl_copy_text("--help");
    xl_cli_unknown("option", word, (const char *const *)names, count, list);
    free(list);
    while (count)
        free(names[--count]);
    return XL_EXIT_USAGE;
}

/* The help fits 80 columns, and a terminal that has fewer. */
enum { XL_HELP_COLUMNS = 80, XL_LEAST_COLUMNS = 30, XL_LONGEST_WORDS = 24 };

static size_t help_columns(void)
{
    const unsigned columns = xl_output_columns(XL_HELP_COLUMNS);
    return columns > XL_HELP_COLUMNS    ? XL_HELP_COLUMNS
           : columns < XL_LEAST_COLUMNS ? XL_LEAST_COLUMNS
                                        : columns;
}

static void print_words(const char *text, size_t length, size_t at, size_t indent)
{
    xl_print_wrapped(text, length, at, indent, help_columns());
}

/* Prints paragraphs. A line that begins with "Usage:" or a blank is one of its own. */
static void print_paragraphs(const char *text)
{
    while (*text) {
        const bool is_alone = *text == ' ' || strncmp(text, "Usage:", strlen("Usage:")) == 0;
        const char *end = is_alone ? strchr(text, '\n') : strstr(text, "\n\n");
        const size_t length = end ? (size_t)(end - text) : strlen(text);
        const size_t blanks = strspn(text, " ");
        printf("%.*s", (int)blanks, text);
        if (*text == '\n')
            putchar('\n');
        else
            print_words(text + blanks, length - blanks, blanks, is_alone ? blanks + 4 : 0);
        text += *text == '\n' ? 1 : length + (end != NULL);
    }
}

/* What stands left of an option's text. Returns its length. */
static int option_words(const struct xl_option *o, char *words, size_t size)
{
    return snprintf(words, size, "--%s%s%s", o->name, o->word ? " " : "", o->word ? o->word : "");
}

char *xl_option_text(const struct xl_option *o)
{
    return o->initial ? xl_format("%s (default %llu)", o->text, (unsigned long long)o->initial)
                      : xl_copy_text(o->text);
}

static void print_option(const struct xl_option *o, size_t width)
{
    char words[100], *text = xl_option_text(o);
    const size_t indent = width + 4, length = (size_t)option_words(o, words, sizeof words);
    if (length > width)
        printf("  %s\n%*s", words, (int)indent, "");
    else
        printf("  %-*s  ", (int)width, words);
    print_words(text, strlen(text), indent, indent);
    free(text);
}

/* Prints the help. Returns XL_EXIT_OK. */
static int print_help(const struct xl_cli_usage *usage)
{
    char words[100];
    int width = 0;
    for (const struct xl_option *o = usage->options; o->name; o++) {
        int length = xl_option_is_listed(o) ? option_words(o, words, sizeof words) : 0;
        width = length > width && length <= XL_LONGEST_WORDS ? length : width;
    }
    if (help_columns() < XL_HELP_COLUMNS * 3 / 4)
        width = 4; /* the text below the option */
    print_paragraphs(usage->begin);
    for (const struct xl_option *o = usage->options; o->name; o++)
        if (xl_option_is_listed(o))
            print_option(o, (size_t)width);
        else if (o->text)
            printf("%s\n", o->text);
    if (usage->end)
        print_paragraphs(usage->end);
    return XL_EXIT_OK;
}

/* Takes the option argv[*at] and its value; *at is behind them then. */
static int take_option(char **argv, int argc, int *at, const struct xl_cli_usage *usage,
                       void *options)
{
    const char *word = argv[(*at)++], *equals = strchr(word, '=');
    const size_t length = equals ? (size_t)(equals - word) : strlen(word);
    if (strcmp(word, "--help") == 0)
        return print_help(usage);
    const struct xl_option *o =
        strncmp(word, "--", 2) == 0 ? find_option(usage, word + 2, length - 2) : NULL;
    if (o && o->new_name) {
        fprintf(stderr, "crosslane: note: --%s is now --%s\n", o->name, o->new_name);
        o = find_option(usage, o->new_name, strlen(o->new_name));
    }
    if (!o || (equals && !o->word))
        return unknown_option(argv[0], usage, word);
    if (o->word && !equals && *at == argc) {
        fprintf(stderr, "crosslane: error: option '%s' needs a value\n", word);
        return XL_EXIT_USAGE;
    }
    const char *value = "";
    if (o->word)
        value = equals ? equals + 1 : argv[(*at)++];
    return take(o, options, value) ? XL_EXIT_USAGE : -1;
}

int xl_cli_parse(int argc, char **argv, const struct xl_cli_usage *usage, void *options,
                 size_t *count)
{
    int operands = 0;
    set_defaults(usage, options);
    for (int at = 1; at < argc;) {
        const bool is_end = strcmp(argv[at], "--") == 0; /* of options: an operand is next */
        at += is_end;
        if (at == argc)
            break;
        if (!is_end && argv[at][0] == '-' && argv[at][1]) {
            const int status = take_option(argv, argc, &at, usage, options);
            if (status != -1)
                return status;
            continue;
        }
        if (operands == usage->operands)
            return xl_cli_unexpected(argv[0], argv[at]);
        do
            argv[++operands] = argv[at++];
        while (usage->operands == XL_A_COMMAND && at < argc);
    }
    if (count) {
        *count = (size_t)operands;
        argv[operands + 1] = NULL;
    }
    return -1;
}

static unsigned long long number_at(const struct xl_option *o, const char *field)
{
    return o->is_wide ? *(const uint64_t *)field : *(const unsigned *)field;
}

/* Whether an option has another value than its default. */
static bool is_given(const struct xl_option *o, const void *options)
{
    const char *field = (const char *)options + o->field;
    return o->kind == XL_OPTION_FLAG     ? *(const bool *)field
           : o->kind == XL_OPTION_NUMBER ? number_at(o, field) != o->initial
                                         : *(const char *const *)field != NULL;
}

char *xl_cli_repeated(const struct xl_cli_usage *usage, const void *options)
{
    char *text = NULL;
    size_t size;
    FILE *f = xl_checked_memory(open_memstream(&text, &size));
    for (const struct xl_option *o = usage->options; o->name; o++) {
        const char *field = (const char *)options + o->field;
        if (!o->is_repeated || !is_given(o, options))
            continue;
        fprintf(f, " --%s%s", o->name, o->word ? " " : "");
        if (o->kind == XL_OPTION_NUMBER)
            fprintf(f, "%llu", number_at(o, field));
        else if (o->word)
            xl_put_quoted(f, *(const char *const *)field);
    }
    fclose(f);
    return text;
}

int xl_cli_inherit(const struct xl_cli_usage *usage, void *options, const void *of)
{
    int status = 0;
    for (const struct xl_option *o = usage->options; o->name && !status; o++) {
        const char *field = (const char *)of + o->field;
        if (!o->is_repeated || is_given(o, options) || !is_given(o, of))
            continue;
        if (o->kind == XL_OPTION_NUMBER)
            set_number(o, options, number_at(o, field));
        else
            status = take(o, options, o->word ? *(const char *const *)field : "");
    }
    return status;
}

int xl_cli_unknown(const char *kind, const char *word, const char *const *names, size_t count,
                   const char *list)
{
    char similar[200];
    xl_similar_names(word, names, count, similar, sizeof similar);
    fprintf(stderr, "crosslane: error: unknown %s '%s'\n", kind, word);
    if (*similar || list)
        xl_message("  help: %s%s\n", *similar ? "similar: " : "", *similar ? similar : list);
    return XL_EXIT_USAGE;
}

int xl_cli_missing(const char *command, const char *operand)
{
    xl_message("crosslane: error: %s: missing %s\n  help: ./crosslane %s --help\n", command,
               operand, command);
    return XL_EXIT_USAGE;
}

int xl_cli_unexpected(const char *command, const char *argument)
{
    xl_message("crosslane: error: %s: unexpected argument '%s'\n  help: ./crosslane %s --help\n",
               command, argument, command);
    return XL_EXIT_USAGE;
}
