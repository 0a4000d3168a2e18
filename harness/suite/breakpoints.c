/* Runs a command under ptrace, with a breakpoint at each function with vector code. It is removed
 * when it is hit, so that a function costs one stop.
 * SPDX-License-Identifier: MIT
 *
 * ptrace(2) has the stops. Only the stopped thread is changed; others run on.
 */
#include "suite/native.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/processes.h"

#ifdef __x86_64__

/* The command's process: what it reports before it becomes the command. */
struct start {
    pid_t pid;
    int error; /* why it could not */
};

/* In the new process. `go` has a byte as soon as it is traced, and ends if it cannot be. */
static void become(const char *file, char *const *argv, int reports, int go)
{
    enum { CANNOT_START = 127 };
    char byte;
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; null >= 0 && fd < 3; fd++)
        dup2(null, fd);
    if (xl_process_tree_begin())
        _exit(CANNOT_START);
    struct start s = {.pid = getpid()};
    if (write(reports, &s, sizeof s) != sizeof s || read(go, &byte, 1) != 1)
        _exit(CANNOT_START);
    setenv("CROSSLANE_EMULATOR", "none", 1); /* toolchains/emulator.sh */
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    execv(file, argv);
    s.error = errno;
    _exit(write(reports, &s, sizeof s) == sizeof s ? CANNOT_START : CANNOT_START + 1);
}

/* A number of /proc/PID/status; 0: the thread is gone. */
static pid_t status_number(pid_t thread, const char *key)
{
    char file[64], line[256];
    int number = 0;
    snprintf(file, sizeof file, "/proc/%d/status", (int)thread);
    FILE *f = fopen(file, "re");
    while (f && !number && fgets(line, sizeof line, f))
        if (strncmp(line, key, strlen(key)) == 0)
            number = atoi(line + strlen(key));
    if (f)
        fclose(f);
    return (pid_t)number;
}

/* Whether a thread stopped at a breakpoint of ours. Then it goes on as if there were none. */
static bool pass_breakpoint(struct xl_traced *t, pid_t thread)
{
    siginfo_t info;
    struct user_regs_struct registers;
    uint64_t next;
    bool is_return;
    if (ptrace(PTRACE_GETSIGINFO, thread, NULL, &info) || info.si_code != SI_KERNEL ||
        ptrace(PTRACE_GETREGS, thread, NULL, &registers))
        return false;
    struct xl_traced_process *p = xl_traced_find(t, status_number(thread, "Tgid:"));
    if (!p || !xl_traced_hit(t, p, thread, registers.rip - 1, &next, &is_return))
        return false;
    registers.rip = next;
    if (is_return) {
        registers.rip = (unsigned long)ptrace(PTRACE_PEEKDATA, thread, (void *)registers.rsp, NULL);
        registers.rsp += sizeof registers.rip;
    }
    ptrace(PTRACE_SETREGS, thread, NULL, &registers);
    return true;
}

/* A new thread, or the first of a new process. */
static void begin_thread(struct xl_traced *t, pid_t thread)
{
    const pid_t pid = status_number(thread, "Tgid:");
    if (pid == thread && !xl_traced_find(t, pid))
        xl_traced_add_fork(t, pid, status_number(thread, "PPid:"));
}

/* A thread has stopped, and goes on. It may be killed at any time, so failures do not count. */
static void handle_stop(struct xl_traced *t, pid_t thread, int status)
{
    const int signal_number = WSTOPSIG(status), event = status >> 16;
    long passed_on = 0;
    bool is_group_stop = false;
    if (event == PTRACE_EVENT_STOP && signal_number != SIGTRAP)
        is_group_stop = true;
    else if (event == PTRACE_EVENT_STOP)
        begin_thread(t, thread);
    else if (event == PTRACE_EVENT_EXEC)
        xl_traced_exec(t, thread);
    else if (!event && (signal_number != SIGTRAP || !pass_breakpoint(t, thread)))
        passed_on = signal_number;
    t->executed->traps += passed_on == SIGILL;
    ptrace(is_group_stop ? PTRACE_LISTEN : PTRACE_CONT, thread, NULL, (void *)passed_on);
}

static pid_t running;

static void forward(int signal_number)
{
    if (running)
        kill(running, signal_number);
}

/* Follows all processes to their ends. Returns the wait status of this process's child, which ends
 * as the command does. */
static int follow(struct xl_traced *t, pid_t child)
{
    int status, ended = 0;
    pid_t pid;
    while ((pid = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR) {
        if (pid > 0 && pid != child && WIFSTOPPED(status))
            handle_stop(t, pid, status);
        else if (pid > 0 && pid != child)
            xl_traced_remove(t, pid);
        for (size_t i = 0; pid == child && i < t->count; i++)
            kill(t->at[i].pid, SIGKILL);
        if (pid == child)
            ended = status;
    }
    return ended;
}

/* Lets the command run as soon as it is traced, to its end. */
static int run(struct xl_traced *t, pid_t child, int reports, int go, struct xl_launched *launched,
               struct xl_error *err)
{
    const unsigned long options = PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
                                  PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    struct start s = {0};
    struct sigaction old[2], to = {.sa_handler = forward};
    int failed = read(reports, &s, sizeof s) == sizeof s ? 0 : -1;
    if (failed)
        xl_error_set(err, "cannot start a process: %s", strerror(errno));
    else if (ptrace(PTRACE_SEIZE, s.pid, NULL, (void *)options) || write(go, "", 1) != 1)
        failed = xl_fail(err,
                         "%s: cannot trace the command, so what executes is unknown: %s; use a row "
                         "with an emulator, or omit --json, --of, --expect and "
                         "--allow-autovectorized",
                         t->native->row->name, strerror(errno));
    close(go);
    running = child;
    sigaction(SIGTERM, &to, &old[0]);
    sigaction(SIGINT, &(struct sigaction){.sa_handler = SIG_IGN}, &old[1]);
    const int status = follow(t, child);
    running = 0;
    sigaction(SIGTERM, &old[0], NULL);
    sigaction(SIGINT, &old[1], NULL);
    launched->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (!failed && read(reports, &s, sizeof s) == sizeof s)
        failed = xl_fail(err, "cannot start %s: %s", t->native->argv[0], strerror(s.error));
    return failed || t->has_failed ? -1 : 0;
}

/* Starts the command's process, which waits until it is traced. */
static int start(struct xl_traced *t, const char *file, struct xl_launched *launched,
                 struct xl_error *err)
{
    int reports[2], go[2];
    if (pipe2(reports, O_CLOEXEC))
        return xl_fail(err, "cannot start %s: %s", file, strerror(errno));
    if (pipe2(go, O_CLOEXEC)) {
        close(reports[0]);
        close(reports[1]);
        return xl_fail(err, "cannot start %s: %s", file, strerror(errno));
    }
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        close(go[1]);
        become(file, t->native->argv, reports[1], go[0]);
    }
    close(reports[1]);
    close(go[0]);
    const int failed = child < 0 ? xl_fail(err, "cannot start %s: %s", file, strerror(errno))
                                 : run(t, child, reports[0], go[1], launched, err);
    close(reports[0]);
    return failed;
}

int xl_native_executed(const struct xl_native *native, struct xl_executed *executed,
                       struct xl_launched *launched, struct xl_error *err)
{
    char *file = xl_find_command(native->argv[0]);
    struct xl_traced t = {.native = native, .executed = executed, .err = err};
    int failed;
    *executed = (struct xl_executed){0};
    *launched = (struct xl_launched){0};
    if (!xl_isa_is_native(native->row->isa))
        failed = xl_fail(err, "%s: this machine's CPU has no %s; use a row with an emulator",
                         native->row->name, native->row->isa->name);
    else if (!file)
        failed = xl_fail(err, "no command '%s' on PATH", native->argv[0]);
    else if (faccessat(AT_FDCWD, native->tools, X_OK, AT_EACCESS))
        failed = xl_fail(err, "%s: %s; run ./crosslane tools", native->tools, strerror(errno));
    else
        failed = start(&t, file, launched, err);
    xl_traced_end(&t);
    free(file);
    return failed;
}

#else

int xl_native_executed(const struct xl_native *native, struct xl_executed *executed,
                       struct xl_launched *launched, struct xl_error *err)
{
    *executed = (struct xl_executed){0};
    *launched = (struct xl_launched){0};
    return xl_fail(err,
                   "%s: this machine is no x86-64, so what executes is unknown; use a row "
                   "with an emulator",
                   native->row->name);
}

#endif
