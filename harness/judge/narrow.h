/* Inputs that follow from what a kernel is: every one of few bits; between the numbers of the
 * formats that it converts to; multiples of what it divides by; operands that follow from each
 * other.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_JUDGE_NARROW_H
#define XL_HARNESS_JUDGE_NARROW_H

#include "judge/types.h"

/* How many inputs there are, if they are few enough to try each: of an elementwise kernel whose
 * operands are arrays of up to 16 bits together. Else 0. */
size_t xl_every_count(const struct xl_kernel *kernel);

/* What operand number `operand` is in input number i of these. */
uint64_t xl_every_bits(const struct xl_kernel *kernel, size_t operand, size_t i);

/* Whether an array of floats goes in, and one of another type comes out; or integers of 32 bits and
 * more, and floats. */
bool xl_converts(const struct xl_kernel *kernel);

/* A number next to a tie of a narrower format, or next to an end of its range; any number of fewer
 * than 32 bits. */
uint64_t xl_ties_bits(enum xl_type type, size_t i, uint64_t random);

/* The index of an integer XL_VALUE whose type an array has too, or -1. */
long xl_divisor(const struct xl_kernel *kernel);

/* A size_t of an argument's domain: one of its ends, or next to one; a special number, or an end;
 * any of these, one about as large as n, or one of any length. */
uint64_t xl_size_end(const struct xl_arg *arg, size_t which);
uint64_t xl_size_special(const struct xl_arg *arg, size_t which);
uint64_t xl_size_drawn(const struct xl_arg *arg, size_t n, uint64_t random);

/* A multiple of an integer of this type, or one more or less; half of them are among the largest.
 */
uint64_t xl_multiple_bits(enum xl_type type, uint64_t of, uint64_t random);

/* Whether it computes each element from one integer, of more values than are all tried, or from one
 * float; and squares, cubes, powers of ten and of two of such a type, and what is next to them. */
bool xl_has_roots(const struct xl_kernel *kernel);
uint64_t xl_root_bits(enum xl_type type, uint64_t random);

/* An integer to divide by, of a class by its number: one, powers of two and what is next to them,
 * even numbers, small ones, those with the top bit, any. */
uint64_t xl_divisor_bits(enum xl_type type, size_t which, uint64_t random);

/* The array of the same type and length that stands first among them, or `index` itself; and
 * whether there is an array with another before it. */
size_t xl_follows(const struct xl_kernel *kernel, size_t index);
bool xl_follows_any(const struct xl_kernel *kernel);

/* What is in the arrays of one type that are of one length, all by the same random word: `base`, of
 * that word, in the first, and what follows from it in the others. `is_odd`: of the one element
 * that differs, where one does. */
uint64_t xl_related_bits(enum xl_type type, unsigned round, bool is_first, bool is_odd,
                         uint64_t base, uint64_t random);

#endif
