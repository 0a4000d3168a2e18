/* The shape of arguments, and the sizes that a record allows.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_SHAPE_H
#define XL_HARNESS_ORACLE_SHAPE_H

#include "oracle/case.h"

/* A buffer: the kernel gets a pointer. Read: it is filled. Operand: read, or passed by value.
 * Written: it is compared. */
bool xl_arg_is_buffer(const struct xl_arg *arg);
bool xl_arg_is_read(const struct xl_arg *arg);
bool xl_arg_is_operand(const struct xl_arg *arg);
bool xl_arg_is_written(const struct xl_arg *arg);

/* Bytes of the kernel's narrowest element in a buffer. */
size_t xl_narrowest_bytes(const struct xl_kernel *kernel);

/* Whether an operand is a float. */
bool xl_has_float(const struct xl_kernel *kernel);

/* Whether the kernel reduces, as a sum does: an output does not grow with n. */
bool xl_has_sum(const struct xl_kernel *kernel);

/* Whether it makes a sum that extremes overflow. */
bool xl_sum_overflows(const struct xl_kernel *kernel);

/* The argument whose values are the axis of error plots: the first input with one element for each
 * n, if it is a float. XL_MAX_ARGS: none. */
size_t xl_axis_operand(const struct xl_kernel *kernel);

/* Whether it has exactly one element for each n. */
bool xl_arg_is_strip(const struct xl_arg *arg);

/* Whether rows of two arguments have the same number of elements for all sizes; and whether the
 * arguments have the same number of rows too. */
bool xl_arg_is_as_long(const struct xl_arg *a, const struct xl_arg *b);
bool xl_arg_has_same_shape(const struct xl_arg *a, const struct xl_arg *b);

/* The elements of a row for the first `at` of its size, without its fixed elements; and the rows
 * for the first `at` of the size that counts rows. */
size_t xl_elements_before(const struct xl_arg *arg, size_t at);
size_t xl_rows_before(const struct xl_arg *arg, size_t at);

/* Whether it is a size_t that may have more than 31 bits. Such arguments get their own values: the
 * ends of the range, powers of two and their neighbours, numbers of every length. */
bool xl_arg_is_wide_size(const struct xl_arg *arg);

/* The alignment of a buffer in bytes, by the contract. */
size_t xl_arg_alignment(const struct xl_kernel *kernel, const struct xl_arg *arg);

/* Whether an output and an input have shapes that can share a buffer. */
bool xl_can_share(const struct xl_arg *in, const struct xl_arg *out);

/* The elements of one row of an argument in a call, its rows (1 if it has none), */
size_t xl_row_elements(const struct xl_arg *arg, const struct xl_case *c);
size_t xl_row_count(const struct xl_arg *arg, const struct xl_case *c);

/* and all its elements. */
size_t xl_arg_elements(const struct xl_arg *arg, const struct xl_case *c);

/* The least n of calls at a threshold of rows or depth, if it fits. */
enum { XL_THRESHOLD_N = 67 };

/* The largest n up to this that the record allows, or the least one. The same for rows, with this
 * n. */
size_t xl_valid_n(const struct xl_kernel *kernel, size_t n);
size_t xl_valid_rows(const struct xl_kernel *kernel, size_t n, size_t rows);

/* The n that a record lists, and their number; 0: it lists none. The same for rows with this n. */
size_t xl_listed_n(const struct xl_kernel *kernel, size_t i);
size_t xl_listed_count(const struct xl_kernel *kernel);
size_t xl_listed_rows(const struct xl_kernel *kernel, size_t n, size_t i);
size_t xl_listed_rows_count(const struct xl_kernel *kernel, size_t n);

/* The number of pairs of n and rows that a record lists; and sets n and rows of pair `number`,
 * modulo that. */
size_t xl_listed_pairs(const struct xl_kernel *kernel);
void xl_listed_pair(const struct xl_kernel *kernel, size_t number, struct xl_case *c);

/* Whether `.sizes` allows the sizes of this case. */
bool xl_sizes_allow(const struct xl_kernel *kernel, const struct xl_case *c);

/* The largest n that `.sizes` requests, or four of the longest vectors and 3; and the elements of a
 * buffer then, in double, which no number of a record overflows. */
size_t xl_requested_n(const struct xl_kernel *kernel);
double xl_requested_elements(const struct xl_kernel *kernel, const struct xl_arg *arg);

/* The largest n that `.sizes` requests, or this if it is larger. */
size_t xl_requested_or(const struct xl_kernel *kernel, size_t least);

#endif
