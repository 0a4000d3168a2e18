/* What a kernel, or a reference, leaves behind in its process, where the next one would meet it.
 * SPDX-License-Identifier: MIT
 *
 * Some hundred microseconds under QEMU, most of them for system calls: once a kernel.
 */
#include "left.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    XL_SIGNALS = 64,
    XL_ACTIONS = 31, /* real-time signals have no meaning that a kernel could change */
    XL_LIMITS = 16,
    /* One that was joined is there for a moment still: on a busy machine for a longer one, on which
     * these looks take longer, too. */
    XL_THREAD_LOOKS = 600,
    XL_LOOK_NS = 1000000
};

static struct sigaction actions[XL_ACTIONS + 1];
static stack_t stack;
static struct rlimit limits[XL_LIMITS];
static long threads_before;
static struct xl_left before_signals; /* what the first look at signals found, and has put back */

/* How many there are, and two more: the links of a folder. -1: there is no /proc. */
static long count_threads(void)
{
    struct stat s;
    return stat("/proc/self/task", &s) ? -1 : (long)s.st_nlink;
}

void xl_left_begin(void)
{
    for (int i = 1; i <= XL_ACTIONS; i++)
        sigaction(i, NULL, &actions[i]);
    sigaltstack(NULL, &stack);
}

void xl_left_remember(unsigned threads)
{
    before_signals = (struct xl_left){0};
    threads_before = count_threads() - (long)threads;
    for (int i = 0; i < XL_LIMITS; i++)
        if (getrlimit(i, &limits[i]))
            limits[i] = (struct rlimit){0, 0};
}

static uint64_t compare_mask(void)
{
    sigset_t none, is;
    uint64_t blocked = 0;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, &is);
    for (int i = 1; i <= XL_SIGNALS; i++)
        blocked |= sigismember(&is, i) == 1 ? UINT64_C(1) << (i - 1) : 0;
    return blocked;
}

/* Flags are those of a handler: signal() leaves some where there is none any more. */
static int is_same(const struct sigaction *a, const struct sigaction *b)
{
    return a->sa_handler == b->sa_handler &&
           (a->sa_flags == b->sa_flags || a->sa_handler == SIG_DFL || a->sa_handler == SIG_IGN);
}

static uint64_t compare_actions(void)
{
    uint64_t changed = 0;
    for (int i = 1; i <= XL_ACTIONS; i++) {
        struct sigaction is;
        if (sigaction(i, NULL, &is) || is_same(&is, &actions[i]))
            continue;
        changed |= UINT64_C(1) << (i - 1);
        sigaction(i, &actions[i], NULL);
    }
    return changed;
}

static uint64_t compare_limits(void)
{
    uint64_t changed = 0;
    for (int i = 0; i < XL_LIMITS; i++) {
        struct rlimit is;
        if (getrlimit(i, &is) ||
            (is.rlim_cur == limits[i].rlim_cur && is.rlim_max == limits[i].rlim_max))
            continue;
        changed |= UINT64_C(1) << i;
        setrlimit(i, &limits[i]);
    }
    return changed;
}

static int has_more_threads(unsigned threads)
{
    const struct timespec a_little = {.tv_nsec = XL_LOOK_NS};
    for (int i = 0; count_threads() - (long)threads > threads_before; i++) {
        if (i == XL_THREAD_LOOKS)
            return 1;
        nanosleep(&a_little, NULL);
    }
    return 0;
}

/* Interval timers, alarm's among them: stops them. */
static int has_alarm(void)
{
    static const int timers[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
    int runs = 0;
    for (size_t i = 0; i < sizeof timers / sizeof timers[0]; i++) {
        struct itimerval is;
        const struct itimerval none = {.it_value = {0}};
        if (getitimer(timers[i], &is) || (!is.it_value.tv_sec && !is.it_value.tv_usec))
            continue;
        runs = 1;
        setitimer(timers[i], &none, NULL);
    }
    return runs;
}

/* Those of timer_create: a file that has a line for each, where Linux was built to have it. */
static int has_timer(void)
{
    char some;
    const int file = open("/proc/self/timers", O_RDONLY | O_CLOEXEC);
    const ssize_t got = file < 0 ? 0 : read(file, &some, 1);
    if (file >= 0)
        close(file);
    return got > 0;
}

static int has_process(void)
{
    siginfo_t child;
    return waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static int has_other_stack(void)
{
    stack_t is;
    if (sigaltstack(NULL, &is) || (is.ss_sp == stack.ss_sp && is.ss_flags == stack.ss_flags))
        return 0;
    sigaltstack(&stack, NULL);
    return 1;
}

void xl_left_compare_signals(void)
{
    struct xl_left *left = &before_signals;
    left->blocked |= compare_mask();
    left->actions |= compare_actions();
    left->what |= has_other_stack() ? XL_LEFT_STACK : 0;
}

void xl_left_compare(unsigned threads, struct xl_left *left)
{
    xl_left_compare_signals();
    *left = before_signals;
    left->limits = compare_limits();
    left->what |= (has_more_threads(threads) ? XL_LEFT_THREAD : 0) |
                  (has_alarm() ? XL_LEFT_ALARM : 0) | (has_timer() ? XL_LEFT_TIMER : 0) |
                  (has_process() ? XL_LEFT_PROCESS : 0);
}
