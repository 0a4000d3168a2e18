/* pow.
 * SPDX-License-Identifier: MIT
 *
 * |x|^y = 2^(y log2 |x|). An absolute error of the product is a relative one of the result, and the
 * product goes up to 150 (f64: 1075), so that the logarithm needs 8 (11) bits more than a number
 * has: it is the sum of two. With s = f / (2 + f) for the f of log.h and L = 2 / ln 2,
 *
 *     log2 |x| = k + s (L + s^2 (L/3 + s^2 P(s^2)))
 *
 * P is the minimax polynomial of degree 3 (7) whose coefficients are numbers of the type, good for
 * 2^-39 (2^-71) of the logarithm. s^2 is below 0.0295, so s^4 P is below 2^-12 of the bracket and
 * may be one number. s, s^2, L, L/3 and all sums are two.
 *
 * Bound, in ULP. The steps on single numbers are off by 2^-36 (2^-65) of the logarithm, those on
 * pairs by far less; times the product that is 2^-28 (2^-55), 0.1 (0.5) ULP of the result. 2^t is
 * good for 0.9 as in exp2_f32.c, and t was rounded: 2^-26 ln 2, or 0.35 ULP. That is 1.4 (1.8).
 */
#ifndef XL_KERNELS_MATH_POW_H
#define XL_KERNELS_MATH_POW_H

#include "exp.h"
#include "log.h"

static const float xl_math_pow_f32_coefficients[] = {0x1.0faf98p-2f, 0x1.48975ep-2f, 0x1.a615aep-2f,
                                                     0x1.2776c6p-1f};
static const double xl_math_pow_f64_coefficients[] = {
    0x1.60390dd768773p-3, 0x1.593b5fa794c85p-3, 0x1.8a061d05d2adp-3,  0x1.c68f050bcc799p-3,
    0x1.0c9a84fff8e6ep-2, 0x1.484b13d735f46p-2, 0x1.a61762a7ae41dp-2, 0x1.2776c50ef9bfep-1};

/* A pair is a number and what it lacks, which comes second, through a pointer. T, I, U and W as in
 * pieces.h. L and THIRD, L/3, are pairs. From MOST on the result overflows; from -MOST down it is 0
 * even as a subnormal.
 *   two_sum         of a and b, where |a| >= |b| or a is 0
 *   two_product     of a + a_low and b + b_low
 *   log2_pair       for x above zero and finite
 *   pow_magnitude   x^y for x from 0 on, but for the cases in which that is 1 by definition
 *   pow             with the cases of C23 F.10.4.4. Of a negative x, odd y give a negative result,
 *                   other whole y a positive one, and what is not whole gives NaN unless x is
 *                   infinite. 1^y and x^0 are 1 even for NaN, and so is (-1)^infinity */
#define XL_MATH_POW(T, I, U, W, L, L_LOW, THIRD, THIRD_LOW, MOST)                                  \
    XL_VEC xl_##T xl_math_two_sum_##T(xl_##T a, xl_##T b, xl_##T *low, size_t vl)                  \
    {                                                                                              \
        xl_##T sum = xl_##T##_add(a, b, vl);                                                       \
        *low = xl_##T##_add(xl_##T##_sub(a, sum, vl), b, vl);                                      \
        return sum;                                                                                \
    }                                                                                              \
    XL_VEC xl_##T xl_math_two_product_##T(xl_##T a, xl_##T a_low, xl_##T b, xl_##T b_low,          \
                                          xl_##T *low, size_t vl)                                  \
    {                                                                                              \
        xl_##T product = xl_##T##_mul(a, b, vl);                                                   \
        xl_##T rest = xl_##T##_fma(a, b, xl_##T##_neg(product, vl), vl);                           \
        *low = xl_##T##_fma(a, b_low, xl_##T##_fma(a_low, b, rest, vl), vl);                       \
        return product;                                                                            \
    }                                                                                              \
    XL_VEC xl_##T xl_math_log2_pair_##T(xl_##T x, xl_##T *low, size_t vl)                          \
    {                                                                                              \
        xl_##T f, d_low, u_low, v_low, sum_low;                                                    \
        xl_##T k = xl_##T##_from_##I(xl_math_split_##T(x, &f, vl), vl);                            \
                                                                                                   \
        /* s = f / (2 + f), from the remainders of sum and quotient. */                            \
        xl_##T d = xl_math_two_sum_##T(xl_##T##_set1(2, vl), f, &d_low, vl);                       \
        xl_##T s = xl_##T##_div(f, d, vl), minus_s = xl_##T##_neg(s, vl);                          \
        xl_##T s_low = xl_##T##_fma(minus_s, d, f, vl);                                            \
        s_low = xl_##T##_div(xl_##T##_fma(minus_s, d_low, s_low, vl), d, vl);                      \
        xl_##T u = xl_math_two_product_##T(s, s_low, s, s_low, &u_low, vl);                        \
                                                                                                   \
        xl_##T p = XL_MATH_POLYNOMIAL(T, xl_math_pow_##T##_coefficients, u, vl);                   \
        p = xl_##T##_mul(u, p, vl);                                                                \
        xl_##T sum = xl_math_two_sum_##T(xl_##T##_set1(THIRD, vl), p, &sum_low, vl);               \
        sum_low = xl_##T##_add(sum_low, xl_##T##_set1(THIRD_LOW, vl), vl);                         \
        xl_##T v = xl_math_two_product_##T(u, u_low, sum, sum_low, &v_low, vl);                    \
        sum = xl_math_two_sum_##T(xl_##T##_set1(L, vl), v, &sum_low, vl);                          \
        v_low = xl_##T##_add(v_low, xl_##T##_set1(L_LOW, vl), vl);                                 \
        sum_low = xl_##T##_add(sum_low, v_low, vl);                                                \
        v = xl_math_two_product_##T(s, s_low, sum, sum_low, &v_low, vl);                           \
        sum = xl_math_two_sum_##T(k, v, &sum_low, vl);                                             \
        *low = xl_##T##_add(sum_low, v_low, vl);                                                   \
        return sum;                                                                                \
    }                                                                                              \
    XL_VEC xl_##T xl_math_pow_magnitude_##T(xl_##T x, xl_##T y, size_t vl)                         \
    {                                                                                              \
        xl_##T low, infinity = xl_##T##_set1((xl_e_##T)INFINITY, vl);                              \
        xl_##T zero = xl_##T##_set1(0, vl);                                                        \
        xl_##T log = xl_math_log2_pair_##T(x, &low, vl);                                           \
        log = xl_##T##_select(xl_##T##_lt(x, infinity, vl), log, x, vl);                           \
        xl_m##W none = xl_##T##_eq(x, zero, vl);                                                   \
        log = xl_##T##_select(none, xl_##T##_neg(infinity, vl), log, vl);                          \
                                                                                                   \
        xl_##T product = xl_math_two_product_##T(y, zero, log, low, &low, vl);                     \
        /* Where this changes the product, the lower part may be NaN, and does not                 \
         * matter. */                                                                              \
        xl_##T bounded = xl_math_clamp_##T(product, -(MOST), MOST, vl);                            \
        low = xl_##T##_select(xl_##T##_eq(bounded, product, vl), low, zero, vl);                   \
        xl_##T k = xl_##T##_roundeven(bounded, vl);                                                \
        xl_##T t = xl_##T##_add(xl_##T##_sub(bounded, k, vl), low, vl);                            \
        return xl_math_exp2_parts_##T(k, t, vl);                                                   \
    }                                                                                              \
    XL_VEC xl_##T xl_math_pow_##T(xl_##T x, xl_##T y, size_t vl)                                   \
    {                                                                                              \
        xl_##T zero = xl_##T##_set1(0, vl), one = xl_##T##_set1(1, vl);                            \
        xl_##T infinity = xl_##T##_set1((xl_e_##T)INFINITY, vl);                                   \
        xl_##T magnitude = xl_##T##_abs(x, vl);                                                    \
        xl_##T r = xl_math_pow_magnitude_##T(magnitude, y, vl);                                    \
                                                                                                   \
        xl_##T half = xl_##T##_mul(y, xl_##T##_set1((xl_e_##T)0.5, vl), vl);                       \
        xl_m##W whole = xl_##T##_eq(xl_##T##_roundeven(y, vl), y, vl);                             \
        xl_m##W even = xl_##T##_eq(xl_##T##_roundeven(half, vl), half, vl);                        \
        xl_m##W odd = xl_m##W##_and(whole, xl_m##W##_not(even, vl), vl);                           \
        xl_##T sign = xl_##T##_select(odd, x, zero, vl);                                           \
        r = xl_math_negate_##T(r, xl_##U##_bitcast_##T(sign), vl);                                 \
        xl_m##W finite = xl_##T##_lt(magnitude, infinity, vl);                                     \
        xl_m##W invalid = xl_m##W##_and(xl_##T##_lt(x, zero, vl), finite, vl);                     \
        invalid = xl_m##W##_and(invalid, xl_m##W##_not(whole, vl), vl);                            \
        r = xl_##T##_select(invalid, xl_##T##_set1((xl_e_##T)NAN, vl), r, vl);                     \
                                                                                                   \
        xl_m##W endless = xl_##T##_eq(xl_##T##_abs(y, vl), infinity, vl);                          \
        endless = xl_m##W##_and(endless, xl_##T##_eq(magnitude, one, vl), vl);                     \
        xl_m##W unit = xl_##T##_eq(x, one, vl);                                                    \
        unit = xl_m##W##_or(unit, xl_##T##_eq(y, zero, vl), vl);                                   \
        return xl_##T##_select(xl_m##W##_or(unit, endless, vl), one, r, vl);                       \
    }

XL_MATH_POW(f32, i32, u32, 32, 0x1.715476p+1f, 0x1.4ae0cp-25f, 0x1.ec709ep-1f, -0x1.e2fe02p-28f,
            200)
XL_MATH_POW(f64, i64, u64, 64, 0x1.71547652b82fep+1, 0x1.777d0ffda0d24p-55, 0x1.ec709dc3a03fdp-1,
            0x1.d27f05548af0cp-55, 1200)

#endif
