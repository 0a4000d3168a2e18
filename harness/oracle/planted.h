/* Inputs for searches and for code that reads text.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_PLANTED_H
#define XL_HARNESS_ORACLE_PLANTED_H

#include "oracle/shape.h"

/* A few elements that a search must find, or a comparison must notice, among many
 * others. */

/* Bits of a case's `round`: the kind of elements (low bits), its variation (the next bits), and the
 * mode, unless one or two elements are planted. `walk` has the positions. */
enum {
    XL_PLANTED_KINDS = 4,
    XL_PLANTED_WAYS = 4,
    XL_PLANTED_NONE = 1 << 8,
    XL_PLANTED_SPREAD = 1 << 9, /* one element of so many */
    XL_PLANTED_RUNS = 1 << 10,  /* the first or last lanes of vectors */
    XL_PLANTED_MODES = XL_PLANTED_NONE | XL_PLANTED_SPREAD | XL_PLANTED_RUNS
};

/* Whether elements can be planted in an array of the kernel. */
bool xl_can_plant(const struct xl_kernel *kernel);

/* Cases for a kernel that reduces. One element is planted in each lane of early, late and last
 * vectors and of the tail; or two elements; or none, but memory after the array would be a hit; or
 * one beyond the number of vectors, or elements, that 8 or 16 bits count. */
size_t xl_planted_count(const struct xl_kernel *kernel, size_t lanes);
void xl_planted_get(const struct xl_kernel *kernel, size_t i, struct xl_case *c);

/* Cases for any kernel: many elements are planted, in all lanes of all vectors of a block of eight
 * in turn; or the first or last lanes of each vector, from none to all. */
enum { XL_SPREAD_CASES = 3 };
void xl_spread_get(const struct xl_kernel *kernel, size_t i, struct xl_case *c);

/* Fills an argument of such a case, in host byte order. */
void xl_fill_planted(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                     void *array);

/* Text in UTF-8, UTF-16 and UTF-32: characters that a vector's end splits, at every place,
 * and invalid code. */

/* Whether an array can be text: code units of 8, 16 or 32 bits without a domain. */
bool xl_is_text(const struct xl_arg *arg);

/* Whether a kernel reads such an array and no other, and is not elementwise. */
bool xl_reads_text(const struct xl_kernel *kernel);

/* Cases: valid text, with a vector's end in or next to each character; text with one error in each
 * lane, late, in the tail, or at a vector's end; and text that ends in the middle of something. */
size_t xl_text_count(const struct xl_kernel *kernel, size_t lanes);
void xl_text_get(const struct xl_kernel *kernel, size_t i, struct xl_case *c);

/* The elements of such an array, host byte order. */
void xl_fill_text(enum xl_type type, const struct xl_case *c, size_t elements, void *array);

#endif
