/* Lane types as the host handles them: sizes, names, bits, byte order.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_JUDGE_TYPES_H
#define XL_HARNESS_JUDGE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contract.h"

size_t xl_type_size(enum xl_type type);
const char *xl_type_name(enum xl_type type);
bool xl_type_is_float(enum xl_type type);
bool xl_type_is_signed(enum xl_type type);

/* Element i of an array in host byte order, as bits, zero-extended; and the reverse. */
uint64_t xl_bits_get(enum xl_type type, const void *array, size_t i);
void xl_bits_set(enum xl_type type, void *array, size_t i, uint64_t bits);

/* The value that bits of a type stand for. 64-bit integers round. */
double xl_bits_value(enum xl_type type, uint64_t bits);

/* Goes on with a hash of `count` elements, in order, all NaNs of a float type being one. */
uint64_t xl_digest_on(uint64_t digest, enum xl_type type, const void *array, size_t count);

/* Copies `count` elements, reversing the bytes of each if `swap`. */
void xl_copy_swapped(enum xl_type type, void *to, const void *from, size_t count, bool swap);

/* Replaces each subnormal of an f32 array by a zero of its sign; other types are left alone. */
void xl_flush_subnormals(enum xl_type type, void *array, size_t count);

#endif
