/* Extremes of several kinds in one operand: where a sum of them wraps, or saturates, on the way.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_EXTREMES_H
#define XL_HARNESS_ORACLE_EXTREMES_H

#include <stddef.h>
#include <stdint.h>

/* Rounds. The even operands of the first XL_MIXED_ALONE have all patterns but one. */
enum { XL_MIXED_ALONE = 9, XL_MIXED = 16 };

/* Of a call: which round it is, and what the patterns go by. */
struct xl_mixed {
    unsigned round;
    size_t lanes, n;
};

/* Which extreme element i of an operand is (xl_extreme_bits). */
size_t xl_mixed_extreme(const struct xl_mixed *m, size_t operand, size_t i, uint64_t random);

/* xl_case_same_inputs of such a call. */
size_t xl_mixed_twin(const struct xl_mixed *m, size_t i);

/* Numbers of elements that leave something of a block. */

/* Case i: from 33 to 160 whole vectors of so many lanes, with a rest; from 128 to 383 elements; 19
 * whole vectors, with a rest. With each seed the next: 64 seeds after one another have each number
 * of vectors, and each of elements, modulo 128, and each rest of up to 64 lanes. 0: none of
 * these. */
size_t xl_left_count(size_t i, size_t lanes, uint64_t seed);

#endif
