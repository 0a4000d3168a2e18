/* Limits of time, which a busy machine does not shorten.
 * SPDX-License-Identifier: MIT
 */
#include "base/clock.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>

/* "RAN WAITED TIMES", in nanoseconds: Documentation/scheduler/sched-stats.rst of Linux. */
static double delay_of_thread(pid_t pid, const char *thread)
{
    char path[80];
    unsigned long long waited = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/schedstat", (int)pid, thread);
    FILE *f = fopen(path, "re");
    if (f && fscanf(f, "%*u %llu", &waited) != 1)
        waited = 0;
    if (f)
        fclose(f);
    return (double)waited / 1e9;
}

double xl_delay_of(pid_t pid)
{
    char path[64];
    double longest = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *threads = pid > 0 ? opendir(path) : NULL;
    for (const struct dirent *d; threads && (d = readdir(threads));) {
        const double delay =
            isdigit((unsigned char)d->d_name[0]) ? delay_of_thread(pid, d->d_name) : 0;
        longest = delay > longest ? delay : longest;
    }
    if (threads)
        closedir(threads);
    return longest;
}

struct xl_limit xl_limit_of(double seconds, pid_t pid)
{
    return (struct xl_limit){seconds, 0, xl_now(), pid, xl_delay_of(pid)};
}

bool xl_limit_is_over(struct xl_limit *l)
{
    const double now = xl_now(), passed = now - l->last;
    l->passed += passed < 1 ? passed : 1;
    l->last = now;
    /* Linux counts a delay when it ends. */
    return l->passed >= l->seconds && l->passed >= l->seconds + xl_delay_of(l->pid) - l->delay;
}
