/* A program that ends with all that it has started, whatever becomes of who started it.
 * SPDX-License-Identifier: MIT
 */
#include "emulator/whole.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "emulator/forked.h"

/* The program may have a tree to remove, and takes what xl_process_end gives it; the others,
 * compilers and the like, a moment. */
enum { XL_PROGRAM_MS = 4500, XL_OTHERS_MS = 300, XL_MOST_LISTED = 4096 /* bytes of numbers */ };

struct watch {
    pid_t program;
    int status; /* the program's, once it has ended */
    bool has_ended, is_asked;
    double until; /* when what was asked to end is killed */
};

/* Of all children that have ended. Returns whether there are others. */
static bool reap(struct watch *w)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        if (pid == w->program) {
            w->status = status;
            w->has_ended = true;
            w->until = xl_now() + XL_OTHERS_MS / 1e3;
        }
    return pid == 0;
}

/* Asks everything in the group; this process has the signal blocked. */
static void ask(struct watch *w)
{
    if (w->is_asked)
        return;
    w->is_asked = true;
    w->until = xl_now() + XL_PROGRAM_MS / 1e3;
    kill(0, SIGTERM);
}

/* Until the program has ended; of what was asked to end, until all of it has, or its time is over.
 */
static void watch(struct watch *w, const sigset_t *signals)
{
    while (reap(w) && (!w->has_ended || w->is_asked)) {
        const double left = w->until - xl_now();
        const struct timespec limit = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
        if (w->is_asked && left <= 0)
            return;
        const int signal_number = sigtimedwait(signals, NULL, w->is_asked ? &limit : NULL);
        if (signal_number > 0 && signal_number != SIGCHLD)
            ask(w);
    }
}

/* Kills each child. Their children fall to this process, which kills them next. False: this machine
 * does not list them. Then who started this process kills its group, as that of any program. */
static bool kill_children(void)
{
    char text[XL_MOST_LISTED];
    int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? 0 : read(fd, text, sizeof text);
    pid_t pid = 0;
    if (fd >= 0)
        close(fd);
    for (ssize_t i = 0; i < size; i++) {
        if (text[i] >= '0' && text[i] <= '9') {
            pid = pid * 10 + (text[i] - '0');
            continue;
        }
        if (pid > 0)
            kill(pid, SIGKILL);
        pid = 0;
    }
    return size > 0;
}

static _Noreturn void end(const struct watch *w)
{
    if (w->has_ended && WIFEXITED(w->status))
        _exit(WEXITSTATUS(w->status));
    const int signal_number = w->has_ended ? WTERMSIG(w->status) : SIGKILL;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal_number);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    raise(signal_number);
    _exit(1);
}

int xl_whole_begin(void)
{
    struct watch w = {0};
    sigset_t signals, none;
    sigemptyset(&none);
    sigfillset(&signals);
    sigprocmask(SIG_SETMASK, &signals, NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    w.program = fork();
    if (w.program <= 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        sigprocmask(SIG_SETMASK, &none, NULL);
        return (int)w.program;
    }
    xl_forked_let_go(3);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    sigemptyset(&signals);
    for (size_t i = 0; i < 4; i++)
        sigaddset(&signals, (const int[]){SIGCHLD, SIGTERM, SIGINT, SIGHUP}[i]);
    watch(&w, &signals);
    while (reap(&w) && kill_children()) {
        siginfo_t ended;
        waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT);
    }
    end(&w);
}
