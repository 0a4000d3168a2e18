/* A thread that is cut into slices by signals.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE
#include "slices.h"

#include <signal.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

void xl_slices_next(struct xl_slices *s)
{
    long ns = s->first_ns + (long)s->count++ * s->longer_ns;
    timer_settime(s->timer, 0, &(struct itimerspec){.it_value.tv_nsec = ns}, NULL);
}

int xl_slices_begin(struct xl_slices *s, int signal_number)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signal_number};
    event.sigev_notify_thread_id = gettid();
    if (timer_create(CLOCK_MONOTONIC, &event, &s->timer))
        return -1;
    xl_slices_next(s);
    return 0;
}

int xl_slices_is_over(const struct xl_slices *s)
{
    struct itimerspec left;
    return timer_gettime(s->timer, &left) == 0 && !left.it_value.tv_sec && !left.it_value.tv_nsec;
}

void xl_slices_end(struct xl_slices *s)
{
    timer_delete(s->timer);
}
