/* Terminals: their size and colours, and progress of steps on standard error.
 * SPDX-License-Identifier: MIT
 */
#include "base/terminal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

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

/* The terminal's size; 80 by 24 if it is unknown. */
static void terminal_size(int fd, unsigned *columns, unsigned *lines)
{
    struct winsize size = {0};
    const bool is_known = ioctl(fd, TIOCGWINSZ, &size) == 0;
    *columns = is_known && size.ws_col ? size.ws_col : 80;
    *lines = is_known && size.ws_row ? size.ws_row : 24;
}

unsigned xl_output_columns(unsigned otherwise)
{
    unsigned columns = otherwise, height;
    if (xl_is_terminal(STDOUT_FILENO))
        terminal_size(STDOUT_FILENO, &columns, &height);
    return columns;
}

unsigned xl_error_columns(void)
{
    unsigned columns = 0, height;
    if (xl_is_terminal(STDERR_FILENO))
        terminal_size(STDERR_FILENO, &columns, &height);
    return columns;
}

void xl_print_wrapped(const char *text, size_t length, size_t at, size_t indent, size_t columns)
{
    const char *end = text + length;
    bool is_first = true;
    for (;;) {
        while (text < end && (*text == ' ' || *text == '\n'))
            text++;
        const char *word = text;
        while (text < end && *text != ' ' && *text != '\n')
            text++;
        const size_t size = (size_t)(text - word);
        if (!size)
            break;
        if (!is_first && columns && at + 1 + size > columns) {
            printf("\n%*s", (int)indent, "");
            at = indent;
        } else if (!is_first) {
            putchar(' ');
            at++;
        }
        printf("%.*s", (int)size, word);
        at += size;
        is_first = false;
    }
    putchar('\n');
}

/* ---- Lines that are broken at blanks ---- */

/* Bytes of a colour's sequence; 0: none begins here. */
static size_t colour_at(const char *text)
{
    return strncmp(text, "\033[", 2) == 0 ? 2 + strspn(text + 2, "0123456789;") + 1 : 0;
}

/* The columns of these bytes; bytes inside of UTF-8 take none. */
static size_t columns_of(const char *text, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < size; i++) {
        const size_t colour = colour_at(text + i);
        if (colour)
            i += colour - 1;
        else
            count += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return count;
}

/* Where the lines that continue this one begin. */
static size_t continued_at(const char *line, size_t columns)
{
    const size_t blanks = strspn(line, " "), word = strcspn(line + blanks, " \n"),
                 gap = strspn(line + blanks + word, " "), text = blanks + word + gap;
    const size_t at = gap > 1 && blanks ? text : blanks + 2;
    return at < columns / 2 ? at : 2;
}

static void put_wrapped_line(FILE *to, const char *line, size_t size, size_t columns)
{
    const size_t indent = continued_at(line, columns);
    size_t at = 0, begin = 0;
    for (size_t i = 0; i < size;) {
        const size_t blanks = strspn(line + i, " "),
                     end = i + blanks + strcspn(line + i + blanks, " \n"),
                     width = columns_of(line + i, end - i);
        if (i > begin && at + width > columns) {
            fprintf(to, "\n%*s", (int)indent, "");
            at = indent;
            i = begin = i + blanks;
            continue;
        }
        fwrite(line + i, 1, end - i, to);
        at += width;
        i = end;
    }
    fputc('\n', to);
}

void xl_put_wrapped(FILE *to, const char *text, size_t columns)
{
    while (*text) {
        const size_t size = strcspn(text, "\n");
        if (text[size] && columns && columns_of(text, size) > columns)
            put_wrapped_line(to, text, size, columns);
        else
            fwrite(text, 1, size + (text[size] == '\n'), to);
        text += size + (text[size] == '\n');
    }
}

/* What is printed meanwhile. With the GNU C library, stdout is a variable that can be set. */
static struct {
    FILE *out, *kept;
    char *text;
    size_t size;
} wrapped;

void xl_wrapped_begin(void)
{
    if (wrapped.out || !xl_is_terminal(STDOUT_FILENO))
        return;
    wrapped.kept = open_memstream(&wrapped.text, &wrapped.size);
    if (!wrapped.kept)
        return;
    wrapped.out = stdout;
    stdout = wrapped.kept;
}

void xl_wrapped_end(void)
{
    if (!wrapped.out)
        return;
    stdout = wrapped.out;
    wrapped.out = NULL;
    fclose(wrapped.kept);
    xl_put_wrapped(stdout, wrapped.text, xl_output_columns(0));
    free(wrapped.text);
}

/* ---- Progress ---- */

/* A line of the table. */
struct line {
    const struct xl_progress *step; /* only compared: it may have ended; NULL: this line is free */
    double started;
    char name[100], text[100];
};

enum { XL_PROGRESS_LINES = 12 };

/* The process has one table for all steps. */
static pthread_mutex_t terminal = PTHREAD_MUTEX_INITIALIZER;
static struct line lines[XL_PROGRESS_LINES];
static unsigned drawn; /* lines on the terminal */

void xl_progress_begin(struct xl_progress *p, const char *name)
{
    const double now = xl_now();
    *p = (struct xl_progress){.name = name, .started = now, .printed = now, .interval_s = 10};
}

/* The step's line of the table. NULL if the table is full. */
static struct line *line_of(const struct xl_progress *p, bool is_new)
{
    struct line *empty = NULL;
    for (size_t i = 0; i < XL_PROGRESS_LINES; i++) {
        if (lines[i].step == p)
            return &lines[i];
        if (!lines[i].step && !empty)
            empty = &lines[i];
    }
    return is_new ? empty : NULL;
}

static void add_row(struct xl_text *out, const struct line *line, unsigned columns)
{
    char text[2 * sizeof line->text];
    const int length = snprintf(text, sizeof text, "%s: %s (%.0f s)", line->name, line->text,
                                xl_now() - line->started);
    /* A character in the last column may start a new line. */
    const int room = columns > 1 ? (int)columns - 1 : 1;
    xl_text_add(out, "%s%.*s", drawn++ ? "\n" : "", length < room ? length : room, text);
}

/* Removes the table from the terminal. */
static void add_erased(struct xl_text *out)
{
    if (drawn > 1)
        xl_text_add(out, "\r\033[%uA\033[J", drawn - 1);
    else if (drawn)
        xl_text_add(out, "\r\033[J");
    drawn = 0;
}

/* Leaves two lines of the terminal, so that the last printed text stays visible. */
static void add_table(struct xl_text *out)
{
    unsigned columns, height;
    terminal_size(STDERR_FILENO, &columns, &height);
    const unsigned most = height > 3 ? height - 2 : 1;
    add_erased(out);
    for (size_t i = 0; i < XL_PROGRESS_LINES; i++)
        if (lines[i].step && drawn < most)
            add_row(out, &lines[i], columns);
}

/* In one write, so that the table does not flicker. */
static void write_table(void (*add)(struct xl_text *out))
{
    struct xl_text out = {0};
    add(&out);
    if (out.used)
        fwrite(out.at, 1, out.used, stderr);
    free(out.at);
}

static void show_on_terminal(const struct xl_progress *p, const char *text)
{
    pthread_mutex_lock(&terminal);
    struct line *line = line_of(p, true);
    if (line) {
        line->step = p;
        line->started = p->started;
        snprintf(line->name, sizeof line->name, "%s", p->name);
        snprintf(line->text, sizeof line->text, "%s", text);
        write_table(add_table);
    }
    pthread_mutex_unlock(&terminal);
}

void xl_progress_tick(struct xl_progress *p, const char *text)
{
    const bool is_terminal = xl_is_terminal(STDERR_FILENO);
    const double wait = !p->is_printed ? 1 : is_terminal ? 0 : p->interval_s;
    if ((p->is_quiet && !is_terminal) || xl_now() - p->printed < wait || (!is_terminal && !*text))
        return;
    p->printed = xl_now();
    p->is_printed = true;
    if (is_terminal)
        show_on_terminal(p, text);
    else
        fprintf(stderr, "%s: %.100s\n", p->name, text);
}

void xl_progress_pause(void)
{
    pthread_mutex_lock(&terminal);
    if (drawn)
        write_table(add_erased);
}

void xl_progress_resume(void)
{
    if (xl_is_terminal(STDERR_FILENO))
        write_table(add_table);
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

void xl_progress_parts(struct xl_progress *p, size_t done, size_t all, const char *what,
                       double seconds_left)
{
    char left[32], text[100];
    if (!done || done >= all ||
        (!xl_is_terminal(STDERR_FILENO) && xl_now() - p->printed < (double)p->interval_s))
        return;
    xl_format_estimate(seconds_left, left, sizeof left);
    snprintf(text, sizeof text, "%zu of %zu %s, %s left", done, all, what, left);
    xl_progress_tick(p, text);
}

void xl_progress_end(struct xl_progress *p)
{
    if (!p->is_printed)
        return;
    xl_progress_pause();
    struct line *line = line_of(p, false);
    if (line)
        line->step = NULL;
    if (!p->is_quiet)
        fprintf(stderr, "%s: %.1f s\n", p->name, xl_now() - p->started);
    xl_progress_resume();
}
