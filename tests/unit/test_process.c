/* Processes that are started, waited for and ended, while signals come; what ends a run; locks.
 * SPDX-License-Identifier: MIT
 */
#include "base/processes.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/signals.h"
#include "base/text.h"

enum { WAIT_MS = 20000, SHORT_MS = 200, STATUS = 7, MOST_WAKES = 20, FAILED_STARTS = 20 };

static const int no_fds[XL_PROCESS_FDS] = {-1, -1, -1};

static void start(struct xl_process *p, const char *script)
{
    struct xl_error err;
    const char *argv[] = {"sh", "-c", script, NULL};
    *p = (struct xl_process){.output = -1};
    if (xl_process_start(p, argv, no_fds, &err))
        fail_msg("%s", err.text);
}

static void on_tick(int signal)
{
    (void)signal;
}

/* SIGALRM comes so often, and interrupts what waits; 0: no more. */
static void tick(long microseconds)
{
    const struct itimerval every = {{0, microseconds}, {0, microseconds}};
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = on_tick}, NULL);
    assert_int_equal(setitimer(ITIMER_REAL, &every, NULL), 0);
}

XL_TEST(test_signals_shorten_no_wait)
{
    struct xl_process p;
    int status = 0;
    start(&p, "exec sleep 1000");
    tick(500);
    const double begin = xl_now();
    const int ended = xl_process_wait(&p, SHORT_MS, &status);
    const double took = xl_now() - begin;
    tick(0);
    xl_process_free(&p);
    assert_int_equal(ended, 0);
    assert_true(took >= SHORT_MS / 1e3);
}

/* It sleeps until there is something to see: so no time-out is as late as the sum of many naps. */
XL_TEST(test_a_wait_sleeps)
{
    struct rusage before, after;
    struct xl_process p;
    int status = 0;
    start(&p, "exec sleep 1000");
    getrusage(RUSAGE_THREAD, &before);
    assert_int_equal(xl_process_wait(&p, SHORT_MS, &status), 0);
    getrusage(RUSAGE_THREAD, &after);
    xl_process_free(&p);
    assert_in_range(after.ru_nvcsw - before.ru_nvcsw, 0, MOST_WAKES);
}

XL_TEST(test_an_end_is_seen)
{
    struct xl_process p;
    int status = 0;
    start(&p, "sleep 0.1; exit 7");
    assert_int_equal(xl_process_wait(&p, INT_MAX, &status), 1);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == STATUS);
    xl_process_free(&p);
}

/* What became of it is not known, and no success. */
XL_TEST(test_a_status_that_is_lost)
{
    struct xl_process p;
    int status = 0;
    start(&p, "exit 0");
    assert_int_equal(waitpid(p.pid, NULL, 0), p.pid);
    assert_int_equal(xl_process_wait(&p, WAIT_MS, &status), 1);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == XL_STATUS_LOST);
    xl_process_free(&p);
}

/* As a caller leaves it that waits for none of its children. */
XL_TEST(test_an_ignored_sigchld)
{
    struct xl_process p;
    int status = 0;
    signal(SIGCHLD, SIG_IGN);
    xl_environment_clear();
    start(&p, "exit 7");
    assert_int_equal(xl_process_wait(&p, WAIT_MS, &status), 1);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == STATUS);
    xl_process_free(&p);
}

/* As before Linux 5.3, or in a container that forbids it. */
static int forbid_pidfd(int failure)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pidfd_open, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)failure),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static int wait_without_pidfd(int failure)
{
    struct xl_process p;
    int status = 0;
    if (forbid_pidfd(failure))
        return 2;
    int word[2];
    struct xl_error err;
    const char *argv[] = {"sh", "-c", "read word <&3; exit 7", NULL};
    p = (struct xl_process){.output = -1};
    if (pipe2(word, O_CLOEXEC) || /* else the shell has the end that it waits for */
        xl_process_start(&p, argv, (const int[XL_PROCESS_FDS]){word[0], -1, -1}, &err))
        return 5;
    const double begin = xl_now();
    if (xl_process_wait(&p, SHORT_MS, &status) || xl_now() - begin < SHORT_MS / 1e3)
        return 3;
    close(word[1]); /* now it ends */
    if (!xl_process_wait(&p, WAIT_MS, &status) || status != W_EXITCODE(STATUS, 0))
        return 4;
    xl_process_free(&p);
    return 0;
}

XL_TEST(test_without_pidfd)
{
    static const int failures[] = {ENOSYS, EPERM};
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        int status;
        const pid_t pid = fork();
        if (pid == 0)
            _exit(wait_without_pidfd(failures[i]));
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(status, 0);
    }
}

static bool is_logged(const void *data, uint64_t address)
{
    (void)data;
    (void)address;
    return true;
}

/* llvm-objdump warned in the middle of a line of its table. */
XL_TEST(test_a_command_that_warns)
{
    static const struct {
        int status;
        const char *printed;
    } each[] = {{0, "one two\n"}, {STATUS, "one two\nwarning\n"}};
    for (size_t i = 0; i < sizeof each / sizeof each[0]; i++) {
        struct xl_error err;
        char *script =
                 xl_format("printf 'one '; echo warning >&2; echo two; exit %d", each[i].status),
             *printed;
        const char *argv[] = {"sh", "-c", script, NULL};
        assert_int_equal(xl_command(argv, WAIT_MS, &printed, &err), each[i].status);
        assert_string_equal(printed, each[i].printed);
        free(printed);
        free(script);
    }
}

/* The process that tells why it became nothing is heard, whatever comes between. */
XL_TEST(test_signals_hide_no_failure)
{
    const struct xl_single_step steps = {.is_logged = is_logged, .log = 1};
    const char *const argv[] = {"/nowhere", NULL};
    struct xl_error err;
    int failed = 0;
    tick(100);
    for (int i = 0; i < FAILED_STARTS; i++) {
        struct xl_process p = {.output = -1};
        failed += xl_process_start_stepped(&p, argv, no_fds, &steps, &err) == -1;
        xl_process_free(&p);
    }
    tick(0);
    assert_int_equal(failed, FAILED_STARTS);
}

/* A signal handler writes it and threads read it. */
_Static_assert(_Generic(&xl_interrupted, atomic_int *: 1, default: 0), "no data race");

XL_TEST(test_the_first_signal_is_the_reason)
{
    xl_stop_on_signals(0);
    assert_string_equal(xl_stop_reason(), "");
    raise(SIGTERM);
    raise(SIGALRM);
    assert_int_equal(xl_interrupted, SIGTERM);
    assert_string_equal(xl_stop_reason(), "interrupted");
    assert_int_equal(xl_stop_status(), 130);
    xl_interrupted = 0;
    raise(SIGALRM);
    assert_string_equal(xl_stop_reason(), "time limit 0 s reached");
    assert_int_equal(xl_stop_status(), 1);
    xl_interrupted = 0;
}

/* A process of this name, which has the lock and is stopped. */
static pid_t hold_stopped(const char *path)
{
    int status;
    const pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_NAME, "the holder");
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (flock(open(path, O_RDWR), LOCK_EX) == 0)
            raise(SIGSTOP);
        _exit(1);
    }
    assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
    assert_true(WIFSTOPPED(status));
    return pid;
}

/* A process that sends this one SIGALRM, which is the same way as SIGINT and SIGTERM, when the file
 * is no longer empty. */
static pid_t signal_when_written(int file)
{
    const pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        while (lseek(file, 0, SEEK_END) == 0)
            usleep(10000);
        kill(parent, SIGALRM);
        pause();
    }
    return pid;
}

/* Of a function's standard error, what it wrote. */
static int wait_for_lock(int file, char *said, size_t size)
{
    const int saved = dup(STDERR_FILENO), log = memfd_create("said", MFD_CLOEXEC);
    const pid_t listener = signal_when_written(log);
    dup2(log, STDERR_FILENO);
    const int failed = xl_lock(file, false, "the step"), why = errno;
    dup2(saved, STDERR_FILENO);
    close(saved);
    kill(listener, SIGKILL);
    waitpid(listener, NULL, 0);
    const ssize_t got = pread(log, said, size - 1, 0);
    said[got < 0 ? 0 : got] = '\0';
    close(log);
    errno = why;
    return failed;
}

XL_TEST(test_a_wait_for_a_lock_ends)
{
    char path[] = "/tmp/crosslane-lock-XXXXXX", said[400], holder[100];
    const int file = mkstemp(path);
    const pid_t pid = hold_stopped(path);
    xl_stop_on_signals(0);
    assert_int_equal(wait_for_lock(file, said, sizeof said), -1);
    assert_int_equal(errno, ECANCELED);
    assert_int_equal(xl_interrupted, SIGALRM);
    xl_interrupted = 0;
    snprintf(holder, sizeof holder,
             "the step: waiting for the lock of process %d (the holder, stopped)\n", pid);
    if (!strstr(said, holder))
        fail_msg("\"%s\" has no \"%s\"", said, holder);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    assert_int_equal(wait_for_lock(file, said, sizeof said), 0);
    assert_string_equal(said, "");
    close(file);
    unlink(path);
}

/* A process that computes for ever on this processor; if it is idle, only when no other does. */
static pid_t compute_on(int processor, bool is_idle)
{
    const pid_t pid = fork();
    if (pid == 0) {
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET(processor, &set);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        sched_setaffinity(0, sizeof set, &set);
        if (is_idle)
            sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0});
        for (volatile unsigned i = 0;; i++) {
        }
    }
    assert_true(pid > 0);
    return pid;
}

/* A processor that this process may use. */
static int any_processor(void)
{
    cpu_set_t set;
    int processor = 0;
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    while (!CPU_ISSET(processor, &set))
        processor++;
    return processor;
}

/* A limit does not count the time in which the process wanted a processor that others had. */
XL_TEST(test_a_limit_leaves_delays_out)
{
    static const double seconds = 0.3;
    const int processor = any_processor();
    if (access("/proc/self/schedstat", R_OK))
        skip();
    const pid_t idle = compute_on(processor, true), busy = compute_on(processor, false);
    const double begin = xl_now(), delay = xl_delay_of(idle);
    while (xl_delay_of(idle) == delay && xl_now() - begin < WAIT_MS / 1e3)
        usleep(1000);
    struct xl_limit limit = {seconds, 0, begin, idle, delay};
    double delayed = 0;
    while (!xl_limit_is_over(&limit)) {
        delayed = xl_delay_of(idle) - delay;
        if (delayed > seconds)
            kill(busy, SIGKILL); /* else the limit would not end */
        usleep(1000);
    }
    kill(idle, SIGKILL);
    kill(busy, SIGKILL);
    waitpid(idle, NULL, 0);
    waitpid(busy, NULL, 0);
    assert_true(delayed > 0);
    assert_true(limit.passed >= seconds + delayed);
}

XL_TEST(test_a_limit_ends)
{
    struct xl_limit limit = xl_limit_of(SHORT_MS / 1e3, getpid());
    const double begin = xl_now();
    while (!xl_limit_is_over(&limit))
        usleep(1000);
    assert_true(xl_now() - begin >= SHORT_MS / 1e3);
}

int main(void)
{
    return xl_run_tests("process", NULL, NULL);
}
