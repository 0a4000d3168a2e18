/* Starts processes under limits, waits for them, ends them, and reads their output.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_PROCESSES_H
#define XL_HARNESS_BASE_PROCESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "agent/single_step.h"
#include "base/error.h"

enum {
    XL_PROCESS_FDS = 3,
    XL_STATUS_LOST = 127 /* the exit status of a process that other code has waited for */
};

struct xl_process {
    pid_t pid; /* 0 if none runs */
    /* A file with its standard output and error. -1 before the first start. */
    int output;
    /* A file for its standard error alone. 0: that goes to `output`. */
    int errors;
    /* The largest file that it may write, in MiB. 0: no limit. */
    unsigned file_mib;
    /* It runs foreign code and cannot signal other processes: xl_confine_process. */
    bool is_confined;
    /* All that it starts ends with it and with this process: xl_process_tree_begin. */
    bool kills_descendants;
    /* NAME=VALUE strings that it gets beside this process's environment, then NULL. NULL: none. */
    const char *const *environment;
};

/* Starts argv[0], which is searched on PATH if it has no slash. fds[i] becomes the child's
 * descriptor 3 + i (-1: closed). The child gets an empty standard input, no core dumps and its own
 * process group, and is killed when the starting thread ends. Returns 0, or -1 with err. */
int xl_process_start(struct xl_process *p, const char *const *argv, const int fds[XL_PROCESS_FDS],
                     struct xl_error *err);

/* The same, and single-steps some of its functions. Fails if the machine does not allow that. */
int xl_process_start_stepped(struct xl_process *p, const char *const *argv,
                             const int fds[XL_PROCESS_FDS], const struct xl_single_step *steps,
                             struct xl_error *err);

/* Forks this program, which may have threads: glibc's fork leaves malloc usable. The child gets
 * what a started program gets, the first three descriptors only, and no signal handlers. It must
 * end by _exit. Returns 1 in the child, 0 in the parent, -1 with err. */
int xl_process_fork(struct xl_process *p, struct xl_error *err);

/* Whether it has ended. xl_process_wait still gets its wait status. */
bool xl_process_has_ended(const struct xl_process *p);

/* Waits at most `milliseconds` for its end. Returns 1 and the wait status if it ended, 0 if it
 * still runs. When it ends, the rest of its process group is killed. */
int xl_process_wait(struct xl_process *p, int milliseconds, int *status);

/* Kills its process group and waits for it. Does nothing if none runs. */
void xl_process_kill(struct xl_process *p);

/* Sends SIGTERM to its process group, so that it can clean up. Kills what still runs after
 * `milliseconds`. */
void xl_process_end(struct xl_process *p, int milliseconds);

/* The end of its output as one line of at most size - 1 bytes. Control characters become blanks. */
void xl_process_tail(const struct xl_process *p, char *text, size_t size);

/* The last line of its output, even if incomplete. Control characters become blanks. */
void xl_process_last_line(const struct xl_process *p, char *text, size_t size);

/* Its whole output. The caller frees it. */
char *xl_process_output(const struct xl_process *p);

/* Kills it and closes the output file. */
void xl_process_free(struct xl_process *p);

/* The command's file: as given if it has a slash, or else from PATH. The caller frees it. NULL:
 * there is none. */
char *xl_find_command(const char *name);

/* Runs a program to its end, at most for `milliseconds`. Returns its exit status, or -1 with err if
 * it cannot be started, does not end in time, or dies of a signal. *output becomes what it printed
 * on standard output, and, if the status is not 0, behind that what it printed on standard error;
 * NULL if it was not started. The caller frees it, whatever the result. */
int xl_command(const char *const *argv, int milliseconds, char **output, struct xl_error *err);

/* Runs a program to its end with the text as its standard input. `output` is a descriptor that is
 * its standard output. Returns its exit status, or -1 with errno (ENOENT: no such program). */
int xl_pipe_through(const char *const *argv, const char *text, size_t size, int output);

/* ---- This process's environment ---- */

/* Clears the variables of harness/base/cleared.def and sets LC_ALL to C, because the output of
 * tools is parsed. Resets SIGCHLD, so that ends of children are seen; ignores SIGXFSZ. Call it
 * before any thread starts. */
void xl_environment_clear(void);

/* Checks what a run of this many rows and parallel jobs needs from the system: /proc, and open
 * files, whose limit it raises if it can. Returns 0, or -1 with err (exit status 3). */
int xl_environment_check(const char *proc, size_t rows, size_t jobs, struct xl_error *err);

/* Process trees that end together, and processes that cannot reach others. */

/* Call it between fork and exec. It forks again: the new process returns here and becomes the
 * program. Returns 0, or -1 with errno. The calling process stays as the program's parent and
 * adopts its orphans.
 *
 * When the program ends, the parent kills what is left and ends with the same status. On SIGTERM,
 * or if its own parent ends, it sends SIGTERM to its process group, waits for a while and kills
 * what still runs, also processes with a group or session of their own, such as ninja's compilers.
 * Uses async-signal-safe calls only. */
int xl_process_tree_begin(void);

/* Kills and reaps all children of this process, and theirs, until none is left. */
void xl_kill_children(void);

/* Confines the calling process, which leads its process group, and all that it starts, for good. If
 * one of them signals another process, it dies of SIGSYS. None can leave the group, which is killed
 * with the leader. The leader adopts orphans. Without seccomp filters, or on other CPUs than x86-64
 * and AArch64, it adopts orphans only. Call it between fork and exec; async-signal-safe. */
void xl_confine_process(void);

#endif
