/* Text in UTF-8, UTF-16 and UTF-32: characters that a vector's end splits, at every place, and
 * invalid code.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_UTF_H
#define XL_HARNESS_ORACLE_UTF_H

#include "oracle/inputs.h"

/* Whether an array can be text: code units of 8, 16 or 32 bits without a domain. */
bool xl_is_text(const struct xl_arg *arg);

/* Whether a kernel reads such an array and no other, and is not elementwise. */
bool xl_reads_text(const struct xl_kernel *kernel);

/* Cases: valid text, with a vector's end in or next to each character; and text with one error in
 * each lane, late, in the tail, or at a vector's end. */
size_t xl_text_count(const struct xl_kernel *kernel, size_t lanes);
void xl_text_get(const struct xl_kernel *kernel, size_t i, struct xl_case *c);

/* The elements of such an array, host byte order. */
void xl_fill_text(enum xl_type type, const struct xl_case *c, size_t elements, void *array);

#endif
