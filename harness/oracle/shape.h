/* The shape of arguments, and the sizes that a record allows.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_SHAPE_H
#define XL_HARNESS_ORACLE_SHAPE_H

#include "oracle/case.h"

/* What an argument is: memory the kernel is given a pointer to; read, and so filled; an operand of
 * the kernel's arithmetic; written, and so compared. */
bool xl_arg_is_buffer(const struct xl_arg *arg);
bool xl_arg_is_read(const struct xl_arg *arg);
bool xl_arg_is_operand(const struct xl_arg *arg);
bool xl_arg_is_written(const struct xl_arg *arg);

/* Bytes of the kernel's narrowest element in a buffer. */
size_t xl_narrowest_bytes(const struct xl_kernel *kernel);

/* Whether an operand is a float. */
bool xl_has_float(const struct xl_kernel *kernel);

/* Whether it makes one of many, such as a sum: what it writes does not grow with n. */
bool xl_has_sum(const struct xl_kernel *kernel);

/* Whether it makes a sum that extremes overflow. */
bool xl_sum_overflows(const struct xl_kernel *kernel);

/* The number of the argument over which errors are plotted: the first floating-point input with one
 * element for each n. XL_MAX_ARGS: there is none. */
size_t xl_axis_operand(const struct xl_kernel *kernel);

/* Whether it has one element for each n, and no more. */
bool xl_arg_is_strip(const struct xl_arg *arg);

/* Whether rows of two arguments have as many elements, whatever the sizes; and all else of their
 * shapes is the same too. */
bool xl_arg_is_as_long(const struct xl_arg *a, const struct xl_arg *b);
bool xl_arg_has_same_shape(const struct xl_arg *a, const struct xl_arg *b);

/* Elements of one row before those of number `at` of its size, without what every row has; and
 * rows before those of number `at` of the size that they go by. */
size_t xl_elements_before(const struct xl_arg *arg, size_t at);
size_t xl_rows_before(const struct xl_arg *arg, size_t at);

/* Whether it is a size_t that may be more than 31 bits hold, and so has its own way of being drawn:
 * its ends, powers of two and what is next to them, and numbers of every length. */
bool xl_arg_is_wide_size(const struct xl_arg *arg);

/* Bytes that a buffer's address is a multiple of, by the contract. */
size_t xl_arg_alignment(const struct xl_kernel *kernel, const struct xl_arg *arg);

/* Whether an output may be the same buffer as an input, as far as their shapes go. */
bool xl_can_share(const struct xl_arg *in, const struct xl_arg *out);

/* Elements of one row of an argument in a call, and its rows: 1 of a buffer that has none. */
size_t xl_row_elements(const struct xl_arg *arg, const struct xl_case *c);
size_t xl_row_count(const struct xl_arg *arg, const struct xl_case *c);

/* All of them. */
size_t xl_arg_elements(const struct xl_arg *arg, const struct xl_case *c);

/* As many of n as there are at least where a threshold of rows or of depth is tried, if there can
 * be so many. */
enum { XL_THRESHOLD_N = 67 };

/* The n next to this that the kernel can be given: below it, unless that is less than the least. Of
 * rows likewise, with this n. */
size_t xl_valid_n(const struct xl_kernel *kernel, size_t n);
size_t xl_valid_rows(const struct xl_kernel *kernel, size_t n, size_t rows);

/* The n that a record lists, and how many they are; 0: it lists none. Of rows those with this n. */
size_t xl_listed_n(const struct xl_kernel *kernel, size_t i);
size_t xl_listed_count(const struct xl_kernel *kernel);
size_t xl_listed_rows(const struct xl_kernel *kernel, size_t n, size_t i);
size_t xl_listed_rows_count(const struct xl_kernel *kernel, size_t n);

/* The pairs of n and rows that a record lists; and pair `number`, modulo these: sets n and rows. */
size_t xl_listed_pairs(const struct xl_kernel *kernel);
void xl_listed_pair(const struct xl_kernel *kernel, size_t number, struct xl_case *c);

/* Whether a call may have the sizes of this case, as far as .sizes goes. */
bool xl_sizes_allow(const struct xl_kernel *kernel, const struct xl_case *c);

/* The largest n that a record asks for: of its .sizes, or four of the longest vectors and 3. And
 * the elements that a buffer then has: in double, where no number of a record is too large. */
size_t xl_requested_n(const struct xl_kernel *kernel);
double xl_requested_elements(const struct xl_kernel *kernel, const struct xl_arg *arg);

/* The largest n that its .sizes ask for, or this if it is larger. */
size_t xl_requested_or(const struct xl_kernel *kernel, size_t least);

#endif
