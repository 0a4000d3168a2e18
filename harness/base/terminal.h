/* What the terminal of an output can do, and how wide it is.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_TERMINAL_H
#define XL_HARNESS_BASE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

/* Whether lines there can be written over: a terminal, and one that knows how (TERM). */
bool xl_is_terminal(int fd);

/* Whether colours are wanted there: on a terminal, unless NO_COLOR is set (no-color.org). */
bool xl_has_colour(int fd);

/* Of the terminal; 80 by 24 where it does not say. */
void xl_terminal_size(int fd, unsigned *columns, unsigned *lines);

/* Progress on standard error: a table of the steps that go on, written over in place on a terminal;
 * a plain line now and then elsewhere. */

struct xl_progress {
    const char *name; /* of the step */
    struct timespec begun, shown;
    int is_shown;
    unsigned
        interval_s; /* seconds between two lines off a terminal; 10 unless set after the begin */
    bool is_quiet;  /* shown on a terminal only, for something else is printed when it ends; false
                       unless set after the begin */
};

void xl_progress_begin(struct xl_progress *p, const char *name);

/* Says how far the step is. Shows nothing during the first second. */
void xl_progress_tick(struct xl_progress *p, const char *text);

/* Takes the table off the terminal, and keeps it away until the resume, so that something else can
 * be printed. */
void xl_progress_pause(void);
void xl_progress_resume(void);

/* Says how far the step is by parts that take about the same time each: "4 of 9 rows, about 20 s
 * left". Off a terminal the first is as late as the others: each part may have its own line. */
void xl_progress_parts(struct xl_progress *p, size_t done, size_t all, const char *what);

/* A time that is guessed, in words: "about 50 s", "about 3 min". */
void xl_format_estimate(double seconds, char *text, size_t size);

/* Ends it; a step that was shown says how long it took, unless it is quiet. */
void xl_progress_end(struct xl_progress *p);

#endif
