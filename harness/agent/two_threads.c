/* Two threads that make calls at once.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE
#include "two_threads.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "static_memory.h"

/* The other thread, and what it is to do. In no static memory, which is watched. */
struct other {
    sem_t todo, done;
    void (*make)(const void *);
    const void *share;
};

static void *serve(void *argument)
{
    struct other *self = argument;
    for (;;) {
        while (sem_wait(&self->todo)) {
        }
        self->make(self->share);
        sem_post(&self->done);
    }
    return NULL;
}

static struct other *start_other(void)
{
    struct other *new = calloc(1, sizeof *new);
    pthread_t thread;
    if (!new)
        return NULL;
    sem_init(&new->todo, 0, 0);
    sem_init(&new->done, 0, 0);
    errno = pthread_create(&thread, NULL, serve, new);
    if (!errno)
        return new;
    free(new);
    return NULL;
}

static struct other *other; /* lasts as long as the agent */

unsigned xl_other_threads(void)
{
    return other != NULL;
}

int xl_run_pair(void (*make)(const void *), const void *first, const void *second)
{
    if (!other)
        other = start_other();
    if (!other)
        return -1;
    other->make = make;
    other->share = second;
    sem_post(&other->todo);
    make(first);
    while (sem_wait(&other->done)) {
    }
    return 0;
}

void xl_together_begin(struct xl_together *t)
{
    atomic_init(&t->state, 0);
    atomic_init(&t->awake, 0);
    pthread_barrier_init(&t->barrier, NULL, 2);
}

void xl_together_end(struct xl_together *t)
{
    pthread_barrier_destroy(&t->barrier);
}

/* Whether *value was at least that much before so many looks at it were over. */
static int spin(const atomic_uint *value, unsigned least, int spins)
{
    while (atomic_load(value) < least)
        if (spins-- <= 0)
            return 0;
    return 1;
}

static int step(struct xl_together *t, unsigned before, enum xl_barrier from, enum xl_barrier to)
{
    unsigned expected = before + from;
    return atomic_compare_exchange_strong(&t->state, &expected, before + to);
}

int xl_spin_barrier(struct xl_together *t, unsigned meeting, int spins)
{
    const unsigned before = XL_BARRIER * (meeting - 1);
    const int is_first = step(t, before, XL_NOBODY, XL_ONE_SPINS);
    const int is_met = is_first ? spin(&t->state, XL_BARRIER * meeting, spins) ||
                                      !step(t, before, XL_ONE_SPINS, XL_ONE_SLEEPS)
                                : step(t, before, XL_ONE_SPINS, XL_BARRIER);
    if (!is_met) {
        if (!is_first)
            step(t, before, XL_ONE_SLEEPS, XL_BARRIER);
        pthread_barrier_wait(&t->barrier);
    }
    atomic_fetch_add(&t->awake, 1);
    return is_met || spin(&t->awake, 2 * meeting, spins) ? spins : spins / 2;
}

/* A call that is stopped in the middle of what it makes of static memory, for another thread to
 * call the same.
 *
 * Two threads that begin together either both find nothing made, or meet only where each has a core
 * at the right moment. So a timer cuts the first call into slices, and between two of them the
 * memory is looked at. */

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
    if (xl_static_snapshot_differs(first->at, first->bytes)) {
        atomic_store(&first->is_stopped, 1);
        for (int i = 0; i < XL_MOST_WAITS && !atomic_load(&first->is_released); i++)
            wait_a_little();
    } else {
        xl_preempt_timer_next(&first->slices);
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
    first->slices = (struct xl_preempt_timer){.first_ns = XL_SLICE_NS, .longer_ns = XL_LONGER_NS};
    xl_static_snapshot();
    atomic_store(&first->is_running, 1);
    if (xl_preempt_timer_begin(&first->slices, SIGUSR1))
        atomic_store(&first->is_running, 0); /* the calls are made one after the other */
}

void xl_first_end(struct xl_first *first)
{
    if (atomic_exchange(&first->is_running, 0))
        xl_preempt_timer_end(&first->slices);
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

/* A thread that is cut into slices by signals. */

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

void xl_preempt_timer_next(struct xl_preempt_timer *s)
{
    long ns = s->first_ns + (long)s->count++ * s->longer_ns;
    timer_settime(s->timer, 0, &(struct itimerspec){.it_value.tv_nsec = ns}, NULL);
}

int xl_preempt_timer_begin(struct xl_preempt_timer *s, int signal_number)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signal_number};
    event.sigev_notify_thread_id = gettid();
    if (timer_create(CLOCK_MONOTONIC, &event, &s->timer))
        return -1;
    xl_preempt_timer_next(s);
    return 0;
}

int xl_preempt_timer_is_over(const struct xl_preempt_timer *s)
{
    struct itimerspec left;
    return timer_gettime(s->timer, &left) == 0 && !left.it_value.tv_sec && !left.it_value.tv_nsec;
}

void xl_preempt_timer_end(struct xl_preempt_timer *s)
{
    timer_delete(s->timer);
}
