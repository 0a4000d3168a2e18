/* The programs of a command that runs on this machine's CPU: which files they have mapped, and the
 * breakpoints there.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_NATIVE_H
#define XL_HARNESS_SUITE_NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "base/error.h"
#include "matrix/rows.h"
#include "suite/executed.h"
#include "suite/launch.h"

/* A command on this machine's CPU. */
struct xl_native {
    const struct xl_row *row;
    const char *tools; /* path of the tree of tools */
    char *const *argv;
    /* Whether a file's functions count; only its path and is_system are known. */
    bool (*wants)(const void *data, const struct xl_executed_file *file);
    const void *data;
};

/* How the dynamic linker announces that it has mapped or unmapped a library: it calls an empty
 * function (r_brk of struct r_debug in <link.h>). Debuggers put a breakpoint there. */
struct xl_loader {
    uint64_t event;           /* the function's address in the file; 0: the file has none */
    uint64_t offset;          /* and where it is in the file */
    unsigned char first_byte; /* of its first instruction */
    bool is_return;           /* that is ret; else endbr64 */
    bool needs_other;         /* the file needs a dynamic linker, which is another file */
};

/* A file of which a program mapped code. */
struct xl_traced_file {
    char *path;
    struct stat identity; /* when it was read */
    long executed;        /* its number in struct xl_executed; -1: its functions do not count */
    struct xl_loader loader;
    bool is_program;
};

/* Code of a file in a process: its address there is `bias` more than in the file. */
struct xl_traced_mapping {
    size_t file;
    uint64_t bias;
};

/* A process, with the mappings that have breakpoints. */
struct xl_traced_process {
    pid_t pid;
    struct xl_traced_mapping *at;
    size_t count, room;
    bool is_incomplete;
};

struct xl_traced_files {
    struct xl_traced_file *at;
    size_t count, room;
};

struct xl_traced {
    const struct xl_native *native;
    struct xl_executed *executed;
    struct xl_traced_files files;
    struct xl_traced_process *at; /* processes */
    size_t count, room;
    struct xl_error *err;
    bool has_failed; /* with err */
};

/* The process; NULL: it is unknown. */
struct xl_traced_process *xl_traced_find(struct xl_traced *t, pid_t pid);

/* Adds a process that its parent has forked: it has the parent's breakpoints. It is stopped. */
void xl_traced_add_fork(struct xl_traced *t, pid_t pid, pid_t parent);

/* The process has become another program, and is stopped. Inserts breakpoints. */
void xl_traced_exec(struct xl_traced *t, pid_t pid);

void xl_traced_remove(struct xl_traced *t, pid_t pid);

/* A thread of the process executed a breakpoint instruction at this address. If Crosslane put it
 * there, returns true and the address at which the thread goes on; *is_return: it returns from
 * there to its caller. */
bool xl_traced_hit(struct xl_traced *t, struct xl_traced_process *p, pid_t thread, uint64_t address,
                   uint64_t *next, bool *is_return);

/* Removes from t->executed what has changed since it was read. Frees all else. */
void xl_traced_end(struct xl_traced *t);

/* breakpoints.c: runs the command. */

/* Runs the command and all that it starts on this machine's CPU, without output, and marks which
 * functions with vector code of the row's ISA were entered: executed->at[i].is_by_entries. What it
 * leaves running is killed. Returns 0; or -1 with err, if the CPU lacks the ISA, the machine
 * forbids ptrace, or the command cannot be started. xl_executed_free releases *executed. */
int xl_native_executed(const struct xl_native *native, struct xl_executed *executed,
                       struct xl_launched *launched, struct xl_error *err);

#endif
