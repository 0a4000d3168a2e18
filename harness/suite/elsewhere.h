/* Programs of rows with a `runner`: what starts them, and the copy of files on the host of an ssh
 * row.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_ELSEWHERE_H
#define XL_HARNESS_SUITE_ELSEWHERE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/processes.h"
#include "matrix/rows.h"

/* The connection to a row's host, and the copy of files there. */
struct xl_elsewhere {
    const struct xl_row *row;
    struct xl_process keeper; /* on-host.sh */
    char directory[PATH_MAX]; /* its socket and files */
    int held;                 /* of xl_scratch_begin */
    bool is_absent;           /* no host answered */
    char copied[200];         /* what was copied, for a note; "": nothing */
};

/* The variable with the command line of a named runner. The caller frees it. */
char *xl_elsewhere_variable(const char *runner);

/* Connects to the row's host and copies what programs need there: the sysroot's libraries, and the
 * directories, of which NULL is the last. place: where a directory of this machine can be that
 * programs see. Does nothing if the row has no host. Returns 0, or -1 with err, and then is_absent
 * is set if no host answers. The caller always gives *e to xl_elsewhere_end. */
int xl_elsewhere_begin(const struct xl_row *row, const char *sysroot, const char *const *copied,
                       const char *place, struct xl_elsewhere *e, struct xl_error *err);

/* Removes the copy, and ends the connection. */
void xl_elsewhere_end(struct xl_elsewhere *e);

/* A script that starts the program whose path and arguments are its arguments by the row's runner.
 * e: of the row; NULL: its host is not needed. The caller frees it. */
char *xl_elsewhere_script(const struct xl_row *row, const struct xl_elsewhere *e);

/* Whether the program of this log (executed.h) was lost with the connection. */
bool xl_elsewhere_was_lost(const char *log);

#endif
