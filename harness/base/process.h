/* One process under limits: an emulator, or a program run natively. Knows nothing of kernels.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_PROCESS_H
#define XL_HARNESS_BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/single_step.h"

enum {
    XL_PROCESS_FDS = 3,
    XL_STATUS_LOST = 127 /* the exit status of a process that somebody else has waited for */
};

struct xl_process {
    pid_t pid;  /* 0 when none runs */
    int output; /* a file that takes its standard output and error; -1 before the first start */
    unsigned file_mib;      /* no file it writes may grow past this; 0: no limit */
    bool is_confined;       /* it is somebody else's code, and reaches no other process: held.h */
    bool kills_descendants; /* all that it starts ends with it, and with this process
                               (base/process_tree.h) */
};

/* Starts argv[0], found on PATH if it has no slash. fds[i] becomes the child's descriptor 3 + i
 * (-1: closed). The child gets an empty standard input, no core dumps, its own process group, and
 * dies with the host's thread. Returns 0, or -1 with err. */
int xl_process_start(struct xl_process *p, const char *const *argv, const int fds[XL_PROCESS_FDS],
                     struct xl_error *err);

/* The same, and steps through some of its functions. Fails where this machine does not allow that.
 */
int xl_process_start_stepped(struct xl_process *p, const char *const *argv,
                             const int fds[XL_PROCESS_FDS], const struct xl_single_step *steps,
                             struct xl_error *err);

/* Forks this program, which may have threads: glibc's fork leaves malloc usable. The child gets
 * what a started program gets, no descriptor but the first three, and no signal handler; it returns
 * here too, and ends by _exit. Returns 1 in the child, 0 in the parent, -1 with err. */
int xl_process_fork(struct xl_process *p, struct xl_error *err);

/* Whether it has ended; its wait status is still there for xl_process_wait. */
bool xl_process_has_ended(const struct xl_process *p);

/* Waits at most `milliseconds` for the end; returns 1 and the wait status if it ended, 0 if it
 * still runs. The rest of its process group does not outlive it. */
int xl_process_wait(struct xl_process *p, int milliseconds, int *status);

/* Kills its process group and waits for it. Harmless when none runs. */
void xl_process_kill(struct xl_process *p);

/* Asks its process group to end, and kills what has not after `milliseconds`: it can clean up. */
void xl_process_end(struct xl_process *p, int milliseconds);

/* The last lines of what it printed, as one line, at most size - 1 bytes, control characters
 * replaced. */
void xl_process_tail(const struct xl_process *p, char *text, size_t size);

/* The last line of what it printed, done or not, control characters replaced. */
void xl_process_last_line(const struct xl_process *p, char *text, size_t size);

/* All that it printed, as a string; NULL if there is no memory. The caller frees it. */
char *xl_process_output(const struct xl_process *p);

/* Closes the output file. */
void xl_process_free(struct xl_process *p);

/* The environment that compilers, emulators and guests are started with. */

/* Clears the variables of harness/base/cleared.def from this process's environment, and sets LC_ALL
 * to C: what tools say is read here. The end of a child is seen from here on, whatever the caller
 * wants of SIGCHLD. Before any thread is started. */
void xl_environment_clear(void);

/* Whether the system gives a run of so many rows, so many at once, what it needs: a /proc, by which
 * agents are started, and open files, which it allows itself where it may. 0, or -1 with err: exit
 * 3. */
int xl_environment_check(const char *proc, size_t rows, size_t jobs, struct xl_error *err);

/* A program that reads a text and writes another. */

/* Runs a program of PATH to its end with the text as its standard input, and as its standard output
 * the file open for writing at `output`. Its exit status; or -1 with errno (ENOENT: there is no
 * such program). */
int xl_pipe_through(const char *const *argv, const char *text, size_t size, int output);

#endif
