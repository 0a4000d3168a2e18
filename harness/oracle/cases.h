/* The sequence of calls that a kernel gets. All of it follows from the seed.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_CASES_H
#define XL_HARNESS_ORACLE_CASES_H

#include "oracle/case_groups.h"

/* How many cases a kernel has for vectors of vl_bits (0: scalar), with `count` rounds of random
 * input. The last xl_rounding_case_count of them are for the other rounding modes. */
size_t xl_case_count(const struct xl_kernel *kernel, size_t vl_bits, unsigned count);

size_t xl_rounding_case_count(const struct xl_kernel *kernel);

/* Case number i < xl_case_count. The same for the same kernel, vl_bits, count and seed. */
struct xl_case xl_case_get(const struct xl_kernel *kernel, size_t vl_bits, unsigned count,
                           uint64_t seed, size_t i);

/* How many of a kernel's cases are of this group (oracle/case_groups.h). */
size_t xl_case_group_count(const struct xl_kernel *kernel, size_t vl_bits, unsigned count,
                           unsigned group);

/* Shortens a case for a row that tests its compiler (a shortened row). n is then at most 17 vectors
 * and one element, 263, or what the record requests, whichever is largest; for a case that is the
 * same on every row, at most 997. Other rows have n up to 10007. */
void xl_case_shorten(const struct xl_kernel *kernel, struct xl_case *c);

/* The case of the baseline inputs, at least one. It has no number. */
struct xl_case xl_case_of_baseline(const struct xl_kernel *kernel, size_t vl_bits,
                                   const struct xl_baseline_inputs *baseline);

/* Case i of the streamed ones, which are longer than all others (oracle/strides.h). They have no
 * number either. */
struct xl_case xl_case_streamed(const struct xl_kernel *kernel, size_t vl_bits, uint64_t seed,
                                size_t i);

#endif
