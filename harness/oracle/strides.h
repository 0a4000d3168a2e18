/* Buffers with several rows: their number, length and distance in the guest's memory.
 * SPDX-License-Identifier: MIT
 *
 * On the host, rows are back to back.
 */
#ifndef XL_HARNESS_ORACLE_STRIDES_H
#define XL_HARNESS_ORACLE_STRIDES_H

#include "oracle/shape.h"

/* The distance of rows. */
enum xl_row_spacing {
    XL_SPACING_SMALL, /* a few elements apart */
    XL_SPACING_WIDE,  /* stride next to a power of two from 2^12 to 2^16, or of 2^16 elements */
    XL_SPACING_PAGES, /* whole pages apart, at least one between two rows */
    XL_SPACING_EVEN,  /* stride an odd multiple of 8, 16, 32 or 64 bytes */
    XL_SPACING_PANELS /* a few elements apart, in buffers of up to 4 MiB */
};

/* What `gaps` of a case stands for. */
struct xl_gaps {
    enum xl_row_spacing spacing;
    /* Which of the strides with this spacing: of XL_SPACING_WIDE, modulo XL_WIDE_STRIDES. */
    unsigned step;
    /* The first row lies last. */
    bool is_turned;
    /* The row that the first pointer points to, modulo the rows: of buffers with pointers. */
    unsigned first_row;
};

/* Numbers that differ by XL_GAPS have small gaps that differ only in the first row. */
enum { XL_GAPS = 8, XL_WIDE_STRIDES = 20 };

/* The gaps of a case; and the number of other spacings than XL_SPACING_SMALL. The first row follows
 * from the number. */
struct xl_gaps xl_gaps(const struct xl_case *c);
unsigned xl_gaps_number(struct xl_gaps gaps);

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

/* The argument that is the stride of argument k, or -1: its rows are back to back. And the first
 * buffer that argument s, a stride, names, or NULL. */
long xl_stride_of(const struct xl_kernel *kernel, size_t k);
const struct xl_arg *xl_stride_buffer(const struct xl_kernel *kernel, size_t s);

/* The value of argument s, a stride, in the guest; and for the reference. */
long xl_stride_value(const struct xl_kernel *kernel, size_t s, const struct xl_case *c);
long xl_reference_stride(const struct xl_kernel *kernel, size_t s, const struct xl_case *c);

/* The unit of argument s, a stride, in bytes. */
size_t xl_stride_unit(const struct xl_kernel *kernel, size_t s);

/* The limit of a kernel's buffers in bytes: XL_MAX_BUFFER_BYTES, or what its record requests, at
 * most XL_MOST_BUFFER_BYTES. */
size_t xl_buffer_limit(const struct xl_kernel *kernel);

/* Bytes of the longest buffer of a call whose few rows have a wide stride, or with
 * XL_SPACING_PANELS, where it fits no usual slot; otherwise 0. The rows of a block cannot be fewer.
 */
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

/* The same with XL_MORE_ROWS, for code may have a loop over several rows. False: there is room for
 * fewer only. Rows that the record lists, and those of kernels with depth, stay as they are. */
enum { XL_MORE_ROWS = 24 };
bool xl_sample_more_rows(const struct xl_kernel *kernel, struct xl_case *c);

/* The first input that can share a buffer with this one: same shape and domain, no `.prepare`.
 * Itself: none. */
size_t xl_same_input(const struct xl_kernel *kernel, size_t index);

/* Streamed calls: with buffers of more than 1 MiB, longer than all others. From such a length on,
 * some code uses non-temporal stores. Kernels get these calls if all buffers have one element for
 * each n, any n is allowed, and the reference is cheap. */

enum { XL_STREAMED_CASES = 2, XL_STREAMED_MORE = 4096 };

/* Calls with buffers between those of other calls and these, from 64 KiB to 512 KiB: one in each
 * half of this range, by the logarithm. With the streamed ones, the longest calls. */
enum { XL_BETWEEN_CASES = 2, XL_LONGEST_CASES = XL_STREAMED_CASES + XL_BETWEEN_CASES };

/* The n at which the longest buffer has 1 MiB. Calls have up to XL_STREAMED_MORE elements more. 0:
 * no such calls. */
size_t xl_streamed_n(const struct xl_kernel *kernel);

/* Whether a call is one of these, or a reduced one that is still longer than all others. */
bool xl_is_streamed(const struct xl_kernel *kernel, const struct xl_case *c);

/* The limit of buffers of such a call, in bytes. */
size_t xl_streamed_bytes(const struct xl_kernel *kernel);

#endif
