/* The options of a subcommand: one table, from which getopt takes them, `--help` says them and
 * shells complete them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_OPTIONS_H
#define XL_HARNESS_CLI_OPTIONS_H

#include <getopt.h>
#include <stdio.h>

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

enum { XL_MOST_OPTIONS = 32 }; /* of a subcommand, with the nameless one behind them */

struct xl_cli_usage {
    const char *begin;                         /* how it is called, and what it does */
    struct xl_option options[XL_MOST_OPTIONS]; /* up to one without a name; --help is not there */
    const char *end;                           /* the exit statuses, or NULL */
};

/* getopt_long, which says on standard error what is wrong with an option, with the nearest ones,
 * and returns '?'. Returns 'h' for --help. */
int xl_cli_option(int argc, char **argv, const struct xl_cli_usage *usage);

/* Prints what --help says. Returns XL_EXIT_OK. */
int xl_cli_help(const struct xl_cli_usage *usage);

/* The same, where something else was wanted: on standard error. Returns XL_EXIT_USAGE. */
int xl_cli_misused(const struct xl_cli_usage *usage);

#endif
