/* Progress on a terminal, as a screen shows it: the table, its end, narrow and dumb terminals.
 * SPDX-License-Identifier: MIT
 */
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/terminal.h"
#include "unit.h"

enum { COLUMNS = 100, LINES = 24, BYTES = 1 << 16 };

/* What a terminal of this size shows of what is written to it. */
struct screen {
    unsigned columns, lines, x, y;
    char cell[LINES][COLUMNS + 1];
};

static void scroll(struct screen *s)
{
    if (++s->y < s->lines)
        return;
    memmove(s->cell[0], s->cell[1], (s->lines - 1) * sizeof s->cell[0]);
    memset(s->cell[s->lines - 1], 0, sizeof s->cell[0]);
    s->y = s->lines - 1;
}

/* CSI A and J, which is all that is used. Returns where the text goes on. */
static const char *escape(struct screen *s, const char *at)
{
    char *end;
    assert_int_equal(at[1], '[');
    const unsigned number = (unsigned)strtoul(at + 2, &end, 10);
    if (*end == 'A') {
        s->y -= number < s->y ? number : s->y;
    } else if (*end == 'J') {
        memset(s->cell[s->y] + s->x, 0, COLUMNS - s->x);
        for (unsigned y = s->y + 1; y < s->lines; y++)
            memset(s->cell[y], 0, COLUMNS);
    } else {
        fail_msg("\\033%.8s", at + 1);
    }
    return end + 1;
}

static void show(struct screen *s, const char *text)
{
    while (*text) {
        if (*text == '\033') {
            text = escape(s, text);
            continue;
        }
        if (*text == '\r') {
            s->x = 0;
        } else if (*text == '\n') {
            scroll(s); /* of a terminal that makes CR LF of LF, which is CR before it */
        } else {
            if (s->x == s->columns) {
                s->x = 0;
                scroll(s);
            }
            s->cell[s->y][s->x++] = *text;
        }
        text++;
    }
}

/* What a process writes into a terminal, and its screen. */
static void run(void (*act)(void), const char *term, struct screen *s, char text[BYTES])
{
    const int fd = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(fd >= 0 && grantpt(fd) == 0 && unlockpt(fd) == 0);
    const struct winsize size = {.ws_col = (unsigned short)s->columns,
                                 .ws_row = (unsigned short)s->lines};
    const int slave = open(ptsname(fd), O_RDWR | O_NOCTTY);
    assert_true(slave >= 0 && ioctl(slave, TIOCSWINSZ, &size) == 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(slave, STDERR_FILENO);
        dup2(slave, STDOUT_FILENO);
        setenv("TERM", term, 1);
        act();
        fflush(stdout);
        _exit(0);
    }
    close(slave);
    size_t used = 0;
    for (ssize_t n; used < BYTES - 1 && (n = read(fd, text + used, BYTES - 1 - used)) > 0;)
        used += (size_t)n;
    text[used] = '\0';
    close(fd);
    assert_int_equal(waitpid(child, NULL, 0), child);
    show(s, text);
}

static struct xl_progress steps[30];

static void tick(size_t i, const char *text)
{
    steps[i].printed -= 60; /* not one of the steps is in its first second */
    xl_progress_tick(&steps[i], text);
}

static void begin(size_t count)
{
    static char names[30][32];
    for (size_t i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "row-%zu", i);
        xl_progress_begin(&steps[i], names[i]);
        steps[i].is_quiet = i > 0;
        tick(i, "1 of 300, add_f32");
    }
}

static void print_line(const char *line)
{
    xl_progress_pause();
    puts(line);
    fflush(stdout);
    xl_progress_resume();
}

static void three_steps(void)
{
    puts("seed 1");
    fflush(stdout);
    begin(3);
    xl_progress_tick(&steps[1], "2 of 300, sub_f32"); /* at once */
    print_line("row-9 pass");
}

static void until_the_end(void)
{
    three_steps();
    for (size_t i = 0; i < 3; i++)
        xl_progress_end(&steps[i]);
    print_line("row-1 fail");
}

static void many_steps(void)
{
    print_line("row-9 pass");
    begin(30);
    for (size_t i = 0; i < 30; i++)
        tick(i, "a kernel with a name that is far too long for a line of this terminal, and so on");
}

XL_TEST(test_a_table)
{
    static char text[BYTES];
    static struct screen s = {.columns = COLUMNS, .lines = LINES};
    run(three_steps, "xterm", &s, text);
    assert_string_equal(s.cell[0], "seed 1");
    assert_string_equal(s.cell[1], "row-9 pass");
    assert_string_equal(s.cell[2], "row-0: 1 of 300, add_f32 (0 s)");
    assert_string_equal(s.cell[3], "row-1: 2 of 300, sub_f32 (0 s)");
    assert_string_equal(s.cell[4], "row-2: 1 of 300, add_f32 (0 s)");
    assert_string_equal(s.cell[5], "");
}

XL_TEST(test_its_end)
{
    static char text[BYTES];
    static struct screen s = {.columns = COLUMNS, .lines = LINES};
    run(until_the_end, "xterm", &s, text);
    assert_string_equal(s.cell[1], "row-9 pass");
    /* Its time, however slow the machine is. The others have lines of their own. */
    assert_memory_equal(s.cell[2], "row-0: ", strlen("row-0: "));
    assert_null(strchr(s.cell[2], '('));
    assert_string_equal(s.cell[3], "row-1 fail");
    assert_string_equal(s.cell[4], "");
}

/* Neither a line nor the table is larger than its terminal, which would leave rests behind. */
XL_TEST(test_small_terminals)
{
    static char text[BYTES];
    static const unsigned sizes[][2] = {{20, 6}, {2, 24}, {40, 2}, {1, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct screen s = {.columns = sizes[i][0], .lines = sizes[i][1]};
        run(many_steps, "xterm", &s, text);
        const unsigned table = s.lines > 3 ? s.lines - 2 : 1;
        for (unsigned y = 0; y < s.lines; y++) {
            if (s.columns < 20) /* the line printed before is longer than that */
                break;
            if (s.lines > 3 && y == 0)
                assert_string_equal(s.cell[0], "row-9 pass");
            else if (s.lines > 3 && y <= table)
                assert_int_equal(strlen(s.cell[y]), s.columns - 1);
            else if (s.lines > 3)
                assert_string_equal(s.cell[y], "");
        }
        assert_true(s.x < s.columns || s.columns == 1);
    }
}

static void a_step_without_words(void)
{
    begin(1);
    tick(0, "");
}

XL_TEST(test_no_words)
{
    static char text[BYTES];
    static struct screen s = {.columns = COLUMNS, .lines = LINES};
    run(a_step_without_words, "dumb", &s, text);
    assert_string_equal(s.cell[0], "row-0: 1 of 300, add_f32");
    assert_string_equal(s.cell[1], "");
}

XL_TEST(test_dumb_terminals)
{
    static char text[BYTES];
    static struct screen s = {.columns = COLUMNS, .lines = LINES};
    run(three_steps, "dumb", &s, text);
    assert_null(strchr(text, '\033'));
    assert_string_equal(s.cell[1], "row-0: 1 of 300, add_f32"); /* a quiet step says nothing */
    assert_string_equal(s.cell[2], "row-9 pass");
    assert_string_equal(s.cell[3], "");
}

static void say_colours(void)
{
    static const char *const values[] = {NULL, "", "1"};
    for (size_t i = 0; i < 3; i++) {
        if (values[i])
            setenv("NO_COLOR", values[i], 1);
        else
            unsetenv("NO_COLOR");
        printf("%d%d ", xl_has_colour(STDOUT_FILENO), xl_is_terminal(STDERR_FILENO));
    }
}

XL_TEST(test_no_color)
{
    static char text[BYTES];
    struct screen s = {.columns = COLUMNS, .lines = LINES};
    run(say_colours, "xterm", &s, text);
    assert_string_equal(text, "11 11 01 ");
    run(say_colours, "dumb", &s, text);
    assert_string_equal(text, "00 00 00 ");
}

int main(void)
{
    return xl_run_tests("progress", NULL, NULL);
}
