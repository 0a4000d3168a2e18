/* Finds and undoes what a kernel, or a reference, leaves behind in its process.
 * SPDX-License-Identifier: MIT
 *
 * This takes some hundred microseconds under QEMU, mostly for system calls. So it is done once for
 * each kernel.
 */
#define __STDC_WANT_IEC_60559_BFP_EXT__ 1 /* fegetmode */
#include "leftovers.h"

#include <fcntl.h>
#include <fenv.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    XL_SIGNALS = 64,
    /* Without real-time signals, which have no meaning that a kernel could change. */
    XL_ACTIONS = 31,
    XL_LIMITS = 16,
    /* A joined thread stays in /proc for a moment, and longer on a busy machine. */
    XL_THREAD_POLLS = 600,
    XL_POLL_NS = 1000000
};

static struct sigaction actions[XL_ACTIONS + 1];
static stack_t stack;
static struct rlimit limits[XL_LIMITS];
static long threads_before;
static int file_before;
/* Before and behind the static initialisers. */
static femode_t modes_before, modes_behind;
static int length_before;
/* Found and restored by xl_leftovers_check_signals. */
static struct xl_leftovers signal_leftovers;

/* The links of the directory: the number of threads, plus two. -1: there is no /proc. */
static long count_threads(void)
{
    struct stat s;
    return stat("/proc/self/task", &s) ? -1 : (long)s.st_nlink;
}

/* The number that the next opened file gets. -1: none can be opened. */
static int next_file(void)
{
    const int file = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0)
        close(file);
    return file;
}

/* Without the exception flags, which are in the same word on x86. */
static void read_modes(femode_t *modes)
{
    feclearexcept(FE_ALL_EXCEPT);
    fegetmode(modes);
}

/* Of SVE. -1: there is none. */
static int vector_length(void)
{
    const int length = prctl(PR_SVE_GET_VL);
    return length < 0 ? length : length & PR_SVE_VL_LEN_MASK;
}

void xl_leftovers_begin_first(void)
{
    read_modes(&modes_before);
    modes_behind = modes_before;
}

void xl_leftovers_begin(void)
{
    read_modes(&modes_behind);
    for (int i = 1; i <= XL_ACTIONS; i++)
        sigaction(i, NULL, &actions[i]);
    sigaltstack(NULL, &stack);
    length_before = vector_length();
}

void xl_leftovers_snapshot(unsigned threads)
{
    signal_leftovers = (struct xl_leftovers){0};
    threads_before = count_threads() - (long)threads;
    file_before = next_file();
    for (int i = 0; i < XL_LIMITS; i++)
        if (getrlimit(i, &limits[i]))
            limits[i] = (struct rlimit){0, 0};
}

static uint64_t restore_mask(void)
{
    sigset_t none, mask;
    uint64_t blocked = 0;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, &mask);
    for (int i = 1; i <= XL_SIGNALS; i++)
        blocked |= sigismember(&mask, i) == 1 ? UINT64_C(1) << (i - 1) : 0;
    return blocked;
}

/* Flags count only with a handler: signal() leaves some without one. */
static int is_same_action(const struct sigaction *a, const struct sigaction *b)
{
    return a->sa_handler == b->sa_handler &&
           (a->sa_flags == b->sa_flags || a->sa_handler == SIG_DFL || a->sa_handler == SIG_IGN);
}

static uint64_t restore_actions(void)
{
    uint64_t changed = 0;
    for (int i = 1; i <= XL_ACTIONS; i++) {
        struct sigaction now;
        if (sigaction(i, NULL, &now) || is_same_action(&now, &actions[i]))
            continue;
        changed |= UINT64_C(1) << (i - 1);
        sigaction(i, &actions[i], NULL);
    }
    return changed;
}

static uint64_t restore_limits(void)
{
    uint64_t changed = 0;
    for (int i = 0; i < XL_LIMITS; i++) {
        struct rlimit now;
        if (getrlimit(i, &now) ||
            (now.rlim_cur == limits[i].rlim_cur && now.rlim_max == limits[i].rlim_max))
            continue;
        changed |= UINT64_C(1) << i;
        setrlimit(i, &limits[i]);
    }
    return changed;
}

static int has_more_threads(unsigned threads)
{
    const struct timespec poll = {.tv_nsec = XL_POLL_NS};
    for (int i = 0; count_threads() - (long)threads > threads_before; i++) {
        if (i == XL_THREAD_POLLS)
            return 1;
        nanosleep(&poll, NULL);
    }
    return 0;
}

/* Stops interval timers; alarm() uses one. */
static int stop_alarms(void)
{
    static const int timers[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
    int found = 0;
    for (size_t i = 0; i < sizeof timers / sizeof timers[0]; i++) {
        struct itimerval now;
        const struct itimerval none = {.it_value = {0}};
        if (getitimer(timers[i], &now) || (!now.it_value.tv_sec && !now.it_value.tv_usec))
            continue;
        found = 1;
        setitimer(timers[i], &none, NULL);
    }
    return found;
}

/* Timers of timer_create have lines in this file, if Linux was built with it. */
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

/* The next check reports only what changes until then. */
static int has_other_files(void)
{
    const int before = file_before;
    file_before = next_file();
    return file_before != before;
}

static int restore_stack(void)
{
    stack_t now;
    if (sigaltstack(NULL, &now) || (now.ss_sp == stack.ss_sp && now.ss_flags == stack.ss_flags))
        return 0;
    sigaltstack(&stack, NULL);
    return 1;
}

static int restore_length(void)
{
    if (vector_length() == length_before)
        return 0;
    prctl(PR_SVE_SET_VL, length_before);
    return 1;
}

void xl_leftovers_check_signals(void)
{
    struct xl_leftovers *found = &signal_leftovers;
    found->blocked |= restore_mask();
    found->actions |= restore_actions();
    found->kinds |= restore_stack() ? XL_LEFTOVER_STACK : 0;
}

void xl_leftovers_check(unsigned threads, struct xl_leftovers *found)
{
    xl_leftovers_check_signals();
    *found = signal_leftovers;
    found->limits = restore_limits();
    found->kinds |=
        (has_more_threads(threads) ? XL_LEFTOVER_THREAD : 0) |
        (stop_alarms() ? XL_LEFTOVER_ALARM : 0) | (has_timer() ? XL_LEFTOVER_TIMER : 0) |
        (restore_length() ? XL_LEFTOVER_LENGTH : 0) | (has_process() ? XL_LEFTOVER_PROCESS : 0) |
        (has_other_files() ? XL_LEFTOVER_FILE : 0) |
        (memcmp(&modes_behind, &modes_before, sizeof modes_before) ? XL_LEFTOVER_MODES : 0);
}
