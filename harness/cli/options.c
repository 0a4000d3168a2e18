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
#include "base/text.h"
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

/* The rows as getopt_long wants them, with --help behind them. Returns how many. */
static size_t to_getopt(const struct xl_cli_usage *usage, struct option *options)
{
    size_t count = 0;
    for (; usage->options[count].name; count++) {
        const struct xl_option *o = &usage->options[count];
        const int argument = o->word ? required_argument : no_argument;
        refuse_twins(usage, o);
        options[count] = (struct option){o->name, argument, NULL, o->letter};
    }
    options[count++] = (struct option){"help", no_argument, NULL, 'h'};
    options[count] = (struct option){NULL, 0, NULL, 0};
    return count;
}

int xl_cli_option(int argc, char **argv, const struct xl_cli_usage *usage)
{
    struct option options[XL_MOST_OPTIONS + 1];
    const char *names[XL_MOST_OPTIONS] = {0};
    char nearest[200];
    size_t count = to_getopt(usage, options);
    opterr = 0;
    int given = optind;
    int found = getopt_long(argc, argv, "+:", options, NULL);
    if (found != '?' && found != ':')
        return found;
    const char *word = argv[given < argc ? given : argc - 1];
    if (found == ':') {
        fprintf(stderr, "crosslane: error: %s wants a value\n", word);
        return '?';
    }
    for (size_t i = 0; i < count; i++)
        names[i] = options[i].name;
    xl_similar_names(word + strspn(word, "-"), names, count, nearest, sizeof nearest);
    fprintf(stderr, "crosslane: error: unknown option %s; the nearest of %s: %s\n", word, argv[0],
            nearest);
    return '?';
}

/* What stands left of an option's text. Returns its length. */
static int option_words(const struct xl_option *o, char *words, size_t size)
{
    return snprintf(words, size, "--%s%s%s", o->name, o->word ? " " : "", o->word ? o->word : "");
}

static void print_option(const struct xl_option *o, int width, FILE *f)
{
    char words[100];
    const char *line = o->text;
    option_words(o, words, sizeof words);
    fprintf(f, "  %-*s  ", width, words);
    for (const char *end; (end = strchr(line, '\n')); line = end + 1)
        fprintf(f, "%.*s\n%*s", (int)(end - line), line, width + 4, "");
    fprintf(f, "%s\n", line);
}

static void print_help(const struct xl_cli_usage *usage, FILE *f)
{
    char words[100];
    int width = 0;
    for (const struct xl_option *o = usage->options; o->name; o++) {
        int length = o->text ? option_words(o, words, sizeof words) : 0;
        width = length > width ? length : width;
    }
    fputs(usage->begin, f);
    for (const struct xl_option *o = usage->options; o->name; o++)
        if (o->text)
            print_option(o, width, f);
    if (usage->end)
        fputs(usage->end, f);
}

int xl_cli_help(const struct xl_cli_usage *usage)
{
    print_help(usage, stdout);
    return XL_EXIT_OK;
}

int xl_cli_misused(const struct xl_cli_usage *usage)
{
    print_help(usage, stderr);
    return XL_EXIT_USAGE;
}

int xl_cli_matrix_read(struct xl_row_list *list)
{
    struct xl_error err;
    char *file = xl_join_path(xl_root(), "matrix/matrix.yml");
    int status = xl_row_list_read(file, list, &err);
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

int xl_cli_unwanted(const char *argument)
{
    fprintf(stderr,
            "crosslane: error: unexpected argument '%s'; `crosslane help` lists what there is\n",
            argument);
    return XL_EXIT_USAGE;
}

int xl_cli_tier(const char *name, enum xl_tier *tier)
{
    const char *names[XL_TIERS];
    char nearest[100];
    int found = xl_tier_find(name);
    if (found >= 0) {
        *tier = (enum xl_tier)found;
        return 0;
    }
    for (int i = 0; i < XL_TIERS; i++)
        names[i] = xl_tier_name((enum xl_tier)i);
    xl_similar_names(name, names, XL_TIERS, nearest, sizeof nearest);
    fprintf(stderr, "crosslane: error: unknown tier '%s'; the nearest: %s\n", name, nearest);
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
    fprintf(stderr, "crosslane: error: --%s wants a number from %llu to %llu, not '%s'\n", option,
            least, most, text);
    return -1;
}
