/* Progress on standard error: a line rewritten in place on a terminal, a plain line now and then
 * elsewhere.
 * SPDX-License-Identifier: MIT
 */
#include "progress.h"

#include <stdio.h>
#include <unistd.h>

static double seconds_since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + (double)(now.tv_nsec - then->tv_nsec) / 1e9;
}

void xl_progress_begin(struct xl_progress *p, const char *name)
{
    p->name = name;
    p->is_shown = 0;
    clock_gettime(CLOCK_MONOTONIC, &p->begun);
    p->shown = p->begun;
}

void xl_progress_tick(struct xl_progress *p, const char *text)
{
    int terminal = isatty(STDERR_FILENO);
    double wait = !p->is_shown || terminal ? 1 : 10;
    if (!(terminal && p->is_shown) && seconds_since(&p->shown) < wait)
        return;
    clock_gettime(CLOCK_MONOTONIC, &p->shown);
    p->is_shown = 1;
    if (terminal)
        fprintf(stderr, "\r\033[K%s: %.70s", p->name, text);
    else
        fprintf(stderr, "%s: %.100s\n", p->name, text);
}

void xl_progress_end(struct xl_progress *p)
{
    if (!p->is_shown)
        return;
    fprintf(stderr, "%s%s: %.1f s\n", isatty(STDERR_FILENO) ? "\r\033[K" : "", p->name,
            seconds_since(&p->begun));
}
