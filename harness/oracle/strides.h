/* Buffers of several rows: how many there are, how long, and how far apart in the guest's memory.
 * SPDX-License-Identifier: MIT
 *
 * On the host, rows lie back to back.
 */
#ifndef XL_HARNESS_ORACLE_STRIDES_H
#define XL_HARNESS_ORACLE_STRIDES_H

#include "oracle/inputs.h"

/* How rows are parted: `gaps` of a case has it above its low 8 bits. */
enum xl_row_spacing {
    XL_SPACING_SMALL, /* by a few elements */
    XL_SPACING_WIDE,  /* by a power of two from 2^12 to 2^16, or what is next to it */
    XL_SPACING_PAGES, /* by whole pages, with at least one between two rows */
    XL_SPACING_EVEN   /* by an odd multiple of 8, 16, 32 or 64 bytes */
};

/* `gaps` of XL_SPACING_SMALL that differ by XL_GAPS are the same, but for which row is the first of
 * pointers. Of the others the bit XL_TURNED says that rows lie in the other order. */
enum { XL_GAPS = 8, XL_TURNED_SHIFT = 7, XL_WIDE_STRIDES = 20 };

static inline unsigned xl_gaps_of(enum xl_row_spacing parting, size_t way)
{
    return (unsigned)parting << 8 | (unsigned)(way & 0x7f);
}

static inline enum xl_row_spacing xl_row_spacing_of(const struct xl_case *c)
{
    return (enum xl_row_spacing)(c->gaps >> 8);
}

/* The power of two, in bytes, of `gaps` that are wide. */
size_t xl_wide_stride(size_t way);

/* Of XL_SPACING_EVEN: what strides are an odd multiple of, for buffers of this alignment. */
size_t xl_even_unit(const struct xl_case *c, size_t unit);

/* Bytes from one row of argument k to the next in this case; 0 where it has no rows. */
long xl_row_stride(const struct xl_kernel *kernel, size_t k, const struct xl_case *c);

/* Of rows that pointers lead to: how many strides on the first one lies, and the others round
 * about.
 */
size_t xl_first_row(const struct xl_kernel *kernel, size_t k, const struct xl_case *c);

/* Bytes from the first to the last of all rows. */
size_t xl_extent(const struct xl_kernel *kernel, size_t k, const struct xl_case *c);

/* Bytes behind each row of argument k that the call may touch; 0 where its rows are empty. */
size_t xl_slack_bytes(const struct xl_kernel *kernel, size_t k, const struct xl_case *c);

/* The argument that is the stride of argument k, or -1: its rows lie back to back. */
long xl_stride_of(const struct xl_kernel *kernel, size_t k);

/* What is passed for argument s, a stride: in the guest, and to the reference. */
long xl_stride_value(const struct xl_kernel *kernel, size_t s, const struct xl_case *c);
long xl_reference_stride(const struct xl_kernel *kernel, size_t s, const struct xl_case *c);

/* Bytes that argument s, a stride, counts. */
size_t xl_stride_unit(const struct xl_kernel *kernel, size_t s);

/* Bytes that no buffer of a kernel is longer than: XL_MAX_BUFFER_BYTES, or what its record asks for
 * up to XL_MOST_BUFFER_BYTES. */
size_t xl_buffer_limit(const struct xl_kernel *kernel);

/* Bytes of the longest buffer of the pairs of n and rows that a record lists, whatever gaps its
 * rows have; with any n, of the fewest rows. 0: it lists no rows. */
size_t xl_listed_extent(const struct xl_kernel *kernel);

/* Chooses the case's sizes but n, its gaps, by its seed; and makes them smaller until each buffer
 * fits its slot. */
void xl_draw_rows(const struct xl_kernel *kernel, struct xl_case *c);
void xl_fit_rows(const struct xl_kernel *kernel, struct xl_case *c);

/* Makes n smaller instead, as far as that goes. */
void xl_fit_n(const struct xl_kernel *kernel, struct xl_case *c);

/* The largest n up to this for which every argument fits its slot. */
size_t xl_max_n(const struct xl_kernel *kernel, size_t n);

/* The same for a call that is looked at instruction by instruction. */
void xl_sample_rows(const struct xl_kernel *kernel, struct xl_case *c);

/* Whether it has rows, or is as long as another size than n says. */
bool xl_arg_has_shape(const struct xl_arg *arg);

/* The first input that this one may be one buffer with: of one shape and domain, and not prepared.
 * Itself: none. */
size_t xl_same_input(const struct xl_kernel *kernel, size_t index);

/* What is wrong with the sizes, rows, strides and slack of a record, or NULL. */
const char *xl_rows_wrong(const struct xl_kernel *kernel);

/* Calls whose buffers are longer than any that a kernel has else: more than 1 MiB.
 *
 * Code writes past the cache from some such length on. The kernels that get these calls have plain
 * strips alone, sizes of every number, and a reference that costs little. */

enum { XL_STREAMED_CASES = 2, XL_STREAMED_MORE = 4096 };

/* The n from which on its longest buffer has 1 MiB; calls have up to XL_STREAMED_MORE elements
 * more. 0: the kernel gets no such calls. */
size_t xl_streamed_n(const struct xl_kernel *kernel);

/* Whether a call is one of these, or has been made smaller from one, and no other call of the
 * kernel is as long. */
bool xl_is_streamed(const struct xl_kernel *kernel, const struct xl_case *c);

/* Bytes that no buffer of such a call is longer than. */
size_t xl_streamed_bytes(const struct xl_kernel *kernel);

/* Outputs of which only so many elements are defined as another output says. */

/* The argument that says how many elements of argument k are defined; -1: all are. */
long xl_length_of(const struct xl_kernel *kernel, size_t k);

/* How many that is, by its bits; 0 where it is negative, or (size_t)-1 and the like. */
uint64_t xl_length_in(const struct xl_arg *arg, uint64_t bits);

/* What is wrong with the lengths of a record, or NULL. */
const char *xl_lengths_wrong(const struct xl_kernel *kernel);

#endif
