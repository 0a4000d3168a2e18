/* The loops of dot products in 32 bits, wrapping: XL_DOT where an ISA adds the products of several
 * narrow lanes to a wide one, XL_DOT_WIDENED where it multiplies lanes of 32 bits.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_REDUCE_DOT_H
#define XL_KERNELS_REDUCE_DOT_H

#include "kernel.h"
#include "native.h"

/* The body of a function follows: the sum after one step, from the sum before it and full vectors
 * of a and b. */
#define XL_DOT(NAME, A, B)                                                                         \
    XL_VEC xl_i32 NAME##_step(xl_i32 sum, xl_##A a, xl_##B b);                                     \
    XL_VECTOR(int32_t, NAME)(const xl_e_##A *a, const xl_e_##B *b, size_t n)                       \
    {                                                                                              \
        xl_i32 sum = xl_i32_set1(0, xl_i32_lanes());                                               \
        xl_##A zero = xl_##A##_set1(0, xl_##A##_lanes());                                          \
        for (size_t i = 0, vl; i < n; i += vl) {                                                   \
            vl = xl_##A##_vl(n - i);                                                               \
            /* Zeros from vl on: of one factor, they are enough. */                                \
            xl_##A x = xl_##A##_merge(zero, xl_##A##_load(a + i, vl), vl);                         \
            sum = NAME##_step(sum, x, xl_##B##_load(b + i, vl));                                   \
        }                                                                                          \
        return xl_i32_reduce_add(sum, xl_i32_lanes());                                             \
    }                                                                                              \
    XL_VEC xl_i32 NAME##_step(xl_i32 sum, xl_##A a, xl_##B b)

XL_VEC xl_i32 xl_dot_load_i8(const int8_t *p, size_t vl)
{
    return xl_i32_load_widen_i8(p, vl);
}
XL_VEC xl_i32 xl_dot_load_u8(const uint8_t *p, size_t vl)
{
    return xl_i32_bitcast_u32(xl_u32_load_widen_u8(p, vl));
}
XL_VEC xl_i32 xl_dot_load_i16(const int16_t *p, size_t vl)
{
    return xl_i32_load_widen_i16(p, vl);
}

#define XL_DOT_WIDENED(NAME, A, B)                                                                 \
    XL_VECTOR(int32_t, NAME)(const xl_e_##A *a, const xl_e_##B *b, size_t n)                       \
    {                                                                                              \
        size_t lanes = xl_i32_lanes();                                                             \
        xl_i32 sum = xl_i32_set1(0, lanes);                                                        \
        for (size_t i = 0, vl; i < n; i += vl) {                                                   \
            vl = xl_i32_vl(n - i);                                                                 \
            xl_i32 x = xl_dot_load_##A(a + i, vl), y = xl_dot_load_##B(b + i, vl);                 \
            xl_i32 more = xl_i32_add(sum, xl_i32_mul(x, y, vl), vl);                               \
            sum = xl_i32_merge(sum, more, vl);                                                     \
        }                                                                                          \
        return xl_i32_reduce_add(sum, lanes);                                                      \
    }

#endif
