/* One process under limits: an emulator, or a program run natively. Knows nothing of kernels.
 * SPDX-License-Identifier: MIT
 */
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process_tree.h"
#include "base/signals.h"

static void limit(int resource, rlim_t value)
{
    struct rlimit l = {value, value};
    setrlimit(resource, &l);
}

/* The parent reads from REPORT why this process became nothing. */
static _Noreturn void give_up(int report)
{
    int failure = errno;
    while (write(report, &failure, sizeof failure) < 0 && errno == EINTR) {
    }
    _exit(127);
}

/* Why the child became nothing; 0: it became the program, for the pipe closed on exec. */
static int hear_failure(int report)
{
    int failure = 0;
    ssize_t got;
    while ((got = read(report, &failure, sizeof failure)) < 0)
        if (errno != EINTR)
            return errno;
    return got == sizeof failure ? failure : 0;
}

/* For its end; whatever signals come meanwhile. */
static void await(pid_t pid)
{
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
}

/* After fork: only async-signal-safe calls. */
static void settle(const struct xl_process *p)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    if (p->file_mib)
        limit(RLIMIT_FSIZE, (rlim_t)p->file_mib << 20);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
}

/* After fork, before exec: likewise. */
static _Noreturn void become(const struct xl_process *p, const char *const *argv,
                             const int fds[XL_PROCESS_FDS], const struct xl_single_step *steps,
                             int report)
{
    settle(p);

    /* Out of the way of the numbers they are to get. */
    int high[XL_PROCESS_FDS];
    for (int i = 0; i < XL_PROCESS_FDS; i++)
        high[i] = fds[i] < 0 ? -1 : fcntl(fds[i], F_DUPFD_CLOEXEC, 100);
    int log = steps ? fcntl(steps->log, F_DUPFD_CLOEXEC, 100) : -1;
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    bool has_all = null >= 0 && (!steps || log >= 0);
    for (int i = 0; i < XL_PROCESS_FDS; i++)
        has_all &= (fds[i] < 0) == (high[i] < 0);
    if (!has_all)
        give_up(report);
    dup2(null, 0);
    dup2(p->output, 1);
    dup2(p->output, 2);
    int keep = fcntl(report, F_DUPFD_CLOEXEC, 100);
    for (int i = 0; i < XL_PROCESS_FDS; i++)
        if (high[i] >= 0)
            dup2(high[i], 3 + i);
        else
            close(3 + i);
    if ((steps && xl_single_step_begin(steps, log)) ||
        (p->kills_descendants && xl_process_tree_begin()))
        give_up(keep);
    if (p->is_confined)
        xl_confine_process();
    execvp(argv[0], (char *const *)argv);
    give_up(keep);
}

/* The new process borrows this one's memory until it becomes another program: there is much of it,
 * and to mark all of it as common to both takes longer than most programs' start. One that is
 * stepped or watched stops on the way, and so has its own. posix_spawn would set neither limits nor
 * what happens at the parent's death; become() changes nothing that the parent reads. Returns its
 * number, or -1. */
static pid_t begin(const struct xl_process *p, const char *const *argv,
                   const int fds[XL_PROCESS_FDS], const struct xl_single_step *steps, int report)
{
    /* NOLINTNEXTLINE(bugprone-unsafe-functions,clang-analyzer-unix.Vfork) */
    const pid_t pid = steps || p->kills_descendants ? fork() : vfork();
    if (pid == 0)
        become(p, argv, fds, steps, report);
    return pid;
}

/* Makes the file of its output, or empties it. */
static bool has_output(struct xl_process *p)
{
    if (p->output < 0)
        p->output = memfd_create("output", MFD_CLOEXEC);
    return p->output >= 0 && !ftruncate(p->output, 0) && lseek(p->output, 0, SEEK_SET) >= 0;
}

int xl_process_start(struct xl_process *p, const char *const *argv, const int fds[XL_PROCESS_FDS],
                     struct xl_error *err)
{
    return xl_process_start_stepped(p, argv, fds, NULL, err);
}

int xl_process_start_stepped(struct xl_process *p, const char *const *argv,
                             const int fds[XL_PROCESS_FDS], const struct xl_single_step *steps,
                             struct xl_error *err)
{
    int report[2];
    if (!has_output(p) || pipe2(report, O_CLOEXEC)) {
        xl_error_set(err, "cannot start %s: %s", argv[0], strerror(errno));
        return -1;
    }
    p->pid = begin(p, argv, fds, steps, report[1]);
    const int why = errno;
    close(report[1]);
    int failure = p->pid < 0 ? why : hear_failure(report[0]);
    close(report[0]);
    if (!failure)
        return 0;
    xl_error_set(err, "cannot start %s: %s", argv[0], strerror(failure));
    if (p->pid > 0)
        await(p->pid);
    p->pid = 0;
    return -1;
}

static void let_go(const struct xl_process *p)
{
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null < 0)
        _exit(127);
    dup2(null, 0);
    dup2(p->output, 1);
    dup2(p->output, 2);
    xl_reset_after_fork(3);
    __fpurge(stdout); /* what the parent has not yet written is its own */
}

int xl_process_fork(struct xl_process *p, struct xl_error *err)
{
    const pid_t parent = getpid(), pid = has_output(p) ? fork() : -1;
    if (pid < 0)
        xl_error_set(err, "cannot start a process: %s", strerror(errno));
    if (pid) { /* only here: the child may have *p in common with its parent */
        p->pid = pid < 0 ? 0 : pid;
        return pid < 0 ? -1 : 0;
    }
    settle(p);
    if (p->is_confined)
        xl_confine_process();
    let_go(p);
    if (getppid() != parent) /* it ended before it was asked to tell */
        _exit(127);
    return 1;
}

bool xl_process_has_ended(const struct xl_process *p)
{
    siginfo_t info = {.si_pid = 0};
    return p->pid && waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == p->pid;
}

/* Whether it has ended, with its wait status. */
static bool has_status(struct xl_process *p, int *status)
{
    /* What it started and left behind ends with it, while its number is still its own. */
    if (xl_process_has_ended(p))
        kill(-p->pid, SIGKILL);
    const pid_t ended = waitpid(p->pid, status, WNOHANG);
    if (ended != p->pid && !(ended < 0 && errno == ECHILD))
        return false;
    if (ended < 0)
        *status = W_EXITCODE(XL_STATUS_LOST, 0);
    p->pid = 0;
    return true;
}

/* Until the process ends, at most for these seconds; where there is no pidfd (Linux before 5.3, a
 * filter of system calls), for a millisecond. */
static void await_end(int pidfd, double seconds)
{
    struct pollfd p = {.fd = pidfd, .events = POLLIN};
    const int milliseconds = seconds < 1e6 ? (int)(seconds * 1e3) + 1 : (int)1e9;
    poll(&p, 1, pidfd < 0 ? 1 : milliseconds);
}

int xl_process_wait(struct xl_process *p, int milliseconds, int *status)
{
    if (!p->pid)
        return 0;
    if (has_status(p, status))
        return 1;
    if (milliseconds <= 0)
        return 0;
    const double end = xl_now() + milliseconds / 1e3;
    const int pidfd = (int)syscall(SYS_pidfd_open, p->pid, 0); /* closed on exec by itself */
    bool ended = false;
    for (double left; !ended && (left = end - xl_now()) > 0; ended = has_status(p, status))
        await_end(pidfd, left);
    if (pidfd >= 0)
        close(pidfd);
    return ended;
}

void xl_process_kill(struct xl_process *p)
{
    if (!p->pid)
        return;
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL); /* it may not have reached setpgid */
    await(p->pid);
    p->pid = 0;
}

void xl_process_end(struct xl_process *p, int milliseconds)
{
    int status;
    if (p->pid)
        kill(-p->pid, SIGTERM);
    xl_process_wait(p, milliseconds, &status);
    xl_process_kill(p);
}

/* The end of the output, at most size - 1 bytes, without the white space at its own end. Returns
 * its length. */
static size_t read_end(const struct xl_process *p, char *text, size_t size)
{
    off_t length = lseek(p->output, 0, SEEK_END);
    off_t from = length > (off_t)size - 1 ? length - (off_t)size + 1 : 0;
    ssize_t got = length < 0 ? 0 : pread(p->output, text, size - 1, from);
    got = got < 0 ? 0 : got;
    while (got > 0 && (text[got - 1] == '\n' || text[got - 1] == ' '))
        got--;
    text[got] = '\0';
    return (size_t)got;
}

static void make_printable(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || (unsigned char)*text > '~')
            *text = ' ';
}

void xl_process_tail(const struct xl_process *p, char *text, size_t size)
{
    size_t length = read_end(p, text, size);
    for (size_t i = 0; i < length; i++)
        if (!text[i])
            text[i] = ' ';
    make_printable(text);
}

void xl_process_last_line(const struct xl_process *p, char *text, size_t size)
{
    read_end(p, text, size);
    const char *newline = strrchr(text, '\n');
    if (newline)
        memmove(text, newline + 1, strlen(newline + 1) + 1);
    make_printable(text);
}

char *xl_process_output(const struct xl_process *p)
{
    off_t length = lseek(p->output, 0, SEEK_END);
    char *text = malloc(length < 0 ? 1 : (size_t)length + 1);
    if (!text)
        return NULL;
    ssize_t got = length < 0 ? 0 : pread(p->output, text, (size_t)length, 0);
    text[got < 0 ? 0 : got] = '\0';
    return text;
}

void xl_process_free(struct xl_process *p)
{
    xl_process_kill(p);
    if (p->output >= 0)
        close(p->output);
    p->output = -1;
}

/* The environment that compilers, emulators and guests are started with. */

static bool is_cleared(const char *name)
{
    static const char *const patterns[] = {
#define XL_CLEARED(pattern) pattern,
#include "base/cleared.def"
#undef XL_CLEARED
    };
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        if (fnmatch(patterns[i], name, 0) == 0)
            return true;
    return false;
}

void xl_environment_clear(void)
{
    for (size_t i = 0; environ[i];) {
        char *name = strndup(environ[i], strcspn(environ[i], "="));
        bool cleared = name && is_cleared(name) && unsetenv(name) == 0;
        free(name);
        i += !cleared; /* the next one has moved here */
    }
    setenv("LC_ALL", "C", 1);
    signal(SIGCHLD, SIG_DFL); /* a caller that ignores it hands that on: no child had a status */
}

int xl_environment_check(const char *proc, size_t rows, size_t jobs, struct xl_error *err)
{
    /* A build keeps its program open. A row's agent has memory, two pipes and its output, and so
     * has that of its control run. */
    enum { OWN = 128, EACH_ROW = 2, EACH_JOB = 10 };
    const rlim_t files = OWN + EACH_ROW * rows + EACH_JOB * (jobs < rows ? jobs : rows);
    struct rlimit limit;
    char self[64];
    snprintf(self, sizeof self, "%.40s/self/fd", proc);
    if (access(self, X_OK)) {
        xl_error_set(err, "there is no %s here, by which agents are started: mount -t proc proc %s",
                     proc, proc);
        return -1;
    }
    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= files)
        return 0;
    const struct rlimit raised = {limit.rlim_max < files ? limit.rlim_max : files, limit.rlim_max};
    if (raised.rlim_cur >= files && setrlimit(RLIMIT_NOFILE, &raised) == 0)
        return 0;
    xl_error_set(err,
                 "a process may have %llu files open here, and this run needs up to %llu: run it "
                 "where the hard limit is higher (ulimit -Hn shows it), or choose fewer rows or "
                 "--jobs",
                 (unsigned long long)limit.rlim_max, (unsigned long long)files);
    return -1;
}

/* A program that reads a text and writes another. */

static int run(const char *const *argv, int input, int output)
{
    posix_spawn_file_actions_t files;
    pid_t pid;
    int status = 0;
    int failed = posix_spawn_file_actions_init(&files);
    if (failed) {
        errno = failed;
        return -1;
    }
    failed = posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    if (!failed)
        failed = posix_spawnp(&pid, argv[0], &files, NULL, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    errno = failed;
    if (failed)
        return -1;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int xl_pipe_through(const char *const *argv, const char *text, size_t size, int output)
{
    /* A file, not a pipe: a program that ends before it has read all of it is no SIGPIPE. */
    FILE *input = tmpfile();
    if (!input)
        return -1;
    int status = -1;
    if (fwrite(text, 1, size, input) == size && fflush(input) == 0 &&
        lseek(fileno(input), 0, SEEK_SET) == 0)
        status = run(argv, fileno(input), output);
    int why = errno;
    fclose(input);
    errno = why;
    return status;
}
