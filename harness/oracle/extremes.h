/* Mixed extremes in one operand: a sum of them wraps or saturates on the way. Remainders of blocks.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_EXTREMES_H
#define XL_HARNESS_ORACLE_EXTREMES_H

#include <stddef.h>
#include <stdint.h>

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
