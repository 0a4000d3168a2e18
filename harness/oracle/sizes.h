/* How many elements a kernel can be given.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_SIZES_H
#define XL_HARNESS_ORACLE_SIZES_H

#include "oracle/inputs.h"

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

/* Whether a call may have the sizes of this case, as far as .sizes goes. */
bool xl_sizes_allow(const struct xl_kernel *kernel, const struct xl_case *c);

/* The largest n that a record asks for: of its .sizes, or four of the longest vectors and 3. And
 * the elements that a buffer then has: in double, where no number of a record is too large. */
size_t xl_requested_n(const struct xl_kernel *kernel);
double xl_requested_elements(const struct xl_kernel *kernel, const struct xl_arg *arg);

/* The largest n that its .sizes ask for, or this if it is larger. */
size_t xl_requested_or(const struct xl_kernel *kernel, size_t least);

#endif
