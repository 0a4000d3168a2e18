/* The values that code is most often wrong at.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_JUDGE_SPECIAL_H
#define XL_HARNESS_JUDGE_SPECIAL_H

#include "judge/types.h"

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

#endif
