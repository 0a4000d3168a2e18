/* Runs a command so that programs of a row's architecture, also those that it starts, run on the
 * row's CPU.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_LAUNCH_H
#define XL_HARNESS_SUITE_LAUNCH_H

#include <stdbool.h>

#include "base/error.h"
#include "matrix/rows.h"

struct xl_launch {
    const struct xl_row *row;
    const char *cpu;      /* QEMU_CPU */
    const char *emulator; /* path; unused if the row is native */
    const char *sysroot;  /* path */
    const char *logs;     /* a directory in which each program gets a log; NULL: none */
    bool is_quiet;        /* the command's output is dropped */
};

/* How a command ran. */
struct xl_launched {
    int status;         /* its exit status; 128 + the signal that it died of */
    bool starts_others; /* programs of the architecture that it started ran, too */
    char why_not[256];  /* if they did not */
};

/* Whether the file is a program or library of the architecture. */
bool xl_is_program_of(const struct xl_arch *arch, const char *file);

/* The command's file: as given if it has a slash, or else from PATH. The caller frees it. NULL:
 * there is none. */
char *xl_find_command(const char *name);

/* Runs the command to its end with this process's standard input and output. What it leaves running
 * is killed. Returns 0, or -1 with err. */
int xl_launch(const struct xl_launch *l, char *const *argv, struct xl_launched *launched,
              struct xl_error *err);

#endif
