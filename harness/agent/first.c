/* A call that is stopped in the middle of what it makes of static memory, for another thread to
 * call the same.
 * SPDX-License-Identifier: MIT
 *
 * Two threads that begin together either both find nothing made, or meet only where each has a core
 * at the right moment. So a timer cuts the first call into slices, and between two of them the
 * memory is looked at.
 */
#define _GNU_SOURCE
#include "first.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "statics.h"

enum {
    XL_SLICE_NS = 20000,
    XL_LONGER_NS = 1000,
    XL_WAIT_NS = 100000,
    XL_MOST_WAITS = 200 /* a correct kernel may hold a lock that the other thread waits for */
};

static struct xl_first *current;

static void wait_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = XL_WAIT_NS}, NULL);
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
        xl_slices_next(&first->slices);
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
    current = first;
    first->slices = (struct xl_slices){.first_ns = XL_SLICE_NS, .longer_ns = XL_LONGER_NS};
    xl_statics_remember();
    atomic_store(&first->is_running, 1);
    if (xl_slices_begin(&first->slices, SIGUSR1))
        atomic_store(&first->is_running, 0); /* the calls are made one after the other */
}

void xl_first_end(struct xl_first *first)
{
    if (atomic_exchange(&first->is_running, 0))
        xl_slices_end(&first->slices);
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
