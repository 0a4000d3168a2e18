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
#include "build/library.h"
#include "cli/cli.h"
#include "oracle/module.h"

/* Two options of one letter, of which one would do the other's work. */
static void refuse_twins(const struct xl_cli_usage *usage, const struct xl_option *o)
{
    for (const struct xl_option *other = usage->options; other < o; other++)
        if (other->letter == o->letter) {
            fprintf(stderr, "crosslane: bug: --%s and --%s have the same letter, '%c'\n",
                    other->name, o->name, o->letter);
            abort();
        }
}

/* getopt_long needs a name for headings too: one that nobody can mean. */
#define NOT_TYPED "\n"

/* The rows as getopt_long needs them, with --help behind them. Returns how many. */
static size_t to_getopt(const struct xl_cli_usage *usage, struct option *options)
{
    size_t count = 0;
    for (; usage->options[count].name; count++) {
        const struct xl_option *o = &usage->options[count];
        const int argument = o->word ? required_argument : no_argument;
        if (*o->name)
            refuse_twins(usage, o);
        options[count] = (struct option){*o->name ? o->name : NOT_TYPED, argument, NULL, o->letter};
    }
    options[count++] = (struct option){"help", no_argument, NULL, 'h'};
    options[count] = (struct option){NULL, 0, NULL, 0};
    return count;
}

/* Abbreviations too. getopt_long takes `--updat` for `--update`: a script with such a word breaks
 * as soon as a second option begins alike. */
static bool is_unknown(const char *word, const struct option *options)
{
    const size_t length = strcspn(word, "=");
    if (strncmp(word, "--", 2) != 0 || length == 2)
        return false;
    for (; options->name; options++)
        if (strlen(options->name) == length - 2 &&
            strncmp(options->name, word + 2, length - 2) == 0)
            return false;
    return true;
}

int xl_cli_option(int argc, char **argv, const struct xl_cli_usage *usage)
{
    struct option options[XL_MOST_OPTIONS + 1];
    char *names[XL_MOST_OPTIONS] = {0};
    size_t count = to_getopt(usage, options), name_count = 0;
    opterr = 0;
    const int start = optind ? optind : 1; /* 0: getopt_long begins anew */
    const char *word = start < argc ? argv[start] : argv[argc - 1];
    const int found = start < argc && is_unknown(word, options)
                          ? '?'
                          : getopt_long(argc, argv, "+:", options, NULL);
    if (found != '?' && found != ':')
        return found;
    if (found == ':') {
        fprintf(stderr, "crosslane: error: option '%s' needs a value\n", word);
        return '?';
    }
    for (size_t i = 0; i < count; i++) {
        char *name = options[i].name[0] == '\n' ? NULL : xl_format("--%s", options[i].name);
        if (name)
            names[name_count++] = name;
    }
    char *list = xl_format("./crosslane %s --help", argv[0]);
    xl_cli_unknown("option", word, (const char *const *)names, name_count, list);
    free(list);
    while (name_count)
        free(names[--name_count]);
    return '?';
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

static void print_option(const struct xl_option *o, size_t width)
{
    char words[100];
    const size_t indent = width + 4, length = (size_t)option_words(o, words, sizeof words);
    if (length > width)
        printf("  %s\n%*s", words, (int)indent, "");
    else
        printf("  %-*s  ", (int)width, words);
    print_words(o->text, strlen(o->text), indent, indent);
}

int xl_cli_help(const struct xl_cli_usage *usage)
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

int xl_cli_matrix_read(struct xl_row_list *list)
{
    return xl_cli_rows_read(NULL, list);
}

int xl_cli_rows_read(const char *dir, struct xl_row_list *list)
{
    struct xl_error err;
    char *file = xl_join_path(xl_root(), "matrix/matrix.yml");
    int status = xl_library_rows(file, dir, list, &err);
    free(file);
    if (status)
        fprintf(stderr, "%s\n", err.text);
    return status;
}

const char **xl_cli_kernels_load(struct xl_kernels *kernels)
{
    struct xl_error err;
    if (xl_kernels_load(xl_kernel_module(), XL_LOAD_LIMIT_MS, kernels, &err)) {
        xl_error_print(&err);
        return NULL;
    }
    const char **names = calloc(kernels->count + 1, sizeof *names);
    for (size_t i = 0; names && i < kernels->count; i++)
        names[i] = kernels->kernels[i]->name;
    if (!names)
        xl_kernels_unload(kernels);
    return names;
}

int xl_cli_tier(const char *name, enum xl_tier *tier)
{
    const char *names[XL_TIERS];
    int found = xl_tier_find(name);
    if (found >= 0) {
        *tier = (enum xl_tier)found;
        return 0;
    }
    for (int i = 0; i < XL_TIERS; i++)
        names[i] = xl_tier_name((enum xl_tier)i);
    xl_cli_unknown("tier", name, names, XL_TIERS, "tiers: pr, trunk, full");
    return -1;
}

int xl_cli_number(const char *option, const char *text, unsigned long long least,
                  unsigned long long most, unsigned long long *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 0);
    if (!errno && end != text && !*end && text[0] != '-' && *value >= least && *value <= most)
        return 0;
    fprintf(stderr, "crosslane: error: --%s: '%s' is not a number from %llu to %llu\n", option,
            text, least, most);
    return -1;
}
