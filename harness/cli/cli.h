/* The subcommands of crosslane, and what they have in common.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_CLI_H
#define XL_HARNESS_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "ci/affected.h"
#include "matrix/rows.h"
#include "oracle/module.h"

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

/* Adds those of a build. */
void xl_cli_add_build_labels(struct xl_text *out, const char *arch, const char *compiler,
                             const char *opt);

/* Loads Crosslane's own kernels. Returns their names, for the caller to free; or NULL, with the
 * message on standard error. */
const char **xl_cli_kernels_load(struct xl_kernels *kernels);

/* The kernels of this repository, or of --kernels DIR, with their names and files. */
struct xl_named_kernels {
    struct xl_affected_kernels all;
    struct xl_kernels loaded;
    const char **names;
    char **files;
    int lock;
};

/* dir: absolute; NULL: this repository's. Returns 0, or -1 with the message on standard error. The
 * caller gives *k to xl_cli_named_kernels_free, whatever the result. */
int xl_cli_named_kernels_load(const char *dir, struct xl_named_kernels *k);
void xl_cli_named_kernels_free(struct xl_named_kernels *k);

/* This program, by the path that it was started by. The caller frees it. */
char *xl_cli_own_path(void);

/* Runs a script of docs/generate, which asks this program for what it needs. With `check` it
 * compares pages and writes none. Returns the exit status. */
int xl_cli_docs_script(const char *name, bool check);

enum { XL_MAX_LABELS = 100 }; /* that a pull request can have */

#endif
