/* Two threads that make calls at once.
 * SPDX-License-Identifier: MIT
 */
#include "pairs.h"

#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>

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

int xl_by_two(void (*make)(const void *), const void *first, const void *second)
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

static int step(struct xl_together *t, unsigned before, enum xl_meeting from, enum xl_meeting to)
{
    unsigned expected = before + from;
    return atomic_compare_exchange_strong(&t->state, &expected, before + to);
}

int xl_meet(struct xl_together *t, unsigned meeting, int spins)
{
    const unsigned before = XL_MEETING * (meeting - 1);
    const int is_first = step(t, before, XL_NOBODY, XL_ONE_SPINS);
    const int is_met = is_first ? spin(&t->state, XL_MEETING * meeting, spins) ||
                                      !step(t, before, XL_ONE_SPINS, XL_ONE_SLEEPS)
                                : step(t, before, XL_ONE_SPINS, XL_MEETING);
    if (!is_met) {
        if (!is_first)
            step(t, before, XL_ONE_SLEEPS, XL_MEETING);
        pthread_barrier_wait(&t->barrier);
    }
    atomic_fetch_add(&t->awake, 1);
    return is_met || spin(&t->awake, 2 * meeting, spins) ? spins : spins / 2;
}
