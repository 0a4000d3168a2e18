/* How many elements a kernel can be given.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/sizes.h"

#include <math.h>
#include <stdbool.h>

enum { MOST_SHORT_N = 4 * 256 + 3 /* four vectors of 2048 bits, of bytes, and 3 */ };

/* Whether a block is the first that has its n. */
static bool is_new_n(const struct xl_sizes *s, size_t block)
{
    for (size_t b = 0; b < block; b++)
        if (s->blocks[b].n == s->blocks[block].n)
            return false;
    return true;
}

size_t xl_listed_n(const struct xl_kernel *kernel, size_t i)
{
    const struct xl_sizes *s = &kernel->sizes;
    if (s->n[0])
        return i < XL_MAX_LISTED ? s->n[i] : 0;
    for (size_t b = 0; b < XL_MAX_BLOCKS && s->blocks[b].n; b++)
        if (is_new_n(s, b) && i-- == 0)
            return s->blocks[b].n;
    return 0;
}

size_t xl_listed_rows(const struct xl_kernel *kernel, size_t n, size_t i)
{
    const struct xl_sizes *s = &kernel->sizes;
    if (s->rows[0])
        return i < XL_MAX_LISTED ? s->rows[i] : 0;
    for (size_t b = 0; b < XL_MAX_BLOCKS && s->blocks[b].n; b++)
        if (s->blocks[b].n == n && i-- == 0)
            return s->blocks[b].rows;
    return 0;
}

size_t xl_listed_count(const struct xl_kernel *kernel)
{
    size_t count = 0;
    while (xl_listed_n(kernel, count))
        count++;
    return count;
}

size_t xl_listed_rows_count(const struct xl_kernel *kernel, size_t n)
{
    size_t count = 0;
    while (xl_listed_rows(kernel, n, count))
        count++;
    return count;
}

size_t xl_requested_or(const struct xl_kernel *kernel, size_t least)
{
    const struct xl_sizes *s = &kernel->sizes;
    const size_t step = s->multiple_of > 1 ? s->multiple_of : 1;
    size_t most = s->least > least ? s->least : least;
    for (size_t i = 0; i < XL_MAX_THRESHOLDS && s->thresholds[i]; i++)
        most = s->thresholds[i] + step > most ? s->thresholds[i] + step : most;
    for (size_t i = 0; xl_listed_n(kernel, i); i++)
        most = xl_listed_n(kernel, i) > most ? xl_listed_n(kernel, i) : most;
    return most;
}

size_t xl_requested_n(const struct xl_kernel *kernel)
{
    return xl_requested_or(kernel, MOST_SHORT_N);
}

/* Of a buffer, with so many of each size. */
static double elements_of(const struct xl_arg *arg, double n, double rows, double depth)
{
    const double sizes[XL_SIZES] = {
        [XL_SIZE_n] = n, [XL_SIZE_rows] = rows, [XL_SIZE_depth] = depth};
    const double across = sizes[arg->across],
                 down = arg->down == XL_DOWN_one ? 1 : sizes[arg->down - XL_DOWN_n];
    const double each = arg->rare.divide > 1 ? ceil(across / (double)arg->rare.divide) : across;
    const double high =
        arg->rare.rows_divide > 1 ? ceil(down / (double)arg->rare.rows_divide) : down;
    return ((double)arg->per_n * each + (double)arg->fixed) * (high + (double)arg->more_rows);
}

/* Of the thresholds of rows and of depth, with few of the other sizes. */
static double at_thresholds(const struct xl_kernel *kernel, const struct xl_arg *arg)
{
    const struct xl_sizes *s = &kernel->sizes;
    const double n = (double)xl_valid_n(kernel, XL_THRESHOLD_N);
    double most = 0;
    for (size_t i = 0; i < XL_MAX_THRESHOLDS; i++) {
        if (s->row_thresholds[i])
            most = fmax(most, elements_of(arg, n, (double)s->row_thresholds[i] + 1, 1));
        if (s->depth_thresholds[i])
            most = fmax(most, elements_of(arg, n, 1, (double)s->depth_thresholds[i] + 1));
    }
    return most;
}

double xl_requested_elements(const struct xl_kernel *kernel, const struct xl_arg *arg)
{
    double most = 0;
    if (!xl_arg_is_buffer(arg))
        return 0;
    for (size_t i = 0, n; (n = xl_listed_n(kernel, i)); i++)
        for (size_t r = 0, rows; (rows = xl_listed_rows(kernel, n, r)); r++)
            most = fmax(most, elements_of(arg, (double)n, (double)rows, 1));
    /* With any n there need be no more than the fewest rows, or one. */
    const size_t fewest = xl_valid_rows(kernel, 0, 1);
    most = most ? most : elements_of(arg, (double)xl_requested_n(kernel), (double)fewest, 1);
    return fmax(most, at_thresholds(kernel, arg));
}

/* Of two numbers of a list the one that is nearer to what is wanted: the greater of those up to it,
 * or the least. */
static size_t nearer(size_t a, size_t b, size_t wanted)
{
    if ((a <= wanted) != (b <= wanted))
        return a <= wanted ? a : b;
    return (a > b) == (a <= wanted) ? a : b;
}

size_t xl_valid_n(const struct xl_kernel *kernel, size_t n)
{
    const size_t multiple = kernel->sizes.multiple_of;
    size_t listed = xl_listed_n(kernel, 0);
    for (size_t i = 1; xl_listed_n(kernel, i); i++)
        listed = nearer(listed, xl_listed_n(kernel, i), n);
    if (listed)
        return listed;
    n -= multiple > 1 ? n % multiple : 0;
    return n > kernel->sizes.least ? n : kernel->sizes.least;
}

size_t xl_valid_rows(const struct xl_kernel *kernel, size_t n, size_t rows)
{
    size_t listed = xl_listed_rows(kernel, n, 0);
    for (size_t i = 1; xl_listed_rows(kernel, n, i); i++)
        listed = nearer(listed, xl_listed_rows(kernel, n, i), rows);
    return listed ? listed : rows;
}

bool xl_sizes_allow(const struct xl_kernel *kernel, const struct xl_case *c)
{
    return xl_valid_n(kernel, c->n) == c->n && xl_valid_rows(kernel, c->n, c->rows) == c->rows;
}
