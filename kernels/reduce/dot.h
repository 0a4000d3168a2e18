/* The loops of dot products in 32 bits, wrapping: XL_DOT_BYTES of bytes, XL_DOT where an ISA adds
 * the products of several narrow lanes to a wide one, XL_DOT_WIDENED where it multiplies lanes of
 * 32 bits.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_REDUCE_DOT_H
#define XL_KERNELS_REDUCE_DOT_H

#include "kernel.h"
#include "native.h"

/* The body of a function follows: the sum after one step, from the sum before it and full vectors
 * of a and b. */
#define XL_DOT(NAME, A, B)                                                                         \
    XL_VEC xl_i32 NAME##_add(xl_i32 sum, xl_##A a, xl_##B b);                                      \
    XL_VEC void NAME##_step(size_t i, size_t vl, xl_i32 *sum, const xl_e_##A *a,                   \
                            const xl_e_##B *b)                                                     \
    {                                                                                              \
        /* Zeros from vl on: in one factor, they are enough. */                                    \
        xl_##A zero = xl_##A##_set1(0, xl_##A##_lanes());                                          \
        xl_##A x = xl_##A##_merge(zero, xl_##A##_load(a + i, vl), vl);                             \
        *sum = NAME##_add(*sum, x, xl_##B##_load(b + i, vl));                                      \
    }                                                                                              \
    XL_DOT_LOOP(NAME, A, A, B)                                                                     \
    XL_VEC xl_i32 NAME##_add(xl_i32 sum, xl_##A a, xl_##B b)

/* Bytes, of which those of b are signed. */
#define XL_DOT_BYTES(NAME, A)                                                                      \
    XL_VEC void NAME##_step(size_t i, size_t vl, xl_i32 *sum, const xl_e_##A *a, const int8_t *b)  \
    {                                                                                              \
        *sum = xl_i32_##NAME(*sum, xl_##A##_load(a + i, vl), xl_i8_load(b + i, vl), vl);           \
    }                                                                                              \
    XL_DOT_LOOP(NAME, A, A, i8)

/* Where no such instruction exists: the products of 32-bit lanes. */
#define XL_DOT_WIDENED(NAME, A, B)                                                                 \
    XL_VEC void NAME##_step(size_t i, size_t vl, xl_i32 *sum, const xl_e_##A *a,                   \
                            const xl_e_##B *b)                                                     \
    {                                                                                              \
        xl_i32 x = xl_dot_load_##A(a + i, vl), y = xl_dot_load_##B(b + i, vl);                     \
        *sum = xl_i32_merge(*sum, xl_i32_add(*sum, xl_i32_mul(x, y, vl), vl), vl);                 \
    }                                                                                              \
    XL_DOT_LOOP(NAME, i32, A, B)

/* Steps of as many elements as a vector of LANES has. */
#define XL_DOT_LOOP(NAME, LANES, A, B)                                                             \
    XL_VECTOR(int32_t, NAME)(const xl_e_##A *a, const xl_e_##B *b, size_t n)                       \
    {                                                                                              \
        size_t lanes = xl_i32_lanes();                                                             \
        xl_i32 sum0 = xl_i32_set1(0, lanes), sum1 = sum0, sum2 = sum0, sum3 = sum0;                \
        XL_STRIPS_4(LANES, n, NAME##_step, sum, a, b);                                             \
        return xl_i32_reduce_add(XL_ADD_4(i32, sum, lanes), lanes);                                \
    }

XL_VEC xl_i32 xl_dot_load_i16(const int16_t *p, size_t vl)
{
    return xl_i32_load_widen_i16(p, vl);
}

#endif
