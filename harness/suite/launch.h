/* Runs a command so that programs of a row's architecture, also those that it starts, run on the
 * row's CPU.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_LAUNCH_H
#define XL_HARNESS_SUITE_LAUNCH_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"
#include "matrix/rows.h"
#include "suite/confine.h"
#include "suite/elsewhere.h"

struct xl_launch {
    const struct xl_row *row;
    const char *cpu;      /* QEMU_CPU */
    const char *emulator; /* path; unused if the row is native or has a runner */
    const char *sysroot;  /* path */
    const char *logs;     /* a directory in which each program gets a log, or, of a row with a
                             runner, is listed only; NULL: none */
    const char *output;   /* a file for the command's output; NULL: this process's */
    int input; /* what the command reads; 0: this process's, or /dev/null if `output` is given */
    const char *directory; /* where it starts; NULL: this process's */
    /* Programs of this machine's own architecture are the row's if xl_mark_programs marked them. */
    bool has_marks;
    const struct xl_confined *confined;   /* NULL: it may change all files */
    unsigned seconds;                     /* after which it is stopped; 0: it may run for ever */
    const struct xl_elsewhere *elsewhere; /* the row's host; NULL: no program is started */
};

/* What starts programs of the architecture that the command starts. */
enum xl_way { XL_WAY_NONE, XL_WAY_BINFMT, XL_WAY_PROOT };

/* How a command ran. */
struct xl_launched {
    int status;        /* its exit status; 128 + the signal that it died of */
    enum xl_way way;   /* NONE: programs that it started did not run on the CPU */
    bool is_confined;  /* as l->confined says */
    char why_not[256]; /* why not by binfmt_misc; "": it is */
    char why_not_confined[256];
    char stopped[160]; /* why it was stopped; "": it ended */
};

/* Whether the file is a program or library of the architecture. */
bool xl_is_program_of(const struct xl_arch *arch, const char *file);

/* What the padding of e_ident has in a marked program. The System V ABI reserves it, and Linux and
 * the dynamic linker do not read it in programs. */
#define XL_PROGRAM_MARK "xlanes"

/* How programs that a command starts would run here. emulator: a path, for what is beside it. Sets
 * *is_confined, and why binfmt_misc or namespaces are not allowed; "": they are. */
enum xl_way xl_launch_way(const char *emulator, bool *is_confined, char *why, size_t size);

/* Marks the executable programs of x86_64 below the directory, so that Linux can tell them from
 * this machine's own. Returns 0, or -1 with err. */
int xl_mark_programs(const char *directory, struct xl_error *err);

/* Blocks or unblocks (SIG_BLOCK, SIG_UNBLOCK) the signals that end a command. xl_launch unblocks
 * them while it waits. before: gets the mask before; or NULL. */
void xl_mask_endings(int how, sigset_t *before);

/* Runs the command to its end with this process's standard input and output. What it leaves running
 * is killed. Returns 0, or -1 with err. */
int xl_launch(const struct xl_launch *l, char *const *argv, struct xl_launched *launched,
              struct xl_error *err);

#endif
