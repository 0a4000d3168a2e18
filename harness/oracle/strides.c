/* Buffers with several rows: the number of rows, their length, and their distance in the guest's
 * memory.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/strides.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "oracle/reference.h"
#include "oracle/shape.h"
#include "oracle/values.h"
#include "protocol.h"

enum {
    XL_MOST_GAP = 17, /* units between two rows */
    XL_FEW_ROWS = 2,
    XL_WIDE_BYTES = 4 << 20, /* of a buffer of few rows with a wide stride */
    XL_SAMPLE_ROWS = 2,
    XL_SAMPLE_DEPTH = 8
};

bool xl_arg_has_shape(const struct xl_arg *arg)
{
    return arg->down != XL_DOWN_one || arg->across != XL_SIZE_n;
}

size_t xl_same_input(const struct xl_kernel *kernel, size_t index)
{
    const size_t first = xl_follows(kernel, index);
    const struct xl_arg *a = &kernel->args[first], *b = &kernel->args[index];
    const bool may = !kernel->prepare && a->kind == XL_ARG_IN && b->kind == XL_ARG_IN &&
                     !xl_arg_has_shape(b) && a->lo == b->lo && a->hi == b->hi;
    return may ? first : index;
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether a stride names a buffer. */
static bool names(const struct xl_arg *stride, const char *buffer)
{
    const size_t length = strlen(buffer);
    for (const char *at = stride->name; (at = strstr(at, buffer)) != NULL; at += length)
        if ((at == stride->name || !is_of_name(at[-1])) && !is_of_name(at[length]))
            return true;
    return false;
}

long xl_stride_of(const struct xl_kernel *kernel, size_t k)
{
    for (size_t s = 0; s < XL_MAX_ARGS && kernel->args[s].kind; s++)
        if (kernel->args[s].kind == XL_ARG_STRIDE && names(&kernel->args[s], kernel->args[k].name))
            return (long)s;
    return -1;
}

size_t xl_slack_bytes(const struct xl_kernel *kernel, size_t k, const struct xl_case *c)
{
    const struct xl_arg *arg = &kernel->args[k];
    for (size_t i = 0; i < XL_MAX_SLACKS && kernel->slack[i].of; i++)
        if (strcmp(kernel->slack[i].of, arg->name) == 0 &&
            (!xl_arg_has_shape(arg) || xl_arg_elements(arg, c)))
            return kernel->slack[i].elements * xl_type_size(arg->type);
    return 0;
}

/* Bytes of a row: its elements and the slack behind them. */
static size_t row_room(const struct xl_kernel *kernel, size_t k, const struct xl_case *c)
{
    const struct xl_arg *arg = &kernel->args[k];
    return xl_row_elements(arg, c) * xl_type_size(arg->type) + xl_slack_bytes(kernel, k, c);
}

/* Bytes of the longest row of the buffers of a stride, as a multiple of their alignments. If a call
 * is in place, of the buffers of all strides. */
static size_t longest_row(const struct xl_kernel *kernel, long s, const struct xl_case *c,
                          size_t *unit)
{
    size_t longest = 0;
    *unit = 1;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const long of = xl_arg_is_buffer(arg) ? xl_stride_of(kernel, k) : -1;
        if (of < 0 || (of != s && c->placement != XL_PLACEMENT_IN_PLACE))
            continue;
        size_t bytes = row_room(kernel, k, c);
        longest = bytes > longest ? bytes : longest;
        *unit = xl_arg_alignment(kernel, arg) > *unit ? xl_arg_alignment(kernel, arg) : *unit;
    }
    return (longest + *unit - 1) / *unit * *unit;
}

/* In units; all are equally likely. */
static const unsigned char gaps[] = {0, 1, 3, XL_MOST_GAP};

enum { POWERS = 5, LEAST_POWER = 12 };

size_t xl_wide_stride(size_t way)
{
    return (size_t)1 << (LEAST_POWER + way % POWERS);
}

size_t xl_even_unit(const struct xl_case *c, size_t unit)
{
    const size_t even = (size_t)8 << c->gaps % 4;
    return even > unit ? even : unit;
}

static size_t round_up(size_t x, size_t unit)
{
    return (x + unit - 1) / unit * unit;
}

/* The stride next to a power of two. If rows are longer, to a greater power. The greatest is of
 * elements where the kernel counts these: 16 bits hold no more. */
static size_t wide_bytes(size_t longest, size_t unit, size_t way, size_t counted)
{
    static const signed char beside[] = {0, 1, -1, 3}; /* units */
    const size_t delta = (size_t)beside[way / POWERS % 4] * unit;
    size_t stride = xl_wide_stride(way) * (way % POWERS == POWERS - 1 ? counted : 1);
    while (stride + delta < longest)
        stride *= 2;
    return stride + delta;
}

/* The spacing of another stride, among those next to a power of two. */
static size_t other_wide(size_t way, unsigned other)
{
    return POWERS + (way - POWERS + (size_t)other * 7) % (XL_WIDE_STRIDES - POWERS);
}

/* Bytes from row to row, for rows of at most this length. Both are multiples of the unit.
 * `counted`: in how many bytes the kernel counts strides. `other`: how the buffer's spacing differs
 * from that of the others. */
static long parted_bytes(const struct xl_case *c, size_t longest, size_t unit, size_t counted,
                         unsigned other, bool may_turn)
{
    const unsigned little = c->gaps + other * 5;
    const size_t way = c->gaps & 0x7f, wide = way % XL_WIDE_STRIDES;
    bool is_turned = c->gaps >> XL_TURNED_SHIFT & 1;
    size_t bytes;
    switch (xl_row_spacing_of(c)) {
    case XL_SPACING_WIDE: /* equal for all, if they are powers of two */
        bytes = wide_bytes(longest, unit, wide < POWERS ? wide : other_wide(wide, other), counted);
        break;
    case XL_SPACING_PAGES:
        bytes = round_up(longest, XL_PAGE) + (1 + (way + other) % 2) * XL_PAGE;
        break;
    case XL_SPACING_EVEN:
        bytes = round_up(longest, 2 * xl_even_unit(c, unit)) + xl_even_unit(c, unit);
        break;
    default:
        bytes = longest + gaps[little % 4] * unit;
        is_turned = little / 4 % 2;
    }
    return may_turn && is_turned ? -(long)bytes : (long)bytes;
}

/* The spacing of rows with a stride. */
static long stride_bytes(const struct xl_kernel *kernel, size_t s, const struct xl_case *c)
{
    const bool is_shared = c->placement == XL_PLACEMENT_IN_PLACE;
    size_t unit, longest = longest_row(kernel, (long)s, c, &unit);
    return parted_bytes(c, longest, unit, xl_stride_unit(kernel, s), is_shared ? 0 : (unsigned)s,
                        kernel->args[s].either_way && !is_shared);
}

/* The spacing of rows with a pointer to each: as with XL_STRIDE_EITHER_WAY. In place, both buffers
 * have the same. */
static long pointer_stride(const struct xl_kernel *kernel, size_t k, const struct xl_case *c)
{
    const size_t unit = xl_arg_alignment(kernel, &kernel->args[k]);
    return parted_bytes(c, round_up(row_room(kernel, k, c), unit), unit, 1,
                        c->placement == XL_PLACEMENT_IN_PLACE ? 0 : (unsigned)k, true);
}

long xl_row_stride(const struct xl_kernel *kernel, size_t k, const struct xl_case *c)
{
    const struct xl_arg *arg = &kernel->args[k];
    const long s = arg->down == XL_DOWN_one ? -1 : xl_stride_of(kernel, k);
    if (arg->by_pointers)
        return pointer_stride(kernel, k, c);
    if (arg->down == XL_DOWN_one)
        return 0;
    return s < 0 ? (long)(xl_row_elements(arg, c) * xl_type_size(arg->type))
                 : stride_bytes(kernel, (size_t)s, c);
}

size_t xl_first_row(const struct xl_kernel *kernel, size_t k, const struct xl_case *c)
{
    const size_t rows = xl_row_count(&kernel->args[k], c);
    return kernel->args[k].by_pointers && rows ? (c->gaps / 8 + k) % rows : 0;
}

size_t xl_extent(const struct xl_kernel *kernel, size_t k, const struct xl_case *c)
{
    const struct xl_arg *arg = &kernel->args[k];
    const size_t rows = xl_row_count(arg, c),
                 row = xl_row_elements(arg, c) * xl_type_size(arg->type);
    const long stride = xl_row_stride(kernel, k, c);
    return rows && row ? (rows - 1) * (size_t)(stride < 0 ? -stride : stride) + row : 0;
}

/* Bytes of the longest buffer of a block, with any gaps between its rows. */
static size_t longest_extent(const struct xl_kernel *kernel, size_t n, size_t rows)
{
    struct xl_case c = {.n = n, .rows = rows, .depth = 1};
    size_t most = 0;
    for (c.gaps = 0; c.gaps < XL_GAPS; c.gaps++)
        for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
            const struct xl_arg *arg = &kernel->args[k];
            const size_t bytes = xl_arg_is_buffer(arg) ? xl_extent(kernel, k, &c) : 0;
            most = bytes > most ? bytes : most;
        }
    return most;
}

size_t xl_listed_extent(const struct xl_kernel *kernel)
{
    size_t most = 0;
    if (!xl_listed_n(kernel, 0) && kernel->sizes.rows[0])
        return longest_extent(kernel, xl_requested_n(kernel), xl_valid_rows(kernel, 0, 1));
    for (size_t i = 0, n; (n = xl_listed_n(kernel, i)); i++)
        for (size_t r = 0, rows; (rows = xl_listed_rows(kernel, n, r)); r++) {
            const size_t bytes = longest_extent(kernel, n, rows);
            most = bytes > most ? bytes : most;
        }
    return most;
}

size_t xl_buffer_limit(const struct xl_kernel *kernel)
{
    double asked = (double)xl_listed_extent(kernel);
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        asked = fmax(asked, xl_requested_elements(kernel, &kernel->args[i]) *
                                (double)xl_arg_slot_bytes(kernel, &kernel->args[i]));
    return asked <= XL_MAX_BUFFER_BYTES    ? XL_MAX_BUFFER_BYTES
           : asked <= XL_MOST_BUFFER_BYTES ? (size_t)asked
                                           : XL_MOST_BUFFER_BYTES;
}

/* The first buffer that a stride names. */
static const struct xl_arg *buffer_of(const struct xl_kernel *kernel, size_t s)
{
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (xl_arg_is_buffer(&kernel->args[k]) && xl_stride_of(kernel, k) == (long)s)
            return &kernel->args[k];
    return NULL;
}

size_t xl_stride_unit(const struct xl_kernel *kernel, size_t s)
{
    return kernel->args[s].in_elements ? xl_type_size(buffer_of(kernel, s)->type) : 1;
}

long xl_stride_value(const struct xl_kernel *kernel, size_t s, const struct xl_case *c)
{
    return stride_bytes(kernel, s, c) / (long)xl_stride_unit(kernel, s);
}

static size_t reference_size(const struct xl_kernel *kernel, const struct xl_arg *arg)
{
    return xl_arg_is_written(arg) ? xl_reference_size(kernel, arg->type) : xl_type_size(arg->type);
}

long xl_reference_stride(const struct xl_kernel *kernel, size_t s, const struct xl_case *c)
{
    const struct xl_arg *arg = buffer_of(kernel, s);
    const size_t elements = xl_row_elements(arg, c);
    return (long)(kernel->args[s].in_elements ? elements : elements * reference_size(kernel, arg));
}

static bool has_size(const struct xl_kernel *kernel, enum xl_size size)
{
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (kernel->args[k].kind == XL_ARG_SIZE && kernel->args[k].across == size)
            return true;
    return false;
}

static bool fits_within(const struct xl_kernel *kernel, const struct xl_case *c, size_t limit)
{
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (xl_arg_is_buffer(&kernel->args[k]) &&
            (xl_extent(kernel, k, c) > limit ||
             xl_arg_elements(&kernel->args[k], c) * xl_arg_slot_bytes(kernel, &kernel->args[k]) >
                 limit))
            return false;
    return true;
}

static bool has_least_rows(const struct xl_kernel *kernel, const struct xl_case *c)
{
    return c->rows <= xl_valid_rows(kernel, c->n, XL_FEW_ROWS) && c->depth <= XL_FEW_ROWS;
}

size_t xl_wide_extent(const struct xl_kernel *kernel, const struct xl_case *c)
{
    size_t most = 0;
    if (xl_row_spacing_of(c) != XL_SPACING_WIDE || !has_least_rows(kernel, c) ||
        fits_within(kernel, c, XL_MAX_BUFFER_BYTES) || !fits_within(kernel, c, XL_WIDE_BYTES))
        return 0;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        const size_t bytes = xl_arg_is_buffer(&kernel->args[k]) ? xl_extent(kernel, k, c) : 0;
        most = bytes > most ? bytes : most;
    }
    return most;
}

static bool fits(const struct xl_kernel *kernel, const struct xl_case *c)
{
    return fits_within(kernel, c, XL_MAX_BUFFER_BYTES) ||
           fits_within(kernel, c, xl_buffer_limit(kernel)) || xl_wide_extent(kernel, c);
}

/* The next smaller number that it can have, or the same. */
static size_t fewer_rows(const struct xl_kernel *kernel, const struct xl_case *c)
{
    const bool is_listed = xl_listed_rows(kernel, c->n, 0) != 0;
    return c->rows <= 1                               ? c->rows
           : is_listed                                ? xl_valid_rows(kernel, c->n, c->rows - 1)
           : xl_row_spacing_of(c) == XL_SPACING_SMALL ? c->rows / 2
                                                      : c->rows - (c->rows + 7) / 8;
}

static bool fit_rows(const struct xl_kernel *kernel, struct xl_case *c)
{
    bool is_fitting;
    while (!(is_fitting = fits(kernel, c))) {
        const size_t rows = fewer_rows(kernel, c);
        if (rows < c->rows && (c->rows >= c->depth || c->depth <= 1))
            c->rows = rows;
        else if (c->depth > 1)
            c->depth /= 2;
        else
            break;
    }
    return is_fitting;
}

/* The next smaller power of two, or the usual gaps. */
static void part_less(struct xl_case *c)
{
    const unsigned way = c->gaps & 0x7f;
    const bool is_wide = xl_row_spacing_of(c) == XL_SPACING_WIDE && way % XL_WIDE_STRIDES % POWERS;
    c->gaps = is_wide ? c->gaps - 1 : c->gaps & 0xff;
}

void xl_fit_rows(const struct xl_kernel *kernel, struct xl_case *c)
{
    c->rows = xl_valid_rows(kernel, c->n, c->rows);
    while (!fit_rows(kernel, c) && xl_row_spacing_of(c) != XL_SPACING_SMALL)
        part_less(c);
}

void xl_fit_n(const struct xl_kernel *kernel, struct xl_case *c)
{
    for (size_t n = c->n; n > 1 && !fits(kernel, c);) {
        n = n * 3 / 4;
        c->n = xl_valid_n(kernel, n);
    }
}

/* The largest n up to this limit for which each buffer with one row, or with n rows, fits its slot.
 */
static size_t n_with_rows(const struct xl_kernel *kernel, size_t n)
{
    bool has_shape = false, is_fitting = false;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        has_shape |= xl_arg_is_buffer(&kernel->args[k]) && xl_arg_has_shape(&kernel->args[k]);
    while (has_shape && !is_fitting && n > 1) {
        struct xl_case c = {.n = n, .rows = xl_valid_rows(kernel, n, 1), .depth = 1};
        is_fitting = true;
        for (c.gaps = 0; c.gaps < 4; c.gaps++)
            is_fitting &= fits(kernel, &c);
        n = is_fitting ? n : n - (n + 15) / 16;
    }
    return n;
}

/* The largest n up to this one for which no buffer with one row is longer than the limit. */
static size_t n_within(const struct xl_kernel *kernel, size_t limit, size_t n)
{
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++) {
        const struct xl_arg *arg = &kernel->args[i];
        size_t size = xl_arg_slot_bytes(kernel, arg);
        if (arg->per_n && !xl_arg_has_shape(arg) && arg->fixed * size < limit) {
            const size_t each = (limit / size - arg->fixed) / arg->per_n;
            const size_t most = arg->rare.divide > 1 ? each * arg->rare.divide : each;
            n = most < n ? most : n;
        }
    }
    return n;
}

size_t xl_max_n(const struct xl_kernel *kernel, size_t n)
{
    /* The most common case is first, because it is cheap to test. */
    const size_t fitting = n_within(kernel, XL_MAX_BUFFER_BYTES, n);
    n = n_with_rows(kernel, fitting == n ? n : n_within(kernel, xl_buffer_limit(kernel), n));
    return xl_listed_n(kernel, 0) ? xl_valid_n(kernel, n) : n;
}

void xl_draw_rows(const struct xl_kernel *kernel, struct xl_case *c)
{
    static const unsigned char sizes[] = {3,  1,  2,  5,  8,  4,  0,  17, 7,  6,  16,
                                          2,  9,  3,  1,  33, 10, 11, 12, 13, 14, 15,
                                          19, 21, 22, 23, 31, 1,  2,  3,  4,  5};
    const uint64_t random = xl_mix(c->seed, 0x726f7773);
    const size_t listed = xl_listed_rows_count(kernel, c->n);
    c->rows = !has_size(kernel, XL_SIZE_rows) ? 1
              : listed                        ? xl_listed_rows(kernel, c->n, random % listed)
                                              : sizes[random % sizeof sizes];
    c->depth = has_size(kernel, XL_SIZE_depth) ? sizes[(random >> 8) % sizeof sizes] : 1;
    c->gaps = (unsigned)(random >> 16 & 0xff);
    xl_fit_rows(kernel, c);
}

void xl_sample_rows(const struct xl_kernel *kernel, struct xl_case *c)
{
    c->rows = has_size(kernel, XL_SIZE_rows) ? XL_SAMPLE_ROWS : 1;
    c->depth = has_size(kernel, XL_SIZE_depth) ? XL_SAMPLE_DEPTH : 1;
    c->gaps = 1;
    xl_fit_rows(kernel, c);
}

static const char *wrong_stride(const struct xl_kernel *kernel, size_t s)
{
    const struct xl_arg *first = buffer_of(kernel, s);
    if (!first)
        return "an XL_STRIDE names no buffer";
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        if (!xl_arg_is_buffer(arg) || xl_stride_of(kernel, k) != (long)s)
            continue;
        if (arg->down == XL_DOWN_one || arg->by_pointers)
            return "an XL_STRIDE is of buffers that have rows, and no pointers to them";
        /* The reference gets one number for all of them. */
        if (!xl_arg_is_as_long(arg, first) ||
            (kernel->args[s].in_elements
                 ? xl_type_size(arg->type) != xl_type_size(first->type)
                 : reference_size(kernel, arg) != reference_size(kernel, first)))
            return "the buffers of one XL_STRIDE have rows of the same length, for the reference "
                   "too";
    }
    return NULL;
}

/* The error in a `.slack`, or NULL. */
static const char *wrong_slack(const struct xl_kernel *kernel, const struct xl_slack *slack)
{
    size_t k = 0;
    while (k < XL_MAX_ARGS && kernel->args[k].kind &&
           !(xl_arg_is_buffer(&kernel->args[k]) && strcmp(kernel->args[k].name, slack->of) == 0))
        k++;
    if (k == XL_MAX_ARGS || !kernel->args[k].kind)
        return ".slack names no buffer";
    const struct xl_arg *arg = &kernel->args[k];
    if (slack->elements > XL_MOST_SLACK / xl_type_size(arg->type))
        return ".slack is more than 2048 bytes";
    if (arg->down != XL_DOWN_one && !arg->by_pointers && xl_stride_of(kernel, k) < 0)
        return ".slack of rows that lie back to back: they need an XL_STRIDE";
    return NULL;
}

const char *xl_rows_wrong(const struct xl_kernel *kernel)
{
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const bool is_buffer = xl_arg_is_buffer(arg);
        if (arg->across >= XL_SIZES || (int)arg->down > XL_SIZES)
            return "an argument is not made by the macros of contract.h";
        if (is_buffer &&
            ((arg->across != XL_SIZE_n && !has_size(kernel, arg->across)) ||
             (arg->down > XL_DOWN_n && !has_size(kernel, (enum xl_size)(arg->down - XL_DOWN_n)))))
            return "a buffer's size is not an argument: add XL_ROWS or XL_DEPTH";
        if (arg->kind == XL_ARG_STRIDE && wrong_stride(kernel, k))
            return wrong_stride(kernel, k);
        if (is_buffer && xl_arg_has_shape(arg) && (kernel->function || kernel->vector_steps))
            return ".function and .vector_steps are for buffers without rows";
        if (xl_arg_is_written(arg) && xl_arg_has_shape(arg) && kernel->elementwise)
            return ".elementwise is for outputs with one element for each n";
    }
    for (size_t i = 0; i < XL_MAX_SLACKS && kernel->slack[i].of; i++)
        if (wrong_slack(kernel, &kernel->slack[i]))
            return wrong_slack(kernel, &kernel->slack[i]);
    return NULL;
}

/* Calls with larger buffers than other calls: more than 1 MiB. */

enum { STREAMED_BYTES = 1 << 20 };

/* Whether the buffers are strips. Only the guest makes their elements expensive. */
static bool is_plain(const struct xl_kernel *kernel)
{
    if (kernel->contract.kind == XL_ULP || kernel->function)
        return false;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (xl_arg_is_buffer(&kernel->args[k]) && xl_arg_has_shape(&kernel->args[k]))
            return false;
    return true;
}

size_t xl_streamed_n(const struct xl_kernel *kernel)
{
    size_t most = 0;
    if (!is_plain(kernel) || xl_listed_n(kernel, 0) ||
        xl_buffer_limit(kernel) > XL_MAX_BUFFER_BYTES)
        return 0;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const size_t bytes = xl_arg_is_buffer(arg) && arg->rare.divide <= 1
                                 ? arg->per_n * xl_type_size(arg->type)
                                 : 0;
        most = bytes > most ? bytes : most;
    }
    return most ? STREAMED_BYTES / most : 0;
}

bool xl_is_streamed(const struct xl_kernel *kernel, const struct xl_case *c)
{
    return is_plain(kernel) && xl_max_n(kernel, c->n) < c->n && xl_streamed_n(kernel);
}

size_t xl_streamed_bytes(const struct xl_kernel *kernel)
{
    const struct xl_case longest = {
        .n = xl_streamed_n(kernel) + XL_STREAMED_MORE, .rows = 1, .depth = 1};
    size_t most = 0;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        if (!xl_arg_is_buffer(arg))
            continue;
        const size_t elements = xl_arg_elements(arg, &longest) * xl_arg_slot_bytes(kernel, arg),
                     bytes = xl_extent(kernel, k, &longest);
        most = elements > most ? elements : most;
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* Outputs whose number of defined elements is the value of another output. */

static long find(const struct xl_kernel *kernel, const char *name)
{
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (strcmp(kernel->args[k].name, name) == 0)
            return (long)k;
    return -1;
}

long xl_length_of(const struct xl_kernel *kernel, size_t k)
{
    for (size_t i = 0; i < XL_MAX_LENGTHS && kernel->lengths[i].of; i++)
        if (strcmp(kernel->lengths[i].of, kernel->args[k].name) == 0)
            return find(kernel, kernel->lengths[i].is);
    return -1;
}

uint64_t xl_length_in(const struct xl_arg *arg, uint64_t bits)
{
    const unsigned last = 8 * (unsigned)xl_type_size(arg->type) - 1;
    const bool has_negative = xl_type_is_signed(arg->type) || arg->is_size;
    return has_negative && bits >> last & 1 ? 0 : bits;
}

/* One integer that the call returns. */
static bool is_one_integer(const struct xl_arg *arg)
{
    const bool is_one =
        xl_arg_is_written(arg) && !arg->per_n && arg->fixed == 1 && !xl_arg_has_shape(arg);
    return (is_one || arg->kind == XL_ARG_RESULT) && !xl_type_is_float(arg->type);
}

const char *xl_lengths_wrong(const struct xl_kernel *kernel)
{
    for (size_t i = 0; i < XL_MAX_LENGTHS && kernel->lengths[i].of; i++) {
        const long of = find(kernel, kernel->lengths[i].of),
                   is = kernel->lengths[i].is ? find(kernel, kernel->lengths[i].is) : -1;
        if (of < 0 || !xl_arg_is_written(&kernel->args[of]) || xl_arg_has_shape(&kernel->args[of]))
            return ".lengths is of outputs without rows";
        if (is < 0 || is == of || !is_one_integer(&kernel->args[is]))
            return ".lengths needs an XL_RETURNS of an integer, named \"result\", or an "
                   "output of one";
        if (kernel->contract.kind == XL_BOUND || kernel->contract.off_by)
            return ".lengths are exact: they are not for XL_BOUND and .off_by";
        if (kernel->elementwise || kernel->function)
            return ".lengths are not for .elementwise and .function";
    }
    return NULL;
}
