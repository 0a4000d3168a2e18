/* Clocks: monotonic, and the time of day; limits of time, which a busy machine does not shorten.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_CLOCK_H
#define XL_HARNESS_BASE_CLOCK_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

/* CLOCK_MONOTONIC, in seconds. */
static inline double xl_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The time of day: ISO 8601, UTC. */
static inline void xl_time_text(char text[32])
{
    const time_t now = time(NULL);
    struct tm utc;
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
}

/* A limit of time that goes on only while this process runs. Not while it is stopped, by Ctrl-Z for
 * example, or its machine is paused: what it waits for does not run either. Nor while the process
 * that it waits for has no processor because others have them. */
struct xl_limit {
    double seconds, passed, last;
    pid_t pid;    /* 0: of no process */
    double delay; /* of the process, when the limit began */
};

struct xl_limit xl_limit_of(double seconds, pid_t pid);

/* Whether it is over. Must be asked at least every second: a longer time between two questions
 * counts as one second. */
bool xl_limit_is_over(struct xl_limit *l);

/* For how many seconds a process was ready to run and got no processor: the largest time of its
 * threads. 0: Linux does not count it (CONFIG_SCHED_INFO). */
double xl_delay_of(pid_t pid);

#endif
