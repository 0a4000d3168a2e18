/* The options of a subcommand: one table, which the parser, `--help`, shells, pages and the
 * commands of findings read.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_OPTIONS_H
#define XL_HARNESS_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an option takes. */
enum xl_option_kind {
    XL_OPTION_FLAG,   /* nothing: sets a bool */
    XL_OPTION_NUMBER, /* a whole number: sets an unsigned or uint64_t */
    /* These set a const char *. Shells complete them differently. */
    XL_OPTION_TEXT,
    XL_OPTION_ROW,
    XL_OPTION_KERNEL,
    XL_OPTION_FILE,
    XL_OPTION_DIRECTORY,
    XL_OPTION_CHOICE, /* word: a|b|c */
};

/* A row of the table, made by one of the macros below. */
struct xl_option {
    const char *name; /* "": a heading of the help; NULL ends the table */
    const char *word; /* what its value is called, in capitals or as a|b|c; NULL of a flag */
    enum xl_option_kind kind;
    size_t field; /* what it sets: an offset in the struct of the command */
    /* Of a number. initial: the default, which the help shows; 0: the command sets it. */
    uint64_t least, most, initial;
    bool is_wide; /* it sets a uint64_t */
    /* Of a list: `field` is an array of `room` words; this, the offset of their number. */
    size_t count, room;
    /* Takes the value instead of `field`. Returns 0, or -1 with the message on standard error. */
    int (*take)(void *options, const char *value);
    const char *new_name; /* of an old spelling: the option that it means */
    bool is_repeated;     /* the command of a finding needs it again */
    const char *text; /* for the help; NULL if it is not there: only tests use it, or it is old */
};

/* The offset of a member of this type. A member of another type does not compile. */
#define XL_MEMBER(S, MEMBER, TYPE) _Generic(((S *)0)->MEMBER, TYPE: offsetof(S, MEMBER))

/* Rows of the table. S: the struct of the command. The last argument is the text; more members of
 * the row can stand behind it. */
#define XL_FLAG_OPTION(NAME, S, MEMBER, ...)                                                       \
    {NAME, NULL, XL_OPTION_FLAG, .field = XL_MEMBER(S, MEMBER, bool), .text = __VA_ARGS__}
#define XL_NUMBER_OPTION(NAME, WORD, S, MEMBER, LEAST, MOST, DEFAULT, ...)                         \
    {NAME,                                                                                         \
     WORD,                                                                                         \
     XL_OPTION_NUMBER,                                                                             \
     .field =                                                                                      \
         _Generic(((S *)0)->MEMBER, unsigned: offsetof(S, MEMBER), uint64_t: offsetof(S, MEMBER)), \
     .is_wide = sizeof((S *)0)->MEMBER == sizeof(uint64_t),                                        \
     .least = LEAST,                                                                               \
     .most = MOST,                                                                                 \
     .initial = DEFAULT,                                                                           \
     .text = __VA_ARGS__}
#define XL_VALUE_OPTION(NAME, WORD, KIND, S, MEMBER, ...)                                          \
    {NAME, WORD, XL_OPTION_##KIND, .field = XL_MEMBER(S, MEMBER, const char *), .text = __VA_ARGS__}
#define XL_LIST_OPTION(NAME, WORD, KIND, S, MEMBER, COUNT, ...)                                    \
    {NAME,                                                                                         \
     WORD,                                                                                         \
     XL_OPTION_##KIND,                                                                             \
     .field = XL_MEMBER(S, MEMBER[0], const char *),                                               \
     .count = XL_MEMBER(S, COUNT, size_t),                                                         \
     .room = sizeof((S *)0)->MEMBER / sizeof(char *),                                              \
     .text = __VA_ARGS__}
#define XL_TAKEN_OPTION(NAME, WORD, KIND, FUNCTION, ...)                                           \
    {NAME, WORD, XL_OPTION_##KIND, .take = FUNCTION, .text = __VA_ARGS__}
#define XL_OLD_OPTION(NAME, NEW_NAME) {.name = NAME, .new_name = NEW_NAME}
#define XL_OPTION_GROUP(TITLE) {"", .text = TITLE}

enum { XL_MOST_OPTIONS = 48 }; /* of a subcommand, with headings and the NULL behind them */

/* How many operands a subcommand takes, unless it is a number. */
enum {
    XL_ANY_OPERANDS = -1,
    XL_A_COMMAND = -2, /* the first operand and all that stands behind it, whatever it is */
};

struct xl_cli_usage {
    const char *begin;                         /* how it is called, and what it does */
    struct xl_option options[XL_MOST_OPTIONS]; /* up to one whose name is NULL; without --help */
    int operands;                              /* at most so many */
    const char *end;                           /* the exit statuses, or NULL */
};

/* Whether a row of the table is an option that the help lists. */
static inline bool xl_option_is_listed(const struct xl_option *o)
{
    return *o->name && o->text;
}

/* Its text with its default. The caller frees it. */
char *xl_option_text(const struct xl_option *o);

/* Sets defaults, and takes the words behind argv[0] into the struct of the command: options, never
 * abbreviated, before and behind operands. The operands are argv[1] to argv[*count] then, with NULL
 * behind them. count: NULL if the command has none. Returns -1 to go on; or the exit status after
 * the help, or with what is wrong on standard error. */
int xl_cli_parse(int argc, char **argv, const struct xl_cli_usage *usage, void *options,
                 size_t *count);

/* The options that the command of a finding needs again, with a blank before each, quoted for a
 * shell. The caller frees it. */
char *xl_cli_repeated(const struct xl_cli_usage *usage, const void *options);

/* Takes the options that the command of a finding needs again from the options of another run,
 * unless they are given. Returns 0, or -1 with the message on standard error. */
int xl_cli_inherit(const struct xl_cli_usage *usage, void *options, const void *of);

/* Adds a word to an array. Returns 0, or -1 with the message on standard error: it is full. */
int xl_cli_add_word(const char **words, size_t *count, size_t room, const char *word);

/* A missing operand of a command: prints it on standard error. Returns XL_EXIT_USAGE. */
int xl_cli_missing(const char *command, const char *operand);

/* An argument that a command does not take: prints it on standard error. Returns XL_EXIT_USAGE. */
int xl_cli_unexpected(const char *command, const char *argument);

/* "unknown KIND 'WORD'" on standard error, with similar names, or else the command that lists them
 * (NULL: none does). Returns XL_EXIT_USAGE. */
int xl_cli_unknown(const char *kind, const char *word, const char *const *names, size_t count,
                   const char *list);

#endif
