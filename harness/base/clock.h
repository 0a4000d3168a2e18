/* Clocks: monotonic, and the time of day.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_CLOCK_H
#define XL_HARNESS_BASE_CLOCK_H

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

#endif
