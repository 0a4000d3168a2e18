/* What the shape of an argument is, whatever the call.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_SHAPE_H
#define XL_HARNESS_ORACLE_SHAPE_H

#include "oracle/types.h"

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

#endif
