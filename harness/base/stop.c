/* What ends a run before it is done: a signal, or the end of its time.
 * SPDX-License-Identifier: MIT
 */
#include "base/stop.h"

#include <stdio.h>
#include <unistd.h>

volatile sig_atomic_t xl_interrupted;

static char time_over[64]; /* written before any thread or signal can read it */

/* The first reason is the one: who is impatient with a run that is ending does not change it. */
static void on_signal(int signal)
{
    if (!xl_interrupted)
        xl_interrupted = signal;
}

void xl_stop_begin(unsigned limit_s)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGALRM};
    struct sigaction action = {.sa_handler = on_signal};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaction(signals[i], &action, NULL);
    snprintf(time_over, sizeof time_over, "the time limit of %u s was over", limit_s);
    alarm(limit_s);
}

const char *xl_stop_reason(void)
{
    if (!xl_interrupted)
        return "";
    return xl_interrupted == SIGALRM ? time_over : "interrupted";
}

int xl_stop_status(void)
{
    return xl_interrupted == SIGALRM ? 1 : 130;
}
