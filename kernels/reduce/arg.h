/* The shape of kernels that return the first index of the greatest or the least element.
 * SPDX-License-Identifier: MIT
 *
 *     XL_ARG_FIRST(argmin_f32, f32, INFINITY, min)
 *     {
 *         return xl_f32_lt(x, best, vl);
 *     }
 *
 * The body says which lanes of x are better than best: START is worse than all that count, and
 * xl_T_reduce_OP finds the best lane. 0 if nothing is better than START.
 */
#ifndef XL_KERNELS_REDUCE_ARG_H
#define XL_KERNELS_REDUCE_ARG_H

#include "kernel.h"

/* Each lane keeps the first of its own best; the first lane's index among equals wins at the end.
 */
#define XL_ARG_FIRST(NAME, T, START, OP)                                                           \
    XL_VEC xl_m32 NAME##_better(xl_##T x, xl_##T best, size_t vl);                                 \
    XL_VEC void NAME##_step(const xl_e_##T *a, size_t i, size_t vl, xl_##T *best, xl_u32 *where)   \
    {                                                                                              \
        xl_##T x = xl_##T##_load(a + i, vl);                                                       \
        xl_m32 better = NAME##_better(x, *best, vl);                                               \
        xl_u32 here = xl_u32_select(better, xl_u32_iota((uint32_t)i, vl), *where, vl);             \
        *best = xl_##T##_merge(*best, xl_##T##_select(better, x, *best, vl), vl);                  \
        *where = xl_u32_merge(*where, here, vl);                                                   \
    }                                                                                              \
    XL_VECTOR(uint32_t, NAME)(const xl_e_##T *a, size_t n)                                         \
    {                                                                                              \
        size_t lanes = xl_##T##_lanes();                                                           \
        xl_##T best = xl_##T##_set1(START, lanes);                                                 \
        xl_u32 where = xl_u32_set1(0, lanes);                                                      \
        XL_STRIPS(T, n, NAME##_step(a, i, vl, &best, &where));                                     \
        xl_##T winner = xl_##T##_set1(xl_##T##_reduce_##OP(best, lanes), lanes);                   \
        xl_m32 winners = xl_##T##_eq(best, winner, lanes);                                         \
        xl_u32 none = xl_u32_set1(UINT32_MAX, lanes);                                              \
        return xl_u32_reduce_min(xl_u32_select(winners, where, none, lanes), lanes);               \
    }                                                                                              \
    XL_VEC xl_m32 NAME##_better(xl_##T x, xl_##T best, size_t vl)

#endif
