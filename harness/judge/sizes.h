/* How many elements a kernel can be given.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_JUDGE_SIZES_H
#define XL_HARNESS_JUDGE_SIZES_H

#include "judge/inputs.h"

/* The n next to this that the kernel can be given: below it, unless that is less than the least. */
size_t xl_allowed_n(const struct xl_kernel *kernel, size_t n);

/* The largest n that a record asks for: of its .sizes, or four of the longest vectors and 3. And
 * the elements that a buffer then has: in double, where no number of a record is too large. */
size_t xl_asked_n(const struct xl_kernel *kernel);
double xl_asked_elements(const struct xl_kernel *kernel, const struct xl_arg *arg);

/* Bytes that no buffer of a kernel is longer than: XL_MAX_BUFFER_BYTES, or what its record asks for
 * up to XL_MOST_BUFFER_BYTES. */
size_t xl_buffer_limit(const struct xl_kernel *kernel);

/* The largest n that its .sizes ask for, or this if it is larger. */
size_t xl_asked_or(const struct xl_kernel *kernel, size_t least);

#endif
