/* The values that code is most often wrong at.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_VALUES_H
#define XL_HARNESS_ORACLE_VALUES_H

#include "oracle/types.h"

/* Of each type. A prime that divides no vector length, so that an index which steps through the
 * values, or through the pairs of them, drifts through the lanes. */
enum { XL_SPECIALS = 61 };

/* Bits of special value i, modulo XL_SPECIALS. The narrow integer types have some twice. */
uint64_t xl_special_bits(enum xl_type type, size_t i);

/* What all elements of an operand can be: zero; the greatest; the least, or 1 of an unsigned type;
 * and one more. Round r has number r of the even operands, r / XL_EXTREMES of the odd ones: in
 * round XL_EXTREME_MOST all are the greatest. */
enum { XL_EXTREMES = 4, XL_EXTREME_MOST = 1 + XL_EXTREMES };

/* Bits of extreme i, modulo XL_EXTREMES. */
uint64_t xl_extreme_bits(enum xl_type type, size_t i);

/* Inputs of mathematical functions: where a kernel says that it is likely to be wrong, and a walk
 * through all numbers. */

/* Patterns of the walk that a seed has for itself; those of the next seed come after them. */
enum { XL_WALK_STRIDE = 1 << 20 };

/* What is wrong with a kernel's `.dense` and `.period`, or NULL. */
const char *xl_dense_wrong(const struct xl_kernel *kernel);

size_t xl_dense_count(const struct xl_kernel *kernel);

/* A number of one of the kernel's dense intervals, of which there is one: close to an end, or
 * anywhere, every bit pattern being as likely. */
uint64_t xl_dense_bits(const struct xl_kernel *kernel, enum xl_type type, uint64_t random);

/* A number next to a multiple of the kernel's period. Each magnitude of multiples is as likely. */
uint64_t xl_near_bits(const struct xl_kernel *kernel, enum xl_type type, uint64_t random);

/* Pattern number i of the walk of operand number `operand`: a permutation of all patterns of the
 * type, so that none comes twice in 2^32 or 2^64 steps. */
uint64_t xl_walk_bits(enum xl_type type, size_t operand, uint64_t i);

/* Inputs that follow from what a kernel is: every one of few bits; between the numbers of the
 * formats that it converts to; multiples of what it divides by; operands that follow from each
 * other. */

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
