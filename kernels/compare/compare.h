/* The shape of kernels that compare a[i] and b[i], and set all bits of r[i] or none.
 * SPDX-License-Identifier: MIT
 *
 *     XL_KERNEL(less_f32, .summary = "all bits of r[i] are a[i] < b[i]", .contract = {XL_EXACT},
 *               XL_COMPARE(f32, u32))
 *
 *     XL_COMPARE_LANE(less_f32, f32, u32)
 *     {
 *         return a < b;
 *     }
 *
 *     XL_COMPARE_STEP(less_f32, f32, u32, 32)
 *     {
 *         return xl_f32_lt(a, b, vl);
 *     }
 *
 * XL_COMPARE_LANE is the body of a scalar function, XL_COMPARE_STEP that of one on vectors and vl,
 * which returns a mask of lanes of so many bits. The result's type is the unsigned one of as many.
 */
#ifndef XL_KERNELS_COMPARE_COMPARE_H
#define XL_KERNELS_COMPARE_COMPARE_H

#include "kernel.h"

/* Fields of the record. */
#define XL_COMPARE(T, U)                                                                           \
    .elementwise = 1, .args = {XL_IN(T, a, 1), XL_IN(T, b, 1), XL_OUT(U, r, 1), XL_COUNT}

/* A function's body follows each of these. */
#define XL_COMPARE_LANE(NAME, T, U)                                                                \
    __attribute__((unused)) static bool NAME##_lane(xl_e_##T a, xl_e_##T b);                       \
    XL_REFERENCE(NAME)(const xl_e_##T *a, const xl_e_##T *b, xl_e_##U *r, size_t n)                \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = NAME##_lane(a[i], b[i]) ? (xl_e_##U) - 1 : 0;                                   \
    }                                                                                              \
    static bool NAME##_lane(xl_e_##T a, xl_e_##T b)
#define XL_COMPARE_STEP(NAME, T, U, W)                                                             \
    XL_VEC xl_m##W NAME##_step(xl_##T a, xl_##T b, size_t vl);                                     \
    XL_VEC xl_##U NAME##_bits(const xl_e_##T *a, const xl_e_##T *b, size_t vl)                     \
    {                                                                                              \
        xl_m##W m = NAME##_step(xl_##T##_load(a, vl), xl_##T##_load(b, vl), vl);                   \
        return xl_##U##_select(m, xl_##U##_set1((xl_e_##U) - 1, vl), xl_##U##_set1(0, vl), vl);    \
    }                                                                                              \
    XL_VECTOR(void, NAME)(const xl_e_##T *a, const xl_e_##T *b, xl_e_##U *r, size_t n)             \
    {                                                                                              \
        XL_STRIPS(T, n, xl_##U##_store(r + i, NAME##_bits(a + i, b + i, vl), vl));                 \
    }                                                                                              \
    XL_VEC xl_m##W NAME##_step(xl_##T a, xl_##T b, size_t vl)

#endif
