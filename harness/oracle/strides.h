/* Buffers with several rows: their number, length and distance in the guest's memory.
 * SPDX-License-Identifier: MIT
 *
 * On the host, rows are back to back.
 */
#ifndef XL_HARNESS_ORACLE_STRIDES_H
#define XL_HARNESS_ORACLE_STRIDES_H

#include "oracle/shape.h"

/* The distance of rows: bits 8 and up of `gaps` of a case. */
enum xl_row_spacing {
    XL_SPACING_SMALL, /* a few elements apart */
    XL_SPACING_WIDE,  /* stride next to a power of two from 2^12 to 2^16, or of 2^16 elements */
    XL_SPACING_PAGES, /* whole pages apart, at least one between two rows */
    XL_SPACING_EVEN   /* stride an odd multiple of 8, 16, 32 or 64 bytes */
};

/* For XL_SPACING_SMALL, `gaps` that differ by XL_GAPS differ only in which row the first pointer
 * points to. For the others, bit XL_TURNED_SHIFT reverses the order of rows. */
enum { XL_GAPS = 8, XL_TURNED_SHIFT = 7, XL_WIDE_STRIDES = 20 };

static inline unsigned xl_gaps_of(enum xl_row_spacing spacing, size_t way)
{
    return (unsigned)spacing << 8 | (unsigned)(way & 0x7f);
}

static inline enum xl_row_spacing xl_row_spacing_of(const struct xl_case *c)
{
    return (enum xl_row_spacing)(c->gaps >> 8);
}

/* The power of two, in bytes, of XL_SPACING_WIDE. */
size_t xl_wide_stride(size_t way);

/* The unit of strides of XL_SPACING_EVEN, for buffers of this alignment. */
size_t xl_even_unit(const struct xl_case *c, size_t unit);

/* Bytes from one row of argument k to the next in this case; 0 if it has no rows. */
long xl_row_stride(const struct xl_kernel *kernel, size_t k, const struct xl_case *c);

/* For rows by pointers: which place the first row has. The others follow, and wrap around. */
size_t xl_first_row(const struct xl_kernel *kernel, size_t k, const struct xl_case *c);

/* Bytes of all rows with the gaps between them. */
size_t xl_extent(const struct xl_kernel *kernel, size_t k, const struct xl_case *c);

/* Bytes after each row of argument k that the call may touch; 0 if its rows are empty. */
size_t xl_slack_bytes(const struct xl_kernel *kernel, size_t k, const struct xl_case *c);

/* The argument that is the stride of argument k, or -1: its rows are back to back. */
long xl_stride_of(const struct xl_kernel *kernel, size_t k);

/* The value of argument s, a stride, in the guest; and for the reference. */
long xl_stride_value(const struct xl_kernel *kernel, size_t s, const struct xl_case *c);
long xl_reference_stride(const struct xl_kernel *kernel, size_t s, const struct xl_case *c);

/* The unit of argument s, a stride, in bytes. */
size_t xl_stride_unit(const struct xl_kernel *kernel, size_t s);

/* The limit of a kernel's buffers in bytes: XL_MAX_BUFFER_BYTES, or what its record requests, at
 * most XL_MOST_BUFFER_BYTES. */
size_t xl_buffer_limit(const struct xl_kernel *kernel);

/* Bytes of the longest buffer of a call whose few rows have a wide stride, where it fits no usual
 * slot; otherwise 0. The rows of a block cannot be fewer. */
size_t xl_wide_extent(const struct xl_kernel *kernel, const struct xl_case *c);

/* Bytes of the longest buffer for the listed pairs of n and rows, with any gaps; if n is not
 * listed, for the fewest rows. 0: the record lists no rows. */
size_t xl_listed_extent(const struct xl_kernel *kernel);

/* Chooses rows, depth and gaps of a case by its seed; and reduces them until each buffer fits its
 * slot. */
void xl_draw_rows(const struct xl_kernel *kernel, struct xl_case *c);
void xl_fit_rows(const struct xl_kernel *kernel, struct xl_case *c);

/* Reduces n instead, as far as possible. */
void xl_fit_n(const struct xl_kernel *kernel, struct xl_case *c);

/* The largest n up to this for which every argument fits its slot. */
size_t xl_max_n(const struct xl_kernel *kernel, size_t n);

/* xl_draw_rows for a call that is traced instruction by instruction. */
void xl_sample_rows(const struct xl_kernel *kernel, struct xl_case *c);

/* Whether it has rows, or a length by another size than n. */
bool xl_arg_has_shape(const struct xl_arg *arg);

/* The first input that can share a buffer with this one: same shape and domain, no `.prepare`.
 * Itself: none. */
size_t xl_same_input(const struct xl_kernel *kernel, size_t index);

/* What is wrong with the sizes, rows, strides and slack of a record, or NULL. */
const char *xl_rows_wrong(const struct xl_kernel *kernel);

/* Streamed calls: with buffers of more than 1 MiB, longer than all others. From such a length on,
 * some code uses non-temporal stores. Kernels get these calls if all buffers have one element for
 * each n, any n is allowed, and the reference is cheap. */

enum { XL_STREAMED_CASES = 2, XL_STREAMED_MORE = 4096 };

/* The n at which the longest buffer has 1 MiB. Calls have up to XL_STREAMED_MORE elements more. 0:
 * no such calls. */
size_t xl_streamed_n(const struct xl_kernel *kernel);

/* Whether a call is one of these, or a reduced one that is still longer than all others. */
bool xl_is_streamed(const struct xl_kernel *kernel, const struct xl_case *c);

/* The limit of buffers of such a call, in bytes. */
size_t xl_streamed_bytes(const struct xl_kernel *kernel);

/* `.lengths`: outputs whose number of defined elements is in another output. */

/* The argument with the number of defined elements of argument k; -1: all are defined. */
long xl_length_of(const struct xl_kernel *kernel, size_t k);

/* That number, by its bits; 0 if it is negative, as (size_t)-1 is. */
uint64_t xl_length_in(const struct xl_arg *arg, uint64_t bits);

/* What is wrong with the lengths of a record, or NULL. */
const char *xl_lengths_wrong(const struct xl_kernel *kernel);

#endif
