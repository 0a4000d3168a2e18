/* Terminals: their size and colours, and progress of steps on standard error.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_TERMINAL_H
#define XL_HARNESS_BASE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Whether lines can be overwritten there: it is a terminal, and TERM is not dumb. */
bool xl_is_terminal(int fd);

/* Whether to use colours there: on a terminal, unless NO_COLOR is set (no-color.org). */
bool xl_has_colour(int fd);

/* The columns that text on standard output has room for: those of the terminal, or else
 * `otherwise`.
 */
unsigned xl_output_columns(unsigned otherwise);

/* The same of standard error; 0: it is no terminal, so any text has room. */
unsigned xl_error_columns(void);

/* Prints the words of a text and a line end on standard output. The cursor is in column `at`. Lines
 * that do not fit `columns` (0: any do) are broken; the next begin in column `indent`. */
void xl_print_wrapped(const char *text, size_t length, size_t at, size_t indent, size_t columns);

/* Writes lines that do not fit `columns` (0: any do) broken at blanks. Continued lines begin below
 * the text behind a title ("  call       n = 1"), or two columns further in than their first.
 * Colours take no column. */
void xl_put_wrapped(FILE *to, const char *text, size_t columns);

/* Between them, what is printed on standard output is kept, and then written by xl_put_wrapped, if
 * that is a terminal. For one thread. */
void xl_wrapped_begin(void);
void xl_wrapped_end(void);

/* Progress on standard error. On a terminal: a table of the running steps, overwritten in place.
 * Elsewhere: a line from time to time. */

struct xl_progress {
    const char *name;        /* of the step */
    double started, printed; /* xl_now */
    bool is_printed;         /* at least once */
    /* Seconds between two lines if it is no terminal. Set it after xl_progress_begin (default 10).
     */
    unsigned interval_s;
    /* Print on a terminal only, and nothing at the end. Set it after xl_progress_begin. */
    bool is_quiet;
};

void xl_progress_begin(struct xl_progress *p, const char *name);

/* Shows the state of the step. Shows nothing during the first second. */
void xl_progress_tick(struct xl_progress *p, const char *text);

/* Removes the table from the terminal until xl_progress_resume, so that other text can be printed.
 */
void xl_progress_pause(void);
void xl_progress_resume(void);

/* Shows a step of parts: "4 of 9 rows, about 20 s left". If it is no terminal, the first line waits
 * for the interval too, because each part may have its own line. */
void xl_progress_parts(struct xl_progress *p, size_t done, size_t all, const char *what,
                       double seconds_left);

/* An estimated time: "about 50 s", "about 3 min". */
void xl_format_estimate(double seconds, char *text, size_t size);

/* Ends the step. Prints how long it took, if it was shown and is not quiet. */
void xl_progress_end(struct xl_progress *p);

#endif
