/* Loops for kernels that make element i of r from element i of each input, all of one type. The
 * kernel's file then has a record, one lane of the reference and one step of the vector code.
 * SPDX-License-Identifier: MIT
 *
 *     XL_KERNEL(sub_f32, .summary = "r[i] = a[i] - b[i]", .contract = {XL_EXACT},
 *               XL_ELEMENTWISE_2(f32))
 *
 *     XL_LANE_2(sub_f32, f32)
 *     {
 *         return a - b;
 *     }
 *
 *     XL_STEP_2(sub_f32, f32)
 *     {
 *         return xl_f32_sub(a, b, vl);
 *     }
 *
 * - The number counts the inputs: a; a and b; a, b and c. `_BY` has the input a, and an integer
 *   `by` of type E for all lanes.
 * - XL_LANE_ is followed by the body of a function on scalars. It makes XL_REFERENCE around it.
 * - XL_STEP_ is followed by the body of a function on vectors and vl. It makes XL_VECTOR around it.
 * - A kernel with an XL_ULP contract has no XL_LANE_: it has a .function, or an XL_REFERENCE that
 *   writes the next wider type. See kernels/linear/length_f32.c.
 */
#ifndef XL_KERNELS_ELEMENTWISE_H
#define XL_KERNELS_ELEMENTWISE_H

#include "kernel.h"

/* Fields of the record. */
#define XL_ELEMENTWISE_1(T)                                                                        \
    .elementwise = 1, .in_place = 1, .args = {XL_IN(T, a, 1), XL_OUT(T, r, 1), XL_COUNT}
#define XL_ELEMENTWISE_2(T)                                                                        \
    .elementwise = 1, .in_place = 1,                                                               \
    .args = {XL_IN(T, a, 1), XL_IN(T, b, 1), XL_OUT(T, r, 1), XL_COUNT}
#define XL_ELEMENTWISE_3(T)                                                                        \
    .elementwise = 1, .in_place = 1,                                                               \
    .args = {XL_IN(T, a, 1), XL_IN(T, b, 1), XL_IN(T, c, 1), XL_OUT(T, r, 1), XL_COUNT}
#define XL_ELEMENTWISE_BY(T, E)                                                                    \
    .elementwise = 1, .in_place = 1,                                                               \
    .args = {XL_IN(T, a, 1), XL_VALUE(E, by), XL_OUT(T, r, 1), XL_COUNT}

/* A function's body follows. */
#define XL_LANE_1(NAME, T)                                                                         \
    XL_LANE_LOOP_(NAME, T, (xl_e_##T a), (const xl_e_##T *a, xl_e_##T *r, size_t n), (a[i]))
#define XL_LANE_2(NAME, T)                                                                         \
    XL_LANE_LOOP_(NAME, T, (xl_e_##T a, xl_e_##T b),                                               \
                  (const xl_e_##T *a, const xl_e_##T *b, xl_e_##T *r, size_t n), (a[i], b[i]))
#define XL_LANE_3(NAME, T)                                                                         \
    XL_LANE_LOOP_(                                                                                 \
        NAME, T, (xl_e_##T a, xl_e_##T b, xl_e_##T c),                                             \
        (const xl_e_##T *a, const xl_e_##T *b, const xl_e_##T *c, xl_e_##T *r, size_t n),          \
        (a[i], b[i], c[i]))
#define XL_LANE_BY(NAME, T, E)                                                                     \
    XL_LANE_LOOP_(NAME, T, (xl_e_##T a, xl_e_##E by),                                              \
                  (const xl_e_##T *a, xl_e_##E by, xl_e_##T *r, size_t n), (a[i], by))

/* An ISA's own intrinsics may not need vl. */
#define XL_VL_ __attribute__((unused)) size_t vl
#define XL_STEP_1(NAME, T)                                                                         \
    XL_STEP_LOOP_(NAME, T, (xl_##T a, XL_VL_), (const xl_e_##T *a, xl_e_##T *r, size_t n),         \
                  (xl_##T##_load(a + i, vl), vl))
#define XL_STEP_2(NAME, T)                                                                         \
    XL_STEP_LOOP_(NAME, T, (xl_##T a, xl_##T b, XL_VL_),                                           \
                  (const xl_e_##T *a, const xl_e_##T *b, xl_e_##T *r, size_t n),                   \
                  (xl_##T##_load(a + i, vl), xl_##T##_load(b + i, vl), vl))
#define XL_STEP_3(NAME, T)                                                                         \
    XL_STEP_LOOP_(                                                                                 \
        NAME, T, (xl_##T a, xl_##T b, xl_##T c, XL_VL_),                                           \
        (const xl_e_##T *a, const xl_e_##T *b, const xl_e_##T *c, xl_e_##T *r, size_t n),          \
        (xl_##T##_load(a + i, vl), xl_##T##_load(b + i, vl), xl_##T##_load(c + i, vl), vl))
#define XL_STEP_BY(NAME, T, E)                                                                     \
    XL_STEP_LOOP_(NAME, T, (xl_##T a, xl_e_##E by, XL_VL_),                                        \
                  (const xl_e_##T *a, xl_e_##E by, xl_e_##T *r, size_t n),                         \
                  (xl_##T##_load(a + i, vl), by, vl))

/* An XL_ULP contract's reference writes the next wider type. The loop below does not. */
#ifdef XL_KERNEL_HOST
#define XL_LANE_IS_EXACT_(NAME)                                                                    \
    __attribute__((                                                                                \
        error("under XL_ULP the reference writes the next wider type: write it with "              \
              "XL_REFERENCE, or name a .function"))) void NAME##_lane_is_not_exact(void);          \
    __attribute__((used)) static void NAME##_lane_is_exact(void)                                   \
    {                                                                                              \
        if (xl_kernel_##NAME.contract.kind == XL_ULP)                                              \
            NAME##_lane_is_not_exact();                                                            \
    }
#else
#define XL_LANE_IS_EXACT_(NAME)
#endif

/* ONE: the body's parameters. ALL: the loop's parameters. CALL: the arguments that the loop
 * passes. */
#define XL_LANE_LOOP_(NAME, T, ONE, ALL, CALL)                                                     \
    __attribute__((unused)) static xl_e_##T NAME##_lane ONE;                                       \
    XL_LANE_IS_EXACT_(NAME)                                                                        \
    XL_REFERENCE(NAME) ALL                                                                         \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = NAME##_lane CALL;                                                               \
    }                                                                                              \
    static xl_e_##T NAME##_lane ONE
#define XL_STEP_LOOP_(NAME, T, ONE, ALL, CALL)                                                     \
    XL_VEC xl_##T NAME##_step ONE;                                                                 \
    XL_VECTOR(void, NAME) ALL                                                                      \
    {                                                                                              \
        XL_STRIPS(T, n, xl_##T##_store(r + i, NAME##_step CALL, vl));                              \
    }                                                                                              \
    XL_VEC xl_##T NAME##_step ONE

#endif
