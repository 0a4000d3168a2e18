/* A monotonic clock.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_CLOCK_H
#define XL_HARNESS_BASE_CLOCK_H

#include <stdbool.h>
#include <time.h>

/* CLOCK_MONOTONIC, in seconds. */
static inline double xl_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* A limit of time that goes on only while this process runs. Not while it is stopped, by Ctrl-Z for
 * example, or its machine is paused: what it waits for does not run either. */
struct xl_limit {
    double left, last;
};

static inline struct xl_limit xl_limit_of(double seconds)
{
    return (struct xl_limit){seconds, xl_now()};
}

/* Whether it is over. Must be asked at least every second: a longer time between two questions
 * counts as one second. */
static inline bool xl_limit_is_over(struct xl_limit *l)
{
    const double now = xl_now(), passed = now - l->last;
    l->left -= passed < 1 ? passed : 1;
    l->last = now;
    return l->left <= 0;
}

#endif
