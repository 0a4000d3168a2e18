/* What is said of kernels across the rows of a run: what dispatchers took, and what CPUs lacked.
 * SPDX-License-Identifier: MIT
 */
#include "report/across.h"

#include <stdio.h>
#include <string.h>

enum { XL_NAMED_ROWS = 3 };

/* Of a kernel's result, the words that rows are gathered by; "": it is not spoken of. */
typedef const char *words_of(const struct xl_kernel_result *k);

static const char *dispatched_of(const struct xl_kernel_result *k)
{
    return k->dispatched;
}

static const char *lacks_of(const struct xl_kernel_result *k)
{
    return k->lacks;
}

static bool is_like(const struct xl_kernel_result *x, const struct xl_kernel_result *y,
                    words_of *words)
{
    return strcmp(x->kernel, y->kernel) == 0 && strcmp(words(x), words(y)) == 0;
}

/* The result on this row that is gathered with another; NULL: there is none. */
static const struct xl_kernel_result *like_on(const struct xl_row_result *row,
                                              const struct xl_kernel_result *k, words_of *words)
{
    for (size_t i = 0; i < row->kernel_count; i++)
        if (is_like(&row->kernels[i], k, words))
            return &row->kernels[i];
    return NULL;
}

/* Prints up to a few rows that have the like; returns how many there are. */
static size_t print_rows(const struct xl_results *results, const struct xl_kernel_result *k,
                         words_of *words)
{
    size_t count = 0;
    for (size_t i = 0; i < results->row_count; i++) {
        if (!like_on(&results->rows[i], k, words))
            continue;
        if (count++ < XL_NAMED_ROWS)
            printf("%s%s", count > 1 ? ", " : "", results->rows[i].row->name);
    }
    if (count > XL_NAMED_ROWS)
        printf(" and %zu more", count - XL_NAMED_ROWS);
    return count;
}

/* Whether an earlier row, or an earlier kernel of this one, has the like. */
static bool was_said(const struct xl_results *results, size_t row, const struct xl_kernel_result *k,
                     words_of *words)
{
    for (size_t i = 0; i < row; i++)
        if (like_on(&results->rows[i], k, words))
            return true;
    return like_on(&results->rows[row], k, words) != k;
}

static bool ran_somewhere(const struct xl_results *results, const char *kernel)
{
    for (size_t i = 0; i < results->row_count; i++)
        for (size_t n = 0; n < results->rows[i].kernel_count; n++) {
            const struct xl_kernel_result *k = &results->rows[i].kernels[n];
            if (strcmp(k->kernel, kernel) == 0 && (k->checked || k->differences))
                return true;
        }
    return false;
}

typedef void print_line(const struct xl_results *results, const struct xl_kernel_result *k);

static void print_each(const struct xl_results *results, words_of *words, print_line *print)
{
    for (size_t i = 0; i < results->row_count; i++)
        for (size_t n = 0; n < results->rows[i].kernel_count; n++) {
            const struct xl_kernel_result *k = &results->rows[i].kernels[n];
            if (*words(k) && !was_said(results, i, k, words))
                print(results, k);
        }
}

static bool has_dispatched(const struct xl_kernel_result *k, const char *kernel)
{
    return *k->dispatched && strcmp(k->kernel, kernel) == 0;
}

/* One line for a kernel, at the first of its results: what it took, and on which rows. */
static void print_dispatched(const struct xl_results *results, const struct xl_kernel_result *first)
{
    size_t count = 0;
    for (size_t i = 0; i < results->row_count; i++)
        for (size_t n = 0; n < results->rows[i].kernel_count; n++) {
            const struct xl_kernel_result *k = &results->rows[i].kernels[n];
            if (!has_dispatched(k, first->kernel) || was_said(results, i, k, dispatched_of))
                continue;
            if (!count && k != first)
                return; /* it has its line */
            if (!count++)
                printf("dispatch: %s took ", k->kernel);
            else
                printf("; ");
            printf("%s on ", k->dispatched);
            print_rows(results, k, dispatched_of);
        }
    putchar('\n');
}

static void print_lacks(const struct xl_results *results, const struct xl_kernel_result *k)
{
    printf("skipped: %s, which needs %s, on ", k->kernel, k->lacks);
    size_t count = print_rows(results, k, lacks_of);
    printf(": %zu of %zu rows%s\n", count, results->row_count,
           ran_somewhere(results, k->kernel) ? "" : "; no row of this run has all that it needs");
}

void xl_print_dispatched(const struct xl_results *results)
{
    print_each(results, dispatched_of, print_dispatched);
}

void xl_print_lacks(const struct xl_results *results)
{
    print_each(results, lacks_of, print_lacks);
}
