/* Ends a run early: by a signal, or after a time limit.
 * SPDX-License-Identifier: MIT
 */
#include "base/signals.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler can only use an atomic without lock");

atomic_int xl_interrupted;

static char time_limit_reason[64]; /* written before any thread or signal reads it */

/* The first signal counts: later ones do not change the reason. */
static void on_signal(int signal)
{
    int none = 0;
    atomic_compare_exchange_strong(&xl_interrupted, &none, signal);
}

void xl_stop_on_signals(unsigned limit_s)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGALRM};
    struct sigaction action = {.sa_handler = on_signal};
    snprintf(time_limit_reason, sizeof time_limit_reason, "time limit %u s reached", limit_s);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaction(signals[i], &action, NULL);
    alarm(limit_s);
}

void xl_stop_after_failure(void)
{
    const struct sigaction action = {.sa_handler = on_signal};
    on_signal(SIGUSR1); /* nothing goes on while the signal, which ends waits, is on its way */
    sigaction(SIGUSR1, &action, NULL);
    kill(getpid(), SIGUSR1);
}

const char *xl_stop_reason(void)
{
    const int signal = xl_interrupted;
    if (!signal)
        return "";
    if (signal == SIGUSR1)
        return "--fail-fast: a row failed";
    return signal == SIGALRM ? time_limit_reason : "interrupted";
}

int xl_stop_status(void)
{
    return xl_interrupted == SIGALRM || xl_interrupted == SIGUSR1 ? 1 : 130;
}

void xl_reset_after_fork(int first)
{
    enum { MAX_FDS = 1024 };
    if (close_range((unsigned)first, ~0U, 0)) /* before Linux 5.9 */
        for (int fd = first; fd < MAX_FDS; fd++)
            close(fd);
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
}
