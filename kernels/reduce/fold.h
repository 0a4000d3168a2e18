/* One number from an array by additions, or by minima or maxima: each lane folds its own elements,
 * and the lanes are folded at the end.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_REDUCE_FOLD_H
#define XL_KERNELS_REDUCE_FOLD_H

#include "kernel.h"

/* start is in every lane: it must change no result. */
#define XL_FOLD(T, OP)                                                                             \
    XL_VEC xl_e_##T xl_fold_##OP##_##T(const xl_e_##T *a, size_t n, xl_e_##T start)                \
    {                                                                                              \
        size_t lanes = xl_##T##_lanes();                                                           \
        xl_##T all = xl_##T##_set1(start, lanes);                                                  \
        for (size_t i = 0, vl; i < n; i += vl) {                                                   \
            vl = xl_##T##_vl(n - i);                                                               \
            all = xl_##T##_merge(all, xl_##T##_##OP(all, xl_##T##_load(a + i, vl), vl), vl);       \
        }                                                                                          \
        return xl_##T##_reduce_##OP(all, lanes);                                                   \
    }
XL_FOLD(f32, add)
XL_FOLD(f32, min)
XL_FOLD(f32, max)
XL_FOLD(f64, add)
XL_FOLD(i32, min)
XL_FOLD(i32, max)

#endif
