/* Exponents of long double, as the host's x87 has it: 64 bits of a fraction whose first is 1, then
 * the sign and 15 bits of exponent. frexpl and ldexpl are calls, and this is done for each element.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_JUDGE_EXTENDED_H
#define XL_HARNESS_JUDGE_EXTENDED_H

#include <float.h>
#include <stdint.h>
#include <string.h>

_Static_assert(LDBL_MANT_DIG == 64 && LDBL_MAX_EXP == 16384, "x87's format");

enum { XL_EXTENDED_BIAS = 16383 };

struct xl_extended {
    uint64_t fraction;
    uint16_t sign_exponent;
};

/* The exponent that frexpl has of a normal number; less than that of any of them for 0 and
 * subnormal ones, more for infinities and NaNs. */
static inline int xl_exponent_of(long double x)
{
    struct xl_extended e;
    memcpy(&e, &x, sizeof e.fraction + sizeof e.sign_exponent);
    return (e.sign_exponent & 0x7fff) - XL_EXTENDED_BIAS + 1;
}

/* 2 to the power of an exponent that a normal number has; of less, the least of them. */
static inline long double xl_power_of_two(int exponent)
{
    const int biased = exponent + XL_EXTENDED_BIAS;
    const struct xl_extended e = {UINT64_C(1) << 63, (uint16_t)(biased > 0 ? biased : 1)};
    long double power = 0;
    memcpy(&power, &e, sizeof e.fraction + sizeof e.sign_exponent);
    return power;
}

#endif
