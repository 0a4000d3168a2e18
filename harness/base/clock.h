/* A monotonic clock.
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

#endif
