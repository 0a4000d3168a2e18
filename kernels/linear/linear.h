/* What the kernels of this directory share: factors of limited size, and the bound of a sum of
 * products.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_LINEAR_LINEAR_H
#define XL_KERNELS_LINEAR_LINEAR_H

#include "kernel.h"
#include "reduce/sum.h"

/* Arguments of PER_N * n + FIXED floats, none above 1000: their products do not overflow. */
#define XL_FACTORS(NAME, PER_N, FIXED) {XL_ARG_IN, XL_f32, #NAME, PER_N, FIXED, -1000, 1000}
#define XL_FACTORS_INOUT(NAME, PER_N, FIXED)                                                       \
    {XL_ARG_INOUT, XL_f32, #NAME, PER_N, FIXED, -1000, 1000}

/* A sum of products of factors, computed with `roundings` of them on the way of each product:
 * gamma(roundings) S, with S the sum of the products' sizes. On a CPU that flushes, each step can
 * lose a subnormal factor, at most 2^-126 * 1000, and a subnormal sum, at most 2^-126: 2^-115. */
static inline struct xl_bounded xl_linear_bounded(const struct xl_sum *products, double roundings)
{
    return (struct xl_bounded){
        .value = xl_sum_value(products),
        .bound = xl_gamma(roundings, XL_UNIT_F32) * products->magnitude + roundings * 0x1p-115,
    };
}

#endif
