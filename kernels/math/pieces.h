/* Shared by the kernels of this directory: their loop, polynomials, powers of two, signs.
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
        XL_STRIPS(T, n, xl_##T##_store(r + i, xl_math_##NAME(xl_##T##_load(a + i, vl), vl), vl));  \
    }

/* The same for two arguments. */
#define XL_MATH_BINARY(NAME, T)                                                                    \
    XL_VEC xl_##T NAME##_step(const xl_e_##T *a, const xl_e_##T *b, size_t vl)                     \
    {                                                                                              \
        return xl_math_##NAME(xl_##T##_load(a, vl), xl_##T##_load(b, vl), vl);                     \
    }                                                                                              \
    XL_VECTOR(void, NAME)                                                                          \
    (const xl_e_##T *a, const xl_e_##T *b, xl_e_##T *r, size_t n)                                  \
    {                                                                                              \
        XL_STRIPS(T, n, xl_##T##_store(r + i, NAME##_step(a + i, b + i, vl), vl));                 \
    }

/* The value at x of a polynomial whose coefficients are an array, highest power first. */
#define XL_MATH_POLYNOMIAL(T, COEFFICIENTS, X, VL)                                                 \
    XL_JOIN(xl_math_horner_, T, )                                                                  \
    (COEFFICIENTS, sizeof(COEFFICIENTS) / sizeof(COEFFICIENTS)[0], X, VL)

/* For the templates of this directory: xl_math_NAME_f32, and a table of coefficients. */
#define XL_MATH(NAME) XL_JOIN(xl_math_##NAME, _, XL_T)
#define XL_MATH_TABLE(NAME) XL_JOIN(XL_MATH(NAME), _coefficients, )

/* a * b + c where the bound holds without fusing as well. A kernel that need not give the same bits
 * on every ISA defines XL_MATH_RELAXED before it includes these headers. */
#ifdef XL_MATH_RELAXED
#define XL_MATH_STEP(T) XL_JOIN(xl_, T, _mul_add)
#else
#define XL_MATH_STEP(T) XL_JOIN(xl_, T, _fma)
#endif
#if defined XL_MATH_RELAXED && defined XL_FMA_IS_EMULATED
#define XL_MATH_UNFUSED
#endif

/* Bits of the fraction, and what the exponent field adds to the exponent. */
#define XL_FRACTION (XL_W == 32 ? 23 : 52)
#define XL_BIAS (XL_W == 32 ? 127 : 1023)

#define XL_W 32
#include "pieces_body.h"

#define XL_W 64
#include "pieces_body.h"

#endif
