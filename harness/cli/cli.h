/* The subcommands of crosslane: one file each.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_CLI_H
#define XL_HARNESS_CLI_CLI_H

#include <stddef.h>

#include "matrix/rows.h"

enum { XL_EXIT_OK = 0, XL_EXIT_FINDING = 1, XL_EXIT_USAGE = 2, XL_EXIT_ENVIRONMENT = 3 };

/* Each command of the tool takes its own name as argv[0] and returns the exit status; its usage
 * says which options it takes (cli/options.h). */
#define XL_COMMAND(name, by, words, text) XL_DECLARE_##by(name)
#define XL_FORM(name, words, text)
#define XL_GROUP(title)
#define XL_DECLARE_script(name)
#define XL_DECLARE_tool(name)                                                                      \
    int xl_cli_##name(int argc, char **argv);                                                      \
    extern const struct xl_cli_usage xl_cli_##name##_usage;
struct xl_cli_usage;
#include "cli/commands.def"
#undef XL_COMMAND
#undef XL_FORM
#undef XL_GROUP

/* Reads matrix/matrix.yml. Returns 0, or -1 with the message on standard error. */
int xl_cli_matrix_read(struct xl_row_list *list);

/* The same with `rows` of DIR/crosslane.yml; dir NULL: without. */
int xl_cli_rows_read(const char *dir, struct xl_row_list *list);

/* The labels of a row's test, with ';' between them. Each ends in '/', so that none is part of
 * another: isa/sve/, isa/sve2/. The caller frees them. */
char *xl_cli_row_labels(const struct xl_row *row);

/* This program, by the path that it was started by. The caller frees it. */
char *xl_cli_own_path(void);

struct xl_kernels;

/* Loads Crosslane's own kernels. Returns their names, for the caller to free; or NULL, with the
 * message on standard error. */
const char **xl_cli_kernels_load(struct xl_kernels *kernels);

enum { XL_MAX_LABELS = 100 }; /* that a pull request can have */

#endif
