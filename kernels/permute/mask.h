/* What kernels whose second argument is a mask of bytes make of the harness's random inputs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_PERMUTE_MASK_H
#define XL_KERNELS_PERMUTE_MASK_H

#include "kernel.h"

/* For .prepare: zeros and ones, each as often, in half of the calls. */
static inline void xl_mask_prepare(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint8_t *mask = elements;
    if (arg == 1 && seed % 2)
        for (size_t i = 0; i < count; i++)
            mask[i] &= 1;
}

/* Lanes whose byte of the mask is not zero. */
XL_VEC xl_m32 xl_mask_load(const uint8_t *mask, size_t vl)
{
    return xl_m32_not(xl_u32_eq(xl_u32_load_widen_u8(mask, vl), xl_u32_set1(0, vl), vl), vl);
}

#endif
