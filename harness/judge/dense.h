/* Inputs of mathematical functions: where a kernel says that it is likely to be wrong, and a walk
 * through all numbers.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_JUDGE_DENSE_H
#define XL_HARNESS_JUDGE_DENSE_H

#include "judge/types.h"

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

#endif
