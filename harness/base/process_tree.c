/* Process trees that end together, and processes that cannot reach others.
 * SPDX-License-Identifier: MIT
 */
#include "base/processes.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/signals.h"

/* The program may have files to remove, so it gets less than xl_process_end waits. Others, such as
 * compilers, get less. XL_MAX_LISTED: bytes of process numbers. */
enum { XL_PROGRAM_MS = 4500, XL_OTHERS_MS = 300, XL_MAX_LISTED = 4096 };

struct watch {
    pid_t program;
    int status;                    /* of the program, if it has ended */
    bool has_ended, is_terminated; /* terminated: SIGTERM was sent */
    double kill_at;
};

/* Reaps all children that have ended. Returns whether others are left. */
static bool reap(struct watch *w)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        if (pid == w->program) {
            w->status = status;
            w->has_ended = true;
            w->kill_at = xl_now() + XL_OTHERS_MS / 1e3;
        }
    return pid == 0;
}

/* Sends SIGTERM to the group. This process has the signal blocked. */
static void terminate(struct watch *w)
{
    if (w->is_terminated)
        return;
    w->is_terminated = true;
    w->kill_at = xl_now() + XL_PROGRAM_MS / 1e3;
    kill(0, SIGTERM);
}

/* Waits until the program has ended. After SIGTERM: until all have ended, or the time is over. */
static void watch(struct watch *w, const sigset_t *signals)
{
    while (reap(w) && (!w->has_ended || w->is_terminated)) {
        const double left = w->kill_at - xl_now();
        const struct timespec limit = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
        if (w->is_terminated && left <= 0)
            return;
        const int signal_number = sigtimedwait(signals, NULL, w->is_terminated ? &limit : NULL);
        if (signal_number > 0 && signal_number != SIGCHLD)
            terminate(w);
    }
}

/* Kills each child. This process adopts their children, and kills them next. Returns false if the
 * machine does not list children. Then the starting process kills the group, as of any program. */
static bool kill_children(void)
{
    char text[XL_MAX_LISTED];
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

/* Ends with the program's status. */
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

int xl_process_tree_begin(void)
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
    xl_reset_after_fork(3);
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

void xl_kill_children(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    while (kill_children()) {
        while (waitpid(-1, NULL, WNOHANG) > 0) {
        }
    }
}

/* ---- Confined processes ---- */

#if defined(__x86_64__)
#define XL_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define XL_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

/* Since Linux 4.17. Without it, seccomp disables speculation, which slows an emulator down. */
#ifndef SECCOMP_FILTER_FLAG_SPEC_ALLOW
#define SECCOMP_FILTER_FLAG_SPEC_ALLOW 4
#endif

#ifdef XL_AUDIT_ARCH

#define XL_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
/* Continues with the next instruction, or skips this many. */
#define XL_SKIP_UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (skip))
#define XL_SKIP_IF(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (skip), 0)
#define XL_END(how) BPF_STMT(BPF_RET | BPF_K, (how))

/* Reads the low 32 bits of the first argument: a process number on little-endian machines. */
static void install_filter(uint32_t self)
{
    struct sock_filter code[] = {
        XL_LOAD(arch),
        XL_SKIP_UNLESS(XL_AUDIT_ARCH, 9),
        XL_LOAD(nr),
        XL_SKIP_IF(__NR_setsid, 8),
        XL_SKIP_IF(__NR_setpgid, 7),
        XL_SKIP_IF(__NR_pidfd_send_signal, 11),
        XL_SKIP_IF(__NR_kill, 6),
        XL_SKIP_IF(__NR_tkill, 5),
        XL_SKIP_IF(__NR_tgkill, 4),
        XL_SKIP_IF(__NR_rt_sigqueueinfo, 3),
        XL_SKIP_IF(__NR_rt_tgsigqueueinfo, 2),
        XL_END(SECCOMP_RET_ALLOW),
        XL_END(SECCOMP_RET_ERRNO | EPERM),
        XL_LOAD(args[0]), /* a process; a group, if negative; 0: its own group */
        XL_SKIP_IF(self, 3),
        XL_SKIP_IF(-self, 2),
        XL_SKIP_IF(0, 1),
        XL_END(SECCOMP_RET_TRAP),
        XL_END(SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof code / sizeof code[0], code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
}

#else

static void install_filter(uint32_t self __attribute__((unused)))
{
}

#endif

void xl_confine_process(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    install_filter((uint32_t)getpid());
}
