/* Progress on standard error: a line rewritten in place on a terminal, a plain line now and then
 * elsewhere.
 * SPDX-License-Identifier: MIT
 */
#include "base/progress.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

/* A terminal has one such line, whichever step wrote it. */
static pthread_mutex_t terminal = PTHREAD_MUTEX_INITIALIZER;
static bool has_line;

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
    p->every = 10;
    clock_gettime(CLOCK_MONOTONIC, &p->begun);
    p->shown = p->begun;
}

void xl_progress_tick(struct xl_progress *p, const char *text)
{
    const bool is_terminal = isatty(STDERR_FILENO);
    double wait = !p->is_shown || is_terminal ? 1 : p->every;
    if (!(is_terminal && p->is_shown) && seconds_since(&p->shown) < wait)
        return;
    clock_gettime(CLOCK_MONOTONIC, &p->shown);
    p->is_shown = 1;
    xl_progress_pause();
    if (is_terminal)
        fprintf(stderr, "%s: %.70s", p->name, text);
    else
        fprintf(stderr, "%s: %.100s\n", p->name, text);
    has_line = is_terminal;
    xl_progress_resume();
}

void xl_progress_pause(void)
{
    pthread_mutex_lock(&terminal);
    if (has_line)
        fprintf(stderr, "\r\033[K");
    has_line = false;
}

void xl_progress_resume(void)
{
    pthread_mutex_unlock(&terminal);
}

void xl_progress_about(double seconds, char *text, size_t size)
{
    if (seconds < 10)
        snprintf(text, size, "about %.0f s", seconds < 1 ? 1 : seconds);
    else if (seconds < 95)
        snprintf(text, size, "about %d s", (int)(seconds / 5 + 0.5) * 5);
    else if (seconds < 95 * 60)
        snprintf(text, size, "about %.0f min", seconds / 60);
    else
        snprintf(text, size, "about %.0f h", seconds / 3600);
}

void xl_progress_parts(struct xl_progress *p, size_t done, size_t all, const char *what)
{
    char left[32], text[100];
    if (!done || done >= all ||
        (!isatty(STDERR_FILENO) && seconds_since(&p->shown) < (double)p->every))
        return;
    xl_progress_about(seconds_since(&p->begun) / (double)done * (double)(all - done), left,
                      sizeof left);
    snprintf(text, sizeof text, "%zu of %zu %s, %s left", done, all, what, left);
    xl_progress_tick(p, text);
}

void xl_progress_end(struct xl_progress *p)
{
    if (!p->is_shown)
        return;
    xl_progress_pause();
    fprintf(stderr, "%s: %.1f s\n", p->name, seconds_since(&p->begun));
    xl_progress_resume();
}
