/* New files: all of them are written, or none.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_INIT_FILES_H
#define XL_HARNESS_CLI_INIT_FILES_H

#include "base/error.h"
#include "base/text.h"

struct xl_new_file {
    char *path; /* absolute; its directories are made */
    struct xl_text text;
};

/* Starts as zeros. */
struct xl_new_files {
    struct xl_new_file *at;
    size_t count, room;
};

/* Adds an empty one, and takes the path. Returns its text. */
struct xl_text *xl_new_files_add(struct xl_new_files *files, char *path);

/* Writes them; none may exist. Returns 0, or -1 with err; then none of them exists, and no
 * directory that was made for one. */
int xl_new_files_write(const struct xl_new_files *files, struct xl_error *err);

void xl_new_files_free(struct xl_new_files *files);

#endif
