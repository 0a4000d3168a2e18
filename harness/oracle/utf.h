/* Text in UTF-8, UTF-16 and UTF-32: characters that the end of a vector splits, at every place that
 * they can be split at, and code that is none.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_UTF_H
#define XL_HARNESS_ORACLE_UTF_H

#include "oracle/inputs.h"

/* Whether an array may be text: code units of 8, 16 or 32 bits, of any value. */
bool xl_is_text(const struct xl_arg *arg);

/* Whether a kernel reads such an array and no other, and its elements are not independent. */
bool xl_reads_text(const struct xl_kernel *kernel);

/* Cases: text that is valid, with ends of vectors in each character, or next to it; and text with
 * one error in each lane, late and in the tail, or at a vector's end. */
size_t xl_text_count(const struct xl_kernel *kernel, size_t lanes);
void xl_text_get(const struct xl_kernel *kernel, size_t i, struct xl_case *c);

/* The elements of such an array, host byte order. */
void xl_fill_text(enum xl_type type, const struct xl_case *c, size_t elements, void *array);

#endif
