/* The commands of crosslane with their options: one table, for pages and for shells that complete
 * command lines.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_COMMAND_TABLE_H
#define XL_HARNESS_CLI_COMMAND_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"

/* A line of commands.def. */
struct xl_command {
    const char *group; /* a heading, without the rest; or NULL */
    const char *name;
    const char *by; /* tool or script; "" of another form of the command before it */
    const char *words, *text;
    const struct xl_cli_usage *usage; /* NULL of a script, and of another form */
};

extern const struct xl_command xl_commands[];
extern const size_t xl_command_count;

/* An option, as it is completed. */
struct xl_command_option {
    char name[40];   /* with its dashes */
    char value[100]; /* words with | between them, or what it is called; "" if it takes none */
    enum xl_option_kind kind;
    char text[300]; /* "" of a script's */
};

/* The options of a command, also --help. Returns how many. */
size_t xl_command_options(const struct xl_command *command,
                          struct xl_command_option options[XL_MOST_OPTIONS]);

/* The words that can begin the operands of a command and its forms: "kernel" of `kernel NAME`, each
 * of `a|b|c`. Separated by blanks; the caller frees them. */
char *xl_command_operands(const struct xl_command *command);

#endif
