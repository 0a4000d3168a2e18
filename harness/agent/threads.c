/* Threads that make calls at the same time, and a call that is stopped for those of others.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE
#include "agent.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Another thread and its task. Not in static memory, which is watched. */
struct worker {
    sem_t todo, done;
    void (*make)(const void *);
    const void *share;
};

static void *run_worker(void *argument)
{
    struct worker *self = argument;
    for (;;) {
        while (sem_wait(&self->todo)) {
        }
        self->make(self->share);
        sem_post(&self->done);
    }
    return NULL;
}

static struct worker *start_worker(void)
{
    struct worker *new = calloc(1, sizeof *new);
    pthread_t thread;
    if (!new)
        return NULL;
    sem_init(&new->todo, 0, 0);
    sem_init(&new->done, 0, 0);
    errno = pthread_create(&thread, NULL, run_worker, new);
    if (!errno)
        return new;
    free(new);
    return NULL;
}

/* They last as long as the agent. */
static struct worker *workers[XL_CROWD - 1];
static unsigned worker_count;

unsigned xl_other_threads(void)
{
    return worker_count;
}

/* Starts threads until there are so many others. Returns 0, or -1 with errno. */
static int need_workers(unsigned count)
{
    for (; worker_count < count; worker_count++)
        if (!(workers[worker_count] = start_worker()))
            return -1;
    return 0;
}

static void begin_work(struct worker *worker, void (*make)(const void *), const void *share)
{
    worker->make = make;
    worker->share = share;
    sem_post(&worker->todo);
}

static void wait_for(struct worker *worker)
{
    while (sem_wait(&worker->done)) {
    }
}

int xl_run_pair(void (*make)(const void *), const void *first, const void *second)
{
    if (need_workers(1))
        return -1;
    begin_work(workers[0], make, second);
    make(first);
    wait_for(workers[0]);
    return 0;
}

void xl_spin_barrier_init(struct xl_spin_barrier *t)
{
    atomic_init(&t->state, 0);
    atomic_init(&t->awake, 0);
    pthread_barrier_init(&t->barrier, NULL, 2);
}

void xl_spin_barrier_destroy(struct xl_spin_barrier *t)
{
    pthread_barrier_destroy(&t->barrier);
}

/* Whether *value reached the minimum within so many reads. */
static int spin(const atomic_uint *value, unsigned minimum, int spins)
{
    while (atomic_load(value) < minimum)
        if (spins-- <= 0)
            return 0;
    return 1;
}

static int advance(struct xl_spin_barrier *t, unsigned before, enum xl_barrier_state from,
                   enum xl_barrier_state to)
{
    unsigned expected = before + from;
    return atomic_compare_exchange_strong(&t->state, &expected, before + to);
}

int xl_spin_barrier_wait(struct xl_spin_barrier *t, unsigned wait, int spins)
{
    const unsigned before = XL_BARRIER_STATES * (wait - 1);
    const int is_first = advance(t, before, XL_BARRIER_EMPTY, XL_BARRIER_SPINNING);
    const int is_met = is_first ? spin(&t->state, XL_BARRIER_STATES * wait, spins) ||
                                      !advance(t, before, XL_BARRIER_SPINNING, XL_BARRIER_SLEEPING)
                                : advance(t, before, XL_BARRIER_SPINNING, XL_BARRIER_STATES);
    if (!is_met) {
        if (!is_first)
            advance(t, before, XL_BARRIER_SLEEPING, XL_BARRIER_STATES);
        pthread_barrier_wait(&t->barrier);
    }
    atomic_fetch_add(&t->awake, 1);
    return is_met || spin(&t->awake, 2 * wait, spins) ? spins : spins / 2;
}

/* Two threads that begin at the same time rarely meet while the first call initialises static
 * memory: each must have a core at the right moment. So a timer interrupts the first call again and
 * again, and its handler compares the memory. */

enum {
    XL_SLICE_NS = 20000,
    XL_SLICE_INCREMENT_NS = 1000,
    XL_WAIT_NS = 100000,
    /* Limited, because a correct kernel may hold a lock that the other thread waits for. */
    XL_MAX_WAITS = 200,
    /* Until one more thread of a crowd has returned: there may be few cores for all of them. */
    XL_MAX_CROWD_WAITS = 1000
};

static struct xl_race *current_race;
static struct xl_crowd *current_crowd;

static void wait_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = XL_WAIT_NS}, NULL);
}

/* Waits until all other threads have returned, or none of them has for a while. */
static void wait_for_crowd(const struct xl_crowd *crowd)
{
    unsigned returned = atomic_load(&crowd->returned);
    for (int i = 0; i < XL_MAX_CROWD_WAITS && returned < XL_CROWD - 1; i++) {
        wait_a_little();
        const unsigned now = atomic_load(&crowd->returned);
        i = now != returned ? 0 : i;
        returned = now;
    }
}

/* A handler may call it. */
static void begin_others(struct xl_crowd *crowd)
{
    if (!atomic_exchange(&crowd->has_begun, 1))
        for (unsigned i = 0; i < XL_CROWD - 1; i++)
            sem_post(&workers[i]->todo);
}

/* Stops the first call for the others; later if it has not begun. */
static void stop_first(struct xl_crowd *crowd)
{
    int state = XL_CROWD_RUNNING;
    if (atomic_compare_exchange_strong(&crowd->state, &state, XL_CROWD_STOPPED)) {
        begin_others(crowd);
        wait_for_crowd(crowd);
    } else if (state == XL_CROWD_BEGINNING) {
        xl_preempt_timer_next(&crowd->timer);
    }
}

static void end_slice(int signal_number __attribute__((unused)))
{
    struct xl_race *race = current_race;
    int saved = errno;
    if (current_crowd) {
        stop_first(current_crowd);
        errno = saved;
        return;
    }
    if (!race || !atomic_load(&race->is_running))
        return;
    if (xl_static_snapshot_differs(race->at, race->bytes)) {
        atomic_store(&race->is_stopped, 1);
        for (int i = 0; i < XL_MAX_WAITS && !atomic_load(&race->is_released); i++)
            wait_a_little();
    } else {
        xl_preempt_timer_next(&race->timer);
    }
    errno = saved;
}

void xl_race_install(void)
{
    struct sigaction action = {.sa_handler = end_slice, .sa_flags = SA_ONSTACK | SA_RESTART};
    sigaction(SIGUSR1, &action, NULL);
}

void xl_race_first_begin(struct xl_race *race)
{
    current_race = race;
    race->timer =
        (struct xl_preempt_timer){.first_ns = XL_SLICE_NS, .increment_ns = XL_SLICE_INCREMENT_NS};
    xl_static_snapshot();
    atomic_store(&race->is_running, 1);
    if (xl_preempt_timer_begin(&race->timer, SIGUSR1))
        atomic_store(&race->is_running, 0); /* the calls follow each other */
}

void xl_race_first_end(struct xl_race *race)
{
    if (atomic_exchange(&race->is_running, 0))
        xl_preempt_timer_end(&race->timer);
    atomic_store(&race->has_returned, 1);
}

void xl_race_second_begin(struct xl_race *race)
{
    while (!atomic_load(&race->is_stopped) && !atomic_load(&race->has_returned))
        wait_a_little();
}

void xl_race_second_end(struct xl_race *race)
{
    atomic_store(&race->is_released, 1);
}

int xl_run_crowd(struct xl_crowd *crowd, void (*make)(const void *), const void *const *shares)
{
    if (need_workers(XL_CROWD - 1))
        return -1;
    for (unsigned i = 0; i < XL_CROWD - 1; i++) {
        workers[i]->make = make;
        workers[i]->share = shares[i + 1];
    }
    current_crowd = crowd;
    make(shares[0]);
    begin_others(crowd);
    for (unsigned i = 0; i < XL_CROWD - 1; i++)
        wait_for(workers[i]);
    current_crowd = NULL;
    return 0;
}

void xl_crowd_first_begin(struct xl_crowd *crowd)
{
    if (!crowd->stop_ns) {
        begin_others(crowd);
        return;
    }
    crowd->timer = (struct xl_preempt_timer){.first_ns = (long)crowd->stop_ns,
                                             .increment_ns = XL_SLICE_INCREMENT_NS};
    if (xl_preempt_timer_begin(&crowd->timer, SIGUSR1))
        xl_die("crosslane-agent: no timer");
    atomic_store(&crowd->state, XL_CROWD_RUNNING);
}

void xl_crowd_first_end(struct xl_crowd *crowd)
{
    atomic_store(&crowd->state, XL_CROWD_STOPPED);
    if (crowd->stop_ns)
        xl_preempt_timer_end(&crowd->timer);
}

void xl_crowd_other_end(struct xl_crowd *crowd)
{
    atomic_fetch_add(&crowd->returned, 1);
}

uint64_t xl_clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

void xl_preempt_timer_next(struct xl_preempt_timer *s)
{
    long ns = s->first_ns + (long)s->count++ * s->increment_ns;
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
