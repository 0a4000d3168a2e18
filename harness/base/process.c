/* Starts processes under limits, waits for them, ends them, and reads their output.
 * SPDX-License-Identifier: MIT
 */
#include "base/processes.h"

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
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/signals.h"

static void set_limit(int resource, rlim_t value)
{
    struct rlimit l = {value, value};
    setrlimit(resource, &l);
}

/* Sends errno to the parent and ends. */
static _Noreturn void report_failure(int report)
{
    int failure = errno;
    while (write(report, &failure, sizeof failure) < 0 && errno == EINTR) {
    }
    _exit(127);
}

/* The child's errno. 0: it became the program, which closed the pipe. */
static int read_failure(int report)
{
    int failure = 0;
    ssize_t count;
    while ((count = read(report, &failure, sizeof failure)) < 0)
        if (errno != EINTR)
            return errno;
    return count == sizeof failure ? failure : 0;
}

/* Waits for its end, also if signals come meanwhile. */
static void wait_for(pid_t pid)
{
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
}

/* After fork: only async-signal-safe calls. */
static void apply_limits(const struct xl_process *p)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    set_limit(RLIMIT_CORE, 0);
    if (p->file_mib)
        set_limit(RLIMIT_FSIZE, (rlim_t)p->file_mib << 20);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
}

/* What a new process becomes. */
struct program {
    const char *const *argv;
    char **environment;
    const int *fds;
    const struct xl_single_step *steps; /* NULL: it is not stepped */
    int report;                         /* pipe to the parent */
};

/* After fork, before exec: only async-signal-safe calls. */
static _Noreturn void exec_program(const struct xl_process *p, const struct program *program)
{
    apply_limits(p);

    const int *fds = program->fds;
    struct xl_single_step steps = program->steps ? *program->steps : (struct xl_single_step){0};
    steps.prepare = xl_reset_after_fork;

    /* Moves descriptors away from the numbers that they will get. */
    int high[XL_PROCESS_FDS];
    for (int i = 0; i < XL_PROCESS_FDS; i++)
        high[i] = fds[i] < 0 ? -1 : fcntl(fds[i], F_DUPFD_CLOEXEC, 100);
    int log = program->steps ? fcntl(steps.log, F_DUPFD_CLOEXEC, 100) : -1;
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    bool has_all = null >= 0 && (!program->steps || log >= 0);
    for (int i = 0; i < XL_PROCESS_FDS; i++)
        has_all &= (fds[i] < 0) == (high[i] < 0);
    if (!has_all)
        report_failure(program->report);
    dup2(null, 0);
    dup2(p->output, 1);
    dup2(p->errors > 0 ? p->errors : p->output, 2);
    int report = fcntl(program->report, F_DUPFD_CLOEXEC, 100);
    for (int i = 0; i < XL_PROCESS_FDS; i++)
        if (high[i] >= 0)
            dup2(high[i], 3 + i);
        else
            close(3 + i);
    if ((program->steps && xl_single_step_begin(&steps, log)) ||
        (p->kills_descendants && xl_process_tree_begin()))
        report_failure(report);
    if (p->is_confined)
        xl_confine_process();
    execvpe(program->argv[0], (char *const *)program->argv, program->environment);
    report_failure(report);
}

/* vfork, because this process has much memory, and copying its page tables takes longer than most
 * programs' start. exec_program changes nothing that the parent reads. A process that is stepped or
 * has its own tree stops on the way, so it needs fork. posix_spawn would set neither limits nor the
 * signal at the parent's death. Returns the process's number, or -1. */
static pid_t fork_program(const struct xl_process *p, const struct program *program)
{
    /* NOLINTNEXTLINE(bugprone-unsafe-functions,clang-analyzer-unix.Vfork) */
    const pid_t pid = program->steps || p->kills_descendants ? fork() : vfork();
    if (pid == 0)
        exec_program(p, program);
    return pid;
}

/* Whether one of these strings sets the variable of `entry`, which is NAME=VALUE. */
static bool is_set(const char *const *variables, const char *entry)
{
    const size_t length = strcspn(entry, "=") + 1;
    for (size_t i = 0; variables[i]; i++)
        if (strncmp(variables[i], entry, length) == 0)
            return true;
    return false;
}

/* This process's environment with these variables. The caller frees the array, not its strings. */
static char **add_variables(const char *const *variables)
{
    struct {
        char **at;
        size_t count, room;
    } all = {0};
    for (size_t i = 0; environ[i]; i++)
        if (!is_set(variables, environ[i]))
            xl_push(&all, environ[i]);
    for (size_t i = 0; variables[i]; i++)
        xl_push(&all, (char *)variables[i]);
    xl_push(&all, NULL);
    return all.at;
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
    static const char *const none[] = {NULL};
    int report[2];
    if (!has_output(p) || pipe2(report, O_CLOEXEC))
        return xl_fail(err, "cannot start %s: %s", argv[0], strerror(errno));
    const struct program program = {argv, add_variables(p->environment ? p->environment : none),
                                    fds, steps, report[1]};
    p->pid = fork_program(p, &program);
    const int why = errno;
    free(program.environment);
    close(report[1]);
    const int failure = p->pid < 0 ? why : read_failure(report[0]);
    close(report[0]);
    if (!failure)
        return 0;
    if (p->pid > 0)
        wait_for(p->pid);
    p->pid = 0;
    return xl_fail(err, "cannot start %s: %s", argv[0], strerror(failure));
}

static void set_descriptors(const struct xl_process *p)
{
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null < 0)
        _exit(127);
    dup2(null, 0);
    dup2(p->output, 1);
    dup2(p->output, 2);
    xl_reset_after_fork(3);
    __fpurge(stdout); /* what the parent has not written yet */
}

int xl_process_fork(struct xl_process *p, struct xl_error *err)
{
    const pid_t parent = getpid(), pid = has_output(p) ? fork() : -1;
    if (pid < 0)
        xl_error_set(err, "cannot start a process: %s", strerror(errno));
    if (pid) { /* the child must not write *p, which it may share with its parent */
        p->pid = pid < 0 ? 0 : pid;
        return pid < 0 ? -1 : 0;
    }
    apply_limits(p);
    if (p->is_confined)
        xl_confine_process();
    set_descriptors(p);
    if (getppid() != parent) /* it ended before PR_SET_PDEATHSIG */
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
    /* Kills what it left behind, while its process number is not reused. */
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

/* Waits until the process ends, at most for these seconds. Without a pidfd (Linux before 5.3, a
 * filter of system calls): a millisecond. */
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
    wait_for(p->pid);
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

/* The end of the output, at most size - 1 bytes, without trailing white space. Returns its length.
 */
static size_t read_end(const struct xl_process *p, char *text, size_t size)
{
    off_t length = lseek(p->output, 0, SEEK_END);
    off_t from = length > (off_t)size - 1 ? length - (off_t)size + 1 : 0;
    ssize_t count = length < 0 ? 0 : pread(p->output, text, size - 1, from);
    count = count < 0 ? 0 : count;
    while (count > 0 && (text[count - 1] == '\n' || text[count - 1] == ' '))
        count--;
    text[count] = '\0';
    return (size_t)count;
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

static char *read_all(int file)
{
    const off_t length = file < 0 ? -1 : lseek(file, 0, SEEK_END);
    char *text = xl_alloc(length < 0 ? 1 : (size_t)length + 1, 1);
    if (length > 0 && pread(file, text, (size_t)length, 0) < 0)
        text[0] = '\0';
    return text;
}

char *xl_process_output(const struct xl_process *p)
{
    return read_all(p->output);
}

void xl_process_free(struct xl_process *p)
{
    xl_process_kill(p);
    if (p->output >= 0)
        close(p->output);
    p->output = -1;
}

char *xl_find_command(const char *name)
{
    const char *path = getenv("PATH");
    if (strchr(name, '/'))
        return xl_copy_text(name);
    for (size_t length; path && *path; path += length + (path[length] == ':')) {
        length = strcspn(path, ":");
        char *file = xl_format("%.*s/%s", (int)length, path, name);
        struct stat s;
        if (length && stat(file, &s) == 0 && S_ISREG(s.st_mode) && access(file, X_OK) == 0)
            return file;
        free(file);
    }
    return NULL;
}

int xl_command(const char *const *argv, int milliseconds, char **output, struct xl_error *err)
{
    struct xl_process p = {.output = -1, .errors = memfd_create("errors", MFD_CLOEXEC)};
    int status, result = -1;
    *output = NULL;
    if (xl_process_start(&p, argv, (const int[XL_PROCESS_FDS]){-1, -1, -1}, err) == 0) {
        if (!xl_process_wait(&p, milliseconds, &status))
            xl_error_set(err, "%s did not end in %d s", argv[0], milliseconds / 1000);
        else if (WIFEXITED(status))
            result = WEXITSTATUS(status);
        else
            xl_error_set(err, "%s: signal %d", argv[0], WTERMSIG(status));
        char *printed = xl_process_output(&p), *errors = read_all(p.errors);
        *output = xl_format("%s%s", printed, result ? errors : "");
        free(printed);
        free(errors);
    }
    xl_process_free(&p);
    if (p.errors >= 0)
        close(p.errors);
    return result;
}

/* Returns the exit status, or -1 with errno. */
static int spawn(const char *const *argv, int input, int output)
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
    /* A file, not a pipe: no SIGPIPE if the program ends before it has read everything. */
    FILE *input = tmpfile();
    if (!input)
        return -1;
    int status = -1;
    if (fwrite(text, 1, size, input) == size && fflush(input) == 0 &&
        lseek(fileno(input), 0, SEEK_SET) == 0)
        status = spawn(argv, fileno(input), output);
    int why = errno;
    fclose(input);
    errno = why;
    return status;
}

/* ---- This process's environment ---- */

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
    signal(SIGXFSZ, SIG_IGN); /* what cannot be written is an error, EFBIG */
    for (size_t i = 0; environ[i];) {
        char *name = strndup(environ[i], strcspn(environ[i], "="));
        bool cleared = name && is_cleared(name) && unsetenv(name) == 0;
        free(name);
        i += !cleared; /* the next variable has moved here */
    }
    setenv("LC_ALL", "C", 1);
    signal(SIGCHLD, SIG_DFL); /* if the caller ignores it, children have no status */
}

int xl_environment_check(const char *proc, size_t rows, size_t jobs, struct xl_error *err)
{
    /* A build keeps its agent open. A row's agent has memory, two pipes and its output, and so has
     * the agent of its control run. */
    enum { OWN = 128, EACH_ROW = 2, EACH_JOB = 10 };
    const rlim_t files = OWN + EACH_ROW * rows + EACH_JOB * (jobs < rows ? jobs : rows);
    struct rlimit limit;
    char self[64];
    snprintf(self, sizeof self, "%.40s/self/fd", proc);
    if (access(self, X_OK))
        return xl_fail(err, "no %s, which agents need: mount -t proc proc %s", proc, proc);
    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= files)
        return 0;
    const struct rlimit raised = {limit.rlim_max < files ? limit.rlim_max : files, limit.rlim_max};
    if (raised.rlim_cur >= files && setrlimit(RLIMIT_NOFILE, &raised) == 0)
        return 0;
    return xl_fail(err,
                   "the hard limit is %llu open files (ulimit -Hn), and this run needs up to %llu: "
                   "raise it, or choose fewer rows or --jobs",
                   (unsigned long long)limit.rlim_max, (unsigned long long)files);
}
