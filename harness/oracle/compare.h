/* The reference's outputs, and whether the kernel's are equal as its contract has it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_COMPARE_H
#define XL_HARNESS_ORACLE_COMPARE_H

#include "matrix/isas.h"
#include "oracle/functions.h"

/* Bytes of one element of the reference's output for an argument of this type. */
size_t xl_reference_size(const struct xl_kernel *kernel, enum xl_type type);

/* What an XL_INOUT argument holds, as the reference finds it: `to` has elements of
 * xl_reference_size. */
void xl_reference_load(const struct xl_kernel *kernel, enum xl_type type, void *to,
                       const void *from, size_t count);

/* Calls the reference, or for a kernel with `.function` what stands for it. args: for each argument
 * of the kernel, in order, a pointer to its elements (those of all but IN are of xl_reference_size)
 * or the value's bits (COUNT, VALUE). Returns the flags of the contract that it raised, called in
 * the rounding mode. */
int xl_reference_call(const struct xl_kernel *kernel, enum xl_rounding rounding,
                      const uintptr_t args[XL_MAX_ARGS]);

/* Replaces what an f32 output cannot hold as a normal number by a zero of its sign, in the
 * reference's outputs of `count` elements: what an ISA that flushes may give instead. */
void xl_reference_flush(const struct xl_kernel *kernel, enum xl_type type, void *reference,
                        size_t count);

/* Whether a flushing ISA may give `got` for element i although the rounded result is normal: ARM
 * detects what is tiny before rounding (ARM DDI 0406C A2.7.2), so the least normal number may have
 * been tiny. f32 and XL_EXACT only. */
bool xl_flushed_before_rounding(const struct xl_kernel *kernel, enum xl_type type, uint64_t got,
                                const void *reference, size_t i);

/* One unit in the last place of a value of the type, at the magnitude of x. */
long double xl_ulp_of(enum xl_type type, long double x);

/* Whether got is within so many units of the exact result; *ulp is how far it is off. A NaN is
 * wanted where the exact result is one. So is an infinity where it is one; an overflow, where it is
 * beyond the largest number and half a unit. Where the exact result is a zero, a zero has its sign,
 * as C23's annex F says of each function; where it is only too small to be told from one, any zero
 * may stand for it. */
bool xl_within_ulps(enum xl_type type, double most, double got, const struct xl_exact_value *exact,
                    double *ulp);

/* Whether results that are right may have other bits than the reference's. */
bool xl_rounding_is_free(const struct xl_kernel *kernel);

/* Compares element i of an output. got: bits of the output's type. Adds nothing and forgets
 * nothing: *ulp is the error in units in the last place where that means something (floats), else
 * 0. */
bool xl_compare_element(const struct xl_kernel *kernel, enum xl_type type, uint64_t got,
                        const void *reference, size_t i, double *ulp);

/* Whether results of the type may be off by an absolute number; and what is right, give or take how
 * much, of element i. */
bool xl_has_bound(const struct xl_kernel *kernel, enum xl_type type);
struct xl_bounded xl_bound_of(const struct xl_kernel *kernel, enum xl_type type,
                              const void *reference, size_t i);

/* Rounds what the reference says of element i to the output's type, for the reader of a finding. */
uint64_t xl_expected_bits(const struct xl_kernel *kernel, enum xl_type type, const void *reference,
                          size_t i);

#endif
