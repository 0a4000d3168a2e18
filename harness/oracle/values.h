/* Values at which code is often wrong.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_VALUES_H
#define XL_HARNESS_ORACLE_VALUES_H

#include "oracle/types.h"

/* splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
 * Inline, because elements are drawn by it. */
static inline uint64_t xl_next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/* A random word computed from both. */
uint64_t xl_mix(uint64_t a, uint64_t b);

/* Uniform over [0, 1), from a random word. */
static inline double xl_unit(uint64_t random)
{
    return (double)(random >> 11) * 0x1p-53;
}

/* Whether an argument's values have a range; whether a value is in it; and a value of it, uniformly
 * distributed. */
bool xl_arg_has_domain(const struct xl_arg *arg);
bool xl_arg_allows(const struct xl_arg *arg, uint64_t bits);
uint64_t xl_domain_bits(const struct xl_arg *arg, uint64_t random);

/* The number of special values of each type. A prime that divides no vector length, so each value,
 * and each pair of values, reaches every lane. */
enum { XL_SPECIALS = 61 };

/* Bits of special value i, modulo XL_SPECIALS. Narrow integer types have some values twice. */
uint64_t xl_special_bits(enum xl_type type, size_t i);

/* The extremes: zero; the greatest; the least, or 1 for an unsigned type; and one more. Round r has
 * extreme r in the even operands, r / XL_EXTREMES in the odd ones. In round XL_EXTREME_MOST all
 * elements are the greatest. */
enum { XL_EXTREMES = 4, XL_EXTREME_MOST = 1 + XL_EXTREMES };

/* Bits of extreme i, modulo XL_EXTREMES. */
uint64_t xl_extreme_bits(enum xl_type type, size_t i);

/* The number of patterns of a walk for each seed. The next seed continues after them. */
enum { XL_WALK_STRIDE = 1 << 20 };

size_t xl_dense_count(const struct xl_kernel *kernel);

/* A number in one of the kernel's dense intervals, of which it must have one: close to an end, or
 * anywhere, with equally likely bit patterns. */
uint64_t xl_dense_bits(const struct xl_kernel *kernel, enum xl_type type, uint64_t random);

/* A number next to a multiple of the kernel's period. All magnitudes are equally likely. */
uint64_t xl_near_bits(const struct xl_kernel *kernel, enum xl_type type, uint64_t random);

/* Pattern i of the walk of an operand: a permutation of all patterns of the type, so none repeats
 * in 2^32 or 2^64 steps. */
uint64_t xl_walk_bits(enum xl_type type, size_t operand, uint64_t i);

/* Values that depend on what a kernel computes. */

/* The number of all inputs of an elementwise kernel whose operands are arrays of at most 32 bits
 * together; else 0. And the same for at most 16 bits: every run tries them all. */
uint64_t xl_all_inputs(const struct xl_kernel *kernel);
size_t xl_every_count(const struct xl_kernel *kernel);

/* The value of an operand in input i of these. */
uint64_t xl_every_bits(const struct xl_kernel *kernel, size_t operand, uint64_t i);

/* Its values in inputs first, first + 1, ... */
void xl_every_fill(const struct xl_kernel *kernel, size_t operand, enum xl_type type,
                   uint64_t first, size_t count, void *array);

/* Whether the kernel converts floats to another type, or integers of 32 bits or more to floats. */
bool xl_converts(const struct xl_kernel *kernel);

/* A number next to a tie of a narrower format, or next to an end of its range; for types of fewer
 * than 32 bits, any number. Formats of 8 bits and fewer are for kernels with outputs of bytes. */
uint64_t xl_ties_bits(const struct xl_kernel *kernel, enum xl_type type, size_t i, uint64_t random);

/* The index of an integer XL_VALUE with the type of an array, or -1. */
long xl_divisor(const struct xl_kernel *kernel);

/* A size_t in an argument's range: an end or next to it; a special number, or an end; any of these,
 * one about as large as n, or one of any length. */
uint64_t xl_size_end(const struct xl_arg *arg, size_t which);
uint64_t xl_size_special(const struct xl_arg *arg, size_t which);
uint64_t xl_size_drawn(const struct xl_arg *arg, size_t n, uint64_t random);

/* A multiple of an integer of this type, or its neighbour; half of them are among the largest. */
uint64_t xl_multiple_bits(enum xl_type type, uint64_t of, uint64_t random);

/* Whether the kernel has one array of inputs, of a type with too many values to try all; and
 * squares, cubes, powers of ten and of two of such a type, and their neighbours. */
bool xl_has_roots(const struct xl_kernel *kernel);
uint64_t xl_root_bits(enum xl_type type, uint64_t random);

/* A divisor of one of the classes: 1, powers of two and their neighbours, even numbers, small ones,
 * those with the top bit, any. */
uint64_t xl_divisor_bits(enum xl_type type, size_t which, uint64_t random);

/* The first array with the type and length of this one, or `index` itself; and whether the kernel
 * has such a pair. */
size_t xl_follows(const struct xl_kernel *kernel, size_t index);
bool xl_follows_any(const struct xl_kernel *kernel);

/* Elements of arrays of the same type and length, by the same random word: `base`, from that word,
 * in the first array, and values computed from it in the others. `is_odd`: the one element that
 * differs. */
uint64_t xl_related_bits(enum xl_type type, unsigned round, bool is_first, bool is_odd,
                         uint64_t base, uint64_t random);

/* Mixed extremes in one operand: a sum of them wraps or saturates on the way.
 * Remainders of blocks. */

/* The number of rounds. The first XL_MIXED_ALONE have all patterns but one in the even operands. */
enum { XL_MIXED_ALONE = 9, XL_MIXED = 16 };

/* The round of a call, and what the patterns depend on. */
struct xl_mixed {
    unsigned round;
    size_t lanes, n;
};

/* Which extreme element i of an operand is (xl_extreme_bits). */
size_t xl_mixed_extreme(const struct xl_mixed *m, size_t operand, size_t i, uint64_t random);

/* xl_case_same_inputs for such a call. */
size_t xl_mixed_same_inputs(const struct xl_mixed *m, size_t i);

/* n that leave a remainder of a block. Case i: 33 to 160 whole vectors of so many lanes, with a
 * rest; 128 to 383 elements; 19 whole vectors, with a rest. 64 consecutive seeds have each number
 * of vectors and of elements modulo 128, and each rest of up to 64 lanes. 0: another case. */
size_t xl_remainder_n(size_t i, size_t lanes, uint64_t seed);

#endif
