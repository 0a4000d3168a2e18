/* Outputs of which only so many elements are defined as another output says.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_JUDGE_LENGTHS_H
#define XL_HARNESS_JUDGE_LENGTHS_H

#include "judge/inputs.h"

/* The argument that says how many elements of argument k are defined; -1: all are. */
long xl_length_of(const struct xl_kernel *kernel, size_t k);

/* How many that is, by its bits; 0 where it is negative, or (size_t)-1 and the like. */
uint64_t xl_length_in(const struct xl_arg *arg, uint64_t bits);

/* What is wrong with the lengths of a record, or NULL. */
const char *xl_lengths_wrong(const struct xl_kernel *kernel);

#endif
