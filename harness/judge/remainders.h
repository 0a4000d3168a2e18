/* Numbers of elements that leave something of a block.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_JUDGE_REMAINDERS_H
#define XL_HARNESS_JUDGE_REMAINDERS_H

#include <stddef.h>
#include <stdint.h>

/* Case i: from 33 to 160 whole vectors of so many lanes, with a rest; from 128 to 383 elements; 19
 * whole vectors, with a rest. With each seed the next: 64 seeds after one another have each number
 * of vectors, and each of elements, modulo 128, and each rest of up to 64 lanes. 0: none of
 * these. */
size_t xl_left_count(size_t i, size_t lanes, uint64_t seed);

#endif
