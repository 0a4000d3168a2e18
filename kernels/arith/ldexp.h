/* x times 2 to an integer power, rounded once, for any power.
 * SPDX-License-Identifier: MIT
 *
 * The power is applied in three factors of normal numbers. They reach beyond the ratio of the
 * largest number to the smallest subnormal, so that what is left of the power does not count. The
 * factor that takes most of it comes last. Down, a step before it rounds only where its result is
 * subnormal; the last factor is the least normal number then, and leaves less than the smallest
 * subnormal. Up, no step rounds but by overflow.
 */
#ifndef XL_KERNELS_ARITH_LDEXP_H
#define XL_KERNELS_ARITH_LDEXP_H

#include "kernel.h"

/* T the float, I the integer of its width, whose exponents are from 1 - BIAS to BIAS, above
 * FRACTION bits. xl_ldexp_T_part is what one factor can take of a power. */
#define XL_LDEXP(T, I, BIAS, FRACTION)                                                             \
    XL_VEC xl_##I xl_ldexp_##T##_part(xl_##I power, size_t vl)                                     \
    {                                                                                              \
        xl_##I least = xl_##I##_set1(1 - BIAS, vl), most = xl_##I##_set1(BIAS, vl);                \
        return xl_##I##_min(xl_##I##_max(power, least, vl), most, vl);                             \
    }                                                                                              \
    XL_VEC xl_##T xl_ldexp_##T##_multiply(xl_##T x, xl_##I power, size_t vl)                       \
    {                                                                                              \
        xl_##I biased = xl_##I##_add(power, xl_##I##_set1(BIAS, vl), vl);                          \
        return xl_##T##_mul(x, xl_##T##_bitcast_##I(xl_##I##_shl(biased, FRACTION, vl)), vl);      \
    }                                                                                              \
    XL_VEC xl_##T xl_ldexp_##T(xl_##T x, xl_##I power, size_t vl)                                  \
    {                                                                                              \
        xl_##I last = xl_ldexp_##T##_part(power, vl);                                              \
        power = xl_##I##_sub(power, last, vl);                                                     \
        xl_##I second = xl_ldexp_##T##_part(power, vl);                                            \
        xl_##I first = xl_ldexp_##T##_part(xl_##I##_sub(power, second, vl), vl);                   \
        x = xl_ldexp_##T##_multiply(x, first, vl);                                                 \
        x = xl_ldexp_##T##_multiply(x, second, vl);                                                \
        return xl_ldexp_##T##_multiply(x, last, vl);                                               \
    }

#endif
