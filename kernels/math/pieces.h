/* Shared by the kernels of this folder: their loop, polynomials, powers of two, signs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_MATH_PIECES_H
#define XL_KERNELS_MATH_PIECES_H

#include <math.h>

#include "kernel.h"

/* The vector code of a function of one argument: xl_math_NAME in a loop over strips. */
#define XL_MATH_UNARY(NAME, T)                                                                     \
    XL_VECTOR(void, NAME)(const xl_e_##T *a, xl_e_##T *r, size_t n)                                \
    {                                                                                              \
        for (size_t i = 0, vl; i < n; i += vl) {                                                   \
            vl = xl_##T##_vl(n - i);                                                               \
            xl_##T##_store(r + i, xl_math_##NAME(xl_##T##_load(a + i, vl), vl), vl);               \
        }                                                                                          \
    }

/* The same for two arguments. */
#define XL_MATH_BINARY(NAME, T)                                                                    \
    XL_VECTOR(void, NAME)                                                                          \
    (const xl_e_##T *a, const xl_e_##T *b, xl_e_##T *r, size_t n)                                  \
    {                                                                                              \
        for (size_t i = 0, vl; i < n; i += vl) {                                                   \
            vl = xl_##T##_vl(n - i);                                                               \
            xl_##T x = xl_##T##_load(a + i, vl), y = xl_##T##_load(b + i, vl);                     \
            xl_##T##_store(r + i, xl_math_##NAME(x, y, vl), vl);                                   \
        }                                                                                          \
    }

/* The value at x of a polynomial whose coefficients are an array, highest power first. */
#define XL_MATH_POLYNOMIAL(T, COEFFICIENTS, X, VL)                                                 \
    xl_math_horner_##T(COEFFICIENTS, sizeof(COEFFICIENTS) / sizeof(COEFFICIENTS)[0], X, VL)

/* T is a float type. I and U are the integers of its width, W.
 *
 * - horner: XL_MATH_POLYNOMIAL calls it.
 * - pow2: 2^k, if that is a normal number. k goes into the exponent field.
 * - ldexp: x 2^k as two factors, because k can be past the exponents of normal numbers. A subnormal
 *   result is rounded once more.
 * - negate: x with its sign changed in lanes where the top bit of `sign` is set.
 */
#define XL_MATH_PIECES(T, I, U, W, FRACTION, BIAS)                                                 \
    XL_VEC xl_##T xl_math_horner_##T(const xl_e_##T *coefficients, size_t count, xl_##T x,         \
                                     size_t vl)                                                    \
    {                                                                                              \
        xl_##T p = xl_##T##_set1(coefficients[0], vl);                                             \
        for (size_t c = 1; c < count; c++)                                                         \
            p = xl_##T##_fma(p, x, xl_##T##_set1(coefficients[c], vl), vl);                        \
        return p;                                                                                  \
    }                                                                                              \
    XL_VEC xl_##T xl_math_pow2_##T(xl_##I k, size_t vl)                                            \
    {                                                                                              \
        k = xl_##I##_add(k, xl_##I##_set1(BIAS, vl), vl);                                          \
        return xl_##T##_bitcast_##I(xl_##I##_shl(k, FRACTION, vl));                                \
    }                                                                                              \
    XL_VEC xl_##T xl_math_ldexp_##T(xl_##T x, xl_##I k, size_t vl)                                 \
    {                                                                                              \
        xl_##I half = xl_##I##_shr(k, 1, vl);                                                      \
        x = xl_##T##_mul(x, xl_math_pow2_##T(half, vl), vl);                                       \
        return xl_##T##_mul(x, xl_math_pow2_##T(xl_##I##_sub(k, half, vl), vl), vl);               \
    }                                                                                              \
    XL_VEC xl_##T xl_math_negate_##T(xl_##T x, xl_##U sign, size_t vl)                             \
    {                                                                                              \
        sign = xl_##U##_and(sign, xl_##U##_set1((xl_e_##U)1 << (W - 1), vl), vl);                  \
        return xl_##T##_bitcast_##U(xl_##U##_xor(xl_##U##_bitcast_##T(x), sign, vl));              \
    }

XL_MATH_PIECES(f32, i32, u32, 32, 23, 127)
XL_MATH_PIECES(f64, i64, u64, 64, 52, 1023)

#endif
