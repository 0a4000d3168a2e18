/* Shifts by a number of bits of each lane's own, for ISAs without an instruction, and the inputs
 * that kernels with them need.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_INTEGER_SHIFTS_H
#define XL_KERNELS_INTEGER_SHIFTS_H

#include "kernel.h"
#include "native.h"

/* For .prepare: half of the second argument's elements are small, because random ones are almost
 * never below 32. The others stay, because instructions differ in which of their bits count. */
static inline void xl_shifts_prepare(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint32_t *k = elements;
    if (arg == 1 && seed % 64)
        for (size_t i = 0; i < count; i++) {
            seed = seed * 6364136223846793005 + 1442695040888963407;
            if (seed >> 63)
                k[i] = (uint32_t)(seed >> 33) % 36;
        }
}

/* v << k for k below 32, one bit of k at a time. */
XL_VEC xl_u32 xl_u32_shl_each(xl_u32 v, xl_u32 k, size_t vl)
{
    for (unsigned bit = 0; bit < 5; bit++) {
        xl_u32 mask = xl_u32_set1(UINT32_C(1) << bit, vl);
        xl_m32 set = xl_u32_eq(xl_u32_and(k, mask, vl), mask, vl);
        v = xl_u32_select(set, xl_u32_shl(v, 1u << bit, vl), v, vl);
    }
    return v;
}

/* v >> k with the sign, for k below 32. */
XL_VEC xl_i32 xl_i32_shr_each(xl_i32 v, xl_u32 k, size_t vl)
{
    for (unsigned bit = 0; bit < 5; bit++) {
        xl_u32 mask = xl_u32_set1(UINT32_C(1) << bit, vl);
        xl_m32 set = xl_u32_eq(xl_u32_and(k, mask, vl), mask, vl);
        v = xl_i32_select(set, xl_i32_shr(v, 1u << bit, vl), v, vl);
    }
    return v;
}

#endif
