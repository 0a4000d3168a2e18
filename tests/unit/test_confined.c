/* Processes that are held: whom they can signal, and what becomes of those that they start.
 * SPDX-License-Identifier: MIT
 */
#include "base/processes.h"
#include "unit.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STATUS = 7, WAIT_MS = 20000, LONG_S = 1000, LOOKS = 60000 };

/* Calls what() in a process, and gives how that ended. */
static int end_of(void (*what)(void), bool is_confined)
{
    struct xl_process p = {.output = -1, .is_confined = is_confined};
    struct xl_error err;
    int status = 0;
    const int is_child = xl_process_fork(&p, &err);
    if (is_child == 1) {
        what();
        _exit(STATUS);
    }
    assert_int_equal(is_child, 0);
    assert_int_equal(xl_process_wait(&p, WAIT_MS, &status), 1);
    xl_process_free(&p);
    return status;
}

static void assert_dies(void (*what)(void), int signal_number)
{
    const int status = end_of(what, true);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), signal_number);
}

static void assert_returns(void (*what)(void), bool is_confined)
{
    const int status = end_of(what, is_confined);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), STATUS);
}

/* SIGWINCH is ignored by whom it comes to. */
static void signal_parent(void)
{
    kill(getppid(), SIGWINCH);
}

static void signal_all(void)
{
    kill(-1, SIGWINCH);
}

static void signal_group(void)
{
    kill(-getppid(), SIGWINCH);
}

static void signal_thread(void)
{
    syscall(SYS_tgkill, getppid(), getppid(), SIGWINCH);
}

static void queue_signal(void)
{
    sigqueue(getppid(), SIGWINCH, (union sigval){.sival_int = 0});
}

static void raise_signal(void)
{
    raise(SIGUSR1);
}

static void abort_self(void)
{
    abort();
}

static void signal_own_group(void)
{
    kill(0, SIGTERM);
}

static void leave_group(void)
{
    if (fork() == 0)
        _exit(setsid() < 0 && errno == EPERM && setpgid(0, 0) < 0 ? 0 : 1);
    int status = 1;
    wait(&status);
    if (status)
        _exit(1);
}

XL_TEST(test_others_are_out_of_reach)
{
    assert_dies(signal_parent, SIGSYS);
    assert_dies(signal_all, SIGSYS);
    assert_dies(signal_group, SIGSYS);
    assert_dies(signal_thread, SIGSYS);
    assert_dies(queue_signal, SIGSYS);
    assert_returns(signal_parent, false);
}

XL_TEST(test_itself_is_in_reach)
{
    assert_dies(raise_signal, SIGUSR1);
    assert_dies(abort_self, SIGABRT);
    assert_dies(signal_own_group, SIGTERM);
}

XL_TEST(test_group_is_kept)
{
    assert_returns(leave_group, true);
}

static pid_t *daemons; /* seen by all */

/* Two processes whose parent has ended, and that are its children now. */
static void start_daemons(void)
{
    siginfo_t child;
    const pid_t pid = fork();
    if (pid == 0) {
        setsid();
        for (int i = 0; i < 2; i++) {
            const pid_t daemon = fork();
            if (daemon == 0) {
                sleep(LONG_S);
                _exit(0);
            }
            daemons[i] = daemon;
        }
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    if (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT))
        _exit(1);
}

static bool is_gone(pid_t pid)
{
    for (int i = 0; i < LOOKS; i++) {
        if (kill(pid, 0) && errno == ESRCH)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); /* somebody reaps it */
    }
    return false;
}

XL_TEST(test_daemons_do_not_outlive_it)
{
    daemons = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(daemons, MAP_FAILED);
    assert_returns(start_daemons, true);
    assert_true(daemons[0] > 0 && daemons[1] > 0);
    assert_true(is_gone(daemons[0]) && is_gone(daemons[1]));
    munmap(daemons, 4096);
}

int main(void)
{
    return xl_run_tests("held", NULL, NULL);
}
