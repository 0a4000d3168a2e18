/* What the terminal of an output can do, and how wide it is.
 * SPDX-License-Identifier: MIT
 */
#include "base/terminal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool xl_is_terminal(int fd)
{
    const char *term = getenv("TERM");
    return isatty(fd) && term && *term && strcmp(term, "dumb") != 0;
}

bool xl_has_colour(int fd)
{
    const char *no = getenv("NO_COLOR");
    return (!no || !*no) && xl_is_terminal(fd);
}

void xl_terminal_size(int fd, unsigned *columns, unsigned *lines)
{
    struct winsize size = {0};
    const bool is_told = ioctl(fd, TIOCGWINSZ, &size) == 0;
    *columns = is_told && size.ws_col ? size.ws_col : 80;
    *lines = is_told && size.ws_row ? size.ws_row : 24;
}

/* Progress on standard error: a table of the steps that go on, written over in place on a terminal;
 * a plain line now and then elsewhere. */

/* A step of the table; of: NULL: this one is free. */
struct line {
    const struct xl_progress *of; /* which may be gone */
    struct timespec begun;
    char name[100], text[100];
};

enum { XL_PROGRESS_LINES = 12 };

/* A terminal has one such table, whichever steps are in it. */
static pthread_mutex_t terminal = PTHREAD_MUTEX_INITIALIZER;
static struct line lines[XL_PROGRESS_LINES];
static unsigned drawn; /* lines that are on the terminal */

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
    p->interval_s = 10;
    p->is_quiet = false;
    clock_gettime(CLOCK_MONOTONIC, &p->begun);
    p->shown = p->begun;
}

/* The step's line of the table; NULL: the table has no room for it. */
static struct line *line_of(const struct xl_progress *p, bool is_new)
{
    struct line *empty = NULL;
    for (size_t i = 0; i < XL_PROGRESS_LINES; i++) {
        if (lines[i].of == p)
            return &lines[i];
        if (!lines[i].of && !empty)
            empty = &lines[i];
    }
    return is_new ? empty : NULL;
}

static void put_row(FILE *f, const struct line *line, unsigned columns)
{
    char text[2 * sizeof line->text];
    const int length = snprintf(text, sizeof text, "%s: %s (%.0f s)", line->name, line->text,
                                seconds_since(&line->begun));
    /* One that fills the last column may begin another. */
    const int room = columns > 1 ? (int)columns - 1 : 1;
    fprintf(f, "%s%.*s", drawn++ ? "\n" : "", length < room ? length : room, text);
}

/* Takes the table off the terminal. */
static void put_erased(FILE *f)
{
    if (drawn > 1)
        fprintf(f, "\r\033[%uA\033[J", drawn - 1);
    else if (drawn)
        fputs("\r\033[J", f);
    drawn = 0;
}

/* As many as the terminal has lines for, but two: what was printed last stays in sight. */
static void put_table(FILE *f)
{
    unsigned columns, height;
    xl_terminal_size(STDERR_FILENO, &columns, &height);
    const unsigned most = height > 3 ? height - 2 : 1;
    put_erased(f);
    for (size_t i = 0; i < XL_PROGRESS_LINES; i++)
        if (lines[i].of && drawn < most)
            put_row(f, &lines[i], columns);
}

/* In one write, so that it does not flicker. */
static void write_table(void (*put)(FILE *f))
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return;
    put(f);
    fclose(f);
    fwrite(text, 1, size, stderr);
    free(text);
}

static void show_on_terminal(const struct xl_progress *p, const char *text)
{
    pthread_mutex_lock(&terminal);
    struct line *line = line_of(p, true);
    if (line) {
        line->of = p;
        line->begun = p->begun;
        snprintf(line->name, sizeof line->name, "%s", p->name);
        snprintf(line->text, sizeof line->text, "%s", text);
        write_table(put_table);
    }
    pthread_mutex_unlock(&terminal);
}

void xl_progress_tick(struct xl_progress *p, const char *text)
{
    const bool is_terminal = xl_is_terminal(STDERR_FILENO);
    const double wait = !p->is_shown ? 1 : is_terminal ? 0 : p->interval_s;
    if ((p->is_quiet && !is_terminal) || seconds_since(&p->shown) < wait)
        return;
    clock_gettime(CLOCK_MONOTONIC, &p->shown);
    p->is_shown = 1;
    if (is_terminal)
        show_on_terminal(p, text);
    else
        fprintf(stderr, "%s: %.100s\n", p->name, text);
}

void xl_progress_pause(void)
{
    pthread_mutex_lock(&terminal);
    if (drawn)
        write_table(put_erased);
}

void xl_progress_resume(void)
{
    if (xl_is_terminal(STDERR_FILENO))
        write_table(put_table);
    pthread_mutex_unlock(&terminal);
}

void xl_format_estimate(double seconds, char *text, size_t size)
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
        (!xl_is_terminal(STDERR_FILENO) && seconds_since(&p->shown) < (double)p->interval_s))
        return;
    xl_format_estimate(seconds_since(&p->begun) / (double)done * (double)(all - done), left,
                       sizeof left);
    snprintf(text, sizeof text, "%zu of %zu %s, %s left", done, all, what, left);
    xl_progress_tick(p, text);
}

void xl_progress_end(struct xl_progress *p)
{
    if (!p->is_shown)
        return;
    xl_progress_pause();
    struct line *line = line_of(p, false);
    if (line)
        line->of = NULL;
    if (!p->is_quiet)
        fprintf(stderr, "%s: %.1f s\n", p->name, seconds_since(&p->begun));
    xl_progress_resume();
}
