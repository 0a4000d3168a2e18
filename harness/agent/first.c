/* A call that is stopped in the middle of what it makes of static memory, for another thread to
 * call the same.
 * SPDX-License-Identifier: MIT
 *
 * Two threads that begin together either both find nothing made, or meet only where each has a core
 * at the right moment. So a timer cuts the first call into slices, and between two of them the
 * memory is looked at. The timer is of real time: a thread that waits for a core makes the less in
 * a slice.
 */
#define _GNU_SOURCE
#include "first.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "statics.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum {
    XL_SLICE_NS = 20000,
    XL_LONGER_NS = 1000, /* each slice than the one before, or a slow machine would never get on */
    XL_WAIT_NS = 100000,
    XL_MOST_WAITS = 200 /* a correct kernel may hold a lock that the other thread waits for */
};

static struct xl_first *current;

static void wait_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = XL_WAIT_NS}, NULL);
}

static void begin_slice(struct xl_first *first)
{
    long ns = XL_SLICE_NS + (long)first->slices++ * XL_LONGER_NS;
    timer_settime(first->timer, 0, &(struct itimerspec){.it_value.tv_nsec = ns}, NULL);
}

static void end_slice(int signal_number __attribute__((unused)))
{
    struct xl_first *first = current;
    int saved = errno;
    if (!atomic_load(&first->is_running))
        return;
    if (xl_statics_differ(first->at, first->bytes)) {
        atomic_store(&first->is_stopped, 1);
        for (int i = 0; i < XL_MOST_WAITS && !atomic_load(&first->is_released); i++)
            wait_a_little();
    } else {
        begin_slice(first);
    }
    errno = saved;
}

void xl_first_install(void)
{
    struct sigaction action = {.sa_handler = end_slice, .sa_flags = SA_ONSTACK | SA_RESTART};
    sigaction(SIGUSR1, &action, NULL);
}

void xl_first_begin(struct xl_first *first)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGUSR1};
    event.sigev_notify_thread_id = gettid();
    current = first;
    if (timer_create(CLOCK_MONOTONIC, &event, &first->timer))
        return; /* the calls are made one after the other */
    xl_statics_remember();
    atomic_store(&first->is_running, 1);
    begin_slice(first);
}

void xl_first_end(struct xl_first *first)
{
    if (atomic_exchange(&first->is_running, 0))
        timer_delete(first->timer);
    atomic_store(&first->has_returned, 1);
}

void xl_second_begin(struct xl_first *first)
{
    while (!atomic_load(&first->is_stopped) && !atomic_load(&first->has_returned))
        wait_a_little();
}

void xl_second_end(struct xl_first *first)
{
    atomic_store(&first->is_released, 1);
}
