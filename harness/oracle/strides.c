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
    XL_WIDE_BYTES = 4 << 20, /* of a buffer of few rows with a wide stride, or of panels */
    XL_SAMPLE_ROWS = 2,
    XL_SAMPLE_DEPTH = 8
};

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
    for (size_t s = 0; kernel->args[s].kind; s++)
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

static size_t round_up(size_t x, size_t unit)
{
    return (x + unit - 1) / unit * unit;
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
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const long of = xl_arg_is_buffer(arg) ? xl_stride_of(kernel, k) : -1;
        if (of < 0 || (of != s && c->placement != XL_PLACEMENT_IN_PLACE))
            continue;
        size_t bytes = row_room(kernel, k, c);
        longest = bytes > longest ? bytes : longest;
        *unit = xl_arg_alignment(kernel, arg) > *unit ? xl_arg_alignment(kernel, arg) : *unit;
    }
    return round_up(longest, *unit);
}

enum { POWERS = 5, LEAST_POWER = 12, SMALL_STEPS = 4, STEP_BITS = 7, SPACING_AT = 8 };

unsigned xl_gaps_number(struct xl_gaps gaps)
{
    return (unsigned)gaps.spacing << SPACING_AT | (unsigned)gaps.is_turned << STEP_BITS |
           (gaps.step & ((1U << STEP_BITS) - 1));
}

struct xl_gaps xl_gaps(const struct xl_case *c)
{
    struct xl_gaps gaps = {.spacing = (enum xl_row_spacing)(c->gaps >> SPACING_AT),
                           .step = c->gaps & ((1U << STEP_BITS) - 1),
                           .is_turned = c->gaps >> STEP_BITS & 1,
                           .first_row = c->gaps / XL_GAPS};
    if (gaps.spacing == XL_SPACING_SMALL) {
        gaps.step = c->gaps % SMALL_STEPS;
        gaps.is_turned = c->gaps / SMALL_STEPS % 2;
    }
    return gaps;
}

size_t xl_wide_stride(size_t way)
{
    return (size_t)1 << (LEAST_POWER + way % POWERS);
}

size_t xl_even_unit(const struct xl_case *c, size_t unit)
{
    const size_t even = (size_t)8 << xl_gaps(c).step % 4;
    return even > unit ? even : unit;
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
    static const unsigned char apart[SMALL_STEPS] = {0, 1, 3, XL_MOST_GAP}; /* units */
    const struct xl_gaps gaps = xl_gaps(c);
    const size_t wide = gaps.step % XL_WIDE_STRIDES,
                 small = gaps.step + SMALL_STEPS * (size_t)gaps.is_turned + (size_t)other * 5;
    bool is_turned = gaps.is_turned;
    size_t bytes;
    switch (gaps.spacing) {
    case XL_SPACING_WIDE: /* equal for all, if they are powers of two */
        bytes = wide_bytes(longest, unit, wide < POWERS ? wide : other_wide(wide, other), counted);
        break;
    case XL_SPACING_PAGES:
        bytes = round_up(longest, XL_PAGE) + (1 + (gaps.step + other) % 2) * (size_t)XL_PAGE;
        break;
    case XL_SPACING_EVEN:
        bytes = round_up(longest, 2 * xl_even_unit(c, unit)) + xl_even_unit(c, unit);
        break;
    default: /* all are equally likely */
        bytes = longest + apart[small % SMALL_STEPS] * unit;
        is_turned = small / SMALL_STEPS % 2;
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
    return kernel->args[k].by_pointers && rows ? (xl_gaps(c).first_row + k) % rows : 0;
}

size_t xl_extent(const struct xl_kernel *kernel, size_t k, const struct xl_case *c)
{
    const struct xl_arg *arg = &kernel->args[k];
    const size_t rows = xl_row_count(arg, c),
                 row = xl_row_elements(arg, c) * xl_type_size(arg->type);
    const long stride = xl_row_stride(kernel, k, c);
    return rows && row ? (rows - 1) * (size_t)(stride < 0 ? -stride : stride) + row : 0;
}

static size_t longest_buffer(const struct xl_kernel *kernel, const struct xl_case *c)
{
    size_t most = 0;
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const size_t bytes = xl_arg_is_buffer(&kernel->args[k]) ? xl_extent(kernel, k, c) : 0;
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* The same for a block, with any gaps between its rows. */
static size_t longest_extent(const struct xl_kernel *kernel, size_t n, size_t rows)
{
    struct xl_case c = {.n = n, .rows = rows, .depth = 1};
    size_t most = 0;
    for (c.gaps = 0; c.gaps < XL_GAPS; c.gaps++) {
        const size_t bytes = longest_buffer(kernel, &c);
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
    for (size_t i = 0; kernel->args[i].kind; i++)
        asked = fmax(asked, xl_requested_elements(kernel, &kernel->args[i]) *
                                (double)xl_arg_slot_bytes(kernel, &kernel->args[i]));
    return asked <= XL_MAX_BUFFER_BYTES    ? XL_MAX_BUFFER_BYTES
           : asked <= XL_MOST_BUFFER_BYTES ? (size_t)asked
                                           : XL_MOST_BUFFER_BYTES;
}

const struct xl_arg *xl_stride_buffer(const struct xl_kernel *kernel, size_t s)
{
    for (size_t k = 0; kernel->args[k].kind; k++)
        if (xl_arg_is_buffer(&kernel->args[k]) && xl_stride_of(kernel, k) == (long)s)
            return &kernel->args[k];
    return NULL;
}

size_t xl_stride_unit(const struct xl_kernel *kernel, size_t s)
{
    return kernel->args[s].in_elements ? xl_type_size(xl_stride_buffer(kernel, s)->type) : 1;
}

long xl_stride_value(const struct xl_kernel *kernel, size_t s, const struct xl_case *c)
{
    return stride_bytes(kernel, s, c) / (long)xl_stride_unit(kernel, s);
}

long xl_reference_stride(const struct xl_kernel *kernel, size_t s, const struct xl_case *c)
{
    const struct xl_arg *arg = xl_stride_buffer(kernel, s);
    const size_t elements = xl_row_elements(arg, c);
    return (long)(kernel->args[s].in_elements ? elements
                                              : elements * xl_arg_reference_size(kernel, arg));
}

/* Bytes that the longest buffer needs in the guest, or its elements in the reference. */
static size_t needed_bytes(const struct xl_kernel *kernel, const struct xl_case *c)
{
    size_t most = longest_buffer(kernel, c);
    for (const struct xl_arg *arg = kernel->args; arg->kind; arg++) {
        const size_t bytes =
            xl_arg_is_buffer(arg) ? xl_arg_elements(arg, c) * xl_arg_slot_bytes(kernel, arg) : 0;
        most = bytes > most ? bytes : most;
    }
    return most;
}

static bool has_least_rows(const struct xl_kernel *kernel, const struct xl_case *c)
{
    return c->rows <= xl_valid_rows(kernel, c->n, XL_FEW_ROWS) && c->depth <= XL_FEW_ROWS;
}

size_t xl_wide_extent(const struct xl_kernel *kernel, const struct xl_case *c)
{
    const enum xl_row_spacing spacing = xl_gaps(c).spacing;
    const bool is_wide = spacing == XL_SPACING_WIDE && has_least_rows(kernel, c);
    if (!is_wide && spacing != XL_SPACING_PANELS)
        return 0;
    const size_t needed = needed_bytes(kernel, c);
    return needed > XL_MAX_BUFFER_BYTES && needed <= XL_WIDE_BYTES ? longest_buffer(kernel, c) : 0;
}

static bool fits(const struct xl_kernel *kernel, const struct xl_case *c)
{
    const size_t needed = needed_bytes(kernel, c);
    return needed <= XL_MAX_BUFFER_BYTES || needed <= xl_buffer_limit(kernel) ||
           xl_wide_extent(kernel, c);
}

/* The next smaller number that it can have, or the same. */
static size_t fewer_rows(const struct xl_kernel *kernel, const struct xl_case *c)
{
    const bool is_listed = xl_listed_rows(kernel, c->n, 0) != 0;
    return c->rows <= 1                             ? c->rows
           : is_listed                              ? xl_valid_rows(kernel, c->n, c->rows - 1)
           : xl_gaps(c).spacing == XL_SPACING_SMALL ? c->rows / 2
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
    struct xl_gaps gaps = xl_gaps(c);
    const bool is_wide =
        gaps.spacing == XL_SPACING_WIDE && gaps.step % XL_WIDE_STRIDES % POWERS != 0;
    gaps.step--;
    c->gaps = is_wide ? xl_gaps_number(gaps) : c->gaps % (1U << SPACING_AT);
}

void xl_fit_rows(const struct xl_kernel *kernel, struct xl_case *c)
{
    c->rows = xl_valid_rows(kernel, c->n, c->rows);
    while (!fit_rows(kernel, c) && xl_gaps(c).spacing != XL_SPACING_SMALL)
        part_less(c);
}

void xl_fit_n(const struct xl_kernel *kernel, struct xl_case *c)
{
    for (size_t n = c->n; n > 1 && !fits(kernel, c);) {
        n = n * 3 / 4;
        c->n = xl_valid_n(kernel, n);
    }
}

static bool is_shaped_buffer(const struct xl_arg *arg)
{
    return xl_arg_is_buffer(arg) && xl_arg_has_shape(arg);
}

/* The largest n up to this limit for which each buffer with one row, or with n rows, fits its slot.
 */
static size_t n_with_rows(const struct xl_kernel *kernel, size_t n)
{
    const bool has_shape = xl_count_args(kernel, is_shaped_buffer) > 0;
    bool is_fitting = false;
    while (has_shape && !is_fitting && n > 1) {
        struct xl_case c = {.n = n, .rows = xl_valid_rows(kernel, n, 1), .depth = 1};
        is_fitting = true;
        for (c.gaps = 0; c.gaps < SMALL_STEPS; c.gaps++)
            is_fitting &= fits(kernel, &c);
        n = is_fitting ? n : n - (n + 15) / 16;
    }
    return n;
}

/* The largest n up to this one for which no buffer with one row is longer than the limit. */
static size_t n_within(const struct xl_kernel *kernel, size_t limit, size_t n)
{
    for (size_t i = 0; kernel->args[i].kind; i++) {
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
    c->rows = !xl_has_size(kernel, XL_SIZE_rows) ? 1
              : listed                           ? xl_listed_rows(kernel, c->n, random % listed)
                                                 : sizes[random % sizeof sizes];
    c->depth = xl_has_size(kernel, XL_SIZE_depth) ? sizes[(random >> 8) % sizeof sizes] : 1;
    c->gaps = (unsigned)(random >> 16 & 0xff);
    xl_fit_rows(kernel, c);
}

void xl_sample_rows(const struct xl_kernel *kernel, struct xl_case *c)
{
    c->rows = xl_has_size(kernel, XL_SIZE_rows) ? XL_SAMPLE_ROWS : 1;
    c->depth = xl_has_size(kernel, XL_SIZE_depth) ? XL_SAMPLE_DEPTH : 1;
    c->gaps = 1;
    xl_fit_rows(kernel, c);
}

bool xl_sample_more_rows(const struct xl_kernel *kernel, struct xl_case *c)
{
    xl_sample_rows(kernel, c);
    if (!xl_has_size(kernel, XL_SIZE_rows) || xl_has_size(kernel, XL_SIZE_depth) || /* products */
        xl_listed_n(kernel, 0) || xl_listed_rows_count(kernel, c->n))
        return true;
    c->rows = XL_MORE_ROWS;
    xl_fit_rows(kernel, c);
    return c->rows == XL_MORE_ROWS;
}

/* ---- Calls with larger buffers than other calls: more than 1 MiB ---- */

enum { STREAMED_BYTES = 1 << 20 };

/* Whether the buffers are strips. Only the guest makes their elements expensive. */
static bool is_plain(const struct xl_kernel *kernel)
{
    return kernel->contract.kind != XL_ULP && !kernel->function &&
           !xl_count_args(kernel, is_shaped_buffer);
}

size_t xl_streamed_n(const struct xl_kernel *kernel)
{
    size_t most = 0;
    if (!is_plain(kernel) || xl_listed_n(kernel, 0) ||
        xl_buffer_limit(kernel) > XL_MAX_BUFFER_BYTES)
        return 0;
    for (size_t k = 0; kernel->args[k].kind; k++) {
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
    return needed_bytes(kernel, &longest);
}
