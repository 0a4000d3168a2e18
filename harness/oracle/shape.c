/* The shape of arguments, and the sizes that a record allows.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/shape.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

enum { MOST_SHORT_N = 4 * 256 + 3 /* four vectors of 2048 bits, of bytes, and 3 */ };

size_t xl_count_args(const struct xl_kernel *kernel, bool (*is_such)(const struct xl_arg *arg))
{
    size_t count = 0;
    for (const struct xl_arg *arg = kernel->args; arg->kind; arg++)
        count += is_such(arg);
    return count;
}

long xl_arg_find(const struct xl_kernel *kernel, const char *name)
{
    for (size_t k = 0; kernel->args[k].kind; k++)
        if (strcmp(kernel->args[k].name, name) == 0)
            return (long)k;
    return -1;
}

bool xl_has_size(const struct xl_kernel *kernel, enum xl_size size)
{
    for (const struct xl_arg *arg = kernel->args; arg->kind; arg++)
        if (arg->kind == XL_ARG_SIZE && arg->across == size)
            return true;
    return false;
}

bool xl_arg_is_strip(const struct xl_arg *arg)
{
    return arg->per_n == 1 && !arg->fixed && arg->rare.divide <= 1;
}

bool xl_arg_has_shape(const struct xl_arg *arg)
{
    return arg->down != XL_DOWN_one || arg->across != XL_SIZE_n;
}

bool xl_arg_is_as_long(const struct xl_arg *a, const struct xl_arg *b)
{
    return a->per_n == b->per_n && a->fixed == b->fixed && a->across == b->across &&
           a->rare.divide == b->rare.divide && a->rare.ratio == b->rare.ratio;
}

bool xl_arg_has_same_shape(const struct xl_arg *a, const struct xl_arg *b)
{
    return xl_arg_is_as_long(a, b) && a->down == b->down && a->more_rows == b->more_rows &&
           a->rare.rows_divide == b->rare.rows_divide;
}

size_t xl_elements_before(const struct xl_arg *arg, size_t at)
{
    const size_t divide = arg->rare.divide > 1 ? arg->rare.divide : 1, rest = at % divide;
    size_t of_rest = 0;
    if (arg->rare.ratio == XL_RATIO_up)
        of_rest = (arg->per_n * rest + divide - 1) / divide;
    else if (arg->rare.ratio == XL_RATIO_down)
        of_rest = arg->per_n * rest / divide;
    else if (arg->rare.ratio == XL_RATIO_begun)
        of_rest = rest ? arg->per_n : 0;
    return arg->per_n * (at / divide) + of_rest;
}

size_t xl_rows_before(const struct xl_arg *arg, size_t at)
{
    return arg->rare.rows_divide > 1 ? (at + arg->rare.rows_divide - 1) / arg->rare.rows_divide
                                     : at;
}

bool xl_arg_is_wide_size(const struct xl_arg *arg)
{
    return arg->kind == XL_ARG_VALUE && arg->is_size && arg->rare.most > INT32_MAX;
}

bool xl_arg_is_buffer(const struct xl_arg *arg)
{
    return xl_arg_is_read(arg) || xl_arg_is_written(arg);
}

bool xl_arg_is_read(const struct xl_arg *arg)
{
    return arg->kind == XL_ARG_IN || arg->kind == XL_ARG_INOUT;
}

bool xl_arg_is_value(const struct xl_arg *arg)
{
    return arg->kind == XL_ARG_VALUE;
}

bool xl_arg_is_secret(const struct xl_kernel *kernel, const struct xl_arg *arg)
{
    return kernel->secret.args && xl_has_word(kernel->secret.args, arg->name);
}

bool xl_arg_is_operand(const struct xl_arg *arg)
{
    return xl_arg_is_read(arg) || xl_arg_is_value(arg);
}

bool xl_arg_can_be_adjacent(const struct xl_arg *arg)
{
    return xl_arg_is_buffer(arg) && arg->per_n;
}

bool xl_arg_is_written(const struct xl_arg *arg)
{
    return arg->kind == XL_ARG_OUT || arg->kind == XL_ARG_INOUT;
}

size_t xl_axis_operand(const struct xl_kernel *kernel)
{
    size_t k = 0;
    for (; kernel->args[k].kind; k++)
        if (kernel->args[k].kind == XL_ARG_IN && xl_arg_is_strip(&kernel->args[k]))
            break;
    const bool is_there = kernel->args[k].kind;
    return is_there && xl_type_is_float(kernel->args[k].type) ? k : XL_MAX_ARGS;
}

static size_t size_of(enum xl_size size, const struct xl_case *c)
{
    return size == XL_SIZE_rows ? c->rows : size == XL_SIZE_depth ? c->depth : c->n;
}

size_t xl_row_elements(const struct xl_arg *arg, const struct xl_case *c)
{
    return xl_elements_before(arg, size_of(arg->across, c)) + arg->fixed;
}

size_t xl_row_count(const struct xl_arg *arg, const struct xl_case *c)
{
    if (arg->down == XL_DOWN_one)
        return 1;
    const size_t down = size_of((enum xl_size)(arg->down - XL_DOWN_n), c);
    return xl_rows_before(arg, down) + arg->more_rows;
}

size_t xl_arg_elements(const struct xl_arg *arg, const struct xl_case *c)
{
    return xl_row_elements(arg, c) * xl_row_count(arg, c);
}

size_t xl_narrowest_bytes(const struct xl_kernel *kernel)
{
    size_t narrowest = 8;
    for (size_t i = 0; kernel->args[i].kind; i++)
        if (xl_arg_is_buffer(&kernel->args[i]) && xl_type_size(kernel->args[i].type) < narrowest)
            narrowest = xl_type_size(kernel->args[i].type);
    return narrowest;
}

static bool is_inout(const struct xl_arg *arg)
{
    return arg->kind == XL_ARG_INOUT;
}

bool xl_changes_inputs(const struct xl_kernel *kernel)
{
    return xl_count_args(kernel, is_inout) > 0;
}

static bool is_float_operand(const struct xl_arg *arg)
{
    return xl_arg_is_operand(arg) && xl_type_is_float(arg->type);
}

bool xl_has_float(const struct xl_kernel *kernel)
{
    return xl_count_args(kernel, is_float_operand) > 0;
}

size_t xl_arg_alignment(const struct xl_kernel *kernel, const struct xl_arg *arg)
{
    size_t size = xl_type_size(arg->type);
    return kernel->align > size ? kernel->align : size;
}

bool xl_can_share(const struct xl_arg *in, const struct xl_arg *out)
{
    return in->kind == XL_ARG_IN && out->kind == XL_ARG_OUT && in->type == out->type &&
           xl_arg_has_same_shape(in, out) && in->by_pointers == out->by_pointers;
}

size_t xl_sharing_pairs(const struct xl_kernel *kernel)
{
    size_t pairs = 0;
    for (size_t i = 0; kernel->in_place && i < XL_MAX_ARGS; i++)
        for (size_t o = 0; o < XL_MAX_ARGS; o++)
            pairs += xl_can_share(&kernel->args[i], &kernel->args[o]);
    return pairs;
}

static bool is_sum(const struct xl_arg *arg)
{
    return arg->kind == XL_ARG_RESULT || (xl_arg_is_written(arg) && !arg->per_n);
}

bool xl_has_sum(const struct xl_kernel *kernel)
{
    return xl_count_args(kernel, is_sum) > 0;
}

bool xl_sum_overflows(const struct xl_kernel *kernel)
{
    return kernel->contract.kind != XL_ULP && xl_has_sum(kernel);
}

bool xl_total_wraps(const struct xl_kernel *kernel)
{
    return xl_sum_overflows(kernel) && !xl_has_float(kernel);
}

/* Whether a block is the first with its n. */
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

/* The elements of a buffer with these sizes. */
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

/* The most elements at a threshold of rows or depth, with other sizes small. */
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
    /* With any n, the fewest rows are enough. */
    const size_t fewest = xl_valid_rows(kernel, 0, 1);
    most = most ? most : elements_of(arg, (double)xl_requested_n(kernel), (double)fewest, 1);
    return fmax(most, at_thresholds(kernel, arg));
}

/* The better one of two listed numbers: the largest up to `wanted`, or the least. */
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

size_t xl_listed_pairs(const struct xl_kernel *kernel)
{
    size_t pairs = 0;
    for (size_t i = 0, n; (n = xl_listed_n(kernel, i)); i++) {
        const size_t rows = xl_listed_rows_count(kernel, n);
        pairs += rows ? rows : 1;
    }
    return pairs;
}

void xl_listed_pair(const struct xl_kernel *kernel, size_t number, struct xl_case *c)
{
    const size_t pairs = xl_listed_pairs(kernel);
    size_t pair = pairs ? number % pairs : 0;
    for (size_t i = 0, n; (n = xl_listed_n(kernel, i)); i++) {
        const size_t listed = xl_listed_rows_count(kernel, n), rows = listed ? listed : 1;
        if (pair < rows) {
            c->n = n;
            c->rows = xl_listed_rows(kernel, n, pair);
            return;
        }
        pair -= rows;
    }
}

bool xl_sizes_allow(const struct xl_kernel *kernel, const struct xl_case *c)
{
    return xl_valid_n(kernel, c->n) == c->n && xl_valid_rows(kernel, c->n, c->rows) == c->rows;
}

long xl_length_of(const struct xl_kernel *kernel, size_t k)
{
    for (size_t i = 0; i < XL_MAX_LENGTHS && kernel->lengths[i].of; i++)
        if (strcmp(kernel->lengths[i].of, kernel->args[k].name) == 0)
            return xl_arg_find(kernel, kernel->lengths[i].is);
    return -1;
}

uint64_t xl_length_in(const struct xl_arg *arg, uint64_t bits)
{
    const unsigned last = xl_type_bits(arg->type) - 1;
    const bool has_negative = xl_type_is_signed(arg->type) || arg->is_size;
    return has_negative && bits >> last & 1 ? 0 : bits;
}
