/* The mean of a float array, and how wrong it may be.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_REDUCE_MEAN_H
#define XL_KERNELS_REDUCE_MEAN_H

#include "fold.h"
#include "sum.h"

/* n - 1 additions in any order and a division: gamma(n) S / n, with S the sum of |a[i]|. A CPU that
 * flushes can lose two operands and a sum, 2^-126 each, in each addition, and the result: less than
 * 2^-123. */
static inline struct xl_bounded xl_mean_reference(const float *a, size_t n)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, a[i]);
    double count = n ? (double)n : 1;
    return (struct xl_bounded){.value = xl_sum_value(&s) / count,
                               .bound =
                                   xl_gamma(count, XL_UNIT_F32) * s.magnitude / count + 0x1p-123};
}

/* 0 of no elements. n is below 2^24: a float holds it. */
XL_VEC float xl_mean(const float *a, size_t n)
{
    return n ? xl_fold_add_f32(a, n, 0) / (float)n : 0;
}

#endif
