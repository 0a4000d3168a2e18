/* Where Crosslane is: its folder, and the module of its own kernels.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_FILE_H
#define XL_HARNESS_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

/* The repository's folder. A program that was built in build/<any> of a checkout belongs to that
 * checkout, wherever it was moved to; any other one to where it was configured. */
const char *xl_root(void);

/* The module of the kernels in kernels/, built beside the program. */
const char *xl_kernel_module(void);

/* Writes the path of a file of the repository. One that has no room ends the process, with status 2
 * and a message: xl_join_path has no such limit. */
void xl_repository_path(const char *file, char *path, unsigned long size);

/* Whether builds can be made in its folder build/. */
bool xl_root_is_writable(void);

/* What a message says of a path: without the working directory where it begins with that. Points
 * into the path. */
const char *xl_display_path(const char *path);

/* A file that is written whole or not at all. */

struct xl_atomic_file {
    FILE *f;          /* NULL where it cannot be opened: xl_atomic_file_end says why */
    const char *file; /* "-": standard output */
    char *temporary;  /* what is written in place of it; NULL: itself */
    int why;          /* errno of the opening */
};

enum { XL_OTHER_CALLS_MOST = 16 }; /* bytes that the name of what is written first has more */

/* Whether Linux takes such names. */
bool xl_file_name_fits(const char *file);

/* Whether it is there and cannot be replaced by a file: a device, a pipe, a folder, and "-". */
bool xl_is_special_file(const char *file);

/* Opens a file beside this one, which takes its place in the end. A device or a pipe is written to
 * as far as it goes. file must live until the end. */
void xl_atomic_file_begin(struct xl_atomic_file *w, const char *file);

/* Returns 0; or -1 with err, where not everything could be written: then the file is as it was. */
int xl_atomic_file_end(struct xl_atomic_file *w, struct xl_error *err);

/* Closes a stream that was written to. Returns 0; or -1 with errno where not everything could be
 * written, now or by an earlier flush, whose own errno is forgotten: EIO. */
int xl_file_close(FILE *f);

/* Locks of files, by which processes take turns. */

/* Waits for the lock of an open file, as flock has it, until it is had or the run is ended. From
 * the first second on it says for whom, as progress of the step. Returns 0; or -1 with errno:
 * ECANCELED where the run was ended. */
int xl_lock(int file, bool shared, const char *step);

/* Files of the repository that a command makes: written whole, and checked for being up to date.
 *
 * A file's name is relative to xl_root(), unless it starts with '/'. */

/* Makes the text the file's content; a file that has it already is not touched. 0, or -1 with err,
 * and then the file is as it was. */
int xl_file_update(const char *file, const char *text, size_t size, struct xl_error *err);

/* Whether the file is this text, byte for byte: 0. Else 1, after a unified diff from the file to
 * the text on standard output, and on standard error the command that mends it. */
int xl_generated_check(const char *file, const char *text, size_t size, const char *command);

/* The file's content, with a '\0' behind its last byte; the caller frees it. NULL with err; errno
 * is then ENOENT if there is no such file. */
char *xl_generated_read(const char *file, size_t *size, struct xl_error *err);

/* Says on standard error that the file is stale, and the command that mends it. 1. */
int xl_generated_stale(const char *file, const char *command);

#endif
