/* Files: paths of the repository, reading, writing whole files, locks, generated files, directories
 * that go with their process.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_FILE_H
#define XL_HARNESS_BASE_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

/* The repository's directory. If the program is build/ANY/PROGRAM of a checkout, it is that
 * checkout, even if it was moved. Else it is the directory from which CMake was configured. */
const char *xl_root(void);

/* The module of the kernels in kernels/. It is beside the program. */
const char *xl_kernel_module(void);

/* Writes the path of a file of the repository. If it has no room, the process ends with status 2
 * and a message. xl_join_path has no such limit. */
void xl_repository_path(const char *file, char *path, unsigned long size);

/* Where builds and past results are: build/ of a checkout. The program of an installed copy, which
 * must not write beside itself, gets the directory by CROSSLANE_WORK, from ./crosslane. */
const char *xl_work_directory(void);

bool xl_work_is_writable(void);

/* How the user starts Crosslane, for the commands that messages name: "./crosslane", or what
 * ./crosslane was started as (CROSSLANE_SELF). It needs no quotes. */
const char *xl_program(void);

/* Prints to standard error. `./crosslane` in the text becomes how the user starts it (xl_program).
 */
__attribute__((format(printf, 1, 2))) void xl_message(const char *fmt, ...);

/* The path for messages: relative to the working directory, if it is below that. Points into the
 * path. */
const char *xl_display_path(const char *path);

/* ---- Reading ---- */

/* The largest file that xl_file_read accepts. */
enum { XL_FILE_MAX_BYTES = 16 * 1024 * 1024 };

/* The content of a file, with a NUL behind its last byte; "-" is standard input. The caller frees
 * it. Returns NULL with errno and "FILE: error: ..." if it cannot be read or is too large. */
char *xl_file_read(const char *file, size_t *size, struct xl_error *err);

/* The same of a file with up to `most` bytes. */
char *xl_file_read_large(const char *file, size_t most, size_t *size, struct xl_error *err);

/* Opens a file where a foreign program may have put a link, a FIFO or a device: none of these is
 * opened. NULL with errno. */
FILE *xl_file_open_untrusted(const char *file);

/* Reads such a file. The caller frees the text. NULL: it is none, or cannot be read. */
char *xl_file_read_untrusted(const char *file, size_t *size);

/* The first line of a directory's file, without its newline. NULL if there is none. The caller
 * frees it. */
char *xl_first_line(const char *directory, const char *name);

/* ---- Writing: a file becomes complete or stays as it was ---- */

struct xl_atomic_file {
    FILE *f;          /* NULL if it cannot be opened; xl_atomic_file_end has the message */
    const char *file; /* "-": standard output */
    char *temporary;  /* path that is written before the rename; NULL: the file itself is written */
    int open_errno;
    bool is_stdout;
};

/* A temporary file's name is at most this many bytes longer than the file's. */
enum { XL_TEMPORARY_SUFFIX = 16 };

/* Whether the system allows the names that xl_atomic_file needs for this file. */
bool xl_file_name_fits(const char *file);

/* Whether the file exists and cannot be replaced: a device, a pipe, a directory, or "-". */
bool xl_is_special_file(const char *file);

/* Opens a temporary file beside `file`, of this thread. A special file is written directly. `file`
 * must live until xl_atomic_file_end. */
void xl_atomic_file_begin(struct xl_atomic_file *w, const char *file);

/* Renames the temporary file. Returns 0, or -1 with err and errno; then the file is unchanged. */
int xl_atomic_file_end(struct xl_atomic_file *w, struct xl_error *err);

/* Closes a stream that was written to. Returns 0, or -1 with errno if not everything could be
 * written. An earlier flush may have failed; its errno is lost, so errno is EIO then. */
int xl_file_close(FILE *f);

/* Makes the directories of a file's path. Returns 0, or -1 with errno. */
int xl_make_parents(const char *file);

/* ---- Locks between processes ---- */

/* Locks an open file by flock, and waits until it can. After a second it shows the lock's holder,
 * as progress of the step. Returns 0, or -1 with errno: ECANCELED if the run was ended. */
int xl_lock(int file, bool shared, const char *step);

/* ---- Generated files of the repository ----
 *
 * Their names are relative to xl_root(), unless they start with '/'. */

/* Sets the file's content. A file that has it already is not touched. Returns 0, or -1 with err;
 * then the file is unchanged. */
int xl_file_update(const char *file, const char *text, size_t size, struct xl_error *err);

/* Returns 0 if the file has exactly this content. Else 1, after a unified diff on standard output
 * and the command that regenerates the file on standard error. */
int xl_generated_check(const char *file, const char *text, size_t size, const char *command);

/* xl_file_read of such a file. */
char *xl_generated_read(const char *file, size_t *size, struct xl_error *err);

/* ---- Directories that go with the process that made them ----
 *
 * If it is killed, the next one removes them. */

/* Makes PLACE/PREFIX-XXXXXX, and removes those of the prefix that belong to no process any more.
 * path: what it made. Returns a descriptor that holds it, which the caller gives to xl_scratch_end;
 * or -1 with errno. */
int xl_scratch_begin(const char *place, const char *prefix, char path[PATH_MAX]);

/* Where temporary files are: TMPDIR, or /tmp. */
const char *xl_temporary_directory(void);

/* Removes it, also what its owner may not enter. */
void xl_scratch_end(int held, const char *path);

#endif
