/* Files of the repository that a command makes: written whole, and checked for being up to date.
 * SPDX-License-Identifier: MIT
 *
 * A file's name is relative to xl_root(), unless it starts with '/'.
 */
#ifndef XL_HARNESS_DOCS_GENERATED_H
#define XL_HARNESS_DOCS_GENERATED_H

#include <stddef.h>

#include "base/error.h"

/* Makes the text the file's content; a file that has it already is not touched. 0, or -1 with err,
 * and then the file is as it was. */
int xl_generated_write(const char *file, const char *text, size_t size, struct xl_error *err);

/* Whether the file is this text, byte for byte: 0. Else 1, after a unified diff from the file to
 * the text on standard output, and on standard error the command that mends it. */
int xl_generated_check(const char *file, const char *text, size_t size, const char *command);

/* The file's content, with a '\0' behind its last byte; the caller frees it. NULL with err; errno
 * is then ENOENT if there is no such file. */
char *xl_generated_read(const char *file, size_t *size, struct xl_error *err);

/* Says on standard error that the file is stale, and the command that mends it. 1. */
int xl_generated_stale(const char *file, const char *command);

#endif
