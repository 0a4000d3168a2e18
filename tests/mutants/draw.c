/* Which mutants a commit runs on which rows.
 * SPDX-License-Identifier: MIT
 */
#include "mutants/draw.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"

enum { XL_MAX_ROWS = 256 };

struct row {
    const char *name;
    uint64_t place; /* rows are taken in the order of these */
};

static uint64_t place_of(const char *seed, const char *row)
{
    return xl_digest_combine(xl_digest_text(seed), xl_digest_text(row)).low;
}

static int compare_rows(const void *a, const void *b)
{
    const struct row *left = a, *right = b;
    return (left->place > right->place) - (left->place < right->place);
}

static size_t find_rows(struct row rows[XL_MAX_ROWS], const struct xl_draw_cell *cells,
                        size_t count, const char *seed)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < found && strcmp(rows[at].name, cells[i].row) != 0)
            at++;
        if (at == found && found < XL_MAX_ROWS)
            rows[found++] = (struct row){cells[i].row, place_of(seed, cells[i].row)};
    }
    qsort(rows, found, sizeof rows[0], compare_rows);
    return found;
}

static size_t drawn_before(const struct xl_draw_cell *cells, size_t count, const char *mutant)
{
    size_t drawn = 0;
    for (size_t i = 0; i < count; i++)
        drawn += cells[i].run >= 0 && strcmp(cells[i].mutant, mutant) == 0;
    return drawn;
}

/* Draws a row's cells into a run. Returns how many. */
static size_t draw_row(struct xl_draw_cell *cells, size_t count, const char *row, int run)
{
    size_t drawn = 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(cells[i].row, row) == 0 &&
            drawn_before(cells, count, cells[i].mutant) < XL_DRAW_MOST) {
            cells[i].run = run;
            drawn++;
        }
    return drawn;
}

/* Rows of one build have the same architecture, compiler and level: their names' first word, and
 * the last two. */
static bool is_same_build(const char *row, const char *other)
{
    const size_t arch = strcspn(row, "-") + 1;
    const char *ends[] = {row, other};
    for (size_t i = 0; i < 2; i++)
        for (const char *at = ends[i]; (at = strchr(at, '-')) && strchr(at + 1, '-'); at++)
            ends[i] = at;
    return strncmp(row, other, arch) == 0 && strcmp(ends[0], ends[1]) == 0;
}

/* The run of the rows before this one that have its build, and are no large ones; -1: none. */
static int run_of_build(const struct xl_draw_cell *cells, size_t count, const char *row)
{
    for (size_t i = 0; i < count; i++)
        if (cells[i].run > 0 && strcmp(cells[i].row, row) != 0 && is_same_build(cells[i].row, row))
            return cells[i].run;
    return -1;
}

static void move_row(struct xl_draw_cell *cells, size_t count, const char *row, int run)
{
    for (size_t i = 0; i < count; i++)
        if (cells[i].run >= 0 && strcmp(cells[i].row, row) == 0)
            cells[i].run = run;
}

size_t xl_draw_runs(struct xl_draw_cell *cells, size_t count, const char *seed)
{
    struct row rows[XL_MAX_ROWS];
    const size_t row_count = find_rows(rows, cells, count, seed);
    int runs = 1; /* run 0 is of the large rows */
    for (size_t i = 0; i < count; i++)
        cells[i].run = -1;
    for (size_t r = 0; r < row_count; r++) {
        const size_t drawn = draw_row(cells, count, rows[r].name, runs);
        const int of_build = run_of_build(cells, count, rows[r].name);
        if (drawn > XL_DRAW_LARGE)
            move_row(cells, count, rows[r].name, 0);
        else if (drawn && of_build > 0)
            move_row(cells, count, rows[r].name, of_build);
        else if (drawn && runs < XL_DRAW_RUNS)
            runs++;
        else if (drawn)
            move_row(cells, count, rows[r].name, -1);
    }
    return (size_t)runs;
}
