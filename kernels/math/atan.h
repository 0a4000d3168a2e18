/* atan and atan2.
 * SPDX-License-Identifier: MIT
 *
 * atan(t) = t + t^3 A(t^2) for t from 0 to 1, A a minimax polynomial whose coefficients are numbers
 * of the type; from above 1, pi/2 - atan(1/t).
 *
 * Bounds, in ULP of the result and for 2^-p half the ULP of 1. Up to 1, what is added last is at
 * most 0.22 and off by 4 roundings, 0.86 2^-p, and the sum rounds by half an ULP: 1.4. The quotient
 * for a number above 1, or for atan2, is off by 2^-p, and the arctangent by 0.5 2^-p of that where
 * it is largest. What it is subtracted from, pi/2 or the like, is two numbers, and the difference
 * is at least 0.78, of which an ULP is 2^-p; it rounds by half of that: 0.86 + 0.5 + 0.5 + 0.5,
 * or 2.4.
 */
#ifndef XL_KERNELS_MATH_ATAN_H
#define XL_KERNELS_MATH_ATAN_H

#include "pieces.h"

/* Of degree 8, and of degree 19. The relative errors of atan are below 2^-28 and 2^-57. */
static const float xl_math_atan_f32_coefficients[] = {
    -0x1.d5a1aap-10f, 0x1.6551e2p-7f,  -0x1.fe7d24p-6f, 0x1.da9c2ep-5f, -0x1.5825f2p-4f,
    0x1.c0946cp-4f,   -0x1.24211ap-3f, 0x1.9991ecp-3f,  -0x1.55553ep-2f};
static const double xl_math_atan_f64_coefficients[] = {
    0x1.bbed9f7b04237p-17, -0x1.3f364d4b9695cp-13, 0x1.b3facbcd7bb8ap-11, -0x1.7a399ad4364a2p-9,
    0x1.d7b927bbdceedp-8,  -0x1.c78fcd542af16p-7,  0x1.683cc98472e13p-6,  -0x1.e9fa0da6643e9p-6,
    0x1.2c2e5ccfd4e26p-5,  -0x1.59a3ff2ac6667p-5,  0x1.82dad79d1736p-5,   -0x1.ae5e72c0e6984p-5,
    0x1.e1bba66c1a4b8p-5,  -0x1.110e5126fd02dp-4,  0x1.3b13669a2a047p-4,  -0x1.745d11ae74c7ap-4,
    0x1.c71c717fcf76dp-4,  -0x1.249249237f57dp-3,  0x1.99999999955b4p-3,  -0x1.5555555555526p-2};

/* T, I, U and W as in pieces.h; pi/2 in two numbers.
 *   atan_part    of 0 <= t <= 1
 *   from_turns   turns pi/2 + y, or - y in lanes where `minus` is set
 *   atan2        t is the smaller of |a| and |b| over the larger: 0 for two zeros and 1 for two
 *                infinities, which gives what C23 F.10.1.4 asks. The sign bit of b counts, that of
 *                -0 too */
#define XL_MATH_ATAN(T, I, U, W, HALF_PI, HALF_PI_LOW)                                             \
    XL_VEC xl_##T xl_math_atan_part_##T(xl_##T t, size_t vl)                                       \
    {                                                                                              \
        xl_##T t2 = xl_##T##_mul(t, t, vl);                                                        \
        xl_##T p = XL_MATH_POLYNOMIAL(T, xl_math_atan_##T##_coefficients, t2, vl);                 \
        return xl_##T##_fma(xl_##T##_mul(t, t2, vl), p, t, vl);                                    \
    }                                                                                              \
    XL_VEC xl_##T xl_math_from_turns_##T(xl_##T turns, xl_m##W minus, xl_##T y, size_t vl)         \
    {                                                                                              \
        y = xl_##T##_select(minus, xl_##T##_neg(y, vl), y, vl);                                    \
        y = xl_##T##_fma(turns, xl_##T##_set1(HALF_PI_LOW, vl), y, vl);                            \
        return xl_##T##_fma(turns, xl_##T##_set1(HALF_PI, vl), y, vl);                             \
    }                                                                                              \
    XL_VEC xl_##T xl_math_atan_##T(xl_##T x, size_t vl)                                            \
    {                                                                                              \
        xl_##T magnitude = xl_##T##_abs(x, vl);                                                    \
        xl_##T zero = xl_##T##_set1(0, vl), one = xl_##T##_set1(1, vl);                            \
        xl_m##W large = xl_##T##_lt(one, magnitude, vl);                                           \
        xl_##T t = xl_##T##_div(one, magnitude, vl);                                               \
        t = xl_##T##_select(large, t, magnitude, vl);                                              \
        xl_##T turns = xl_##T##_select(large, one, zero, vl);                                      \
        t = xl_math_from_turns_##T(turns, large, xl_math_atan_part_##T(t, vl), vl);                \
        return xl_math_negate_##T(t, xl_##U##_bitcast_##T(x), vl);                                 \
    }                                                                                              \
    XL_VEC xl_##T xl_math_atan2_##T(xl_##T a, xl_##T b, size_t vl)                                 \
    {                                                                                              \
        xl_##T high = xl_##T##_abs(a, vl), wide = xl_##T##_abs(b, vl);                             \
        xl_##T small = xl_##T##_min(high, wide, vl), large = xl_##T##_max(high, wide, vl);         \
        xl_##T zero = xl_##T##_set1(0, vl), one = xl_##T##_set1(1, vl);                            \
        xl_##T infinity = xl_##T##_set1((xl_e_##T)INFINITY, vl);                                   \
        xl_m##W both_infinite = xl_##T##_eq(small, infinity, vl);                                  \
        small = xl_##T##_select(both_infinite, one, small, vl);                                    \
        large = xl_##T##_select(both_infinite, one, large, vl);                                    \
        large = xl_##T##_select(xl_##T##_eq(large, zero, vl), one, large, vl);                     \
        xl_##T y = xl_math_atan_part_##T(xl_##T##_div(small, large, vl), vl);                      \
                                                                                                   \
        xl_m##W steep = xl_##T##_lt(wide, high, vl);                                               \
        xl_m##W left = xl_##I##_lt(xl_##I##_bitcast_##T(b), xl_##I##_set1(0, vl), vl);             \
        xl_##T turns = xl_##T##_select(left, xl_##T##_set1(2, vl), zero, vl);                      \
        turns = xl_##T##_select(steep, one, turns, vl);                                            \
        /* The angle is y, pi/2 - y, pi/2 + y or pi - y. */                                        \
        xl_m##W right_steep = xl_m##W##_and(steep, xl_m##W##_not(left, vl), vl);                   \
        xl_m##W left_flat = xl_m##W##_and(left, xl_m##W##_not(steep, vl), vl);                     \
        y = xl_math_from_turns_##T(turns, xl_m##W##_or(right_steep, left_flat, vl), y, vl);        \
        return xl_math_negate_##T(y, xl_##U##_bitcast_##T(a), vl);                                 \
    }

XL_MATH_ATAN(f32, i32, u32, 32, 0x1.921fb6p+0f, -0x1.777a5cp-25f)
XL_MATH_ATAN(f64, i64, u64, 64, 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54)

#endif
