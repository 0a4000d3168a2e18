/* The console's table of rows: a line for each when it ends.
 * SPDX-License-Identifier: MIT
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/terminal.h"
#include "base/unicode.h"
#include "report/console.h"

static const char *colour(enum xl_outcome outcome)
{
    static const char *const codes[XL_OUTCOMES] = {"\033[32m", "\033[31m", "\033[33m",
                                                   "\033[33m", "\033[31m", "\033[31m"};
    return xl_has_colour(STDOUT_FILENO) ? codes[outcome] : "";
}

static const char *plain(void)
{
    return xl_has_colour(STDOUT_FILENO) ? "\033[0m" : "";
}

static int name_width(const struct xl_results *results)
{
    size_t width = 3;
    for (size_t i = 0; i < results->row_count; i++) {
        size_t length = strlen(results->rows[i].row->name);
        width = length > width ? length : width;
    }
    return (int)width;
}

/* Columns beside the name: isa, vl, kernels, outcome, time. */
enum { XL_TABLE_REST = 44, XL_NARROW_INDENT = 4 };

/* A terminal that is too narrow for the table gets two of its columns. A log has all. */
static bool is_narrow(const struct xl_results *results, unsigned columns)
{
    return columns && (unsigned)name_width(results) + XL_TABLE_REST > columns;
}

void xl_console_head(void *unused, const struct xl_results *results)
{
    (void)unused;
    printf("seed %llu\n", (unsigned long long)results->seed);
    if (is_narrow(results, xl_output_columns(0)))
        printf("%-7s  row\n", "outcome");
    else
        printf("%-*s  %-6s  %5s  %9s  %-7s  %7s\n", name_width(results), "row", "isa", "vl",
               "kernels", "outcome", "time");
    fflush(stdout);
}

/* On a terminal, a reason that does not fit the line of its row gets lines of its own. */
static void print_reason(const char *reason, size_t at, unsigned columns)
{
    if (!*reason) {
        putchar('\n');
    } else if (!columns || at + 2 + strlen(reason) <= columns) {
        printf("  %s\n", reason);
    } else {
        printf("\n%*s", XL_NARROW_INDENT, "");
        xl_print_wrapped(reason, strlen(reason), XL_NARROW_INDENT, XL_NARROW_INDENT, columns);
    }
}

void xl_console_row(void *unused, const struct xl_results *results, const struct xl_row_result *row)
{
    (void)unused;
    const unsigned columns = xl_output_columns(0);
    const char *outcome = xl_outcome_name(row->outcome);
    const size_t width = (size_t)name_width(results);
    char vl[16] = "-", kernels[48], time[32], *reason = xl_printable(row->reason, "\n");
    if (row->has_vl && row->vl_bits)
        snprintf(vl, sizeof vl, "%u", row->vl_bits);
    snprintf(kernels, sizeof kernels, "%zu of %zu", xl_kernels_checked(row), row->expected);
    snprintf(time, sizeof time, "%.1f s", row->seconds);
    if (row->kernel_count && xl_kernels_cached(row) == row->kernel_count)
        snprintf(time, sizeof time, "cached");
    if (is_narrow(results, columns)) {
        printf("%s%-7s%s  %s", colour(row->outcome), outcome, plain(), row->row->name);
        print_reason(reason, 9 + strlen(row->row->name), columns);
    } else {
        printf("%-*s  %-6s  %5s  %9s  %s%-7s%s  %7s", (int)width, row->row->name,
               row->row->isa->name, vl, kernels, colour(row->outcome), outcome, plain(), time);
        print_reason(reason, width + XL_TABLE_REST, columns);
    }
    free(reason);
    fflush(stdout);
}
