/* The options of a subcommand: one table, from which getopt takes them, `--help` says them and
 * shells complete them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_OPTIONS_H
#define XL_HARNESS_CLI_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>

struct xl_option {
    const char *name;
    const char *word; /* what its value is called, in capitals or as a|b|c; NULL if it takes none */
    int letter;       /* what xl_cli_option returns */
    const char *text; /* for the help, in lines; NULL if it is not there */
};

/* A row of the table. Without its text it does not compile. */
#define XL_OPTION(name, word, letter, text) {name, word, letter, "" text ""}

/* A row of what only tests of the harness use. */
#define XL_HIDDEN_OPTION(name, word, letter) {name, word, letter, NULL}

/* Added to the letter of an old spelling, which is hidden too. */
enum { XL_OLD_OPTION = 256 };

/* The heading of the options below it, in the help. */
#define XL_OPTION_GROUP(title) {"", NULL, 0, title}

enum { XL_MOST_OPTIONS = 48 }; /* of a subcommand, with headings and the NULL behind them */

struct xl_cli_usage {
    const char *begin;                         /* how it is called, and what it does */
    struct xl_option options[XL_MOST_OPTIONS]; /* up to one whose name is NULL; without --help */
    const char *end;                           /* the exit statuses, or NULL */
};

/* Whether a row of the table is an option that the help lists. */
static inline bool xl_option_is_listed(const struct xl_option *o)
{
    return *o->name && o->text;
}

/* The next option, as getopt_long finds it, but never an abbreviated one. Returns its letter, 'h'
 * for --help, or -1 where no option stands. Prints what is wrong with an option on standard error,
 * with similar options, and returns '?'. */
int xl_cli_option(int argc, char **argv, const struct xl_cli_usage *usage);

/* Prints the help. Returns XL_EXIT_OK. */
int xl_cli_help(const struct xl_cli_usage *usage);

/* A missing operand of a command: prints it on standard error. Returns XL_EXIT_USAGE. */
int xl_cli_missing(const char *command, const char *operand);

/* An argument that a command does not take: prints it on standard error. Returns XL_EXIT_USAGE. */
int xl_cli_unexpected(const char *command, const char *argument);

/* "unknown KIND 'WORD'" on standard error, with similar names, or else the command that lists them
 * (NULL: none does). Returns XL_EXIT_USAGE. */
int xl_cli_unknown(const char *kind, const char *word, const char *const *names, size_t count,
                   const char *list);

#endif
