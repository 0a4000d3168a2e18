/* What kernels on pictures share: sums of bytes by signed weights, and clamping.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_PIXEL_PIXEL_H
#define XL_KERNELS_PIXEL_PIXEL_H

#include "kernel.h"

static inline uint8_t xl_pixel_clamp(int32_t x)
{
    return (uint8_t)(x < 0 ? 0 : x > 255 ? 255 : x);
}

/* offset + x a + y b + z c, modulo 2^16. */
XL_VEC xl_u16 xl_pixel_mix(uint16_t offset, int x, xl_u16 a, int y, xl_u16 b, int z, xl_u16 c,
                           size_t vl)
{
    xl_u16 sum = xl_u16_mul(xl_u16_set1((uint16_t)x, vl), a, vl);
    sum = xl_u16_add(sum, xl_u16_mul(xl_u16_set1((uint16_t)y, vl), b, vl), vl);
    sum = xl_u16_add(sum, xl_u16_mul(xl_u16_set1((uint16_t)z, vl), c, vl), vl);
    return xl_u16_add(sum, xl_u16_set1(offset, vl), vl);
}

#endif
